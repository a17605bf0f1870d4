"""The application: routes, middleware and the parts behind them, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.app import AppConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.plugins import InitPlugin
from litestar.plugins.prometheus import PrometheusConfig
from litestar.types import ASGIApp

import parlour
from parlour.errors import ParlourError
from parlour.i18n.languages import choose_language
from parlour.server.admin import routes as owner
from parlour.server.channels import make_channels
from parlour.server.engine import socket
from parlour.server.export import qr
from parlour.server.export import routes as export
from parlour.server.games import editor_routes, position_routes, saved_routes
from parlour.server.games import routes as games
from parlour.server.http.auth import Keys, KnowVisitors
from parlour.server.http.error_responses import respond_to_defect, respond_to_error, respond_to_http_error
from parlour.server.http.host_guard import CSRF_COOKIE, CSRF_HEADER, HostGuard, content_security_policy
from parlour.server.http.logs import log_config
from parlour.server.http.static_site import CLIENT_FOLDER, StaticSite, site_handler
from parlour.server.learn import routes as learn
from parlour.server.library import routes as library
from parlour.server.matches import review_routes
from parlour.server.matches import routes as matches
from parlour.server.matches.socket import match_socket, page_socket
from parlour.server.people import profile_routes
from parlour.server.people import routes as people
from parlour.server.services import Parts
from parlour.server.settings import Settings, from_environment
from parlour.server.studies import routes as studies
from parlour.store import Secrets, Store, data_folder
from parlour.store.database import address_of

BODY = 1_000_000
"""No body is larger, but files that are imported."""


def make_app(settings: Settings | None = None) -> Application:
    """A server, ready to be run by an ASGI server; without settings, by those in the environment."""
    return Application(settings or from_environment())


class Application(HostGuard):
    """The whole server as an ASGI application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = data_folder(settings.folder)
        self.keys = Keys(Secrets.load(settings.folder))
        self.address = address_of(settings.database_url, settings.folder)
        url = self.address.set(drivername="postgresql").render_as_string(hide_password=False)
        self.channels = make_channels(url if self.address.get_backend_name() != "sqlite" else None)
        self.site = StaticSite(settings.pages or CLIENT_FOLDER)
        self.litestar = self._litestar()
        app: ASGIApp = self.litestar
        super().__init__(
            app,
            names=settings.names,
            csrf_secret=self.keys.csrf,
            policy=content_security_policy(self.site.script_hashes()),
            https=settings.https,
        )

    @property
    def parts(self) -> Parts:
        """The parts of the server, once it has started."""
        parts: Parts = self.litestar.state.parts
        return parts

    @asynccontextmanager
    async def running(self, app: Litestar) -> AsyncIterator[None]:
        """From start to end: the parts are there, and look after matches."""
        store = await Store.open(self.address.render_as_string(hide_password=False))
        app.state.parts = Parts(self.settings, self.folder, self.keys, store, self.channels)
        self.parts.restart = self.restart
        try:
            await self.parts.start()
            yield
        finally:
            await self.parts.stop()

    async def restart(self, between: Callable[[], Awaitable[None]]) -> None:
        """Ends the inside, does something while nobody looks after matches, and begins anew. Pages connect again."""
        old = self.parts
        await old.halt()
        try:
            await between()
        finally:
            parts = Parts(self.settings, self.folder, self.keys, old.store, self.channels)
            parts.quit, parts.addresses, parts.restart = old.quit, old.addresses, old.restart
            self.litestar.state.parts = parts
            await parts.start()

    def _litestar(self) -> Litestar:
        settings = self.settings
        api = Router(
            "/api",
            route_handlers=[
                *games.HANDLERS,
                *position_routes.HANDLERS,
                *editor_routes.HANDLERS,
                *saved_routes.HANDLERS,
                *learn.HANDLERS,
                *matches.HANDLERS,
                *review_routes.HANDLERS,
                *export.HANDLERS,
                qr.draw_qr,
                *library.HANDLERS,
                *profile_routes.HANDLERS,
                *people.HANDLERS,
                *studies.HANDLERS,
                *owner.HANDLERS,
                _limited("matches", settings.limit_matches, matches.CREATE),
                _limited("logins", settings.limit_logins, people.LOG_IN, matches.SIGN_IN),
                _limited("sign-ups", settings.limit_sign_ups, people.SIGN_UP),
                match_socket,
                page_socket,
                socket.engine_socket,
            ],
            middleware=[KnowVisitors],
        )
        first = Router("/", route_handlers=[owner.own], middleware=[KnowVisitors])
        return Litestar(
            [api, first, owner.health, owner.Metrics, site_handler(self.site)],
            dependencies={
                "parts": Provide(_parts, sync_to_thread=False),
                "spoken": Provide(_spoken, sync_to_thread=False),
            },
            exception_handlers={
                ParlourError: respond_to_error,
                HTTPException: respond_to_http_error,
                Exception: respond_to_defect,
            },
            plugins=[self.channels, _RunsWithin(self.running)],
            middleware=[PrometheusConfig("parlour", "parlour", group_path=True, scopes={ScopeType.HTTP}).middleware],
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
                path="/schema",
                render_plugins=[JsonRenderPlugin(), YamlRenderPlugin()],
            ),
            request_max_body_size=BODY,
            logging_config=log_config(settings.log),
        )


class _RunsWithin(InitPlugin):
    """Has something run as long as the application, within all plugins before it: from their start to their end."""

    def __init__(self, manager: Callable[[Litestar], AbstractAsyncContextManager[None]]) -> None:
        self._manager = manager

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.append(self._manager)
        return app_config


def _limited(name: str, often: int, *handlers: Any) -> Router:
    """Routes that an address may use so often in a minute."""
    limit = RateLimitConfig(rate_limit=("minute", often), store=f"limit-{name}")
    return Router("/", route_handlers=list(handlers), middleware=[limit.middleware])


def _parts(state: State) -> Parts:
    parts: Parts = state.parts
    return parts


def _spoken(request: Request[Any, Any, Any]) -> str:
    """The language in which a reader is answered."""
    return choose_language(request.query_params.get("language"), request.headers.get("accept-language"))
