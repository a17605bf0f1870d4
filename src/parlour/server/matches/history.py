"""The history of a match: its position at any ply, and its record."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from litestar import Response

from parlour.errors import NotFound
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.match import Match
from parlour.match.records.record import Record
from parlour.server.http.auth import PageRequest
from parlour.server.services import Services

RecordFormat = Literal["text", "json"]


def position_at(match: Match, ply: int) -> Position:
    """Return the position of a match after a number of moves; raise `NotFound` if it has fewer."""
    if not 0 <= ply <= match.ply:
        raise localized_error(NotFound, "server.position.plies", n=match.ply)
    return at_ply(match.position, ply)


def record_file(text: str, name: str, form: RecordFormat) -> Response[str]:
    """Return one or several records as a file."""
    kind, ending = ("application/json", "json") if form == "json" else ("text/plain; charset=utf-8", "txt")
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}.{ending}"'})


async def record_for_visitor(match: str, request: PageRequest, services: Services) -> Record:
    """Return the record of a match, with the visitor's notes if it is in their library."""
    if request.user.id is not None:
        with suppress(NotFound):
            return await services.store.library.record(request.user.id, match)
    return (await services.matches.get(match)).match.record()
