"""The library: one's games with filters and pages, notes, deleting with a way back, records in and out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Literal

from litestar import get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from parlour.errors import NotFound
from parlour.games import game as find_game
from parlour.games.contract.options import Value, read_options
from parlour.match.match import Result
from parlour.match.records.imports import read_any
from parlour.match.records.json_format import write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record
from parlour.match.seats import read_level
from parlour.server.http.auth import PageRequest, Visitor, now
from parlour.server.library.messages import (
    CountView,
    FilterChoicesView,
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
from parlour.server.localizer import Speech, Spoken
from parlour.server.matches.match_requests import imported
from parlour.server.matches.review_routes import Form
from parlour.server.matches.views import summary
from parlour.server.services import Parts, TheParts
from parlour.store import Entry, Imported, Query
from parlour.store.library import MOST, Sort
from parlour.store.notes import notes_in

MOST_IMPORT = 8_000_000
"""So many bytes can be imported at once."""


def entry_view(parts: Parts, visitor: Visitor, entry: Entry, language: str) -> LibraryEntryView:
    """A game as its owner's library shows it."""
    info = entry.match
    game = find_game(info.game)
    speech = Speech(game, game.check(read_options(info.options)), language)
    return LibraryEntryView(
        summary(info, visitor, parts.keys, language),
        entry.title,
        entry.seat,
        entry.result,
        entry.opponent,
        entry.assisted,
        entry.deleted,
        "" if info.ended is None else speech.why(info.reason),
        entry.turns,
        entry.duration,
        entry.star,
        entry.tags,
        entry.comment,
        entry.remarks,
    )


