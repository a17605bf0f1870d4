"""ASGI middleware that validates Host and Origin and sets security headers.

A page of another site must not reach a server on this machine or in this network, neither by a forged request nor by a
name that resolves to its address (DNS rebinding). So the Host of every request must be one of the names of the
server, and a request from a page that changes something or opens a WebSocket must come from a page of this server.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, generate_csrf_hash, generate_csrf_token
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Malformed, send_error
from parlour.server.settings import LOOPBACK

CSRF_COOKIE = "parlour_csrf"
CSRF_HEADER = "x-csrf-token"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURE_PREFIX = b"__Secure-"
"""Name prefix of cookies over HTTPS. Browsers do not let a page without HTTPS replace a cookie that was set over HTTPS,
so a server that is later started without HTTPS could not set one under the same name.
"""
COOKIES_STATE_KEY = "parlour.cookies"
"""Key in the state of a scope where handlers put the cookies of the response."""

OPENER_POLICY = b"cross-origin-opener-policy"
SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
ASSET_TYPES = (b"text/javascript", b"text/css")
"""Content types of files of which a page loads dozens."""
ASSET_HEADERS = (b"x-content-type-options", b"cross-origin-resource-policy", b"strict-transport-security")
"""The other headers only matter for documents; together they are larger than many of these files."""


def content_security_policy(scripts: tuple[str, ...] = ()) -> str:
    """Return the content security policy; `scripts` are the hashes of inline scripts."""
    hashes = "".join(f" '{one}'" for one in scripts)
    return (
        f"default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def host_name(netloc: str) -> str:
    """Return the host name of `name:port` in the form in which names are compared.

    >>> host_name("LocalHost:8420"), host_name("[::1]:8420"), host_name("192.168.1.5")
    ('localhost', '::1', '192.168.1.5')
    """
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_immutable_asset(headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether these are the headers of a script or style sheet that is cached forever."""
    given = {name.lower(): value for name, value in headers}
    return given.get(b"content-type", b"").startswith(ASSET_TYPES) and b"immutable" in given.get(b"cache-control", b"")


def _check_host(host: str) -> None:
    """Raise `Malformed` for a host that cannot be part of a URL."""
    try:
        urlsplit(f"//{host}").port  # noqa: B018  # computed when it is read
    except ValueError as fault:
        raise localized_error(Malformed, "server.http.host") from fault


def _netloc(origin: str) -> str:
    """Return the host and port of an origin; raise `Malformed`."""
    try:
        parts = urlsplit(origin)
        parts.port  # noqa: B018  # computed when it is read
    except ValueError as fault:
        raise localized_error(Malformed, "server.http.origin") from fault
    return parts.netloc.lower()


def _own_address(scope: Scope) -> str | None:
    """Return the address of this machine at which the client has connected, if it is known.

    It is always a valid host, even if this machine got it after the server had started: no page of another site has an
    address as its name.
    """
    server = scope.get("server")
    return server[0].removeprefix("::ffff:") if server else None


def _read_secure_cookies(scope: Scope) -> None:
    """Rename the cookies of a request to the names that the application uses, and drop others."""
    headers: list[tuple[bytes, bytes]] = []
    for name, value in scope["headers"]:
        if name == b"cookie":
            pairs = (pair.strip() for pair in value.split(b";"))
            value = b"; ".join(pair.removeprefix(SECURE_PREFIX) for pair in pairs if pair.startswith(SECURE_PREFIX))
        headers.append((name, value))
    scope["headers"] = headers


