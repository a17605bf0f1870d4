"""Routes of the statistics of the club. Everybody may read them, like the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from litestar import get
from litestar.params import FromQuery, QueryParameter

from parlour.club.ratings import TimeClass
from parlour.errors import NotFound
from parlour.games import Game, Position
from parlour.games import game as find_game
from parlour.i18n.errors import localized_error
from parlour.match.seats import Setup
from parlour.server.games.views import position_detail
from parlour.server.http.auth import PageRequest
from parlour.server.localizer import Localizer, ReaderLanguage
from parlour.server.people.profile_messages import MinutesAheadOfUtc
from parlour.server.services import InjectedServices, Services
from parlour.server.statistics.messages import (
    ClubDayView,
    ClubStatisticsView,
    OpeningStartView,
    OpeningTreeView,
    PathTurnView,
    Period,
)
from parlour.server.statistics.views import meeting_views, opening_turn_view, played_games, player_views, start_view
from parlour.store.club.club_games import DAY_MS, ClubFilter, ClubOpponents

PERIOD_DAYS: dict[Period, int] = {"week": 7, "month": 30, "year": 365}
MAX_PLAYERS = 24
"""People in the tables."""
MAX_TURNS = 40
"""Turns that are listed in a position."""
MAX_MOVES = 64
"""Moves that lead to a position; more than the tree has."""

RatingLimit = Annotated[
    int | None, QueryParameter(ge=0, le=10_000, description="A limit of the mean rating of the players, in points.")
]


@get("/statistics")
async def show_statistics(
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
    period: FromQuery[Period] = "month",
    game: FromQuery[str | None] = None,
    ahead: MinutesAheadOfUtc = 0,
) -> ClubStatisticsView:
    """Return what was played in a period; times and people for all games or one."""
    key = None if game is None else find_game(game).key
    await services.club.settle()
    club, which, offset = services.store.club, ClubFilter(since=_since(services, period)), ahead * 60_000
    players = await club.players(which, key, MAX_PLAYERS)
    meetings = await club.meetings([player.id for player in players], which, key)
    days = await club.by_day(which, key, offset)
    return ClubStatisticsView(
        period,
        played_games(await club.by_game(which), reader_language),
        await club.by_hour(which, key, offset),
        tuple(ClubDayView(day, games) for day, games in sorted(days.items())),
        player_views(players, request.user.id),
        meeting_views(players, meetings),
    )


@get("/statistics/openings")
async def show_openings(
    services: InjectedServices,
    reader_language: ReaderLanguage,
    game: FromQuery[str],
    start: FromQuery[str | None] = None,
    move: FromQuery[list[str] | None] = None,
    period: FromQuery[Period] = "all",
    against: FromQuery[ClubOpponents | None] = None,
    level: FromQuery[str | None] = None,
    time_class: FromQuery[TimeClass | None] = None,
    rated: FromQuery[bool] = False,
    rating_from: RatingLimit = None,
    rating_to: RatingLimit = None,
) -> OpeningTreeView:
    """Return a position of the openings tree, with the turns that were played in it and their results."""
    found = find_game(game)
    if move is not None and len(move) > MAX_MOVES:
        raise localized_error(NotFound, "server.statistics.too-deep")
    await asyncio.gather(services.club.settle(), services.ratings.settle())
    starts, setup = await _starts(services, found, start, reader_language)
    chosen = start or (starts[0].key if starts else "")
    line = OpeningLine(
        found.start() if setup is None else found.read(setup.start, found.check(setup.options)), move or []
    )
    which = ClubFilter(_since(services, period), against, level, time_class, rated, rating_from, rating_to)
    following = await services.store.club.next_turns(found.key, chosen, line.turns, which)
    begun = [one for one in following if one.moves[: len(line.partial)] == line.partial]
    sides = found.localized(reader_language).sides(line.position.options)
    return OpeningTreeView(
        found.key,
        found.title,
        starts,
        chosen,
        tuple(side.name for side in sides),
        tuple(PathTurnView(text, moves) for text, moves in zip(line.texts, line.turns, strict=True)),
        tuple(opening_turn_view(line.turn_start, one, len(sides)) for one in begun[:MAX_TURNS]),
        sum(one.count.games for one in begun),
        position_detail(line.position, Localizer(found, line.position.options, reader_language)),
    )


class OpeningLine:
    """The moves of an opening from its start: complete turns, and an incomplete one."""

    def __init__(self, start: Position, moves: Sequence[str]) -> None:
        self.position = start
        self.turn_start = start.copy()
        """The position in which the last turn began."""
        self.turns: list[tuple[str, ...]] = []
        self.texts: list[str] = []
        self.partial: tuple[str, ...] = ()
        begun: list[int] = []
        for text in moves:
            begun.append(start.read_move(text))
            last = start.turn_over(begun[-1])
            start.play(begun[-1])
            self.partial = (*self.partial, text)
            if last:
                self.texts.append(self.turn_start.write_turn(begun))
                self.turns.append(self.partial)
                self.turn_start, self.partial, begun = start.copy(), (), []


async def _starts(
    services: Services, game: Game, start: str | None, language: str
) -> tuple[tuple[OpeningStartView, ...], Setup | None]:
    """Return the variants of a game that were played, and the set-up of the chosen or most frequent one."""
    starts = await services.store.club.starts(game.key)
    setups = {one.key: await services.store.club.setup_of(one.match) for one in starts}
    if start is not None and start not in setups:
        raise localized_error(NotFound, "server.statistics.no-start")
    views = tuple(start_view(game, one, setups[one.key], language) for one in starts)
    return views, setups[start or starts[0].key] if starts else None


def _since(services: Services, period: Period) -> int:
    days = PERIOD_DAYS.get(period)
    return 0 if days is None else services.time.now() - days * DAY_MS


HANDLERS = [show_statistics, show_openings]
