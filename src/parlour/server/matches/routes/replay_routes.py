"""Routes to replay a match: earlier positions, effects of moves, reasons for refusals, the replay, the record."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from parlour.errors import Conflict
from parlour.games.contract.display import Pick
from parlour.i18n.errors import localized_error
from parlour.match.records.json_format import write_json
from parlour.match.records.text_format import write_record
from parlour.server.games.messages import (
    AidsView,
    EffectsView,
    ExplanationView,
    MoveBoxRequest,
    MoveBoxView,
    PositionDetailView,
)
from parlour.server.games.move_box import MoveBox
from parlour.server.games.pictures import CACHE_FOREVER, PICTURE_DEPENDENCIES, PictureStyle
from parlour.server.games.views import effects_view, explanation_view, mark_views, position_detail
from parlour.server.http.auth import PageRequest
from parlour.server.http.record_files import RecordFormat, record_file
from parlour.server.localizer import ReaderLanguage, match_localizer
from parlour.server.matches.live.statistics import match_statistics
from parlour.server.matches.messages import ReplayView
from parlour.server.matches.permissions import sender_of
from parlour.server.matches.replay_views import replay_view
from parlour.server.matches.statistics_messages import MatchStatisticsView
from parlour.server.services import InjectedServices


@get("/matches/{match:str}/plies/{ply:int}", scope="read")
async def show_ply(
    match: FromPath[str],
    ply: FromPath[int],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> PositionDetailView:
    """Return the position of a match after a number of moves."""
    live = await services.matches.get(match)
    position, localizer = live.position_at(ply), match_localizer(live.match, reader_language)
    outcome = localizer.match_outcome(live.match) if ply == live.match.ply else None
    return await services.computations.call(request, lambda: position_detail(position, localizer, outcome), ply)


@get("/matches/{match:str}/plies/{ply:int}/effects")
async def preview(
    match: FromPath[str],
    ply: FromPath[int],
    move: FromQuery[str],
    services: InjectedServices,
    reader_language: ReaderLanguage,
    at: FromQuery[int | None] = None,
) -> Response[EffectsView]:
    """Return the effects of a move. With `at`, the time of the move before it (0 at the start), it is cached."""
    live = await services.matches.get(match)
    position = live.position_at(ply)
    played = live.match.state.moves[ply - 1].at if ply else 0
    if at is not None and at != played:
        raise localized_error(Conflict, "server.position.other-way")
    view = effects_view(position, position.read_move(move), match_localizer(live.match, reader_language))
    return Response(view, headers={"cache-control": "no-store"} if at is None else CACHE_FOREVER)


@post("/matches/{match:str}/plies/{ply:int}/explain", status_code=200)
async def explain_picks(
    match: FromPath[str],
    ply: FromPath[int],
    data: JSONBody[list[Pick]],
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> ExplanationView:
    """Explain why clicks do not make a move."""
    live = await services.matches.get(match)
    return explanation_view(live.position_at(ply), tuple(data), match_localizer(live.match, reader_language))


@get("/matches/{match:str}/plies/{ply:int}/aids")
async def show_aids(
    match: FromPath[str],
    ply: FromPath[int],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> AidsView:
    """Return the visual aids of the game; they count as help."""
    live = await services.matches.get(match)
    position = live.position_at(ply)
    await services.fair_play.register_help(request.user, live, "hints")
    return AidsView(mark_views(position, position.aids(), match_localizer(live.match, reader_language), "aid"))


@post("/matches/{match:str}/ask", status_code=200)
async def ask(
    match: FromPath[str],
    data: JSONBody[MoveBoxRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> MoveBoxView:
    """Answer what was typed into the move box."""
    live = await services.matches.get(match)
    own = sender_of(live.info, live.match, request.user).seats
    box = MoveBox(
        live.match.position, match_localizer(live.match, reader_language), live.match, own, services.time.now()
    )
    return box.answer(data.text)


@get("/matches/{match:str}/replay", scope="read")
async def replay(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[ReplayView]:
    """Return the whole game to step through."""
    live = await services.matches.get(match)
    return await services.computations.response(request, replay_view(live, reader_language), live.match.ply)


@get("/matches/{match:str}/statistics", scope="read")
async def show_statistics(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[MatchStatisticsView]:
    """Return the statistics of a match."""
    live = await services.matches.get(match)
    steps = match_statistics(live.match, match_localizer(live.match, reader_language))
    return await services.computations.response(request, steps, live.match.ply)


@get("/matches/{match:str}/record", scope="read")
async def show_record(
    match: FromPath[str], request: PageRequest, services: InjectedServices, form: FromQuery[RecordFormat] = "text"
) -> Response[str]:
    """Return the record as a file, with the visitor's own notes on the game."""
    record = await services.matches.record(match, request.user.id)
    write = write_json if form == "json" else write_record
    text = await services.computations.call(request, lambda: write(record), len(record.moves))
    return record_file(text, f"{record.game}-{match}", form)


@get("/matches/{match:str}/picture.svg", media_type="image/svg+xml", dependencies=PICTURE_DEPENDENCIES)
async def draw_match(
    match: FromPath[str],
    services: InjectedServices,
    reader_language: ReaderLanguage,
    style: NamedDependency[PictureStyle],
    ply: Annotated[int | None, QueryParameter(ge=0)] = None,
    v: FromQuery[int | None] = None,
) -> Response[str]:
    """Draw the current or an earlier position. With `v`, the version of the match, the picture is cached forever."""
    live = await services.matches.get(match)
    position = live.position_at(live.match.ply if ply is None else ply)
    colours = dict(enumerate(live.match.colours()))
    headers = CACHE_FOREVER if v == live.match.state.seq else {"cache-control": "no-cache"}
    return style.response(position, reader_language, headers, colours=colours)


HANDLERS = [
    show_ply,
    preview,
    explain_picks,
    show_aids,
    ask,
    replay,
    show_statistics,
    show_record,
    draw_match,
]
