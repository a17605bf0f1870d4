"""The WebSocket of the engine, `/api/engine`: analysis, hints, threats and the coach, stopped at any time.

A page holds one open while it wants the engine; closing it ends its searches. One search a socket runs at a time: a new
request ends the one before it.
"""

from __future__ import annotations

import msgspec

from parlour.engine.coach import Verdict
from parlour.games.contract.display import Effect
from parlour.server.engine.review_messages import EvaluationView, GameReviewView, LineView
from parlour.server.games.messages import PositionRequest
from parlour.server.messages import SentenceView


class EngineRequest(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """What a page asks. `id` is its own; answers bear it.

    The position is one of a match (`match`, and `ply` if not the present one) or any other (`position`). Help in a
    match one plays is counted, and refused where the match does not allow it; in a match that runs between people, and
    for its positions by text, it is refused to its players.
    """

    id: int
    match: str | None = None
    ply: int | None = None
    position: PositionRequest | None = None


class AnalysisRequest(EngineRequest, frozen=True, kw_only=True, tag="analyse"):
    """The best lines, better and better until a limit or a stop."""

    lines: int = 3
    seconds: float = 10
    depth: int | None = None


class HintRequest(EngineRequest, frozen=True, kw_only=True, tag="hint"):
    """The best turn, with reasons."""

    seconds: float = 1


class ThreatsRequest(EngineRequest, frozen=True, kw_only=True, tag="threats"):
    """What each side could do if it were to move now."""

    seconds: float = 1


class CoachRequest(EngineRequest, frozen=True, kw_only=True, tag="look"):
    """What the coach thinks of some moves before they are played: a turn in notation, or the moves of it so far."""

    turn: str | None = None
    moves: tuple[str, ...] = ()
    seconds: float = 1


class VerdictsRequest(EngineRequest, frozen=True, kw_only=True, tag="verdicts"):
    """Which moves win or lose the game at once, and which are safe."""

    seconds: float = 1


class MoveValuesRequest(EngineRequest, frozen=True, kw_only=True, tag="values"):
    """What every move is worth: exactly, where the game or the position can be solved."""

    seconds: float = 5


class ReviewRequest(EngineRequest, frozen=True, kw_only=True, tag="review"):
    """A whole finished game (`match`), with so many seconds for each turn. What is known is not sought again."""

    seconds: float = 0.5


class StopSearchRequest(msgspec.Struct, frozen=True, tag_field="type", tag="stop", forbid_unknown_fields=True):
    """Ends the running search; its last report comes with `done`."""

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


class EngineMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the engine says about the request of that id."""

    id: int


class AnalysisMessage(EngineMessage, frozen=True, kw_only=True, tag="found"):
    """What an analysis knows so far. `done`: nothing more will come."""

    seat: int
    lines: tuple[LineView, ...]
    depth: int
    nodes: int
    seconds: float
    stats: dict[str, int]
    done: bool


class HintMessage(EngineMessage, frozen=True, kw_only=True, tag="hint"):
    """A whole turn, why it is good, and what it would visibly do, move by move."""

    seat: int
    turn: str
    moves: tuple[str, ...]
    reasons: tuple[SentenceView, ...]
    effects: tuple[tuple[Effect, ...], ...]
    score: str
    line: tuple[str, ...]


class ThreatsMessage(EngineMessage, frozen=True, kw_only=True, tag="threats"):
    """What the seat to move can do, and what each other seat would do if it were to move."""

    seat: int
    mine: tuple[LineView, ...]
    theirs: dict[int, tuple[LineView, ...]]


class CoachMessage(EngineMessage, frozen=True, kw_only=True, tag="look"):
    """What the coach thinks. With `again`, the turn throws the game away, or much of it; `reply` shows how, where there
    is a reply: a line of the position after the turn."""

    again: bool
    loses: bool
    """By force, as far as the coach sees."""
    text: SentenceView
    reply: LineView | None = None


class MoveVerdictView(msgspec.Struct, frozen=True):
    """Whether a legal move decides the game at once."""

    index: int
    text: str
    verdict: Verdict


class VerdictsMessage(EngineMessage, frozen=True, kw_only=True, tag="verdicts"):
    """The verdict on every legal move that could be looked at in the time."""

    seat: int
    moves: tuple[MoveVerdictView, ...]


class MoveValueView(msgspec.Struct, frozen=True):
    """What a legal move is worth to its player: the expected result, and where that is proven the result (1, 0, -1) and
    in how many turns of both sides the game is over."""

    index: int
    text: str
    worth: float
    result: int | None
    turns: int | None
    says: str
    replies: int | None = None
    """Where all moves lose: how many replies win."""


class MoveValuesMessage(EngineMessage, frozen=True, kw_only=True, tag="values"):
    """What every move is worth, the best first; `exact` if all of it is proven. Until `done`, only how far solving is:
    positions known, and about which share of the work is done."""

    seat: int
    moves: tuple[MoveValueView, ...] = ()
    exact: bool = False
    positions: int = 0
    share: float = 0
    done: bool = True


class ReviewMessage(EngineMessage, frozen=True, kw_only=True, tag="reviewed"):
    """How far the analysis of a game is, and what was found last; at the end the whole. `done` without an `analysis`:
    it was stopped."""

    finished: int
    of: int
    standing: EvaluationView | None = None
    analysis: GameReviewView | None = None
    done: bool = False


class SearchQueuedMessage(EngineMessage, frozen=True, kw_only=True, tag="queued"):
    """The engine is busy: so many wait before this."""

    ahead: int


class SearchRefusedMessage(EngineMessage, frozen=True, kw_only=True, tag="refused"):
    """It cannot be searched: why."""

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