def query_of(
    game: FromQuery[str | None] = None,
    matches: Annotated[list[str] | None, QueryParameter(max_items=MOST)] = None,
    options: Annotated[str | None, QueryParameter(description="Values such as size=4,line=on; needs game.")] = None,
    opponent: FromQuery[str | None] = None,
    against: FromQuery[Literal["people", "bots"] | None] = None,
    level: Annotated[str | None, QueryParameter(description="1 to 8, perfect or custom.")] = None,
    results: FromQuery[list[Result] | None] = None,
    finished: FromQuery[bool | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    shortest: Annotated[int | None, QueryParameter(description="At least so many moves.")] = None,
    longest: Annotated[int | None, QueryParameter(description="At most so many moves.")] = None,
    text: FromQuery[str] = "",
    assisted: FromQuery[bool | None] = None,
    star: FromQuery[bool | None] = None,
    tag: FromQuery[str | None] = None,
    commented: FromQuery[bool | None] = None,
    deleted: FromQuery[bool] = False,
    unplayed: FromQuery[bool] = False,
    sort: FromQuery[Sort] = "updated",
    descending: FromQuery[bool] = True,
    offset: FromQuery[int] = 0,
    limit: FromQuery[int] = 50,
) -> Query:
    """What of the library is asked for; what cannot be asked, the library itself refuses."""
    values: dict[str, Value] = dict(read_options(options)) if options else {}
    return Query(
        game=game,
        matches=tuple(matches or ()),
        options=values,
        opponent=opponent,
        against=against,
        level=None if level is None else read_level(level),
        results=tuple(results or ()),
        finished=finished,
        since=since,
        until=until,
        shortest=shortest,
        longest=longest,
        text=text,
        assisted=assisted,
        star=star,
        tag=tag,
        commented=commented,
        deleted=deleted,
        unplayed=unplayed,
        sort=sort,
        descending=descending,
        offset=offset,
        limit=limit,
    )


@get("/library")
async def show_library(
    request: PageRequest, parts: TheParts, wanted: NamedDependency[Query], spoken: Spoken
) -> LibraryPageView:
    """A part of one's library."""
    if request.user.id is None:
        return LibraryPageView((), 0)
    page = await parts.store.library.page(request.user.id, wanted)
    return LibraryPageView(tuple(entry_view(parts, request.user, entry, spoken) for entry in page.entries), page.total)


@get("/library/words")
async def show_words(request: PageRequest, parts: TheParts) -> FilterChoicesView:
    """The tags, players and games in one's library, to choose a filter from."""
    if request.user.id is None:
        return FilterChoicesView((), (), {})
    found = await parts.store.notes.words(request.user.id)
    return FilterChoicesView(found.tags, found.opponents, found.games)


@get("/library/records")
async def export_records(
    request: PageRequest, parts: TheParts, wanted: NamedDependency[Query], form: FromQuery[Form] = "text"
) -> Stream:
    """All games that a query finds, as one file."""
    person = request.user.must_be_known()
    await parts.store.library.page(person.id, wanted)  # refuses what cannot be asked while there is time
    found = parts.store.library.records(person.id, wanted)
    kind, ending = ("application/json", "json") if form == "json" else ("text/plain; charset=utf-8", "txt")
    return Stream(
        _json(found) if form == "json" else _text(found),
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="parlour-games.{ending}"'},
    )


async def _text(records: AsyncIterator[Record]) -> AsyncIterator[str]:
    between = ""
    async for record in records:
        yield between + write_record(record)
        between = "\n"


async def _json(records: AsyncIterator[Record]) -> AsyncIterator[str]:
    before = "["
    async for record in records:
        yield before + write_json(record)
        before = ","
    yield "[]" if before == "[" else "]"


@post("/library/import", request_max_body_size=MOST_IMPORT)
async def import_records(
    data: JSONBody[ImportRequest], request: PageRequest, parts: TheParts, spoken: Spoken
) -> ImportResultView:
    """Takes games from elsewhere into the library: all of them, or none if anything is wrong."""
    options: dict[str, object] = dict(data.options)
    records = await asyncio.to_thread(read_any, data.text, data.game, options)
    made = await asyncio.to_thread(lambda: [_imported(record) for record in records])
    person = await parts.door.somebody(request)
    infos = await parts.store.library.take_in(person.id, made, now())
    return ImportResultView(tuple(summary(info, request.user, parts.keys, spoken) for info in infos))


def _imported(record: Record) -> Imported:
    """A game from elsewhere as it is kept, with the day on which it was played if it tells."""
    match, events = imported(record)
    try:
        played = int(datetime.strptime(record.tags.get("Date", ""), "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        played = None
    return Imported(match, events, notes_in(record), played if played is not None and 0 < played <= now() else None)


@post("/library/delete", status_code=200)
async def delete_games(data: JSONBody[SelectionRequest], request: PageRequest, parts: TheParts) -> CountView:
    """Takes games out of the library; they can be brought back for a while."""
    person = request.user.must_be_known()
    return CountView(await parts.store.library.delete(person.id, data.matches, now()))


@post("/library/undelete", status_code=200)
async def undelete_games(data: JSONBody[SelectionRequest], request: PageRequest, parts: TheParts) -> CountView:
    """Brings deleted games back."""
    person = request.user.must_be_known()
    return CountView(await parts.store.library.undelete(person.id, data.matches))


@post("/library/labels", status_code=200)
async def label_games(data: JSONBody[LabelsRequest], request: PageRequest, parts: TheParts) -> CountView:
    """Gives several games tags, and a star or none."""
    person = request.user.must_be_known()
    return CountView(await parts.store.notes.label(person.id, data.matches, add=data.add, star=data.star))


@get("/library/{match:str}")
async def show_entry(
    match: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken
) -> LibraryEntryDetailView | None:
    """One game of one's library, and what one wrote about its moves; nothing for a game that is not in it."""
    if request.user.id is None:
        return None
    try:
        notes = await parts.store.notes.read(request.user.id, match)
    except NotFound:
        return None
    entry = await parts.store.library.entry(request.user.id, match)
    return LibraryEntryDetailView(entry_view(parts, request.user, entry, spoken), notes.remarks)


@patch("/library/{match:str}")
async def change_notes(
    match: FromPath[str], data: JSONBody[NotesRequest], request: PageRequest, parts: TheParts, spoken: Spoken
) -> LibraryEntryView:
    """Changes what one noted about a game: its title, star, tags and comment."""
    person = request.user.must_be_known()
    await parts.store.notes.change(person.id, match, data)
    return entry_view(parts, request.user, await parts.store.library.entry(person.id, match), spoken)


@put("/library/{match:str}/remarks/{ply:int}")
async def write_remark(
    match: FromPath[str],
    ply: FromPath[int],
    data: JSONBody[RemarkRequest],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> LibraryEntryDetailView:
    """Writes something about a move."""
    person = request.user.must_be_known()
    notes = await parts.store.notes.remark(person.id, match, ply, data.text)
    entry = await parts.store.library.entry(person.id, match)
    return LibraryEntryDetailView(entry_view(parts, request.user, entry, spoken), notes.remarks)


HANDLERS = [
    show_library,
    export_records,
    import_records,
    delete_games,
    undelete_games,
    show_words,
    label_games,
    show_entry,
    change_notes,
    write_remark,
]
