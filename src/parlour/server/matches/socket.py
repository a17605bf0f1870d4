"""The WebSockets of a match and of a page. `docs/api.md` tells what is said on them."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

import parlour
from parlour.errors import ParlourError
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.languages import choose_language
from parlour.i18n.message import Message
from parlour.i18n.translate_error import translate_error
from parlour.match.commands import Sender
from parlour.server.http.auth import PageSocket, now
from parlour.server.http.error_responses import error_code
from parlour.server.localizer import Speech, server_text
from parlour.server.matches.live import (
    Hurry,
    Live,
    Pages,
    Progress,
    Stored,
    WhoIsThere,
    channel_of,
    notes,
    person_channel,
    turn_notes,
)
from parlour.server.matches.live_messages import (
    AcceptedMessage,
    CommandRequest,
    HelloMessage,
    InvalidFrameMessage,
    MatchSocketRequest,
    MoveNowRequest,
    PageSocketRequest,
    PingRequest,
    PongMessage,
    PresenceMessage,
    RefusedMessage,
    YourTurnMessage,
)
from parlour.server.matches.permissions import sender_of
from parlour.server.matches.views import match_view, speech_of
from parlour.server.messages import SentenceView
from parlour.server.services import Parts, TheParts

log = logging.getLogger("parlour.server")

MOST_FRAMES = 200
"""So many frames one page may send in `PERIOD` seconds."""
PERIOD = 10.0

from_client = msgspec.json.Decoder(MatchSocketRequest)
from_page = msgspec.json.Decoder(PageSocketRequest)
encode = msgspec.json.encode


def frame(kind: str, **parts: bytes) -> bytes:
    """A message put together from parts that are JSON already.

    >>> frame("news", you=b"{}")
    b'{"type":"news","you":{}}'
    """
    return b'{"type":"%s"%s}' % (
        kind.encode(),
        b"".join(b',"%s":%s' % (name.encode(), part) for name, part in parts.items()),
    )


def snapshot(live: Live, you: bytes, language: str, missed: bytes = b"[]") -> bytes:
    """Everything there is to know about a match, for one viewer."""
    return frame(
        "snapshot",
        match=encode(match_view(live.info, live.match, language)),
        state=live.state_json(language),
        you=you,
        missed=missed,
        watching=encode(live.watching()),
        now=encode(now()),
    )


async def frames(socket: PageSocket, language: str = ENGLISH) -> AsyncIterator[str]:
    """What a page sends, until it closes or sends too much."""
    began, count = time.monotonic(), 0
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        count += 1
        if time.monotonic() - began > PERIOD:
            began, count = time.monotonic(), 1
        if count > MOST_FRAMES:
            await socket.send_json(InvalidFrameMessage(server_text("refusal.too-fast", language)))
            await socket.close(1008)
            return
        yield text


async def send(socket: PageSocket, data: bytes) -> None:
    """Sends a frame; a page that is gone does not matter."""
    try:
        await socket.send_data(data)
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("a page was gone before it could be told")


# ---- A match ---------------------------------------------------------------------------------------------------------


class MatchPage:
    """One page that has a match open."""

    def __init__(self, socket: PageSocket, parts: Parts, live: Live, language: str) -> None:
        self.socket = socket
        self.parts = parts
        self.live = live
        self.language = language
        self.seen = live.version

    def sender(self, live: Live) -> Sender:
        """What this page is to the match."""
        return sender_of(live.info, live.match, self.socket.user, self.parts.keys)

    def speech(self) -> Speech:
        return speech_of(self.live.match, self.language)

    async def run(self, since: int | None) -> None:
        """Until the page closes."""
        channels, attendance = self.parts.channels, self.parts.attendance
        async with channels.start_subscription([channel_of(self.live.id)]) as subscriber:
            attendance.enter(self.live, self, self.sender(self.live).seats)
            self.parts.matches.publish(self.live.id, WhoIsThere(self.parts.server))
            try:
                await self.greet(since)
                async with subscriber.run_in_background(self.hear, join=False):
                    async for text in frames(self.socket, self.language):
                        await self.take(text)
            finally:
                attendance.leave(self.live, self)

    async def greet(self, since: int | None) -> None:
        """The snapshot, with what was missed."""
        missed = b"[]"
        if since is not None:
            narrations = await self.parts.matches.missed(self.live, since)
            missed = encode(self.live.messages(narrations, self.language))
        self.seen = self.live.version
        you = self.live.you_json(self.socket.user, self.parts.keys)
        await send(self.socket, snapshot(self.live, you, self.language, missed))
        if self.live.thinking is not None:
            await send(self.socket, encode(self.live.thinking))

    # ---- From the server ------------------------------------------------------------------------------------------

    async def hear(self, raw: bytes) -> None:
        """A note about the match."""
        note = notes.decode(raw)
        match note:
            case Stored():
                await self.parts.matches.catch_up(self.live, note.version)
                await self.tell_news()
            case Progress():
                self.live.thinking = note.thinking
                await send(self.socket, encode(note.thinking))
            case Pages():
                if note.server != self.parts.server:
                    self.live.seen(note)
                await send(self.socket, encode(PresenceMessage(self.live.present(), self.live.watching())))
            case WhoIsThere():
                if note.server != self.parts.server and self.parts.attendance.speaks_for(self.live, self):
                    self.parts.matches.publish(self.live.id, self.parts.attendance.pages(self.live))

    async def tell_news(self) -> None:
        """What happened since this page was last told."""
        if self.live.version <= self.seen:
            return
        news = self.live.news_json(self.language, self.seen)
        self.seen = self.live.version
        you = self.live.you_json(self.socket.user, self.parts.keys)
        if news is None:
            await send(self.socket, snapshot(self.live, you, self.language))
        else:
            happened, state = news
            await send(self.socket, frame("news", happened=happened, state=state, you=you))
        self.parts.attendance.enter(self.live, self, self.sender(self.live).seats)

    # ---- From the page --------------------------------------------------------------------------------------------

    async def take(self, text: str) -> None:
        """One frame."""
        try:
            said = from_client.decode(text)
        except msgspec.MsgspecError as fault:
            await send(
                self.socket,
                encode(InvalidFrameMessage(server_text("refusal.no-message", self.language, why=str(fault)))),
            )
            return
        match said:
            case PingRequest():
                await send(self.socket, encode(PongMessage(said.sent, now())))
            case CommandRequest():
                await send(self.socket, encode(await self.do(said)))
            case MoveNowRequest():
                await send(self.socket, encode(self.hurry(said)))

    async def do(self, said: CommandRequest) -> AcceptedMessage | RefusedMessage:
        """Carries a command out, or says why not."""
        try:
            live = await self.parts.matches.do(self.live.id, said.command, self.sender)
        except ParlourError as fault:
            return self.refuse(said.id, fault)
        return AcceptedMessage(said.id, live.version, live.match.ply)

    def hurry(self, said: MoveNowRequest) -> AcceptedMessage | RefusedMessage:
        """Makes the thinking bot move."""
        match, sender = self.live.match, self.sender(self.live)
        if match.thinking_bot is None or not (sender.seats or sender.host):
            sentence = self.speech().tell("refusal.waiting-bot")
            return RefusedMessage(said.id, "no-bot", sentence, self.live.version, match.ply)
        self.parts.matches.publish(self.live.id, Hurry(self.live.version))
        return AcceptedMessage(said.id, self.live.version, match.ply)

    def refuse(self, id: int, fault: ParlourError) -> RefusedMessage:
        """A refusal, in the page's language."""
        said = fault.message if isinstance(fault.message, Message) else Message("")
        sentence = SentenceView(self.speech().refusal(fault), said.key, said.params)
        return RefusedMessage(id, error_code(fault), sentence, self.live.version, self.live.match.ply)


