"""Messages that several features share."""

from __future__ import annotations

import msgspec


class SentenceView(msgspec.Struct, frozen=True):
    """A text in the reader's language with the players' names, and the message key it was made from."""

    text: str
    key: str = ""
    params: dict[str, str | int] = {}


class ErrorView(msgspec.Struct, frozen=True):
    """The body of every error response. `error` is for programs, `text` for people."""

    error: str
    text: str
    line: int | None = None
    column: int | None = None
    """Position of the error in a submitted text, counted from 1."""


class RenameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new name."""

    name: str
