"""A finished game, analysed: how it stood before every turn, what each turn gave away, how well everybody played."""

from __future__ import annotations

import msgspec

from parlour.engine.analysis import Odds
from parlour.engine.review import Fault
from parlour.games.contract.display import Effect
from parlour.server.messages import SentenceView


class LineView(msgspec.Struct, frozen=True):
    """A line: its turns in notation, what it is worth to the seat to move, and what its first turn visibly does."""

    turns: tuple[str, ...]
    moves: tuple[str, ...]
    score: str
    odds: Odds
    proven: int | None
    effects: tuple[tuple[Effect, ...], ...]
    results: tuple[float, ...] = ()
    """The expected result of every seat."""


class EvaluationView(msgspec.Struct, frozen=True):
    """How a game stood after so many moves: what every seat could expect (1 is a win), and the best line found; none
    where the game was over."""

    ply: int
    seat: int
    results: tuple[float, ...]
    depth: int
    line: LineView | None


class ReviewedTurnView(msgspec.Struct, frozen=True):
    """A turn that was played, from the move after `first` to move `ply`: what it gave away of the expected result."""

    first: int
    ply: int
    seat: int
    text: str
    loss: float
    best: bool
    forced: bool
    """There was nothing else to play."""
    fault: Fault | None
    says: SentenceView
    reasons: tuple[SentenceView, ...] = ()
    """Why the better turn is better."""


class ReviewedSeatView(msgspec.Struct, frozen=True):
    """How well a seat played: 100 for giving nothing away; None if there never was a choice."""

    accuracy: float | None
    faults: dict[Fault, int]


class GameReviewView(msgspec.Struct, frozen=True):
    """A whole game, analysed with so many milliseconds for each turn."""

    match: str
    effort: int
    created: int
    standings: tuple[EvaluationView, ...]
    turns: tuple[ReviewedTurnView, ...]
    seats: tuple[ReviewedSeatView, ...]
