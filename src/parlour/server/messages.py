"""What all messages share."""

from __future__ import annotations

import msgspec


class SentenceView(msgspec.Struct, frozen=True):
    """A sentence for people: its text in the reader's language, with the players' names, and the key it comes from."""

    text: str
    key: str = ""
    params: dict[str, str | int] = {}


class ErrorView(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success. `error` is for programs, `text` for people."""

    error: str
    text: str
    line: int | None = None
    column: int | None = None
    """Where in a text that was sent, counted from 1."""


class RenameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name."""

    name: str
