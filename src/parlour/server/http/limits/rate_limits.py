"""Limit how often things are created, codes are guessed and passwords are checked, per address and per person, and
how much is done at the same time.

A handler names the kind of its requests as `limit` in its options; `check_rate` counts them. The counts are in the
memory of this process: with `--workers`, each process allows its share; other servers each allow as many.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler

from parlour.i18n.errors import localized_error
from parlour.match.names import name_key
from parlour.server.http.error_responses import Busy, TooOften
from parlour.server.settings import ServerSettings, is_loopback

WINDOW_SECONDS = 60.0
"""Limits are numbers of requests in this time, from the first request on."""
HOUR_SECONDS = 3600.0
FRAME_WINDOW_SECONDS = 1.0
MAX_KEYS = 20_000
"""Addresses, people and names that are counted at the same time; the oldest counts are dropped."""
ADDRESS_PREFIX = "address "
"""The beginning of keys of addresses."""
WS_1013_TRY_AGAIN_LATER = 1013
IPV6_PREFIX = 64
"""A network of this size usually belongs to one client, who can use all of its addresses."""
SHARE_OF_ADDRESS = 0.5
"""How much of what is done at the same time may be for one address, which may be that of a school."""

SHARED_ADDRESS_FACTOR = 10
"""How many times as often as one person all people at an address may do `PERSONAL_LIMITS`: a school has one address."""

LimitName: TypeAlias = Literal[
    "guests",
    "logins",
    "sign-ups",
    "matches",
    "saves",
    "codes",
    "imports",
    "tournament-games",
    "challenges",
    "chat",
    "lessons",
    "frames",
    "stored",
]
PERSONAL_LIMITS: frozenset[LimitName] = frozenset({"logins", "challenges", "chat", "lessons"})
"""What many people at one address do at the same time."""
HOURLY_LIMITS: frozenset[LimitName] = frozenset({"imports", "stored", "tournament-games"})


class RateLimiter:
    """Count requests of each kind by keys such as addresses and people."""

    def __init__(self, limits: Mapping[LimitName, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._windows: OrderedDict[tuple[LimitName, str], tuple[float, int]] = OrderedDict()
        """When the first request was counted, and how many were; the oldest first."""

    def __len__(self) -> int:
        return len(self._windows)

    def count(self, kind: LimitName, *keys: str, amount: int = 1) -> None:
        """Count a request for each key; raise `TooOften` and count nothing if it is too much for any of them."""
        for key, started, count in self._open_windows(kind, keys, amount):
            self._windows[kind, key] = (started, count + amount)
        while len(self._windows) > MAX_KEYS:
            self._windows.popitem(last=False)

    @contextmanager
    def guess(self, kind: LimitName, *keys: str) -> Iterator[None]:
        """Count what a block tries for each key, unless it succeeds: many people at one address know a valid code."""
        self.count(kind, *keys)
        yield
        for key in keys:
            started, count = self._windows.get((kind, key), (0.0, 0))
            if count:
                self._windows[kind, key] = (started, count - 1)

    def check(self, kind: LimitName, *keys: str) -> None:
        """Raise `TooOften` if a request would be one too many for any of the keys; do not count it."""
        self._open_windows(kind, keys)

    def _open_windows(self, kind: LimitName, keys: Iterable[str], amount: int = 1) -> list[tuple[str, float, int]]:
        moment = self._clock()
        windows = [(key, *self._window(kind, key, moment)) for key in keys]
        full = [started for key, started, count in windows if count + amount > self._limit(kind, key)]
        if full:
            refusal = localized_error(TooOften, "server.http.stored" if kind == "stored" else "server.http.429")
            refusal.retry_after = max(1, math.ceil(max(full) + _window_seconds(kind) - moment))
            raise refusal
        return windows

    def _limit(self, kind: LimitName, key: str) -> int:
        shared = kind in PERSONAL_LIMITS and key.startswith(ADDRESS_PREFIX)
        return self._limits[kind] * (SHARED_ADDRESS_FACTOR if shared else 1)

    def _window(self, kind: LimitName, key: str, moment: float) -> tuple[float, int]:
        started, count = self._windows.get((kind, key), (moment, 0))
        if moment < started + _window_seconds(kind):
            return started, count
        del self._windows[kind, key]  # the new window goes to the end of the order
        return moment, 0


class ConcurrencyCounter:
    """Counts what is being done at the same time, in all and for the address of each host."""

    def __init__(self) -> None:
        self._total = 0
        self._by_address: Counter[str] = Counter()

    def is_full(self, host: str, limit: int) -> bool:
        """Return whether one more would exceed a limit, or the share of an address; this machine itself may use all."""
        share = limit * SHARE_OF_ADDRESS
        return self._total >= limit or (self._by_address[network_of(host)] >= share and not is_loopback(host))

    def begin(self, host: str, amount: int = 1) -> None:
        """Count one more."""
        self._total += amount
        self._by_address[network_of(host)] += amount

    def end(self, host: str, amount: int = 1) -> None:
        """Count one less."""
        address = network_of(host)
        self._total -= amount
        self._by_address[address] -= amount
        if not self._by_address[address]:
            del self._by_address[address]

    @contextmanager
    def counted(self, host: str, limit: int) -> Iterator[None]:
        """Count one during a block; raise `Busy` if it is one too many."""
        if self.is_full(host, limit):
            raise localized_error(Busy, "server.http.503")
        self.begin(host)
        try:
            yield
        finally:
            self.end(host)


def limits_of(settings: ServerSettings) -> dict[LimitName, int]:
    """Return the limits in the settings of a server."""
    return {
        "guests": settings.limit_guests,
        "logins": settings.limit_logins,
        "sign-ups": settings.limit_sign_ups,
        "matches": settings.limit_matches,
        "saves": settings.limit_saves,
        "codes": settings.limit_codes,
        "imports": settings.limit_imports,
        "tournament-games": settings.limit_tournament_games,
        "challenges": settings.limit_challenges,
        "chat": settings.limit_chat,
        "lessons": settings.limit_lessons,
        "frames": settings.limit_frames,
        "stored": settings.limit_stored_megabytes * 1_000_000,
    }


def _window_seconds(kind: LimitName) -> float:
    if kind in HOURLY_LIMITS:
        return HOUR_SECONDS
    return FRAME_WINDOW_SECONDS if kind == "frames" else WINDOW_SECONDS


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the address of a client in the form in which it is counted.

    >>> network_of("2001:db8::1")
    '2001:db8::/64'
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False))


def host_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of a client; behind a proxy it is the one that the proxy names."""
    return connection.client.host if connection.client is not None else ""


