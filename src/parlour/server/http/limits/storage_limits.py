"""Limit how much an address stores in an hour. Refuse what can wait while the disk is nearly full, so that moves can
still be stored.
"""

from __future__ import annotations

import shutil
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import LimitName, address_key

STORED_SIZE: dict[LimitName, int] = {"saves": 1, "matches": 10, "imports": 10}
"""Kinds of requests that store what is sent, and how many times its size: each move of a record becomes a row."""
BYTES_PER_GAME = 2_000
"""What a game takes besides its moves."""
MAX_LENGTH = 8_000_000
"""Length as which a body counts that is sent in chunks: the longest that any route accepts."""
BYTES_PER_MEGABYTE = 1_000_000


def check_storage(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Count the bytes that a request stores; refuse it while the disk is nearly full, unless it belongs to play."""
    size = STORED_SIZE.get(handler.opt.get("limit", ""))
    if size is None:
        return
    if handler.opt.get("scope") != "play":
        _require_free_disk(connection)
    unknown = MAX_LENGTH if "transfer-encoding" in connection.headers else 0
    _count(connection, size * int(connection.headers.get("content-length", unknown)))


def count_games(connection: ASGIConnection[Any, Any, Any, Any], games: int) -> None:
    """Count games that an address stores; raise `TooOften` beyond its limit."""
    _count(connection, games * BYTES_PER_GAME)


def _count(connection: ASGIConnection[Any, Any, Any, Any], size: int) -> None:
    connection.app.state.services.limits.count("stored", address_key(connection), amount=size)


def _require_free_disk(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    services = connection.app.state.services
    reserve = services.settings.disk_reserve_megabytes * BYTES_PER_MEGABYTE
    if services.settings.database_url is None and shutil.disk_usage(services.folder).free < reserve:
        raise localized_error(Busy, "server.http.disk")
