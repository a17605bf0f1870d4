"""Refuse input that no handler can use, wherever it is: paths, query strings, JSON bodies and WebSocket frames.

NUL characters cannot be stored by PostgreSQL, nor integers beyond 64 bits by any database; deeply nested JSON exhausts
the stack of decoders. Other mistakes are left to the decoders of messages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote_to_bytes

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Malformed, send_error

T = TypeVar("T")

MAX_DEPTH = 100
"""Most levels of arrays and objects in JSON."""
MAX_INTEGER = 2**63 - 1
_SUSPICIOUS = re.compile(rb"\\u0000|[0-9]{19}")
_LONG_INTEGER = re.compile(r"[+-]?[0-9]{19,100}")


class InputValidation:
    """Litestar middleware that validates paths and query strings."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            _check_encoded_text(scope.get("raw_path") or scope["path"])
            _check_encoded_text(scope["query_string"])
            _check_integers(scope)
        except Malformed as fault:
            await send_error(scope, send, fault)
        else:
            await self._app(scope, receive, send)


class ValidatedRequest(Request[Any, Any, Any]):
    """A request whose body is valid."""

    async def body(self) -> bytes:
        """Return the body; raise `Malformed`."""
        known = self._body
        body = await super().body()
        if body is not known:
            check_json(body)
        return body


def decode_frame(decoder: msgspec.json.Decoder[T], text: str) -> T:
    """Return the message in a WebSocket frame; raise `Malformed`."""
    data = text.encode()
    check_json(data)
    try:
        return decoder.decode(data)
    except msgspec.MsgspecError as fault:
        raise localized_error(Malformed, "server.refusal.no-message", why=str(fault)) from fault


def check_json(data: bytes) -> None:
    """Raise `Malformed` for JSON that no handler can use; ignore other content."""
    _check_encoding(data)
    # Nearly all input is fine, and searching it is much faster than decoding it.
    if _SUSPICIOUS.search(data) is None and data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    try:
        content = msgspec.json.decode(data)
    except RecursionError as fault:
        raise localized_error(Malformed, "server.http.depth", most=MAX_DEPTH) from fault
    except msgspec.MsgspecError:
        return
    _check_values(content)


def _check_integers(scope: Scope) -> None:
    """Check the integers among the parameters of a request."""
    names = _integer_parameters(scope["route_handler"])
    if not names:
        return
    given = parse_qsl(scope["query_string"].decode("latin-1"))
    values = [value for name, value in (*given, *scope["path_params"].items()) if name in names]
    for value in values:
        if _LONG_INTEGER.fullmatch(str(value)) and not -MAX_INTEGER - 1 <= int(value) <= MAX_INTEGER:
            raise localized_error(Malformed, "server.http.number")


@cache
def _integer_parameters(handler: BaseRouteHandler) -> frozenset[str]:
    """Return the names of the parameters of a handler and of its dependencies that are integers."""
    signatures = [handler.parsed_fn_signature]
    signatures += [one.parsed_fn_signature for one in handler.resolve_dependencies().values()]
    return frozenset(
        name
        for signature in signatures
        for name, field in signature.parameters.items()
        if int in (field.annotation, *(inner.annotation for inner in field.inner_types))
    )


def _check_encoded_text(encoded: str | bytes) -> None:
    """Check the percent-encoded part of an address."""
    text = unquote_to_bytes(encoded)
    if b"\0" in text:
        raise localized_error(Malformed, "server.http.nul")
    _check_encoding(text)


def _check_encoding(text: bytes) -> None:
    try:
        text.decode()
    except UnicodeDecodeError as fault:
        raise localized_error(Malformed, "server.http.utf-8") from fault


def _check_values(content: object) -> None:
    """Check all values of decoded JSON."""
    level, depth = [content], 0
    while level:
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict | list) and depth == MAX_DEPTH:
                raise localized_error(Malformed, "server.http.depth", most=MAX_DEPTH)
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str) and "\0" in value:
                raise localized_error(Malformed, "server.http.nul")
            elif isinstance(value, int) and not -MAX_INTEGER - 1 <= value <= MAX_INTEGER:
                raise localized_error(Malformed, "server.http.number")
        level, depth = inner, depth + 1
