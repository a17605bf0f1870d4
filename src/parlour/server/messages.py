"""Messages that several features share."""

from __future__ import annotations

from typing import Literal, TypeAlias, dataclass_transform

import msgspec

TokenScope: TypeAlias = Literal["read", "play", "create"]
"""What a token permits: read matches and events; join and play; create matches. Routes name their scope."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class View(msgspec.Struct, frozen=True):
    """Base of what the server sends."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what the server receives; unknown fields are refused."""


class SocketRequest(Request, tag_field="type"):
    """Any message from a page on a WebSocket."""


class SocketMessage(View, tag_field="type"):
    """Any message from the server on a WebSocket."""


class PingRequest(SocketRequest, tag="ping"):
    """A request for a `pong`, to measure the round trip and the clock difference."""

    sent: float


class PongMessage(SocketMessage, tag="pong"):
    """The reply to `ping`, with the server's time."""

    sent: float
    now: int


class InvalidFrameMessage(SocketMessage, tag="broken"):
    """The reply to an invalid frame, with the reason."""

    text: str


class ClosingMessage(SocketMessage, tag="closing"):
    """The server stops. Connect again if `again` is set."""

    text: str
    again: bool
    """Whether a new connection will be accepted, by this server or another one."""


class SentenceView(View):
    """A text in the reader's language with the players' names, and the message key it was made from."""

    text: str
    key: str = ""
    params: dict[str, str | int] = {}


class OutcomeView(View):
    """How a game ended. `results` has 1, 0.5 or 0 for each seat, and is empty if the game does not count."""

    results: tuple[float, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    drawn: bool
    reason: str
    text: str
    """A sentence: who won or lost, and why."""
    cause: str
    """A sentence: only why."""


class ErrorView(View):
    """The body of every error response. `error` is for programs, `text` for people."""

    error: str
    text: str
    line: int | None = None
    column: int | None = None
    """Position of the error in a submitted text, counted from 1."""


class RenameRequest(Request):
    """A new name."""

    name: str
