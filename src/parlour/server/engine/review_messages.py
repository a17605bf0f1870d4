"""Messages about the review of a finished game."""

from __future__ import annotations

from parlour.engine.analysis import Odds
from parlour.engine.review import Fault
from parlour.games.contract.display import Effect
from parlour.server.messages import SentenceView, View


class LineView(View):
    """A line: its turns in notation, its value for the seat to move, and the effects of its first turn."""

    turns: tuple[str, ...]
    moves: tuple[str, ...]
    score: str
    odds: Odds
    proven: int | None
    effects: tuple[tuple[Effect, ...], ...]
    results: tuple[float, ...] = ()
    """Expected result of every seat."""


class EvaluationView(View):
    """The evaluation after `ply` moves: the expected result of every seat (1 is a win), and the best line; None if the
    game was over."""

    ply: int
    seat: int
    results: tuple[float, ...]
    depth: int
    line: LineView | None


class ReviewedTurnView(View):
    """A played turn, from the move after `first` to move `ply`, and its loss of expected result."""

    first: int
    ply: int
    seat: int
    text: str
    loss: float
    best: bool
    forced: bool
    """Whether there was no other move."""
    fault: Fault | None
    says: SentenceView
    reasons: tuple[SentenceView, ...] = ()
    """Reasons for the better turn."""


class ReviewedSeatView(View):
    """Accuracy of a seat: 100 if it lost nothing; None if it never had a choice."""

    accuracy: float | None
    faults: dict[Fault, int]


class GameReviewView(View):
    """The review of a game, with `effort` milliseconds per turn."""

    match: str
    effort: int
    created: int
    evaluations: tuple[EvaluationView, ...]
    turns: tuple[ReviewedTurnView, ...]
    seats: tuple[ReviewedSeatView, ...]
