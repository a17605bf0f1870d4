"""Routes of a person's saved positions."""

from __future__ import annotations

from litestar import delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from parlour.server.games.saved_messages import SavedPositionView, SavePositionRequest
from parlour.server.games.saved_views import saved_position_view
from parlour.server.games.views import read_position
from parlour.server.http.auth import PageRequest, now
from parlour.server.messages import RenameRequest
from parlour.server.services import InjectedServices


@get("/me/positions")
async def list_positions(
    request: PageRequest, services: InjectedServices, game: FromQuery[str | None] = None
) -> list[SavedPositionView]:
    """List the saved positions of the person."""
    return [saved_position_view(saved) for saved in await services.store.positions.of(request.user.id, game)]


@post("/me/positions", limit="saves")
async def save_position(
    data: JSONBody[SavePositionRequest], request: PageRequest, services: InjectedServices
) -> SavedPositionView:
    """Save a position."""
    given = data.position
    position = await services.computations.call(request, lambda: read_position(given), len(given.moves))
    person = await services.sessions.ensure_person(request)
    return saved_position_view(await services.store.positions.save(person.id, data.name, position, now()))


@patch("/me/positions/{position:str}", limit="saves")
async def rename_position(
    position: FromPath[str], data: JSONBody[RenameRequest], request: PageRequest, services: InjectedServices
) -> SavedPositionView:
    """Rename a saved position."""
    person = request.user.require_person()
    return saved_position_view(await services.store.positions.change(person.id, position, now(), name=data.name))


@delete("/me/positions/{position:str}")
async def delete_position(position: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete a saved position."""
    person = request.user.require_person()
    await services.store.positions.delete(person.id, position)


HANDLERS = [list_positions, save_position, rename_position, delete_position]
