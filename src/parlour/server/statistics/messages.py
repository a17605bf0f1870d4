"""Messages about the statistics of the club."""

from __future__ import annotations

from typing import Literal

from parlour.server.games.messages import PositionDetailView
from parlour.server.matches.messages import MatchSummaryView
from parlour.server.messages import View
from parlour.store.people.statistics import ResultTally

Period = Literal["week", "month", "year", "all"]


class SideWinsView(View):
    """How often a side has won."""

    name: str
    won: int


class PlayedGameView(View):
    """How often a game was played with a number of seats, and its results by side. `variant` is empty for the usual
    number. At a table several sides can win the same game.
    """

    game: str
    title: str
    variant: str
    games: int
    drawn: int
    sides: tuple[SideWinsView, ...]


class ClubDayView(View):
    """The number of games of a day; `day` counts days since 1970 in the reader's time zone."""

    day: int
    games: int


class ClubPlayerView(View):
    """A person among the most active, with results in games for two. `name` has a number if guests share it; `player`
    is the name by which their games are found.
    """

    name: str
    player: str
    account: bool
    bot: bool
    """Whether it is a bot account."""
    yours: bool
    tally: ResultTally


class MeetingView(View):
    """The results of one player against another; both are indexes into the list of players."""

    first: int
    second: int
    tally: ResultTally


class ArchiveView(View):
    """A page of the games of the club, and the total number of matching games."""

    matches: tuple[MatchSummaryView, ...]
    total: int


class ClubStatisticsView(View):
    """The statistics of a period. `hours` are the numbers of games by hour of the week, from Monday."""

    period: Period
    games: tuple[PlayedGameView, ...]
    hours: tuple[int, ...]
    days: tuple[ClubDayView, ...]
    players: tuple[ClubPlayerView, ...]
    meetings: tuple[MeetingView, ...]


class OpeningStartView(View):
    """A variant from whose start games began. `label` is the name of the variant or its options; `custom` if the start
    position was a chosen one, which `share` describes.
    """

    key: str
    label: str
    custom: bool
    games: int
    share: str


class OpeningTurnView(View):
    """A turn that was played in a position, and the results of these games by seat."""

    text: str
    moves: tuple[str, ...]
    games: int
    drawn: int
    won: tuple[int, ...]


class PathTurnView(View):
    """A turn that leads to a position."""

    text: str
    moves: tuple[str, ...]


class OpeningTreeView(View):
    """A position of the openings tree, and how `games` continued from it. `path` are the turns that lead to it."""

    game: str
    title: str
    starts: tuple[OpeningStartView, ...]
    start: str
    sides: tuple[str, ...]
    path: tuple[PathTurnView, ...]
    turns: tuple[OpeningTurnView, ...]
    games: int
    detail: PositionDetailView
