"""The history of a match: its position at any ply, and its record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Literal

from litestar import Response
from litestar.response import Stream

from parlour.errors import NotFound
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.match import Match
from parlour.match.records.json_format import write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record
from parlour.server.http.auth import PageRequest
from parlour.server.services import Services

RecordFormat = Literal["text", "json"]
_FILES: dict[RecordFormat, tuple[str, str]] = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "json": ("application/json", "json"),
}
"""Media type and file name extension of each format."""


def position_at(match: Match, ply: int) -> Position:
    """Return the position of a match after a number of moves; raise `NotFound` if it has fewer."""
    if not 0 <= ply <= match.ply:
        raise localized_error(NotFound, "server.position.plies", n=match.ply)
    return at_ply(match.position, ply)


def record_file(text: str, name: str, form: RecordFormat) -> Response[str]:
    """Return a record as a file."""
    kind, ending = _FILES[form]
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}.{ending}"'})


def record_writer(form: RecordFormat) -> Callable[[Record], str]:
    """Return the function that writes records in a format."""
    return write_json if form == "json" else write_record


def record_stream(records: AsyncIterator[str], form: RecordFormat) -> Stream:
    """Return written records as one file that is sent while they are read."""
    kind, ending = _FILES[form]
    return Stream(
        _json_array(records) if form == "json" else _separated(records),
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="parlour-games.{ending}"'},
    )


async def _separated(records: AsyncIterator[str]) -> AsyncIterator[str]:
    between = ""
    async for record in records:
        yield between + record
        between = "\n"


async def _json_array(records: AsyncIterator[str]) -> AsyncIterator[str]:
    before = "["
    async for record in records:
        yield before + record
        before = ","
    yield "[]" if before == "[" else "]"


async def record_for_visitor(match: str, request: PageRequest, services: Services) -> Record:
    """Return the record of a match, with the visitor's notes if it is in their library."""
    if request.user.id is not None:
        with suppress(NotFound):
            return await services.store.library.record(request.user.id, match)
    return (await services.matches.get(match)).match.record()
