"""The application: routes, middleware and services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Router
from litestar.config.app import AppConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.plugins import InitPlugin
from litestar.plugins.prometheus import PrometheusConfig
from sqlalchemy.exc import SQLAlchemyError

import parlour
from parlour.errors import ParlourError, StoreUnavailable
from parlour.i18n.languages import choose_language
from parlour.server.admin import routes as owner
from parlour.server.channels.channels import make_channels
from parlour.server.chat.notices import chat_notice_after_gap
from parlour.server.classroom import routes as classroom
from parlour.server.classroom.notices import classroom_notice_after_gap
from parlour.server.classroom.socket import classroom_socket
from parlour.server.engine import socket
from parlour.server.export import qr
from parlour.server.export import routes as export
from parlour.server.games import editor_routes, position_routes, saved_routes
from parlour.server.games import routes as games
from parlour.server.homework import routes as homework
from parlour.server.http.api_description import DescriptionInThread, EncodedDescription
from parlour.server.http.auth import SESSIONS_CHANNEL, AuthMiddleware, Keys, SessionEnd, check_scope
from parlour.server.http.error_responses import respond_to_defect, respond_to_error, respond_to_http_error
from parlour.server.http.host_guard import CSRF_COOKIE, CSRF_HEADER, HostGuard, content_security_policy
from parlour.server.http.input_validation import InputValidation, ValidatedRequest
from parlour.server.http.limits.load_shedding import LoadShedding, LoopBacklog
from parlour.server.http.limits.rate_limits import check_open_sockets, check_rate
from parlour.server.http.limits.slow_clients import SlowClientLimits
from parlour.server.http.limits.storage_limits import check_storage
from parlour.server.http.logs import log_config
from parlour.server.http.static_site import CLIENT_FOLDER, StaticSite, site_handler
from parlour.server.learn import routes as learn
from parlour.server.library import routes as library
from parlour.server.lobby import routes as lobby
from parlour.server.lobby.notices import LOBBY_CHANNEL, LobbyQuery
from parlour.server.matches.notices import notice_after_gap
from parlour.server.matches.routes import match_routes, plan_routes, replay_routes
from parlour.server.matches.routes.socket import match_socket
from parlour.server.page.socket import page_socket
from parlour.server.people import bot_routes, profile_routes
from parlour.server.people import routes as people
from parlour.server.process.match_time import MatchTime
from parlour.server.ratings import routes as ratings
from parlour.server.services import Services
from parlour.server.settings import ServerSettings, from_environment
from parlour.server.statistics import archive_routes as archive
from parlour.server.statistics import routes as statistics
from parlour.server.studies import course_routes as courses
from parlour.server.studies import routes as studies
from parlour.server.tournaments import routes as tournaments
from parlour.server.tournaments.notices import TOURNAMENTS_CHANNEL, TournamentStored
from parlour.store import Secrets, Store, data_folder
from parlour.store.database.database import address_of, unusable_error

MAX_BODY_BYTES = 1_000_000
"""Largest request body, except for imported files."""


API_HANDLERS = [
    *games.HANDLERS,
    *position_routes.HANDLERS,
    *editor_routes.HANDLERS,
    *saved_routes.HANDLERS,
    *learn.HANDLERS,
    *match_routes.HANDLERS,
    *replay_routes.HANDLERS,
    *plan_routes.HANDLERS,
    *export.HANDLERS,
    qr.draw_qr,
    *library.HANDLERS,
    *profile_routes.HANDLERS,
    *people.HANDLERS,
    *bot_routes.HANDLERS,
    *ratings.HANDLERS,
    *statistics.HANDLERS,
    *archive.HANDLERS,
    *studies.HANDLERS,
    *courses.HANDLERS,
    *tournaments.HANDLERS,
    *classroom.HANDLERS,
    *homework.HANDLERS,
    *lobby.HANDLERS,
    *owner.HANDLERS,
    match_socket,
    page_socket,
    classroom_socket,
    socket.engine_socket,
]
"""The handlers under `/api`."""


def make_app(settings: ServerSettings | None = None) -> Application:
    """Return the ASGI application; settings default to those in the environment."""
    return Application(settings or from_environment())


class Application(HostGuard):
    """The server as an ASGI application."""

    def __init__(self, settings: ServerSettings, time: MatchTime | None = None) -> None:
        self.settings = settings
        self.time = time or MatchTime()
        self.folder = data_folder(settings.folder)
        self.keys = Keys(Secrets.load(settings.folder))
        self.address = address_of(settings.database_url, settings.folder)
        shared = self.address.get_backend_name() != "sqlite"
        database_url = self.address.set(drivername="postgresql").render_as_string(hide_password=False)
        self.channels = make_channels(settings.channels_url or (database_url if shared else None), _notice_after_gap)
        self.site = StaticSite(settings.pages or CLIENT_FOLDER)
        self.litestar = self._litestar()
        self.backlog = LoopBacklog()
        self.startup_fault: ParlourError | None = None
        """Why the application could not start, if the user can correct it."""
        super().__init__(
            SlowClientLimits(LoadShedding(self.litestar, self.backlog)),
            names=settings.names,
            csrf_secret=self.keys.csrf,
            policy=content_security_policy(self.site.script_hashes()),
            https=settings.https,
            # No HSTS with a self-signed certificate: the server may later run without HTTPS under the same name.
            strict=settings.certificate is None,
        )

    @property
    def services(self) -> Services:
        """The services of the server, once it has started."""
        services: Services = self.litestar.state.services
        return services

    @asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """Open the store and run the services while the application runs."""
        with self._starting():
            store = await Store.open(self.address.render_as_string(hide_password=False))
        app.state.services = Services(self.settings, self.folder, self.keys, store, self.channels, self.time)
        self.services.restart = self.restart
        measuring = asyncio.create_task(self.backlog.run())
        try:
            with self._starting():
                await self.services.start()
            yield
        finally:
            measuring.cancel()
            await self.services.stop()

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Record why the application cannot start."""
        try:
            yield
        except (SQLAlchemyError, StoreUnavailable) as wrong:
            self.startup_fault = unusable_error(self.address, wrong)
            raise self.startup_fault from wrong
        except ParlourError as fault:
            self.startup_fault = fault
            raise

    async def restart(self, between: Callable[[], Awaitable[None]]) -> None:
        """Stop the services, call `between` while nothing runs, and start new ones. Pages reconnect."""
        old = self.services
        await old.halt()
        try:
            await between()
        finally:
            services = Services(self.settings, self.folder, self.keys, old.store, self.channels, self.time)
            services.quit, services.addresses, services.restart = old.quit, old.addresses, old.restart
            self.litestar.state.services = services
            await services.start()

    def _litestar(self) -> Litestar:
        settings = self.settings
        api = _OwnRouter(
            "/api",
            route_handlers=API_HANDLERS,
            middleware=[AuthMiddleware],
            guards=[check_scope, check_open_sockets, check_rate, check_storage],
        )
        first = Router("/", route_handlers=[owner.own], middleware=[AuthMiddleware])
        return Litestar(
            [api, first, owner.health, owner.Metrics, site_handler(self.site)],
            dependencies={
                "services": Provide(_services, sync_to_thread=False),
                "reader_language": Provide(_reader_language, sync_to_thread=False),
            },
            exception_handlers={
                ParlourError: respond_to_error,
                HTTPException: respond_to_http_error,
                Exception: respond_to_defect,
            },
            plugins=[self.channels, _LifespanPlugin(self.lifespan)],
            middleware=[
                PrometheusConfig("parlour", "parlour", group_path=True, scopes={ScopeType.HTTP}).middleware,
                InputValidation,
            ],
            csrf_config=CSRFConfig(
                secret=self.keys.csrf,
                cookie_name=CSRF_COOKIE,
                header_name=CSRF_HEADER,
                cookie_secure=settings.https,
                cookie_samesite="lax",
            ),
            openapi_config=OpenAPIConfig(
                title="Parlour",
                version=parlour.__version__,
                render_plugins=[EncodedDescription()],
                openapi_router=Router(
                    "/schema", route_handlers=[], include_in_schema=False, middleware=[DescriptionInThread]
                ),
            ),
            request_class=ValidatedRequest,
            request_max_body_size=MAX_BODY_BYTES,
            logging_config=log_config(settings.log),
        )


