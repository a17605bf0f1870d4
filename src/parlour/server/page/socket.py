"""The WebSocket that every page holds open: what concerns the visitor, wherever in the page they are."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import websocket
from litestar.params import FromQuery

import parlour
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import Malformed
from parlour.server.http.input_validation import decode_frame
from parlour.server.localizer import server_text
from parlour.server.matches.live_messages import InvalidFrameMessage, PongMessage
from parlour.server.matches.notices import TurnEnded, person_channel, turn_notice_decoder
from parlour.server.matches.socket import encode, frames, send
from parlour.server.page.messages import (
    HelloMessage,
    PageSocketRequest,
    TournamentChangedMessage,
    TurnEndedMessage,
    YourTurnMessage,
)
from parlour.server.services import InjectedServices
from parlour.server.tournaments.notices import (
    TOURNAMENT_NOTICE_START,
    TOURNAMENTS_CHANNEL,
    tournament_stored_decoder,
)

page_request_decoder = msgspec.json.Decoder(PageSocketRequest)


@websocket("/page", scope="read")
async def page_socket(socket: PageSocket, services: InjectedServices, language: FromQuery[str | None] = None) -> None:
    """Serve the WebSocket that every page holds open."""
    await socket.accept()
    reader_language = choose_language(language, socket.headers.get("accept-language"))
    services.sockets.add(socket, reader_language)

    def on_notice(raw: bytes) -> Coroutine[Any, Any, None]:
        if raw.startswith(TOURNAMENT_NOTICE_START):
            stored = tournament_stored_decoder.decode(raw)
            return send(socket, encode(TournamentChangedMessage(stored.tournament, stored.version)))
        turn = turn_notice_decoder.decode(raw)
        if isinstance(turn, TurnEnded):
            return send(socket, encode(TurnEndedMessage(turn.match)))
        text = server_text("your-turn", reader_language, game=turn.game)
        return send(socket, encode(YourTurnMessage(turn.match, turn.game, text)))

    try:
        channel = person_channel(socket.user.id or f"nobody_{services.server}")
        async with services.channels.start_subscription([channel, TOURNAMENTS_CHANNEL]) as subscriber:
            # After subscribing: a client that asks for its matches from now on misses no event.
            await send(socket, encode(HelloMessage(services.server, parlour.__version__, services.time.now())))
            async with subscriber.run_in_background(on_notice, join=False):
                async for text in frames(socket, reader_language):
                    try:
                        request = decode_frame(page_request_decoder, text)
                    except Malformed as fault:
                        await send(socket, encode(InvalidFrameMessage(translate_error(fault, reader_language))))
                        continue
                    await send(socket, encode(PongMessage(request.sent, services.time.now())))
    finally:
        services.sockets.remove(socket)
