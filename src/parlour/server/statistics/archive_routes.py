"""Routes of the archive of the club: its finished games as a list and as records. Everybody may read them."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from parlour.errors import QueryError
from parlour.games import game as find_game
from parlour.games import games
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.errors import localized_error
from parlour.server.http.auth import PageRequest
from parlour.server.http.limits.exports import EXPORT_LIMIT
from parlour.server.http.record_files import RecordFormat, record_stream, record_writer
from parlour.server.http.route_groups import route_group
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.views import summary
from parlour.server.services import InjectedServices, Services
from parlour.server.statistics.filters import ArchiveFilters
from parlour.server.statistics.messages import ArchiveView
from parlour.server.statistics.openings import opening_line
from parlour.store.club.club_archive import ArchiveQuery, ClubOpening


@get("/statistics/games")
async def show_archive(
    request: PageRequest,
    services: InjectedServices,
    archive_filters: NamedDependency[ArchiveFilters],
    reader_language: ReaderLanguage,
) -> ArchiveView:
    """List a page of the games of the club, the latest first."""
    await _settle(services)
    async with services.heavy_queries.turn(request):
        page = await services.store.club_archive.page(await _query(services, archive_filters))
    return ArchiveView(tuple(summary(info, request.user, reader_language) for info in page.matches), page.total)


@get("/statistics/records", middleware=[EXPORT_LIMIT])
async def export_archive(
    request: PageRequest,
    services: InjectedServices,
    archive_filters: NamedDependency[ArchiveFilters],
    form: FromQuery[RecordFormat] = "text",
) -> Stream:
    """Return all games of the club that match the filters as one file."""
    await _settle(services)
    async with services.heavy_queries.turn(request):  # raises before the response has started
        found = await services.store.club_archive.sizes(await _query(services, archive_filters))
    return record_stream(services.store.club_archive.written_records(found, record_writer(form)), form)


async def _settle(services: Services) -> None:
    await asyncio.gather(services.club.settle(), services.ratings.settle())


async def _query(services: Services, filters: ArchiveFilters, language: str = ENGLISH) -> ArchiveQuery:
    """Return the query for the store; games that are not installed cannot be shown."""
    game = None if filters.game is None else find_game(filters.game)
    opening = None
    if filters.start is not None or filters.moves:
        if game is None:
            raise localized_error(QueryError, "server.statistics.opening-game")
        _, chosen, line = await opening_line(services, game, filters, language)
        opening = ClubOpening(chosen, tuple(line.turns), line.partial)
    return ArchiveQuery(
        tuple(one.key for one in games()) if game is None else (game.key,),
        filters.which(services),
        tuple(name for name in filters.player or () if name.strip()),
        opening,
        filters.offset,
        filters.limit,
    )


FILTERED_ROUTER = route_group([show_archive, export_archive], archive_filters=ArchiveFilters)
HANDLERS: list[ControllerRouterHandler] = [FILTERED_ROUTER]
