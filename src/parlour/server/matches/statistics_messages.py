"""Messages about the statistics of one match."""

from __future__ import annotations

from parlour.server.messages import View


class TurnTimeView(View):
    """A turn, and its thinking time in milliseconds."""

    seat: int
    text: str
    spent: int


class ActionCountView(View):
    """The number of actions of one kind, such as captures, rows or raises; the game declares the kinds."""

    key: str
    label: str
    count: int


class SeatStatisticsView(View, rename={"counts": "deeds"}):
    """The statistics of a seat. Times are milliseconds; `longest` is the index of its longest turn in `turns`."""

    turns: int
    moves: int
    time: int
    mean: int
    longest: int | None
    counts: tuple[ActionCountView, ...]


class ScoreHistoryView(View):
    """The values of a score, at the start and after every turn."""

    key: str
    label: str
    seat: int | None
    values: tuple[int, ...]


class MatchStatisticsView(View):
    """The statistics of a match.

    `lead` has, for the start and after every turn, the expected result of each seat by static evaluation; it is empty
    while people still play.
    """

    turns: tuple[TurnTimeView, ...]
    seats: tuple[SeatStatisticsView, ...]
    scores: tuple[ScoreHistoryView, ...]
    lead: tuple[tuple[float, ...], ...]
    time: int
