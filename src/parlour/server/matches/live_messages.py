"""The WebSocket of a match, `/api/matches/{id}/live`.

Everything is JSON, one message per frame; `type` names it.
"""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.display import Effect
from parlour.match.commands import FromClients
from parlour.server.chat.messages import ChatRequest, ChatSocketMessage
from parlour.server.matches.messages import MatchStateView, MatchView, ViewerView
from parlour.server.messages import (
    ClosingMessage,
    InvalidFrameMessage,
    PingRequest,
    PongMessage,
    SentenceView,
    SocketMessage,
    SocketRequest,
    View,
)

# ---- From the page of a match ----------------------------------------------------------------------------------------


class CommandRequest(SocketRequest, tag="do"):
    """A command to the match. The reply (`accepted` or `refused`) repeats `id`."""

    id: int
    command: FromClients


class MoveNowRequest(SocketRequest, tag="move-now"):
    """A request that the searching bot plays the best move found so far."""

    id: int


MatchSocketRequest = CommandRequest | MoveNowRequest | ChatRequest | PingRequest

# ---- To the page of a match ------------------------------------------------------------------------------------------


class EventMessage(View, tag_field="event"):
    """An event of the match; `version` is its number."""

    version: int
    at: int


class MovedMessage(EventMessage, tag="moved"):
    """A move was played: its visible effects, and sentences about it."""

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


class TakenBackMessage(EventMessage, tag="taken-back"):
    """Moves were taken back to `ply`; `effects` has the reversed effects of each move, the last move first."""

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


class NarratedMessage(EventMessage, tag="told"):
    """Any other event, as a sentence."""

    what: NarratedEvent
    text: SentenceView | None
    """None if there is nothing to announce."""
    seat: int | None = None
    match: str | None = None
    """The match that follows."""


MatchEventMessage = MovedMessage | TakenBackMessage | NarratedMessage


class SnapshotMessage(SocketMessage, tag="snapshot"):
    """The first message, with the whole match. `missed` has the events since the version that the page has seen."""

    match: MatchView
    state: MatchStateView
    you: ViewerView
    missed: tuple[MatchEventMessage, ...] = ()
    watching: int = 0
    now: int = 0
    """The server's time."""


class UpdateMessage(SocketMessage, tag="news"):
    """Events in order, and the state after them."""

    happened: tuple[MatchEventMessage, ...]
    state: MatchStateView
    you: ViewerView


class PresenceMessage(SocketMessage, tag="presence"):
    """Which players have the match open, and how many others watch."""

    seats: tuple[bool, ...]
    watching: int


class ThinkingMessage(SocketMessage, tag="thinking"):
    """The progress of a bot's search. While people play, score and line are left out.

    A bot may be solving the game on another player's turn.
    """

    seat: int
    ply: int
    state: Literal["queued", "thinking", "solving", "done"]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0
    ahead: int = 0
    """The number of searches ahead in the queue."""
    score: str | None = None
    line: tuple[str, ...] = ()
    share: float = 0
    """The solved share of the game, 0 to 1."""


class AcceptedMessage(SocketMessage, tag="accepted"):
    """A command was executed and stored. Its events are sent as `news`, before or after this message."""

    id: int
    version: int
    ply: int


class RefusedMessage(SocketMessage, tag="refused"):
    """A command was refused, and nothing has changed. `reason` is one of `parlour.match.commands.REASONS`."""

    id: int
    reason: str
    text: SentenceView
    version: int
    ply: int


MatchSocketMessage = (
    SnapshotMessage
    | UpdateMessage
    | PresenceMessage
    | ThinkingMessage
    | AcceptedMessage
    | RefusedMessage
    | ChatSocketMessage
    | PongMessage
    | InvalidFrameMessage
    | ClosingMessage
)
