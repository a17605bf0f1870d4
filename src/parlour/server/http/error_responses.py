"""What the server answers when it refuses: a status, and a `ErrorView` with a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from parlour.errors import (
    BrokenMatch,
    Conflict,
    NotFound,
    ParlourError,
    RecordError,
    Refused,
    StoreError,
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
    """Something this visitor may not do."""


class NotLoggedIn(ParlourError):
    """Something for which one must have an account."""


class TooLarge(ParlourError):
    """More than the server takes at once."""


class Busy(ParlourError):
    """The server cannot do this now; later it may."""


_STATUS: tuple[tuple[type[ParlourError], int], ...] = (
    (NotFound, 404),
    (UnknownGame, 404),
    (Conflict, 409),
    (Refused, 409),
    (WrongPassword, 401),
    (NotLoggedIn, 401),
    (Forbidden, 403),
    (TooLarge, 413),
    (Busy, 503),
    (BrokenMatch, 500),
    (StoreError, 500),
)
_FORBIDDEN = ("host-only", "not-a-player", "not-yours", "bots-seat", "not-your-turn", "rated", "forbidden", "people")
"""Reasons of a match to refuse something that lie in who asks, not in when."""

_PLAIN = (400, 401, 403, 404, 405, 413, 415, 429, 500)
"""The statuses for which the catalogue has a sentence of their own."""


def status_of(fault: ParlourError) -> int:
    """The status that tells a program what kind of refusal it is."""
    if isinstance(fault, Refused):
        return 400 if fault.reason in ("malformed", "illegal") else 403 if fault.reason in _FORBIDDEN else 409
    return next((status for kind, status in _STATUS if isinstance(fault, kind)), 400)


def error_of(fault: ParlourError) -> str:
    """The name of a refusal for programs: a match's reason, or the error's own name (`not-found`)."""
    if isinstance(fault, Refused):
        return fault.reason
    name = type(fault).__name__
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


def describe(fault: ParlourError, language: str = ENGLISH) -> ErrorView:
    """A refusal as a body, in the reader's language as far as that has the words."""
    where = fault if isinstance(fault, RecordError | TextError) else None
    line = fault.line if isinstance(fault, RecordError) else None
    return ErrorView(
        error_of(fault), translate_error(fault, language), line, where.column if where is not None else None
    )


def answer_refusal(request: Request[Any, Any, Any], fault: ParlourError) -> Response[ErrorView]:
    """The answer to something that a person can put right."""
    status = status_of(fault)
    if status >= 500:
        log.error("%s %s: %s", request.method, request.url.path, fault, exc_info=fault)
    return _response(describe(fault, _language(request)), status)


def answer_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[ErrorView]:
    """The answer to what Litestar refuses: unknown paths, bodies that do not fit, too many requests."""
    status = fault.status_code
    language = _language(request)
    text = server_text(f"http.{status}" if status in _PLAIN else "http.unanswered", language)
    error = {403: "forbidden", 404: "not-found", 429: "too-often", 413: "too-large"}.get(status, "bad-request")
    if isinstance(fault, ValidationException):
        text, error = server_text("http.does-not-fit", language, what=_what_does_not_fit(fault)), "malformed"
    elif "CSRF" in str(fault.detail):
        text, error = server_text("http.csrf", language), "csrf"
    headers = dict(fault.headers or {})
    if status == 429:
        headers["Retry-After"] = headers.get("RateLimit-Reset", "60")
    return _response(ErrorView(error, text), status, headers)


def answer_defect(request: Request[Any, Any, Any], fault: Exception) -> Response[ErrorView]:
    """The answer where the server itself is wrong: it is logged, and the visitor learns nothing of the inside."""
    if isinstance(fault, msgspec.ValidationError):
        text = server_text("http.does-not-fit", _language(request), what=str(fault))
        return _response(ErrorView("malformed", text), 400)
    log.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    return _response(ErrorView("defect", server_text("http.500", _language(request))), 500)


def _what_does_not_fit(fault: ValidationException) -> str:
    details = fault.extra if isinstance(fault.extra, list) else []
    said = [
        f"{one.get('key', '')}: {one.get('message', '')}".strip(": ").rstrip(".")
        for one in details
        if isinstance(one, dict)
    ]
    return ("; ".join(said) or str(fault.detail))[:480]


def _language(request: Request[Any, Any, Any]) -> str:
    return choose_language(request.query_params.get("language"), request.headers.get("accept-language"))


def _response(body: ErrorView, status: int, headers: dict[str, str] | None = None) -> Response[ErrorView]:
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
