"""The gate before everything else: which names and origins are let in, and the headers every answer bears.

A page of another site must not reach a server on this machine or in this network, neither by a forged request nor by a
name that it makes point here (DNS rebinding). So the Host of every request must be a name under which the server is
served, and whoever changes something or opens a WebSocket from a page must come from a page of this server.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, generate_csrf_hash
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.settings import LOOPBACK

CSRF_COOKIE = "parlour_csrf"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")
COOKIES = "parlour.cookies"
"""Where in a scope's state handlers leave the cookies that the answer is to set."""

OPENER_POLICY = b"cross-origin-opener-policy"
PLAIN_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
PARTS = (b"text/javascript", b"text/css")
"""Parts of a page, of which one visit asks for dozens."""
HEADERS_OF_PARTS = (b"x-content-type-options", b"cross-origin-resource-policy", b"strict-transport-security")
"""The others only mean something on what is shown by itself; together they weigh more than many a part."""


def content_policy(scripts: tuple[str, ...] = ()) -> str:
    """The content security policy; `scripts` are the hashes of scripts that stand in the page itself."""
    hashes = "".join(f" '{one}'" for one in scripts)
    return (
        f"default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def host_name(netloc: str) -> str:
    """The name in `name:port`, as it is compared.

    >>> host_name("LocalHost:8420"), host_name("[::1]:8420"), host_name("192.168.1.5")
    ('localhost', '::1', '192.168.1.5')
    """
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_lasting_part(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether these are the headers of a script or style sheet that may be kept for good."""
    given = {name.lower(): value for name, value in headers}
    return given.get(b"content-type", b"").startswith(PARTS) and b"immutable" in given.get(b"cache-control", b"")


class Gate:
    """The outermost layer: an ASGI application around the server's own."""

    def __init__(self, app: ASGIApp, *, names: tuple[str, ...], csrf_secret: str, policy: str, https: bool) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in (*LOOPBACK, *names))
        self.csrf_secret = csrf_secret
        headers = {**PLAIN_HEADERS, "content-security-policy": policy}
        if https:
            headers["strict-transport-security"] = "max-age=31536000"
        self.https = https
        self.headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"host", b"origin")}
        refusal = self.refusal(scope, given.get(b"host", ""), given.get(b"origin"))
        if refusal:
            await self._refuse(scope, send, refusal)
            return
        self._drop_foreign_token(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                self._complete(scope, message, self._headers_for(given.get(b"host", "")))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def refusal(self, scope: Scope, host: str, origin: str | None) -> str:
        """Why a request is not let in; empty if it is."""
        if host_name(host) not in self.names:
            return f"This server is not served under the name “{host[:80]}”. Start it with --name to allow it."
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE
        # Browsers always name the origin here; programs that are no browser need not.
        if changes and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "Requests from pages of other sites are refused."
        return ""

    def _drop_foreign_token(self, scope: Scope) -> None:
        """Forgets a token that this server did not make (another one on this machine did), so that it makes its own."""
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
        """The headers of an answer. On a plain address in a network browsers only complain of the opener policy."""
        heeded = self.https or host_name(host) in LOOPBACK
        return self.headers if heeded else [pair for pair in self.headers if pair[0] != OPENER_POLICY]

    def _complete(self, scope: Scope, message: Any, own: list[tuple[bytes, bytes]]) -> None:
        headers: list[tuple[bytes, bytes]] = list(message.get("headers", []))
        there = {name.lower() for name, _ in headers}
        if is_lasting_part(headers):
            # Whoever stands between may keep it for everybody: nobody's cookie goes with it.
            headers = [pair for pair in headers if pair[0].lower() != b"set-cookie"]
            message["headers"] = headers + [pair for pair in own if pair[0] in HEADERS_OF_PARTS]
            return
        if message["type"] == "http.response.start":
            headers += [pair for pair in own if pair[0] not in there]
            if b"cache-control" not in there and scope["path"].startswith("/api"):
                headers.append((b"cache-control", b"no-store"))
        headers += [(b"set-cookie", one.encode("latin-1")) for one in scope["state"].get(COOKIES, [])]
        message["headers"] = headers

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
