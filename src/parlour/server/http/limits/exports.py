"""Limit the exports of many games that run at the same time, from the request until the last byte is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import ConcurrencyCounter, host_of

MAX_EXPORTS = 20
"""Exports of all visitors that run at the same time; an address can have half of them, and each person one."""


class RunningExports:
    """The exports that run, in all, by address and by person."""

    def __init__(self) -> None:
        self._all = ConcurrencyCounter()
        self._people: set[str] = set()

    @contextmanager
    def counted(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Iterator[None]:
        """Count an export during a block; raise `Busy` if it is one too many."""
        host, person = host_of(connection), connection.user.id
        if person in self._people or self._all.is_full(host, MAX_EXPORTS):
            raise localized_error(Busy, "server.refusal.exporting")
        with self._all.counted(host, MAX_EXPORTS):
            if person is not None:
                self._people.add(person)
            try:
                yield
            finally:
                self._people.discard(person)


class _ExportLimit(ASGIMiddleware):
    """Middleware of a route that counts its requests as exports."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        connection = ASGIConnection[Any, Any, Any, Any](scope, receive)
        with connection.app.state.services.exports.counted(connection):
            await next_app(scope, receive, send)


EXPORT_LIMIT = _ExportLimit()