def _notice_after_gap(channel: str) -> bytes | None:
    """Return the notice for the subscribers of a channel on which notices may have been lost."""
    if channel == SESSIONS_CHANNEL:
        return msgspec.json.encode(SessionEnd())
    if channel == LOBBY_CHANNEL:
        return msgspec.json.encode(LobbyQuery())
    if channel == TOURNAMENTS_CHANNEL:
        return msgspec.json.encode(TournamentStored())
    return notice_after_gap(channel) or classroom_notice_after_gap(channel) or chat_notice_after_gap(channel)


class _OwnRouter(Router):
    """A router that Litestar does not copy. It belongs to one application, and copying its handlers takes time."""

    def __deepcopy__(self, memo: dict[int, object]) -> _OwnRouter:
        return self


class _LifespanPlugin(InitPlugin):
    """Keep a context manager open while the application runs, inside the lifespan of earlier plugins."""

    def __init__(self, manager: Callable[[Litestar], AbstractAsyncContextManager[None]]) -> None:
        self._manager = manager

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.append(self._manager)
        return app_config


def _services(state: State) -> Services:
    services: Services = state.services
    return services


def _reader_language(request: Request[Any, Any, Any]) -> str:
    """Return the language of the reader."""
    return choose_language(request.query_params.get("language"), request.headers.get("accept-language"))
