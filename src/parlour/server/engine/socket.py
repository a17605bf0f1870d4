"""The WebSocket of the engine: decode requests, check permission, start searches."""

from __future__ import annotations

import logging
from functools import partial

import msgspec
from litestar import websocket
from litestar.params import FromQuery

from parlour.errors import ParlourError
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.match.seats import Assistance
from parlour.server.engine.messages import (
    AnalysisRequest,
    CoachRequest,
    EngineSocketRequest,
    HintRequest,
    MoveValuesRequest,
    ReviewRequest,
    SearchRefusedMessage,
    StopSearchRequest,
    ThreatsRequest,
    VerdictsRequest,
)
from parlour.server.engine.searches import (
    check_moves,
    review_game,
    search_hint,
    search_lines,
    search_threats,
    search_values,
    search_verdicts,
)
from parlour.server.engine.session import EngineSession
from parlour.server.games.views import read_position
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import Forbidden, Malformed, error_code
from parlour.server.http.input_validation import decode_frame
from parlour.server.http.page_socket import frames
from parlour.server.localizer import Localizer, match_localizer, server_text
from parlour.server.services import InjectedServices

log = logging.getLogger("parlour.server")

_decoder = msgspec.json.Decoder(EngineSocketRequest)
PositionSearchRequest = (
    AnalysisRequest | HintRequest | ThreatsRequest | CoachRequest | VerdictsRequest | MoveValuesRequest
)

_ASSISTANCE: dict[type[PositionSearchRequest], Assistance] = {
    AnalysisRequest: "analysis",
    HintRequest: "hints",
    ThreatsRequest: "analysis",
    CoachRequest: "warn",
    VerdictsRequest: "show",
    MoveValuesRequest: "analysis",
}


@websocket("/engine")
async def engine_socket(socket: PageSocket, services: InjectedServices, language: FromQuery[str | None] = None) -> None:
    """Serve the WebSocket of the engine."""
    await socket.accept()
    reader_language = choose_language(language, socket.headers.get("accept-language"))
    services.sockets.add(socket, reader_language)
    session = EngineSession(socket, services, reader_language)
    try:
        async for text in frames(socket, reader_language):
            await receive(session, text)
    finally:
        await session.end()
        services.sockets.remove(socket)


async def receive(session: EngineSession, text: str) -> None:
    """Handle one frame: start or stop a search."""
    try:
        request = decode_frame(_decoder, text)
    except Malformed as error:
        reason = translate_error(error, session.language)
        await session.send(SearchRefusedMessage(id=0, reason=error_code(error), text=reason))
        return
    if isinstance(request, StopSearchRequest):
        if request.id == session.request_id:
            session.stop.set()
        return
    await session.start(request.id, partial(answer, session, request))


async def answer(session: EngineSession, request: PositionSearchRequest | ReviewRequest) -> None:
    """Answer one request; errors are sent to the page."""
    try:
        await _search(session, request)
    except ParlourError as error:
        text = translate_error(error, session.language)
        await session.send(SearchRefusedMessage(id=request.id, reason=error_code(error), text=text))
    except Exception:
        # An unexpected error ends this search only: the page gets an error and can send another request.
        log.exception("a search failed")
        text = server_text("http.500", session.language)
        await session.send(SearchRefusedMessage(id=request.id, reason="defect", text=text))


async def _search(session: EngineSession, request: PositionSearchRequest | ReviewRequest) -> None:
    if isinstance(request, ReviewRequest):
        await review_game(session, request)
        return
    position, localizer = await find_position(session, request)
    match request:
        case AnalysisRequest():
            await search_lines(session, request, position)
        case HintRequest():
            await search_hint(session, request, position, localizer)
        case ThreatsRequest():
            await search_threats(session, request, position)
        case CoachRequest():
            await check_moves(session, request, position, localizer)
        case VerdictsRequest():
            await search_verdicts(session, request, position)
        case MoveValuesRequest():
            await search_values(session, request, position)


async def find_position(session: EngineSession, request: PositionSearchRequest) -> tuple[Position, Localizer]:
    """Return the position to search; count help in a match, and raise if it is not allowed."""
    visitor = session.socket.user
    if request.match is not None:
        live = await session.services.matches.get(request.match)
        position = live.position_at(live.match.ply if request.ply is None else request.ply)
        localizer = match_localizer(live.match, session.language)
        if not position.is_over():
            await session.services.fair_play.register_help(visitor, live, _ASSISTANCE[type(request)])
    elif request.position is not None:
        given = request.position
        position = await session.services.computations.call(
            session.socket, lambda: read_position(given), len(given.moves)
        )
        localizer = Localizer(position.game, position.options, session.language)
    else:
        raise localized_error(Forbidden, "server.refusal.which-position")
    await session.services.fair_play.forbid_position_in_play(visitor, position)
    if position.is_over():
        raise localized_error(Forbidden, "server.refusal.nothing-to-search")
    return position, localizer