def _name_securely(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return the header of a response, a cookie with the prefix for HTTPS."""
    name, value = header
    return (name, SECURE_PREFIX + value) if name.lower() == b"set-cookie" else header


def _has_bearer_token(scope: Scope) -> bool:
    return any(name == b"authorization" and value[:7].lower() == b"bearer " for name, value in scope["headers"])


class HostGuard:
    """The outermost ASGI application, which wraps the server's own."""

    def __init__(
        self, app: ASGIApp, *, names: tuple[str, ...], csrf_secret: str, policy: str, https: bool, strict: bool = False
    ) -> None:
        """`strict`: tell browsers that this name is reached by HTTPS only, for a year."""
        self.app = app
        self.names = frozenset(name.lower() for name in (*LOOPBACK, *names))
        self.csrf_secret = csrf_secret
        headers = {**SECURITY_HEADERS, "content-security-policy": policy}
        if https and strict:
            headers["strict-transport-security"] = "max-age=31536000"
        self.https = https
        self.headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"host", b"origin")}

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                self._add_headers(scope, message, self._headers_for(given.get(b"host", "")))
            await send(message)

        try:
            refusal = self.refusal(scope, given.get(b"host", ""), given.get(b"origin"))
        except Malformed as fault:
            await send_error(scope, send_with_headers, fault)
            return
        if refusal:
            await self._refuse(scope, send, refusal)
            return
        if self.https:
            _read_secure_cookies(scope)
        if _has_bearer_token(scope):
            self._replace_cookies(scope)
        else:
            self._drop_foreign_csrf_token(scope)
        await self.app(scope, receive, send_with_headers)

    def refusal(self, scope: Scope, host: str, origin: str | None) -> str:
        """Return why a request is refused; empty if it is accepted. Raise `Malformed` for an invalid header."""
        _check_host(host)
        if (name := host_name(host)) not in self.names and name != _own_address(scope):
            return f"This server is not served under the name “{host[:80]}”. Start it with --name to allow it."
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE_METHODS
        # Browsers always send the origin here; other programs need not.
        if changes and origin is not None and _netloc(origin) != host.lower():
            return "Requests from pages of other sites are refused."
        return ""

    def _replace_cookies(self, scope: Scope) -> None:
        """Ignore the cookies of a request with a bearer token, and let it pass Litestar's check against forgery.

        No page of another site can make a browser send the header, so the request is not forged.
        """
        token = generate_csrf_token(secret=self.csrf_secret).encode()
        kept = [pair for pair in scope["headers"] if pair[0] not in (b"cookie", CSRF_HEADER.encode())]
        own = [(b"cookie", CSRF_COOKIE.encode() + b"=" + token), (CSRF_HEADER.encode(), token)]
        scope["headers"] = [*kept, *own]

    def _drop_foreign_csrf_token(self, scope: Scope) -> None:
        """Remove a CSRF cookie that another server on this machine has set, so that this one sets its own."""
        for n, (name, value) in enumerate(scope["headers"]):
            if name != b"cookie" or CSRF_COOKIE.encode() not in value:
                continue
            jar: SimpleCookie = SimpleCookie()
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                continue
            token = jar[CSRF_COOKIE].value if CSRF_COOKIE in jar else ""
            made = generate_csrf_hash(token=token[:CSRF_SECRET_LENGTH], secret=self.csrf_secret)
            if token and not hmac.compare_digest(token[CSRF_SECRET_LENGTH:].encode(), made.encode()):
                kept = "; ".join(f"{key}={one.coded_value}" for key, one in jar.items() if key != CSRF_COOKIE)
                headers: list[Any] = list(scope["headers"])
                headers[n] = (name, kept.encode("latin-1"))
                scope["headers"] = headers

    def _headers_for(self, host: str) -> list[tuple[bytes, bytes]]:
        """Return the headers of a response, without the opener policy where browsers ignore it with a warning."""
        heeded = self.https or host_name(host) in LOOPBACK
        return self.headers if heeded else [pair for pair in self.headers if pair[0] != OPENER_POLICY]

    def _add_headers(self, scope: Scope, message: Any, own: list[tuple[bytes, bytes]]) -> None:
        headers: list[tuple[bytes, bytes]] = list(message.get("headers", []))
        there = {name.lower() for name, _ in headers}
        if is_immutable_asset(headers):
            # A shared cache may serve this response to everybody, so it must not set cookies.
            headers = [pair for pair in headers if pair[0].lower() != b"set-cookie"]
            message["headers"] = headers + [pair for pair in own if pair[0] in ASSET_HEADERS]
            return
        if message["type"] == "http.response.start":
            headers += [pair for pair in own if pair[0] not in there]
            if b"cache-control" not in there and scope["path"].startswith("/api"):
                headers.append((b"cache-control", b"no-store"))
        headers += [(b"set-cookie", one.encode("latin-1")) for one in scope["state"].get(COOKIES_STATE_KEY, [])]
        message["headers"] = [_name_securely(pair) for pair in headers] if self.https else headers

    async def _refuse(self, scope: Scope, send: Send, why: str) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": why[:100]})
            return
        status = 421 if why.startswith("This server") else 403
        await send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(b"content-type", b"text/plain; charset=utf-8"), *self.headers],
            }
        )
        await send({"type": "http.response.body", "body": why.encode(), "more_body": False})
