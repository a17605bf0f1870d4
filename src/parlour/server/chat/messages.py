"""Messages of chat, on the WebSocket of a match and, for the lobby, on that of a page."""

from __future__ import annotations

from typing import Literal

from parlour.server.messages import SocketMessage, SocketRequest, View

ChatMode = Literal["off", "phrases", "text"]
"""What the host permits: nothing, preset phrases, or phrases and free text."""
ChatRoom = Literal["lobby", "players", "spectators"]
"""Who reads a message: everybody in the lobby, the players of a match, or those who watch it."""
ChatPhrase = Literal[
    "hello",
    "good-luck",
    "good-move",
    "oops",
    "thinking",
    "back-soon",
    "thanks",
    "good-game",
    "rematch",
    "bye",
]
"""A preset phrase, which each page shows in the language of its reader."""


class WatchChatRequest(SocketRequest, tag="watch-chat"):
    """Start or stop receiving `chat` and `chat-line` messages."""

    on: bool = True


class SayRequest(SocketRequest, tag="say"):
    """A message to the others in a room; without a room, to the first one that the sender reads."""

    room: ChatRoom | None = None
    phrase: ChatPhrase | None = None
    text: str = ""
    """Free text, if there is no phrase."""
    id: int = 0


class ChatLineView(View):
    """A message that a person has sent."""

    id: str
    at: int
    person: str
    """The key of the sender, as in the lobby."""
    name: str
    seat: int | None
    """The seat of the sender in the match."""
    phrase: ChatPhrase | None
    text: str


class ChatRoomView(View):
    """A room that the visitor reads, with its latest messages."""

    room: ChatRoom
    lines: tuple[ChatLineView, ...]


class ChatMessage(SocketMessage, tag="chat"):
    """Everything that the visitor reads: the answer to `watch-chat`, and again when more than a message has changed."""

    mode: ChatMode
    muted: bool
    """Whether the host has muted the visitor."""
    rooms: tuple[ChatRoomView, ...]


class ChatLineMessage(SocketMessage, tag="chat-line"):
    """A new message in a room."""

    room: ChatRoom
    line: ChatLineView


ChatRequest = WatchChatRequest | SayRequest
ChatSocketMessage = ChatMessage | ChatLineMessage
