"""The WebSocket of a match, `/api/matches/{id}/live`, and the one every page holds open, `/api/page`.

Everything is JSON, one message a frame; `type` names it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.games.contract.display import Effect
from parlour.match.commands import FromClients
from parlour.server.matches.messages import MatchStateView, MatchView, ViewerView
from parlour.server.messages import SentenceView

# ---- From the page of a match ----------------------------------------------------------------------------------------


class SocketRequest(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Anything a page says."""


class CommandRequest(SocketRequest, frozen=True, tag="do"):
    """A command to the match. `id` is the sender's own; the answer (`accepted` or `refused`) bears it."""

    id: int
    command: FromClients


class MoveNowRequest(SocketRequest, frozen=True, tag="move-now"):
    """Asks the thinking bot to play the best it has found so far."""

    id: int


class PingRequest(SocketRequest, frozen=True, tag="ping"):
    """Asks for a `pong`: measures the way and the difference of the clocks."""

    sent: float


MatchSocketRequest = CommandRequest | MoveNowRequest | PingRequest

# ---- To the page of a match ------------------------------------------------------------------------------------------


class SocketMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """Anything the server says."""


class EventMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happened: the event of that number."""

    version: int
    at: int


class MovedMessage(EventMessage, frozen=True, kw_only=True, tag="moved"):
    """A move was played: what it visibly did, and what there is to say about it."""

    ply: int
    seat: int
    text: str
    effects: tuple[Effect, ...]
    say: SentenceView
    notices: tuple[SentenceView, ...]
    spent: int
    automatic: bool
    again: bool
    """Played again after a take-back."""


class TakenBackMessage(EventMessage, frozen=True, kw_only=True, tag="taken-back"):
    """The game went back to `ply` moves: `effects` has what to show for each move taken back, the last one first."""

    ply: int
    seat: int
    effects: tuple[tuple[Effect, ...], ...]
    text: SentenceView


NarratedEvent = Literal[
    "began",
    "seated",
    "offered",
    "answered",
    "withdrawn",
    "ended",
    "paused",
    "resumed",
    "paced",
    "assisted",
    "shifted",
    "followed",
]


class NarratedMessage(EventMessage, frozen=True, kw_only=True, tag="told"):
    """Anything else, in words."""

    what: NarratedEvent
    text: SentenceView | None
    """None where there is nothing to say."""
    seat: int | None = None
    match: str | None = None
    """The match that follows."""


MatchEventMessage = MovedMessage | TakenBackMessage | NarratedMessage


class SnapshotMessage(SocketMessage, frozen=True, tag="snapshot"):
    """The first message: everything. `missed` is what happened since the version the page had seen."""

    match: MatchView
    state: MatchStateView
    you: ViewerView
    missed: tuple[MatchEventMessage, ...] = ()
    watching: int = 0
    now: int = 0
    """The server's time."""


class UpdateMessage(SocketMessage, frozen=True, tag="news"):
    """What happened, in order, and the state it led to."""

    happened: tuple[MatchEventMessage, ...]
    state: MatchStateView
    you: ViewerView


class PresenceMessage(SocketMessage, frozen=True, tag="presence"):
    """Which seats' players have the page open, and how many others watch."""

    seats: tuple[bool, ...]
    watching: int


class ThinkingMessage(SocketMessage, frozen=True, tag="thinking"):
    """How far a bot's search is. While people play, there is neither score nor line.

    A bot may be solving the game while somebody else is to move.
    """

    seat: int
    ply: int
    state: Literal["queued", "thinking", "solving", "done"]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0
    ahead: int = 0
    """How many wait before it."""
    score: str | None = None
    line: tuple[str, ...] = ()
    share: float = 0
    """Which part of the solving is done, 0 to 1."""


class AcceptedMessage(SocketMessage, frozen=True, tag="accepted"):
    """A command was carried out and is kept. What it led to comes, or came, as `news`."""

    id: int
    version: int
    ply: int


class RefusedMessage(SocketMessage, frozen=True, tag="refused"):
    """A command was refused, and nothing has changed. `reason` is one of `parlour.match.commands.REASONS`."""

    id: int
    reason: str
    text: SentenceView
    version: int
    ply: int


class PongMessage(SocketMessage, frozen=True, tag="pong"):
    """The answer to `ping`, with the server's time."""

    sent: float
    now: int


class InvalidFrameMessage(SocketMessage, frozen=True, tag="broken"):
    """A frame that is no message: what is wrong with it."""

    text: str


class ClosingMessage(SocketMessage, frozen=True, tag="closing"):
    """The server ends. Connect again, if it may come back."""

    text: str
    again: bool


MatchSocketMessage = (
    SnapshotMessage
    | UpdateMessage
    | PresenceMessage
    | ThinkingMessage
    | AcceptedMessage
    | RefusedMessage
    | PongMessage
    | InvalidFrameMessage
    | ClosingMessage
)

# ---- The page itself -------------------------------------------------------------------------------------------------


class HelloMessage(SocketMessage, frozen=True, tag="hello"):
    """The first message to a page."""

    server: str
    """Changes with every start of the server."""
    release: str
    now: int


class YourTurnMessage(SocketMessage, frozen=True, tag="your-turn"):
    """Somebody waits for you in a network match."""

    match: str
    game: str
    text: str


PageSocketRequest = PingRequest
PageSocketMessage = HelloMessage | YourTurnMessage | PongMessage | InvalidFrameMessage | ClosingMessage
