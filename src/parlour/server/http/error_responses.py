"""Convert errors into HTTP responses: a status, and an `ErrorView` with a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Scope, Send

from parlour.errors import (
    BrokenMatch,
    Conflict,
    NotFound,
    ParlourError,
    RecordError,
    Refused,
    StoreError,
    StoreUnavailable,
    TextError,
    UnknownGame,
    WrongPassword,
)
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.server.localizer import server_text
from parlour.server.messages import ErrorView

log = logging.getLogger("parlour.server")


class Forbidden(ParlourError):
    """Raised for something that this visitor may not do."""


class NotLoggedIn(ParlourError):
    """Raised for something that requires an account."""


class TooLarge(ParlourError):
    """Raised for more data than the server accepts at once."""


class TooOften(ParlourError):
    """Raised for a request beyond a rate limit; `retry_after` is the number of seconds until it is accepted."""

    retry_after = 0


class Malformed(ParlourError):
    """Raised for input that cannot be read."""


class Busy(ParlourError):
    """Raised when the server cannot do something now, but may later."""


_STATUS: tuple[tuple[type[ParlourError], int], ...] = (
    (NotFound, 404),
    (UnknownGame, 404),
    (Conflict, 409),
    (Refused, 409),
    (WrongPassword, 401),
    (NotLoggedIn, 401),
    (Forbidden, 403),
    (TooLarge, 413),
    (TooOften, 429),
    (Busy, 503),
    (BrokenMatch, 500),
    (StoreUnavailable, 503),
    (StoreError, 500),
)
_SENDER_REASONS = (
    "host-only",
    "not-a-player",
    "organiser-only",
    "not-yours",
    "bots-seat",
    "not-your-turn",
    "rated",
    "forbidden",
    "people",
)
"""Reasons for which a match refuses a command that depend on the sender, not on the moment."""

RETRY_AFTER_SECONDS = 2
"""Seconds after which a client may retry a request that the server could not handle."""

_STATUSES_WITH_TEXT = (400, 401, 403, 404, 405, 413, 415, 500)
"""Statuses that have their own sentence in the catalogue."""


def http_status(fault: ParlourError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(fault, Refused):
        return 400 if fault.reason in ("malformed", "illegal") else 403 if fault.reason in _SENDER_REASONS else 409
    return next((status for kind, status in _STATUS if isinstance(fault, kind)), 400)


def error_code(fault: ParlourError) -> str:
    """Return the code of an error for programs: the reason of a match, or the name of the error (`not-found`)."""
    if isinstance(fault, Refused):
        return fault.reason
    name = type(fault).__name__
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


def error_view(fault: ParlourError, language: str = ENGLISH) -> ErrorView:
    """Return an error as a response body, in a language if it has the sentence."""
    where = fault if isinstance(fault, RecordError | TextError) else None
    line = fault.line if isinstance(fault, RecordError) else None
    return ErrorView(
        error_code(fault), translate_error(fault, language), line, where.column if where is not None else None
    )


def any_error_view(fault: BaseException, language: str) -> ErrorView:
    """Return an error that ends a response which has begun; log a defect of the server."""
    if isinstance(fault, ParlourError):
        return error_view(fault, language)
    log.error("A response failed", exc_info=fault)
    return ErrorView("defect", server_text("http.500", language))


def respond_to_error(request: Request[Any, Any, Any], fault: ParlourError) -> Response[ErrorView]:
    """Respond to an error that a person can correct."""
    status = http_status(fault)
    if status == 503:
        log.warning("%s %s: %s", request.method, request.url.path, fault)
    elif isinstance(fault, BrokenMatch):
        _log_damage(request, fault)
    elif status >= 500:
        log.error("%s %s: %s", request.method, request.url.path, fault, exc_info=fault)
    headers = None
    if status == 503:
        headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
    elif isinstance(fault, TooOften):
        headers = {"Retry-After": str(fault.retry_after)}
    return _response(error_view(fault, _language(request)), status, headers)


def _log_damage(request: Request[Any, Any, Any], fault: BrokenMatch) -> None:
    """Log a damaged match in one line, once for each match."""
    match, logged = request.path_params.get("match"), request.app.state.services.matches.set_aside
    if match not in logged:
        log.error("%s %s: %s", request.method, request.url.path, fault)
    if match is not None:
        logged.add(match)


def respond_to_http_error(request: Request[Any, Any, Any], fault: HTTPException) -> Response[ErrorView]:
    """Respond to an error that Litestar raises: unknown path, invalid body."""
    status = fault.status_code
    language = _language(request)
    text = server_text(f"http.{status}" if status in _STATUSES_WITH_TEXT else "http.unanswered", language)
    error = {403: "forbidden", 404: "not-found", 413: "too-large"}.get(status, "bad-request")
    if isinstance(fault, ValidationException):
        text, error = server_text("http.does-not-fit", language, what=_validation_details(fault)), "malformed"
    elif "CSRF" in str(fault.detail):
        text, error = server_text("http.csrf", language), "csrf"
    return _response(ErrorView(error, text), status, dict(fault.headers or {}))


def respond_to_defect(request: Request[Any, Any, Any], fault: Exception) -> Response[ErrorView]:
    """Respond to a defect of the server: log it, and show the visitor no details."""
    if isinstance(fault, msgspec.ValidationError):
        text = server_text("http.does-not-fit", _language(request), what=str(fault))
        return _response(ErrorView("malformed", text), 400)
    log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    return _response(ErrorView("defect", server_text("http.500", _language(request))), 500)


async def send_error(scope: Scope, send: Send, fault: ParlourError) -> None:
    """Respond to an error outside of Litestar."""
    accepted = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), None)
    body = msgspec.json.encode(error_view(fault, choose_language(None, accepted)))
    status = http_status(fault)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 503:
        headers.append((b"retry-after", str(RETRY_AFTER_SECONDS).encode()))
    prefix = "websocket.http" if scope["type"] == ScopeType.WEBSOCKET else "http"
    message: Any = {"type": f"{prefix}.response.start", "status": status, "headers": headers}
    await send(message)
    message = {"type": f"{prefix}.response.body", "body": body, "more_body": False}
    await send(message)


def _validation_details(fault: ValidationException) -> str:
    details = fault.extra if isinstance(fault.extra, list) else []
    texts = [
        f"{one.get('key', '')}: {one.get('message', '')}".strip(": ").rstrip(".")
        for one in details
        if isinstance(one, dict)
    ]
    return ("; ".join(texts) or str(fault.detail))[:480]


def _language(request: Request[Any, Any, Any]) -> str:
    return choose_language(request.query_params.get("language"), request.headers.get("accept-language"))


def _response(body: ErrorView, status: int, headers: dict[str, str] | None = None) -> Response[ErrorView]:
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
