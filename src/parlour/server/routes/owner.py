"""The server itself: how it is, and what its owner may do."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody
from litestar.plugins.prometheus import PrometheusController
from litestar.response import Redirect

import parlour
from parlour.server.faults import Busy, Forbidden
from parlour.server.messages.people import NewPassword, OwnerInfo
from parlour.server.parts import TheParts
from parlour.server.said import fault
from parlour.server.who import KnowVisitors, PageRequest, now


class Health(msgspec.Struct, frozen=True):
    """That the server is well. `server` names this run of it."""

    status: str
    server: str
    release: str


@get("/health")
async def health(parts: TheParts) -> Health:
    """Whether the server and its database answer."""
    await parts.store.watch.next_flag()
    return Health("ok", parts.server, parlour.__version__)


@get("/owner", include_in_schema=False)
async def own(at: FromQuery[int], proof: FromQuery[str], request: PageRequest, parts: TheParts) -> Redirect:
    """The link that opens at the start: gives this browser owner rights and goes to the first page."""
    if not parts.keys.proves_owner(at, proof, now()):
        raise fault(Forbidden, "refusal.link")
    parts.door.own(request)
    return Redirect("/")


@get("/owner")
async def show_owner(request: PageRequest, parts: TheParts) -> OwnerInfo:
    """Where the data lies, and where others find this server."""
    request.user.must_be_owner()
    return OwnerInfo(
        folder=str(parts.folder),
        database="SQLite" if parts.store.database.sqlite else "PostgreSQL",
        addresses=parts.addresses,
        started=parts.started,
        pages=len(parts.sockets),
        searches=parts.workers.running,
        can_quit=parts.quit is not None,
    )


@post("/owner/password", status_code=204)
async def set_password(data: JSONBody[NewPassword], request: PageRequest, parts: TheParts) -> None:
    """Gives somebody a new password who forgot theirs."""
    request.user.must_be_owner()
    person = await parts.store.people.find_account(data.name)
    await parts.store.people.set_password(person.id, data.password)


@post("/owner/quit", status_code=204)
async def quit_program(request: PageRequest, parts: TheParts) -> None:
    """Ends the program."""
    request.user.must_be_owner()
    if parts.quit is None:
        raise fault(Busy, "refusal.quit")
    parts.quit()


def owner_only(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # Litestar's own form
    """Lets nobody in but the owner."""
    connection.user.must_be_owner()


class Metrics(PrometheusController):
    """Figures for Prometheus."""

    path = "/metrics"
    guards = [owner_only]  # noqa: RUF012  # as Litestar declares it
    middleware = [KnowVisitors]  # noqa: RUF012
    include_in_schema = False


HANDLERS = [show_owner, set_password, quit_program]
