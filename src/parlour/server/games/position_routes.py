"""Routes of positions that belong to no match. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

from parlour.games import read_share
from parlour.games.contract.position import Position
from parlour.server.games.messages import (
    AidsView,
    EffectsView,
    ExplanationView,
    MoveBoxView,
    PicksRequest,
    PositionDetailView,
    PositionRequest,
)
from parlour.server.games.move_box import MAX_TEXT_LENGTH, MoveBox
from parlour.server.games.pictures import CACHE_FOREVER, PICTURE_DEPENDENCIES, PictureStyle, refused_arrow
from parlour.server.games.views import effects_view, explanation_view, mark_views, position_detail, read_position
from parlour.server.http.auth import PageRequest
from parlour.server.localizer import Localizer, ReaderLanguage
from parlour.server.services import InjectedServices, Services

T = TypeVar("T")


def position_localizer(position: Position, language: str) -> Localizer:
    """Return the localizer of a position outside a match, with the names of the sides."""
    return Localizer(position.game, position.options, language)


@post("/positions", status_code=200, scope="read")
async def show_position(
    data: JSONBody[PositionRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> PositionDetailView:
    """Return a position with its variant, outcome and turns."""

    return await _compute(
        data,
        request,
        services,
        lambda position: position_detail(position, position_localizer(position, reader_language)),
    )


async def _compute(data: PositionRequest, request: PageRequest, services: Services, view: Callable[[Position], T]) -> T:
    """Return a view of a position, which takes long after many moves."""
    return await services.computations.call(request, lambda: view(read_position(data)), len(data.moves))


@post("/positions/explain", status_code=200)
async def explain_picks(
    data: JSONBody[PicksRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> ExplanationView:
    """Explain why picks do not make a move."""
    return await _compute(
        data.position,
        request,
        services,
        lambda position: explanation_view(position, data.picks, position_localizer(position, reader_language)),
    )


@post("/positions/effects", status_code=200)
async def show_effects(
    data: JSONBody[PositionRequest],
    move: FromQuery[str],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> EffectsView:
    """Return the effects of a move."""
    return await _compute(
        data,
        request,
        services,
        lambda position: effects_view(
            position, position.read_move(move), position_localizer(position, reader_language)
        ),
    )


@post("/positions/aids", status_code=200)
async def show_aids(
    data: JSONBody[PositionRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> AidsView:
    """Return the teaching aids of a position."""

    def aids(position: Position) -> AidsView:
        return AidsView(mark_views(position, position.aids(), position_localizer(position, reader_language), "aid"))

    position, view = await _compute(data, request, services, lambda position: (position, aids(position)))
    await services.fair_play.forbid_position_in_play(request.user, position)
    return view


@post("/positions/ask", status_code=200)
async def ask(
    data: JSONBody[PositionRequest],
    question: Annotated[str, QueryParameter(max_length=MAX_TEXT_LENGTH)],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> MoveBoxView:
    """Answer a question about a position."""
    return await _compute(
        data,
        request,
        services,
        lambda position: MoveBox(position, position_localizer(position, reader_language)).answer(question),
    )


@get("/positions/picture.svg", sync_to_thread=False, media_type="image/svg+xml", dependencies=PICTURE_DEPENDENCIES)
def draw_position(
    share: FromQuery[str],
    reader_language: ReaderLanguage,
    style: NamedDependency[PictureStyle],
    move: FromQuery[str | None] = None,
    tried: FromQuery[str | None] = None,
) -> Response[str]:
    """Draw a position.

    With `move`, show the effects of that move. With `tried`, the labels of sites separated by spaces, show that these
    picks do not make a move.
    """
    position = read_share(share)
    effects = [] if move is None else position.effects(position.read_move(move))
    arrows = [] if tried is None else [refused_arrow(position, tried)]
    return style.response(position, reader_language, CACHE_FOREVER, effects=effects, arrows=arrows)


HANDLERS = [show_position, explain_picks, show_effects, show_aids, ask, draw_position]
