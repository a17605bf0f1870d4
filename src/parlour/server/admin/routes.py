"""Routes of the server itself, most of them for its owner."""

from __future__ import annotations

import os
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
from litestar.response import File, Redirect, Stream

import parlour
from parlour.errors import ArchiveError
from parlour.i18n.errors import localized_error
from parlour.server.admin.messages import HealthView, RestoreRequest, ServerInfoView, SetPasswordRequest
from parlour.server.admin.restore import Restore
from parlour.server.http.auth import AuthMiddleware, PageRequest, now
from parlour.server.http.disconnection import run_while_connected
from parlour.server.http.error_responses import Busy, Forbidden
from parlour.server.http.progress import progress_response
from parlour.server.localizer import ReaderLanguage
from parlour.server.services import InjectedServices
from parlour.store.archive import write_archive


@get("/health")
async def health(services: InjectedServices) -> HealthView:
    """Check the server and its database: whether it can be read, and whether the last write succeeded."""
    await services.health.check()
    return HealthView("ok", services.server, parlour.__version__)


@get("/owner", include_in_schema=False)
async def own(at: FromQuery[int], proof: FromQuery[str], request: PageRequest, services: InjectedServices) -> Redirect:
    """Give this browser owner rights through the link that is opened at start-up, and redirect to the home page."""
    if not services.keys.proves_owner(at, proof, now()):
        raise localized_error(Forbidden, "server.refusal.link")
    await services.matches.reload_matches_of(*await services.sessions.grant_owner(request))
    return Redirect("/")


@get("/owner")
async def show_owner(request: PageRequest, services: InjectedServices) -> ServerInfoView:
    """Return the state of the server."""
    request.user.require_owner()
    return ServerInfoView(
        folder=str(services.folder),
        database="SQLite" if services.store.database.sqlite else "PostgreSQL",
        addresses=services.addresses,
        started=services.started,
        pages=len(services.sockets),
        searches=services.workers.running,
        can_quit=services.quit is not None,
    )


@post("/owner/password", status_code=204)
async def set_password(data: JSONBody[SetPasswordRequest], request: PageRequest, services: InjectedServices) -> None:
    """Set the password of an account."""
    request.user.require_owner()
    person = await services.store.people.find_account(data.name)
    services.sessions.on_revoked(await services.store.people.set_password(person.id, data.password))


@post("/owner/log-out", status_code=204)
async def end_owner_sessions(request: PageRequest, services: InjectedServices) -> None:
    """End the owner rights of all browsers, this one included."""
    request.user.require_owner()
    await services.sessions.revoke_owner(request)


@post("/owner/quit", status_code=204)
async def quit_program(request: PageRequest, services: InjectedServices) -> None:
    """End the program."""
    request.user.require_owner()
    if services.quit is None:
        raise localized_error(Busy, "server.refusal.quit")
    services.quit()


@post("/owner/backup", status_code=200)
async def back_up(request: PageRequest, services: InjectedServices) -> File:
    """Return a backup of all data as one file. It stops if the client closes the connection."""
    request.user.require_owner()
    folder = Path(tempfile.mkdtemp(prefix="parlour-backup-"))
    file = folder / time.strftime("parlour-%Y%m%d-%H%M%S.jsonl.gz")
    try:
        await run_while_connected(request, write_archive(services.store.database, file, now()))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return File(file, filename=file.name, media_type="application/gzip", background=gone)


@post("/owner/restore", status_code=200)
async def restore(
    data: JSONBody[RestoreRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Stream:
    """Restore a backup. The file is validated first; then all pages are notified and reconnect.

    The response has a line of JSON (`RestoreProgressView`) for every step. Until the data is replaced, the restore
    stops if the client closes the connection.
    """
    request.user.require_owner()
    if services.restart is None or len(await services.store.watch.alive(services.time.now())) > 1:
        raise localized_error(Busy, "server.refusal.several-servers")
    if not os.path.isfile(data.file):  # noqa: PTH113  # `Path.is_file` raises an error if a name is too long
        raise localized_error(ArchiveError, "store.archive.no-file", path=data.file)
    job = Restore(services, data)
    return progress_response(job.task, job.progress, job.result, job.cancel, reader_language)


def owner_only(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # Litestar's own form
    """Allow the owner only."""
    connection.user.require_owner()


class Metrics(PrometheusController):
    """Metrics for Prometheus."""

    path = "/metrics"
    guards = [owner_only]  # noqa: RUF012  # as Litestar declares it
    middleware = [AuthMiddleware]  # noqa: RUF012
    include_in_schema = False


HANDLERS = [show_owner, set_password, end_owner_sessions, quit_program, back_up, restore]
