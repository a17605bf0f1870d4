"""Routes of a person's library: list, notes, delete and restore, import and export."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

import msgspec
from litestar import MediaType, Response, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from parlour.errors import NotFound
from parlour.server.http.auth import PageRequest, now
from parlour.server.http.limits.exports import EXPORT_LIMIT
from parlour.server.http.limits.rate_limits import host_of, visitor_key
from parlour.server.http.limits.storage_limits import count_games
from parlour.server.http.progress import progress_response
from parlour.server.http.record_files import RecordFormat, record_stream, record_writer
from parlour.server.http.route_groups import route_group
from parlour.server.library.filters import LibraryFilters
from parlour.server.library.messages import (
    CountView,
    FilterChoicesView,
    ImportProgressView,
    ImportRequest,
    ImportResultView,
    LabelsRequest,
    LibraryEntryDetailView,
    LibraryEntryView,
    LibraryPageView,
    NotesRequest,
    RemarkRequest,
    SelectionRequest,
)
from parlour.server.library.views import entry_view
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.views import summary
from parlour.server.messages import ErrorView
from parlour.server.services import InjectedServices
from parlour.store import MatchInfo, Person

MAX_IMPORT_BYTES = 8_000_000


@get("/library")
async def show_library(
    request: PageRequest,
    services: InjectedServices,
    filters: NamedDependency[LibraryFilters],
    reader_language: ReaderLanguage,
) -> LibraryPageView:
    """List a page of the visitor's library."""
    if request.user.id is None:
        return LibraryPageView((), 0)
    query = filters.query()
    async with services.heavy_queries.turn(request) if query.counts_turns else nullcontext():
        page = await services.store.library.page(request.user.id, query)
    return LibraryPageView(
        tuple(entry_view(services, request.user, entry, reader_language) for entry in page.entries), page.total
    )


@get("/library/words")
async def show_filter_choices(request: PageRequest, services: InjectedServices) -> FilterChoicesView:
    """List the tags, players and games of the visitor's library to filter by."""
    if request.user.id is None:
        return FilterChoicesView((), (), {})
    found = await services.store.notes.filter_values(request.user.id)
    return FilterChoicesView(found.tags, found.opponents, found.games)


@get("/library/records", middleware=[EXPORT_LIMIT])
async def export_records(
    request: PageRequest,
    services: InjectedServices,
    filters: NamedDependency[LibraryFilters],
    form: FromQuery[RecordFormat] = "text",
) -> Stream:
    """Return all games that match the filters as one file."""
    person = request.user.require_person()
    async with services.heavy_queries.turn(request):  # raises before the response has started
        games = await services.store.library.sizes(person.id, filters.query())
    return record_stream(services.store.library.written_records(person.id, games, record_writer(form)), form)


@post("/library/import", request_max_body_size=MAX_IMPORT_BYTES, limit="imports")
async def import_records(
    data: JSONBody[ImportRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[ImportResultView]:
    """Import games into the library: all of them, or none if one is invalid."""
    found: list[bytes] = []  # encoded in batches: all at once would take too long

    def keep(infos: Sequence[MatchInfo]) -> None:
        views = (summary(info, request.user, reader_language) for info in infos)
        found.extend(map(msgspec.json.encode, views))

    person_of = partial(services.sessions.ensure_person, request)
    on_checked = partial(count_games, request)
    _, task = services.imports.start(visitor_key(request), host_of(request), data, person_of, on_checked, keep)
    await asyncio.shield(task)
    encoded: Any = b'{"matches":[%b]}' % b",".join(found)
    return Response(encoded, media_type=MediaType.JSON)


@post("/library/import/progress", request_max_body_size=MAX_IMPORT_BYTES, status_code=200, limit="imports")
async def import_with_progress(
    data: JSONBody[ImportRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Stream:
    """Import games as above, but respond immediately, with a line of JSON (`ImportProgressView`) for every step.

    The import stops if the client closes the connection.
    """
    person = await services.sessions.ensure_person(request)
    ids: list[str] = []

    async def known() -> Person:
        return person

    job, task = services.imports.start(
        visitor_key(request),
        host_of(request),
        data,
        known,
        partial(count_games, request),
        lambda infos: ids.extend(info.id for info in infos),
    )

    def step() -> ImportProgressView:
        return ImportProgressView(total=job.total, checked=job.checked, stored=job.stored)

    def last(error: ErrorView | None) -> ImportProgressView:
        return msgspec.structs.replace(step(), done=True, matches=tuple(ids), error=error)

    return progress_response(task, step, last, job.cancel, reader_language)


@post("/library/delete", status_code=200)
async def delete_games(data: JSONBody[SelectionRequest], request: PageRequest, services: InjectedServices) -> CountView:
    """Delete games from the library; they can be restored for a while."""
    person = request.user.require_person()
    return CountView(await services.store.library.delete(person.id, data.matches, now()))


@post("/library/undelete", status_code=200)
async def undelete_games(
    data: JSONBody[SelectionRequest], request: PageRequest, services: InjectedServices
) -> CountView:
    """Restore deleted games."""
    person = request.user.require_person()
    return CountView(await services.store.library.undelete(person.id, data.matches))


@post("/library/labels", status_code=200, limit="saves")
async def label_games(data: JSONBody[LabelsRequest], request: PageRequest, services: InjectedServices) -> CountView:
    """Add tags to several games, and set or remove their star."""
    person = request.user.require_person()
    return CountView(await services.store.notes.label(person.id, data.matches, add=data.add, star=data.star))


@get("/library/{match:str}")
async def show_entry(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> LibraryEntryDetailView | None:
    """Return a game of the library with the remarks on its moves; null for a game that is not in it."""
    if request.user.id is None:
        return None
    try:
        notes = await services.store.notes.read(request.user.id, match)
    except NotFound:
        return None
    entry = await services.store.library.entry(request.user.id, match)
    return LibraryEntryDetailView(entry_view(services, request.user, entry, reader_language), notes.remarks)


@patch("/library/{match:str}", limit="saves")
async def change_notes(
    match: FromPath[str],
    data: JSONBody[NotesRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> LibraryEntryView:
    """Change the notes on a game: title, star, tags and comment."""
    person = request.user.require_person()
    await services.store.notes.change(person.id, match, data)
    return entry_view(services, request.user, await services.store.library.entry(person.id, match), reader_language)


@put("/library/{match:str}/remarks/{ply:int}", limit="saves")
async def write_remark(
    match: FromPath[str],
    ply: FromPath[int],
    data: JSONBody[RemarkRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> LibraryEntryDetailView:
    """Write a remark on a move."""
    person = request.user.require_person()
    notes = await services.store.notes.remark(person.id, match, ply, data.text)
    entry = await services.store.library.entry(person.id, match)
    return LibraryEntryDetailView(entry_view(services, request.user, entry, reader_language), notes.remarks)


FILTERED_ROUTER = route_group([show_library, export_records], filters=LibraryFilters)
HANDLERS: list[ControllerRouterHandler] = [
    FILTERED_ROUTER,
    import_records,
    import_with_progress,
    delete_games,
    undelete_games,
    show_filter_choices,
    label_games,
    show_entry,
    change_notes,
    write_remark,
]
