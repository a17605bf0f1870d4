"""The server itself: how it is, and what its owner may do."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from litestar import get, post
from litestar.background_tasks import BackgroundTask
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody
from litestar.plugins.prometheus import PrometheusController
from litestar.response import File, Redirect

import parlour
from parlour.i18n.errors import localized_error
from parlour.server.admin.messages import HealthView, RestoredView, RestoreRequest, ServerInfoView, SetPasswordRequest
from parlour.server.http.auth import KnowVisitors, PageRequest, now
from parlour.server.http.error_responses import Busy, Forbidden
from parlour.server.services import TheParts
from parlour.store.archive import open_archive, write_archive


@get("/health")
async def health(parts: TheParts) -> HealthView:
    """Whether the server and its database answer."""
    await parts.store.watch.next_flag()
    return HealthView("ok", parts.server, parlour.__version__)


@get("/owner", include_in_schema=False)
async def own(at: FromQuery[int], proof: FromQuery[str], request: PageRequest, parts: TheParts) -> Redirect:
    """The link that opens at the start: gives this browser owner rights and goes to the first page."""
    if not parts.keys.proves_owner(at, proof, now()):
        raise localized_error(Forbidden, "server.refusal.link")
    parts.door.own(request)
    return Redirect("/")


@get("/owner")
async def show_owner(request: PageRequest, parts: TheParts) -> ServerInfoView:
    """Where the data lies, and where others find this server."""
    request.user.must_be_owner()
    return ServerInfoView(
        folder=str(parts.folder),
        database="SQLite" if parts.store.database.sqlite else "PostgreSQL",
        addresses=parts.addresses,
        started=parts.started,
        pages=len(parts.sockets),
        searches=parts.workers.running,
        can_quit=parts.quit is not None,
    )


@post("/owner/password", status_code=204)
async def set_password(data: JSONBody[SetPasswordRequest], request: PageRequest, parts: TheParts) -> None:
    """Gives somebody a new password who forgot theirs."""
    request.user.must_be_owner()
    person = await parts.store.people.find_account(data.name)
    await parts.store.people.set_password(person.id, data.password)


@post("/owner/quit", status_code=204)
async def quit_program(request: PageRequest, parts: TheParts) -> None:
    """Ends the program."""
    request.user.must_be_owner()
    if parts.quit is None:
        raise localized_error(Busy, "server.refusal.quit")
    parts.quit()


@post("/owner/backup", status_code=200)
async def back_up(request: PageRequest, parts: TheParts) -> File:
    """Everything that is kept, as one file."""
    request.user.must_be_owner()
    folder = Path(tempfile.mkdtemp(prefix="parlour-backup-"))
    file = folder / time.strftime("parlour-%Y%m%d-%H%M%S.jsonl.gz")
    await write_archive(parts.store.database, file, now())
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return File(file, filename=file.name, media_type="application/gzip", background=gone)


@post("/owner/restore", status_code=200)
async def restore(data: JSONBody[RestoreRequest], request: PageRequest, parts: TheParts) -> RestoredView:
    """Brings everything back from a backup. The file is checked first; then all pages are told, and connect again."""
    request.user.must_be_owner()
    if parts.restart is None or len(await parts.store.watch.alive(now())) > 1:
        raise localized_error(Busy, "server.refusal.several-servers")
    file, database = Path(data.file), parts.store.database
    before = parts.folder / time.strftime("before-restore-%Y%m%d-%H%M%S.jsonl.gz") if data.replace else None
    async with open_archive(file) as archive:

        async def put() -> None:
            if before is not None:
                await write_archive(database, before, now())
            await archive.put(database, replace=data.replace)

        await parts.restart(put)
        return RestoredView(archive.counts.matches, archive.counts.people, None if before is None else str(before))


def owner_only(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # Litestar's own form
    """Lets nobody in but the owner."""
    connection.user.must_be_owner()


class Metrics(PrometheusController):
    """Figures for Prometheus."""

    path = "/metrics"
    guards = [owner_only]  # noqa: RUF012  # as Litestar declares it
    middleware = [KnowVisitors]  # noqa: RUF012
    include_in_schema = False


HANDLERS = [show_owner, set_password, quit_program, back_up, restore]
