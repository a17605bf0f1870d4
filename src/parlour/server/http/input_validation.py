"""Refuse input that no handler can use, wherever it is: paths, query strings, JSON bodies and WebSocket frames.

NUL characters cannot be stored by PostgreSQL, nor integers beyond 64 bits by any database; deeply nested JSON exhausts
the stack of decoders. Other mistakes are left to the decoders of messages.
"""

from __future__ import annotations

import asyncio
import re
from array import array
from functools import cache
from itertools import accumulate
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
MAX_BYTES_IN_LOOP = 64 * 1024
"""Larger bodies are checked in a thread, so that moves do not wait for it."""
_SUSPICIOUS = re.compile(rb"\\u0000|[0-9]{19}")
_LONG_INTEGER = re.compile(r"[+-]?[0-9]{19,100}")
_JSON_INTEGER = re.compile(rb"(?<![0-9.eE+-])-?[0-9]{19,}(?![0-9.eE])")
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""Opening brackets as 1 and closing ones as -1, in one signed byte."""
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
BRACKETS_AT_ONCE = 4096
MAX_DIGITS = 100
"""Longer integers are too large, and Python refuses to read very long ones."""


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
        if body is known:
            return body
        if len(body) > MAX_BYTES_IN_LOOP:
            await asyncio.to_thread(check_json, body)
        else:
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
    """Raise `Malformed` for JSON that no handler can use; leave other mistakes to the decoders.

    Nothing is decoded: a megabyte of JSON can contain so many objects that decoding it would delay moves.
    """
    _check_encoding(data)
    has_suspicious_values = _SUSPICIOUS.search(data) is not None
    if not has_suspicious_values and data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    unescaped = data.replace(rb"\\", b"")
    if rb"\u0000" in unescaped:
        raise localized_error(Malformed, "server.http.nul")
    outside_strings = b" ".join(unescaped.replace(rb"\"", b"").split(b'"')[::2])
    if any(_is_too_large(number) for number in _JSON_INTEGER.findall(outside_strings)):
        raise localized_error(Malformed, "server.http.number")
    _check_depth(array("b", outside_strings.translate(_STEPS, delete=_NO_BRACKETS)))


def _check_depth(steps: array[int]) -> None:
    """Check the depth after each bracket, in small parts: most JSON that is too deep is so near its beginning."""
    depth = 0
    for start in range(0, len(steps), BRACKETS_AT_ONCE):
        part = steps[start : start + BRACKETS_AT_ONCE]
        if max(accumulate(part, initial=depth)) > MAX_DEPTH:
            raise localized_error(Malformed, "server.http.depth", most=MAX_DEPTH)
        depth += sum(part)


def _is_too_large(number: str | bytes) -> bool:
    return len(number) > MAX_DIGITS or not -MAX_INTEGER - 1 <= int(number) <= MAX_INTEGER


def _check_integers(scope: Scope) -> None:
    """Check the integers among the parameters of a request."""
    names = _integer_parameters(scope["route_handler"])
    if not names:
        return
    given = parse_qsl(scope["query_string"].decode("latin-1"))
    values = [value for name, value in (*given, *scope["path_params"].items()) if name in names]
    for value in values:
        if _LONG_INTEGER.fullmatch(str(value)) and _is_too_large(str(value)):
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