@websocket("/matches/{match:str}/live")
async def match_socket(
    socket: PageSocket,
    parts: TheParts,
    match: FromPath[str],
    since: FromQuery[int | None] = None,
    language: FromQuery[str | None] = None,
) -> None:
    """The WebSocket of a match."""
    await socket.accept()
    spoken = choose_language(language, socket.headers.get("accept-language"))
    parts.sockets.add(socket, spoken)
    try:
        live = await parts.matches.get(match)
        await MatchPage(socket, parts, live, spoken).run(since)
    except ParlourError as fault:
        await send(socket, encode(InvalidFrameMessage(translate_error(fault, spoken))))
        await socket.close(4404)
    finally:
        parts.sockets.remove(socket)


# ---- A page ----------------------------------------------------------------------------------------------------------


@websocket("/page")
async def page_socket(socket: PageSocket, parts: TheParts, language: FromQuery[str | None] = None) -> None:
    """The WebSocket that every page holds open."""
    await socket.accept()
    spoken = choose_language(language, socket.headers.get("accept-language"))
    parts.sockets.add(socket, spoken)

    async def hear(raw: bytes) -> None:
        turn = turn_notes.decode(raw)
        text = server_text("your-turn", spoken, game=turn.game)
        await send(socket, encode(YourTurnMessage(turn.match, turn.game, text)))

    try:
        await send(socket, encode(HelloMessage(parts.server, parlour.__version__, now())))
        channel = person_channel(socket.user.id or f"nobody_{parts.server}")
        async with (
            parts.channels.start_subscription([channel]) as subscriber,
            subscriber.run_in_background(hear, join=False),
        ):
            async for text in frames(socket, spoken):
                try:
                    said = from_page.decode(text)
                except msgspec.MsgspecError as fault:
                    await send(
                        socket, encode(InvalidFrameMessage(server_text("refusal.no-message", spoken, why=str(fault))))
                    )
                    continue
                await send(socket, encode(PongMessage(said.sent, now())))
    finally:
        parts.sockets.remove(socket)
