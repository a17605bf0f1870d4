"""The WebSocket of the engine, `/api/engine`: analysis, hints, threats, coach and reviews.

A page keeps it open while it uses the engine; closing it ends the search. Each socket runs one search at a time: a new
request ends the previous one.
"""

from __future__ import annotations

from parlour.engine.coach import Verdict
from parlour.games.contract.display import Effect
from parlour.server.engine.review_messages import EvaluationView, GameReviewView, LineView
from parlour.server.games.messages import PositionRequest
from parlour.server.messages import Request, SentenceView, View


class EngineRequest(Request, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of all requests. The page chooses `id`; answers repeat it.

    The position is one of a match (`match`, and `ply` if not the current one) or any other (`position`). Help in
    a match of the person is counted, and refused if the match does not allow it. Players of a running match between
    people are refused help with its positions, even if they send them as text.
    """

    id: int
    match: str | None = None
    ply: int | None = None
    position: PositionRequest | None = None


class AnalysisRequest(EngineRequest, kw_only=True, tag="analyse"):
    """Search for the best lines until a limit or a stop; results improve while it runs."""

    lines: int = 3
    seconds: float = 10
    depth: int | None = None


class HintRequest(EngineRequest, kw_only=True, tag="hint"):
    """Ask for the best turn, with reasons."""

    seconds: float = 1


class ThreatsRequest(EngineRequest, kw_only=True, tag="threats"):
    """Ask what each side could do if it were to move."""

    seconds: float = 1


class CoachRequest(EngineRequest, kw_only=True, tag="look"):
    """Ask the coach about moves before they are played: a turn in notation, or its moves so far."""

    turn: str | None = None
    moves: tuple[str, ...] = ()
    seconds: float = 1


class VerdictsRequest(EngineRequest, kw_only=True, tag="verdicts"):
    """Ask which moves win or lose immediately, and which are safe."""

    seconds: float = 1


class MoveValuesRequest(EngineRequest, kw_only=True, tag="values"):
    """Ask for the value of every move; exact if the position can be solved."""

    seconds: float = 5


class ReviewRequest(EngineRequest, kw_only=True, tag="review"):
    """Review a finished game (`match`) with `seconds` per turn. A stored review with as much time is reused."""

    seconds: float = 0.5


class StopSearchRequest(Request, tag_field="type", tag="stop"):
    """Stop the running search; its last report has `done`."""

    id: int


EngineSocketRequest = (
    AnalysisRequest
    | HintRequest
    | ThreatsRequest
    | CoachRequest
    | VerdictsRequest
    | MoveValuesRequest
    | ReviewRequest
    | StopSearchRequest
)


class EngineMessage(View, kw_only=True, tag_field="type"):
    """A message about the request with this id."""

    id: int


class AnalysisMessage(EngineMessage, kw_only=True, tag="found"):
    """The current result of an analysis. `done`: the last message."""

    seat: int
    lines: tuple[LineView, ...]
    depth: int
    nodes: int
    seconds: float
    stats: dict[str, int]
    done: bool


class HintMessage(EngineMessage, kw_only=True, tag="hint"):
    """A hint: a whole turn, the reasons for it, and its effects move by move."""

    seat: int
    turn: str
    moves: tuple[str, ...]
    reasons: tuple[SentenceView, ...]
    effects: tuple[tuple[Effect, ...], ...]
    score: str
    line: tuple[str, ...]


class ThreatsMessage(EngineMessage, kw_only=True, tag="threats"):
    """Lines of the seat to move, and of each other seat if it were to move."""

    seat: int
    mine: tuple[LineView, ...]
    theirs: dict[int, tuple[LineView, ...]]


class CoachMessage(EngineMessage, kw_only=True, tag="look"):
    """The judgement of the coach. `again`: the turn loses the game or much of the advantage; `reply` shows how: a line
    from the position after the turn."""

    again: bool
    loses: bool
    """Whether the turn loses by force, as far as the search sees."""
    text: SentenceView
    reply: LineView | None = None


class MoveVerdictView(View):
    """The verdict on a legal move."""

    index: int
    text: str
    verdict: Verdict


class VerdictsMessage(EngineMessage, kw_only=True, tag="verdicts"):
    """The verdict on every legal move that was searched in time."""

    seat: int
    moves: tuple[MoveVerdictView, ...]


class MoveValueView(View):
    """The value of a legal move for its player: the expected result, and if proven the result (1, 0, -1) and the
    number of turns of both sides until the end: at most `turns`, or exactly if `turns_exact`."""

    index: int
    text: str
    worth: float
    result: int | None
    turns: int | None
    turns_exact: bool
    says: str
    replies: int | None = None
    """If all moves lose: the number of winning replies."""


class MoveValuesMessage(EngineMessage, kw_only=True, tag="values"):
    """The values of all moves, best first; `exact` if all are proven. Before `done`, only the progress of solving:
    known positions, and the approximate share of the work."""

    seat: int
    moves: tuple[MoveValueView, ...] = ()
    exact: bool = False
    positions: int = 0
    share: float = 0
    done: bool = True


class ReviewMessage(EngineMessage, kw_only=True, tag="reviewed"):
    """Progress of a review and its last evaluation; at the end the whole review. `done` without `analysis`: it was
    stopped."""

    finished: int
    of: int
    evaluation: EvaluationView | None = None
    analysis: GameReviewView | None = None
    done: bool = False


class SearchQueuedMessage(EngineMessage, kw_only=True, tag="queued"):
    """The search is queued; `ahead` searches are before it."""

    ahead: int


class SearchRefusedMessage(EngineMessage, kw_only=True, tag="refused"):
    """The request was refused, and why."""

    reason: str
    text: str


EngineSocketMessage = (
    AnalysisMessage
    | HintMessage
    | ThreatsMessage
    | CoachMessage
    | VerdictsMessage
    | MoveValuesMessage
    | ReviewMessage
    | SearchQueuedMessage
    | SearchRefusedMessage
)
