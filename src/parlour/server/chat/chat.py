"""The chat of this server process, kept in sync with the other processes by notices.

Every process knows the latest messages of all rooms, so that a page may reconnect to any of them. Nothing is stored:
when the last process stops, the messages, the mode and the mutes are lost, and chat is off again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Protocol, TypeVar

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.errors import NotFound, ParlourError
from parlour.i18n.errors import localized_error
from parlour.server.channels.channels import receive_messages
from parlour.server.chat.clean_text import MAX_LENGTH, clean_text
from parlour.server.chat.messages import ChatLineMessage, ChatMessage, ChatMode, ChatRoomView, SayRequest
from parlour.server.chat.notices import (
    CHAT_CHANNEL,
    AnyChatNotice,
    AuthorChanged,
    AuthorRenamed,
    ChatGap,
    ChatLine,
    ChatModeChanged,
    ChatQuery,
    LinesAdded,
    PersonMuted,
    Room,
    chat_notice_decoder,
    notices_of,
)
from parlour.server.chat.views import line_view
from parlour.server.http.error_responses import NotLoggedIn
from parlour.server.http.limits.rate_limits import RateLimiter
from parlour.server.person_keys import person_key
from parlour.server.process.match_time import system_clock
from parlour.store.database.database import new_id

MAX_LINES = 100
"""Messages kept per room."""
MAX_ROOMS = 500
"""Rooms with messages; the least recently used are dropped first."""
MAX_AUTHORS = 1000
"""Number of muted, deleted and merged people to keep."""

T = TypeVar("T")


class ChatError(ParlourError):
    """Raised for a message that cannot be sent."""


class ChatPage(Protocol):
    """Interface of an open page for chat."""

    def post(self, message: msgspec.Struct) -> None:
        """Send a message, without waiting."""

    def post_encoded(self, message: bytes) -> None:
        """Send an encoded message, without waiting."""


class Reader(msgspec.Struct, frozen=True):
    """The person of a page and the rooms that it shows."""

    person: str | None
    rooms: tuple[Room, ...]


class Author(msgspec.Struct, frozen=True):
    """The sender of a message: id, name that others see, and seat in the match."""

    person: str
    name: str
    seat: int | None = None


class Chat:
    """The messages of all servers, as far as this one knows them."""

    def __init__(self, channels: ChannelsPlugin, limits: RateLimiter) -> None:
        self._channels = channels
        self._limits = limits
        self._mode = ChatModeChanged(0, "off")
        self._mutes: OrderedDict[str, PersonMuted] = OrderedDict()
        self._authors: OrderedDict[str, AuthorChanged] = OrderedDict()
        self._lines: OrderedDict[Room, list[ChatLine]] = OrderedDict()
        self._readers: dict[ChatPage, Reader] = {}
        self._pages: dict[Room, set[ChatPage]] = {}
        self._listening = AsyncExitStack()

    async def start(self) -> None:
        """Receive notices, and ask the other servers for their messages and settings."""
        subscriber = await self._listening.enter_async_context(self._channels.start_subscription([CHAT_CHANNEL]))
        await self._listening.enter_async_context(receive_messages(subscriber, self._on_notice))
        self._publish(ChatQuery())

    async def stop(self) -> None:
        """Receive nothing more."""
        await self._listening.aclose()

    @property
    def mode(self) -> ChatMode:
        """What the host permits."""
        return self._mode.mode

    def is_muted(self, person: str) -> bool:
        """Return whether the host has muted a person."""
        found = self._mutes.get(person)
        return found is not None and found.muted

    def muted_keys(self) -> tuple[str, ...]:
        """Return the keys of the people whom the host has muted."""
        return tuple(person_key(one.person) for one in self._mutes.values() if one.muted)

    # ---- Pages ----------------------------------------------------------------------------------------------------

    def watch(self, page: ChatPage, reader: Reader) -> None:
        """Send rooms to a page from now on: their recent messages, then each new one."""
        self._remove(page)
        self._readers[page] = reader
        for room in reader.rooms:
            self._pages.setdefault(room, set()).add(page)
        page.post(self._everything(reader))

    def update_reader(self, page: ChatPage, reader: Reader) -> None:
        """Send other rooms to a page that watches, if they have changed."""
        if page in self._readers and self._readers[page] != reader:
            self.watch(page, reader)

    def unwatch(self, page: ChatPage) -> None:
        """Send nothing more to a page."""
        self._remove(page)

    def say(self, rooms: Sequence[Room], author: Author | None, request: SayRequest, address: str) -> None:
        """Send a message from an address to one of the rooms that a visitor reads; raise `ParlourError`."""
        room = next((room for room in rooms if request.room in (None, room.kind)), None)
        if self.mode == "off" or room is None:
            raise localized_error(ChatError, "server.chat.off" if rooms else "server.chat.none")
        if author is None:
            raise localized_error(NotLoggedIn, "server.chat.name")
        if self.is_muted(author.person):
            raise localized_error(ChatError, "server.chat.muted")
        text = "" if request.phrase is not None else self._check_text(request.text)
        self._limits.count("chat", f"person {author.person}", address)
        line = ChatLine(new_id(), system_clock(), room, author.person, author.name, author.seat, request.phrase, text)
        self._publish(LinesAdded((line,)))

    def _check_text(self, text: str) -> str:
        if self.mode != "text":
            raise localized_error(ChatError, "server.chat.phrases")
        cleaned = clean_text(text)
        if not cleaned:
            raise localized_error(ChatError, "server.chat.empty")
        if len(cleaned) > MAX_LENGTH:
            raise localized_error(ChatError, "server.chat.long", most=MAX_LENGTH)
        return cleaned

    # ---- The host -------------------------------------------------------------------------------------------------

    def set_mode(self, mode: ChatMode) -> None:
        """Choose what is permitted. Messages are removed when chat is switched off."""
        self._decide(ChatModeChanged(max(system_clock(), self._mode.at + 1), mode))

    def mute(self, person: str, *, muted: bool) -> None:
        """Mute a person and remove their messages, or unmute them."""
        before = self._mutes.get(person)
        at = max(system_clock(), before.at + 1 if before is not None else 0)
        self._decide(PersonMuted(at, person, muted))

    def author_with_key(self, key: str) -> str:
        """Return the id of a person who has written or is muted, and may have left; raise `NotFound`."""
        known = {line.person for lines in self._lines.values() for line in lines} | self._mutes.keys()
        found = next((person for person in known if person_key(person) == key), None)
        if found is None:
            raise localized_error(NotFound, "server.lobby.gone")
        return found

    def change_author(self, person: str, now: str | None) -> None:
        """Transfer the messages of a person to another person, or remove them."""
        self._publish(AuthorChanged(person, now))

    def rename_author(self, person: str, name: str) -> None:
        """Show the messages of a person under another name."""
        self._publish(AuthorRenamed(person, name))

    # ---- Notices --------------------------------------------------------------------------------------------------

    def _publish(self, notice: AnyChatNotice) -> None:
        self._channels.publish(msgspec.json.encode(notice), CHAT_CHANNEL)

    def _decide(self, notice: ChatModeChanged | PersonMuted) -> None:
        """Apply a decision of the host now, so that the response to the request shows it, and notify all servers."""
        self.adopt(notice)
        self._publish(notice)

    def _on_notice(self, raw: bytes) -> None:
        self.adopt(chat_notice_decoder.decode(raw))

    def adopt(self, notice: AnyChatNotice) -> None:
        """Apply a notice of a server, and update the pages at this server."""
        match notice:
            case LinesAdded():
                for line in notice.lines:
                    self._add(line)
            case ChatModeChanged():
                if notice.at > self._mode.at:
                    self._mode = notice
                    if notice.mode == "off":
                        self._lines.clear()
                    self._send_everything()
            case PersonMuted():
                before = self._mutes.get(notice.person)
                if before is None or notice.at > before.at:
                    _remember(self._mutes, notice.person, notice)
                    self._rewrite(notice.person, lambda line: None if notice.muted else line)
            case AuthorChanged():
                if self._authors.get(notice.person) != notice:
                    _remember(self._authors, notice.person, notice)
                    self._rewrite(notice.person, lambda line: _with_author(line, notice.now))
            case AuthorRenamed():
                self._rewrite(notice.person, lambda line: msgspec.structs.replace(line, name=notice.name))
            case ChatQuery():
                self._tell_all()
            case ChatGap():
                self._publish(ChatQuery())

    def _tell_all(self) -> None:
        if self._mode.at:
            self._publish(self._mode)
        known = [line for lines in self._lines.values() for line in lines]
        notices: list[AnyChatNotice] = [*self._mutes.values(), *self._authors.values(), *notices_of(known)]
        for notice in notices:
            self._publish(notice)

    def _add(self, line: ChatLine) -> None:
        """Add a message and send it, unless it is known or too old, or its author may not write."""
        author = self._author_of(line.person)
        if author is None or self.mode == "off" or self.is_muted(author):
            return
        line = msgspec.structs.replace(line, person=author)
        before = self._lines.get(line.room, [])
        lines = sorted((*before, line), key=lambda one: (one.at, one.id))[-MAX_LINES:]
        if any(one.id == line.id for one in before) or line not in lines:
            return
        self._lines[line.room] = lines
        self._lines.move_to_end(line.room)
        while len(self._lines) > MAX_ROOMS:
            self._lines.popitem(last=False)
        message = msgspec.json.encode(ChatLineMessage(line.room.kind, line_view(line)))
        for page in self._pages.get(line.room, ()):
            page.post_encoded(message)

    def _author_of(self, person: str) -> str | None:
        """Return the person to whom the messages of a person now belong."""
        changed = self._authors.get(person)
        if changed is None or changed.now is None:
            return person if changed is None else None
        return self._author_of(changed.now)

    def _rewrite(self, person: str, change: Callable[[ChatLine], ChatLine | None]) -> None:
        """Change or remove the messages of a person, and send everything to the affected pages."""
        concerned = {page for page, reader in self._readers.items() if reader.person == person}
        for room, lines in self._lines.items():
            if any(line.person == person for line in lines):
                concerned |= self._pages.get(room, set())
                changed = (change(line) if line.person == person else line for line in lines)
                self._lines[room] = [line for line in changed if line is not None]
        for page in concerned:
            page.post(self._everything(self._readers[page]))

    # ---- Details --------------------------------------------------------------------------------------------------

    def _everything(self, reader: Reader) -> ChatMessage:
        if self.mode == "off":
            return ChatMessage("off", False, ())
        rooms = (ChatRoomView(room.kind, tuple(map(line_view, self._lines.get(room, ())))) for room in reader.rooms)
        return ChatMessage(self.mode, reader.person is not None and self.is_muted(reader.person), tuple(rooms))

    def _send_everything(self) -> None:
        for page, reader in self._readers.items():
            page.post(self._everything(reader))

    def _remove(self, page: ChatPage) -> None:
        reader = self._readers.pop(page, None)
        for room in reader.rooms if reader is not None else ():
            self._pages[room].discard(page)
            if not self._pages[room]:
                del self._pages[room]


def _with_author(line: ChatLine, person: str | None) -> ChatLine | None:
    return None if person is None else msgspec.structs.replace(line, person=person)


def _remember(known: OrderedDict[str, T], person: str, notice: T) -> None:
    known[person] = notice
    known.move_to_end(person)
    while len(known) > MAX_AUTHORS:
        known.popitem(last=False)
