"""Notices between server processes about chat. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from parlour.server.chat.messages import ChatMode, ChatPhrase, ChatRoom

CHAT_CHANNEL = "chat"
MAX_NOTICE_BYTES = 7000
"""Size up to which messages are sent in one notice. PostgreSQL accepts 8000 bytes."""


class Room(msgspec.Struct, frozen=True):
    """A room of the lobby or of a match."""

    kind: ChatRoom
    match: str = ""


LOBBY_ROOM = Room("lobby")


class ChatLine(msgspec.Struct, frozen=True):
    """A message in a room. `person` is the id of its sender."""

    id: str
    at: int
    room: Room
    person: str
    name: str
    seat: int | None
    phrase: ChatPhrase | None
    text: str


class ChatNotice(msgspec.Struct, frozen=True, tag_field="note"):
    """A message from one process to all processes, itself included."""


class LinesAdded(ChatNotice, frozen=True, tag="lines"):
    """A person has sent a message, or a process sends the messages in its memory."""

    lines: tuple[ChatLine, ...]


class HostNotice(ChatNotice, frozen=True):
    """A decision of the host; the latest counts."""

    at: int


class ChatModeChanged(HostNotice, frozen=True, tag="mode"):
    """The host has chosen what is permitted."""

    mode: ChatMode


class PersonMuted(HostNotice, frozen=True, tag="muted"):
    """The host has muted a person, whose messages are removed, or has unmuted them."""

    person: str
    muted: bool


class AuthorChanged(ChatNotice, frozen=True, tag="author"):
    """The messages of a person now belong to another person, or are removed."""

    person: str
    now: str | None


class AuthorRenamed(ChatNotice, frozen=True, tag="renamed"):
    """The messages of a person are shown under a new name."""

    person: str
    name: str


class ChatQuery(ChatNotice, frozen=True, tag="what"):
    """A server asks all others for their messages and settings."""


class ChatGap(ChatNotice, frozen=True, tag="gap"):
    """The receiver may have missed notices."""


AnyChatNotice = LinesAdded | ChatModeChanged | PersonMuted | AuthorChanged | AuthorRenamed | ChatQuery | ChatGap
chat_notice_decoder = msgspec.json.Decoder(AnyChatNotice)


def chat_notice_after_gap(channel: str) -> bytes | None:
    """Return the notice for a server that may have missed some on the channel of chat."""
    return msgspec.json.encode(ChatGap()) if channel == CHAT_CHANNEL else None


def notices_of(lines: Iterable[ChatLine]) -> Iterator[LinesAdded]:
    """Yield as few notices as possible that contain all messages."""
    batch: list[ChatLine] = []
    size = 0
    for line in lines:
        needed = len(msgspec.json.encode(line)) + 1
        if batch and size + needed > MAX_NOTICE_BYTES:
            yield LinesAdded(tuple(batch))
            batch, size = [], 0
        batch.append(line)
        size += needed
    if batch:
        yield LinesAdded(tuple(batch))
