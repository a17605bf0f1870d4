"""Routes of the statistics of the club. Everybody may read them, like the lobby."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.types import ControllerRouterHandler

from parlour.games import game as find_game
from parlour.server.games.views import position_detail
from parlour.server.http.auth import PageRequest
from parlour.server.http.route_groups import route_group
from parlour.server.localizer import Localizer, ReaderLanguage
from parlour.server.people.profile_messages import MinutesAheadOfUtc
from parlour.server.services import InjectedServices
from parlour.server.statistics.filters import ClubFilters, since
from parlour.server.statistics.messages import (
    ClubDayView,
    ClubStatisticsView,
    OpeningTreeView,
    PathTurnView,
    Period,
)
from parlour.server.statistics.openings import opening_line
from parlour.server.statistics.views import meeting_views, opening_turn_view, played_games, player_views
from parlour.store.club.club_games import ClubFilter

MAX_TURNS = 40
"""Turns that are listed in a position."""


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
    key = period, None if game is None else find_game(game).key, ahead * 60_000
    figures = services.club_figures.kept(key)
    if figures is None:
        await services.club.settle()
        async with services.heavy_queries.turn(request):
            figures = await services.club_figures.read(key, ClubFilter(since=since(services, period)))
    return ClubStatisticsView(
        period,
        played_games(figures.games, reader_language),
        figures.hours,
        tuple(ClubDayView(day, games) for day, games in sorted(figures.days.items())),
        player_views(figures.players, request.user.id),
        meeting_views(figures.players, figures.meetings),
    )


@get("/statistics/openings")
async def show_openings(
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
    game: FromQuery[str],
    club_filters: NamedDependency[ClubFilters],
) -> OpeningTreeView:
    """Return a position of the openings tree, with the turns that were played in it and their results."""
    found = find_game(game)
    await asyncio.gather(services.club.settle(), services.ratings.settle())
    async with services.heavy_queries.turn(request):
        starts, chosen, line = await opening_line(services, found, club_filters, reader_language)
        which = club_filters.which(services)
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


FILTERED_ROUTER = route_group([show_openings], club_filters=ClubFilters)
HANDLERS: list[ControllerRouterHandler] = [FILTERED_ROUTER, show_statistics]
