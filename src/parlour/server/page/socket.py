"""The WebSocket that every page holds open: messages that concern the visitor, whichever view is open."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from litestar import websocket
from litestar.params import FromQuery

import parlour
from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.server.channels.channels import receive_messages
from parlour.server.chat.messages import ChatRequest, SayRequest, WatchChatRequest
from parlour.server.homework.notices import HomeworkStored
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import Forbidden, Malformed, error_code
from parlour.server.http.input_validation import decode_frame
from parlour.server.http.page_socket import SocketPage, frames
from parlour.server.lobby.messages import (
    AnswerChallengeRequest,
    CancelChallengeRequest,
    ChallengeRequest,
    LobbyRequest,
    PageRefusedMessage,
    PairingRequest,
    WatchLobbyRequest,
)
from parlour.server.localizer import server_text
from parlour.server.matches.notices import PlanStored, TurnEnded, TurnStarted, person_channel
from parlour.server.messages import InvalidFrameMessage, PingRequest, PongMessage, TokenScope
from parlour.server.page.messages import (
    HelloMessage,
    HomeworkChangedMessage,
    PageSocketRequest,
    PlanChangedMessage,
    TurnEndedMessage,
    YourTurnMessage,
)
from parlour.server.person_keys import person_key
from parlour.server.services import InjectedServices
from parlour.server.tournaments.messages import TournamentPairedMessage, WatchTournamentsRequest
from parlour.server.tournaments.notices import TournamentPaired
from parlour.store import Person

page_request_decoder = msgspec.json.Decoder(PageSocketRequest)
person_notice_decoder = msgspec.json.Decoder(TurnStarted | TurnEnded | PlanStored | TournamentPaired | HomeworkStored)


SCOPES: dict[type, TokenScope] = {
    ChallengeRequest: "create",
    PairingRequest: "create",
    AnswerChallengeRequest: "play",
    CancelChallengeRequest: "play",
    SayRequest: "play",
    WatchLobbyRequest: "read",
    WatchChatRequest: "read",
    WatchTournamentsRequest: "read",
}
"""What a token has to permit for a request. Other requests accept no token."""


@dataclass(eq=False)
class ConnectedPage(SocketPage):
    """An open page."""

    language: str
    watches_lobby: bool = False

    @property
    def person(self) -> Person | None:
        """The visitor, if something is stored about them."""
        return self.socket.user.person

    async def run(self) -> None:
        """Serve the page until it closes."""
        services = self.services
        visitor = self.socket.user.id
        channel = person_channel(visitor or f"nobody_{services.server}")
        async with services.channels.start_subscription([channel]) as subscriber:
            # After subscribing: a client that asks for its matches from now on misses no event.
            key = None if visitor is None else person_key(visitor)
            self.post(HelloMessage(services.server, parlour.__version__, services.time.now(), key))
            services.lobby.enter(self)
            try:
                async with receive_messages(subscriber, self.on_notice):
                    async for text in frames(self.socket, self.language):
                        await self.protocol.writable.wait()  # a page that does not read is not answered
                        if not self.socket.user.ended:
                            self.on_frame(text)
            finally:
                services.chat_rooms.unwatch(self)
                services.tournament_watchers.unwatch(self)
                services.lobby.leave(self)

    def on_notice(self, raw: bytes) -> None:
        """Handle a notice about the visitor: their turns, plans, pairings or homework."""
        match person_notice_decoder.decode(raw):
            case TurnStarted(match=match, game=game):
                self.post(YourTurnMessage(match, game, server_text("your-turn", self.language, game=game)))
            case TurnEnded(match=match):
                self.post(TurnEndedMessage(match))
            case PlanStored(match=match):
                self.post(PlanChangedMessage(match))
            case TournamentPaired(tournament=tournament, version=version, match=match):
                self.post(TournamentPairedMessage(tournament, version, match))
            case HomeworkStored(classroom=classroom):
                self.post(HomeworkChangedMessage(classroom))

    def on_frame(self, text: str) -> None:
        """Handle a frame."""
        try:
            request = decode_frame(page_request_decoder, text)
        except Malformed as fault:
            self.post(InvalidFrameMessage(translate_error(fault, self.language)))
            return
        if isinstance(request, PingRequest):
            self.post(PongMessage(request.sent, self.services.time.now()))
            return
        try:
            if not self.socket.user.permits(SCOPES.get(type(request))):
                raise localized_error(Forbidden, "server.refusal.scope")
            self.do(request)
        except ParlourError as fault:
            text = translate_error(fault, self.language)
            self.post(PageRefusedMessage(getattr(request, "id", 0), error_code(fault), text))

    def do(self, request: LobbyRequest | ChatRequest | WatchTournamentsRequest) -> None:
        """Execute a request; raise `ParlourError`."""
        services, visitor = self.services, self.socket.user
        match request:
            case WatchChatRequest():
                if request.on:
                    services.chat_rooms.watch_lobby(self, visitor)
                else:
                    services.chat_rooms.unwatch(self)
            case WatchTournamentsRequest():
                services.tournament_watchers.watch(self, request)
            case SayRequest():
                services.chat_rooms.say_in_lobby(visitor, request, self.address)
            case _:
                services.lobby.do(self, request)


@websocket("/page", scope="read")
async def page_socket(socket: PageSocket, services: InjectedServices, language: FromQuery[str | None] = None) -> None:
    """Serve the WebSocket that every page holds open."""
    await socket.accept()
    reader_language = choose_language(language, socket.headers.get("accept-language"))
    services.sockets.add(socket, reader_language)
    try:
        await ConnectedPage(socket, services, reader_language).run()
    finally:
        services.sockets.remove(socket)
