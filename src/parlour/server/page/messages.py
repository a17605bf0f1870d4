"""The WebSocket that every page holds open, `/api/page`.

Everything is JSON, one message per frame; `type` names it.
"""

from __future__ import annotations

from parlour.server.chat.messages import ChatRequest, ChatSocketMessage
from parlour.server.lobby.messages import LobbyRequest, LobbySocketMessage
from parlour.server.messages import ClosingMessage, InvalidFrameMessage, PingRequest, PongMessage, SocketMessage
from parlour.server.tournaments.messages import (
    TournamentChangedMessage,
    TournamentPairedMessage,
    WatchTournamentsRequest,
)


class HelloMessage(SocketMessage, tag="hello"):
    """The first message to a page."""

    server: str
    """Changes with every start of the server."""
    release: str
    now: int
    person: str | None
    """The key of the visitor in the lobby."""


class YourTurnMessage(SocketMessage, tag="your-turn"):
    """It is the person's turn in a network match."""

    match: str
    game: str
    text: str


class TurnEndedMessage(SocketMessage, tag="turn-ended"):
    """It is no longer the person's turn in a network match."""

    match: str


class PlanChangedMessage(SocketMessage, tag="plan"):
    """The person has planned something else in a network match, on this page or another one."""

    match: str


class HomeworkChangedMessage(SocketMessage, tag="homework"):
    """The homework of a class that the person teaches or has joined, or the progress with it, has changed."""

    classroom: str


PageSocketRequest = PingRequest | LobbyRequest | ChatRequest | WatchTournamentsRequest
PageSocketMessage = (
    HelloMessage
    | YourTurnMessage
    | TurnEndedMessage
    | PlanChangedMessage
    | TournamentChangedMessage
    | TournamentPairedMessage
    | HomeworkChangedMessage
    | LobbySocketMessage
    | ChatSocketMessage
    | PongMessage
    | InvalidFrameMessage
    | ClosingMessage
)
