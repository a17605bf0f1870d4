"""The WebSocket of a match; `docs/api.md` describes its messages."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar import websocket
from litestar.params import FromPath, FromQuery

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.i18n.translate_error import translate_error
from parlour.match.commands import Sender
from parlour.server.channels.channels import receive_messages
from parlour.server.chat.messages import SayRequest, WatchChatRequest
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import Forbidden, Malformed, error_code
from parlour.server.http.input_validation import decode_frame
from parlour.server.http.limits.rate_limits import client_keys, host_of
from parlour.server.http.page_socket import SocketPage, accepted_page, encode, frames, send
from parlour.server.localizer import Localizer, match_localizer
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live_messages import (
    AcceptedMessage,
    CommandRequest,
    MatchSocketRequest,
    MoveNowRequest,
    PresenceMessage,
    RefusedMessage,
)
from parlour.server.matches.notices import (
    BotProgress,
    MoveNowNotice,
    OpenPages,
    OpenPagesQuery,
    VersionStored,
    decode_match_notice,
    match_channel,
)
from parlour.server.matches.permissions import is_host, sender_of
from parlour.server.matches.views import match_view
from parlour.server.messages import InvalidFrameMessage, PingRequest, PongMessage, SentenceView
from parlour.server.services import InjectedServices

NO_SUCH_MATCH = 4404
"""Close code: there is no such match, so the page does not reconnect."""
MAX_COMMANDS = 400
"""Commands of pages that are executed at the same time: a server executes as many in less than a second. Further ones
are refused, so that answers stay fast; pages send these moves again.
"""

match_request_decoder = msgspec.json.Decoder(MatchSocketRequest)


def frame(kind: str, **fields: bytes) -> bytes:
    """Return a message made of fields that are JSON already.

    >>> frame("news", you=b"{}")
    b'{"type":"news","you":{}}'
    """
    return b'{"type":"%s"%s}' % (
        kind.encode(),
        b"".join(b',"%s":%s' % (name.encode(), part) for name, part in fields.items()),
    )


def snapshot_json(live: LiveMatch, you: bytes, language: str, missed: bytes = b"[]") -> bytes:
    """Return the snapshot of a match for one viewer as JSON."""
    return frame(
        "snapshot",
        match=encode(match_view(live.info, live.match, language)),
        state=live.state_json(language),
        you=you,
        missed=missed,
        watching=encode(live.watching()),
        now=encode(live.time.now()),
    )


@dataclass(eq=False)
class MatchPage(SocketPage):
    """A page that has a match open. `seen` is the version that it shows."""

    live: LiveMatch
    language: str
    seen: int = field(init=False)
    watches_chat: bool = False
    executing: bool = False
    """Whether a command of this page is being executed; its events are sent together with the answer."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.seen = self.live.version
        self.visitor = self.socket.user

    def sender(self, live: LiveMatch) -> Sender:
        """Return the visitor of this page as the sender of commands, without any rights if their session has ended."""
        if self.visitor.ended:
            return Sender()
        return sender_of(live.info, live.match, self.visitor)

    def localizer(self) -> Localizer:
        return match_localizer(self.live.match, self.language)

    async def run(self, since: int | None) -> None:
        """Serve the page until it closes."""
        channels, attendance = self.services.channels, self.services.attendance
        async with channels.start_subscription([match_channel(self.live.id)]) as subscriber:
            attendance.enter(self.live, self, self.sender(self.live).seats)
            try:
                await self.send_snapshot(since)
                async with receive_messages(subscriber, self.on_notice):
                    async for text in frames(self.socket, self.language):
                        await self.on_frame(text)
            finally:
                self.watch_chat(on=False)
                attendance.leave(self.live, self)

    async def send_snapshot(self, since: int | None) -> None:
        """Send the snapshot, with the events since the version that the page has seen."""
        missed = b"[]"
        if since is not None:
            narrations = await self.services.matches.missed(self.live, since)
            missed = encode(self.live.messages(narrations, self.language))
        await self.live.render_state(self.language, self.services.store.database.time_slices)
        self.seen = self.live.version
        you = self.live.you_json(self.sender(self.live), is_host(self.live.info, self.visitor))
        await send(self.socket, snapshot_json(self.live, you, self.language, missed))
        if self.live.thinking is not None:
            await send(self.socket, encode(self.live.thinking))

    # ---- From the server ------------------------------------------------------------------------------------------

    def on_notice(self, raw: bytes) -> Coroutine[Any, Any, None] | None:
        """Handle a notice about the match; return an awaitable if there is something to wait for."""
        notice = decode_match_notice(raw)
        match notice:
            case VersionStored():
                applied = self.live.apply_notice(notice)
                if not applied or self.protocol.paused or not self.live.has_events_after(self.seen):
                    return self.catch_up(notice)
                if not self.executing:
                    self.protocol.write_texts(*self.update())
            case BotProgress():
                self.live.thinking = notice.thinking
                return self.write(encode(notice.thinking))
            case OpenPages():
                if notice.server != self.services.server:
                    self.live.set_open_pages(notice)
                return self.write(encode(PresenceMessage(self.live.present(), self.live.watching())))
            case OpenPagesQuery():
                if notice.server != self.services.server and self.services.attendance.answers_queries(self.live, self):
                    self.services.matches.publish(self.live.id, self.services.attendance.pages(self.live))
        return None

    def write(self, frame: bytes) -> Coroutine[Any, Any, None] | None:
        """Send a frame immediately, or return the awaitable that sends it."""
        if self.protocol.paused:
            return send(self.socket, frame)
        self.protocol.write_texts(frame)
        return None

    async def catch_up(self, notice: VersionStored) -> None:
        """Read the events of other servers, and send an update as soon as the page can receive it."""
        await self.services.matches.catch_up_when_available(self.live, notice)
        await self.write_update()

    async def write_update(self, *more: bytes) -> None:
        """Send an update, and more frames, as soon as the page can receive them."""
        await self.live.render_update(self.language, self.seen, self.services.store.database.time_slices)
        await self.protocol.writable.wait()
        self.protocol.write_texts(*self.update(), *more)

    def update(self) -> list[bytes]:
        """Return the frames with the events since the last update."""
        if self.live.version <= self.seen:
            return []
        sender = self.sender(self.live)
        you = self.live.you_json(sender, is_host(self.live.info, self.visitor))
        update = self.live.update_json(self.language, self.seen, you)
        self.seen = self.live.version
        self.services.attendance.enter(self.live, self, sender.seats)
        if self.watches_chat:
            self.services.chat_rooms.update_match(self, self.visitor, self.live)
        return [snapshot_json(self.live, you, self.language) if update is None else update]

    # ---- From the page --------------------------------------------------------------------------------------------

    async def on_frame(self, text: str) -> None:
        """Handle a frame."""
        try:
            request = decode_frame(match_request_decoder, text)
        except Malformed as fault:
            await send(self.socket, encode(InvalidFrameMessage(translate_error(fault, self.language))))
            return
        match request:
            case PingRequest():
                await send(self.socket, encode(PongMessage(request.sent, self.live.time.now())))
            case CommandRequest():
                answer = await self.do(request)
                await self.write_update(encode(answer))
            case MoveNowRequest():
                await send(self.socket, encode(self.move_now(request)))
            case WatchChatRequest():
                await self.protocol.writable.wait()
                self.watch_chat(on=request.on)
            case SayRequest():
                await send(self.socket, encode(self.say(request)))

    async def do(self, request: CommandRequest) -> AcceptedMessage | RefusedMessage:
        """Execute a command, or return why it is refused."""
        self.executing = True
        try:
            with self.services.commands.counted(host_of(self.socket), MAX_COMMANDS):
                live = await self.services.matches.do(
                    self.live.id, request.command, self.sender, on_next_match=self.count_next_match
                )
        except ParlourError as fault:
            return self.refused_message(request.id, fault)
        finally:
            self.executing = False
        return AcceptedMessage(request.id, live.version, live.match.ply)

    def count_next_match(self) -> None:
        """Count a restart or rematch as a new match; raise `TooOften`."""
        self.services.limits.count("matches", *client_keys(self.socket))

    def move_now(self, request: MoveNowRequest) -> AcceptedMessage | RefusedMessage:
        """Make the searching bot move."""
        match, sender = self.live.match, self.sender(self.live)
        if match.thinking_bot is None or not (sender.seats or sender.host):
            sentence = self.localizer().server_sentence("refusal.waiting-bot")
            return RefusedMessage(request.id, "no-bot", sentence, self.live.version, match.ply)
        self.services.matches.publish(self.live.id, MoveNowNotice(self.live.version))
        return AcceptedMessage(request.id, self.live.version, match.ply)

    def watch_chat(self, *, on: bool) -> None:
        """Start or stop sending chat to the page."""
        self.watches_chat = on
        if on:
            self.services.chat_rooms.watch_match(self, self.visitor, self.live)
        else:
            self.services.chat_rooms.unwatch(self)

    def say(self, request: SayRequest) -> AcceptedMessage | RefusedMessage:
        """Send a chat message to others."""
        try:
            if not self.visitor.permits("play"):
                raise localized_error(Forbidden, "server.refusal.scope")
            self.services.chat_rooms.say_in_match(self.visitor, self.live, request, self.address)
        except ParlourError as fault:
            return self.refused_message(request.id, fault)
        return AcceptedMessage(request.id, self.live.version, self.live.match.ply)

    def refused_message(self, id: int, fault: ParlourError) -> RefusedMessage:
        """Return an error in the language of the page."""
        message = fault.message if isinstance(fault.message, Message) else Message("")
        sentence = SentenceView(self.localizer().error_text(fault), message.key, message.params)
        return RefusedMessage(id, error_code(fault), sentence, self.live.version, self.live.match.ply)


@websocket("/matches/{match:str}/live", scope="read")
async def match_socket(
    socket: PageSocket,
    services: InjectedServices,
    match: FromPath[str],
    since: FromQuery[int | None] = None,
    language: FromQuery[str | None] = None,
) -> None:
    """Serve the WebSocket of a match."""
    async with accepted_page(socket, services, language, NO_SUCH_MATCH) as reader_language:
        live = await services.matches.get(match)
        await MatchPage(socket, services, live, reader_language).run(since)