def address_key(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the key of the address of a client."""
    return f"{ADDRESS_PREFIX}{network_of(host_of(connection))}"


def visitor_key(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the key of the person, or of the address if the visitor has no stored data yet."""
    person = connection.user.id
    return address_key(connection) if person is None else f"person {person}"


def client_keys(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, ...]:
    """Return the keys of the address and the person, without duplicates."""
    return tuple(dict.fromkeys((address_key(connection), visitor_key(connection))))


def account_key(name: str) -> str:
    """Return the key of the account with a name, whether or not there is one."""
    return f"account {name_key(name[:400])}"


def is_local(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a client runs on this machine itself."""
    return is_loopback(host_of(connection))


def check_open_sockets(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a WebSocket if its address has too many open ones. Those of this machine itself are not limited."""
    if connection.scope["type"] != ScopeType.WEBSOCKET or is_local(connection):
        return
    services = connection.app.state.services
    if services.sockets.at(address_key(connection)) >= services.settings.limit_sockets:
        raise WebSocketException(detail="Too many open connections.", code=WS_1013_TRY_AGAIN_LATER)


def check_rate(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Count a request to a handler that has a limit, by the address and the person."""
    kind: LimitName | None = handler.opt.get("limit")
    if kind is not None:
        connection.app.state.services.limits.count(kind, *client_keys(connection))
