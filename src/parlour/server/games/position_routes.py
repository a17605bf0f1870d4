"""Positions that belong to no match: looked at, explained, drawn. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from parlour.errors import IllegalMove, TextError
from parlour.games import read_share
from parlour.games.contract.display import Effect, Pick
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language
from parlour.i18n.message import Message
from parlour.match.commands import MAX_PICKS
from parlour.server.games.messages import (
    AidsView,
    EffectsView,
    ExplanationView,
    MoveBoxView,
    PicksRequest,
    PositionDetailView,
    PositionRequest,
)
from parlour.server.games.views import effects_view, mark_views, position_detail, read_position
from parlour.server.http.auth import PageRequest
from parlour.server.localizer import Speech, Spoken
from parlour.server.matches.fair_play import must_not_be_in_play
from parlour.server.matches.move_box import MOST_TEXT, MoveBox
from parlour.server.services import TheParts
from parlour.svg import DARK, PRINT, WOOD, Arrow, svg

ThemeName = Literal["wood", "dark", "print"]
THEMES = {"wood": WOOD, "dark": DARK, "print": PRINT}
PictureSize = Annotated[int, QueryParameter(ge=40, le=2000)]
Angle = Annotated[float, QueryParameter(ge=-360, le=360)]
FOR_GOOD = {"cache-control": "private, max-age=31536000, immutable"}


def speech_about(position: Position, language: str) -> Speech:
    """Speech about a position that nobody plays: with the names of the sides."""
    return Speech(position.game, position.options, language)


def explain(position: Position, picks: tuple[Pick, ...], speech: Speech) -> ExplanationView:
    """Why clicks do not make a move; or the move they make."""
    if len(picks) > MAX_PICKS:
        raise localized_error(IllegalMove, "server.position.clicks", most=MAX_PICKS)
    for move in position.moves():
        if picks in position.picks(move):
            return ExplanationView(speech.say(position.say(move)), position.write_move(move))
    sites = len(position.game.board(position.options).sites)
    if any(isinstance(pick, int) and not 0 <= pick < sites for pick in picks):
        return ExplanationView(speech.say(Message("shared.no-such-site")))
    if position.is_over():
        return ExplanationView(speech.say(Message("shared.over")))
    return ExplanationView(speech.say(position.explain(picks)))


@post("/positions", status_code=200, sync_to_thread=False)
def show_position(data: JSONBody[PositionRequest], spoken: Spoken) -> PositionDetailView:
    """A position with everything that belongs to it."""
    position = read_position(data)
    return position_detail(position, speech_about(position, spoken))


@post("/positions/explain", status_code=200, sync_to_thread=False)
def explain_picks(data: JSONBody[PicksRequest], spoken: Spoken) -> ExplanationView:
    """Why clicks do not make a move."""
    position = read_position(data.position)
    return explain(position, data.picks, speech_about(position, spoken))


@post("/positions/effects", status_code=200, sync_to_thread=False)
def show_effects(data: JSONBody[PositionRequest], move: FromQuery[str], spoken: Spoken) -> EffectsView:
    """What a move would do."""
    position = read_position(data)
    return effects_view(position, position.read_move(move), speech_about(position, spoken))


@post("/positions/aids", status_code=200)
async def show_aids(data: JSONBody[PositionRequest], request: PageRequest, parts: TheParts, spoken: Spoken) -> AidsView:
    """The game's sight aids."""
    position = read_position(data)
    await must_not_be_in_play(parts, request.user, position)
    return AidsView(mark_views(position, position.aids(), speech_about(position, spoken), "aid"))


@post("/positions/ask", status_code=200, sync_to_thread=False)
def ask(
    data: JSONBody[PositionRequest],
    question: Annotated[str, QueryParameter(max_length=MOST_TEXT)],
    spoken: Spoken,
) -> MoveBoxView:
    """Answers a question about a position."""
    position = read_position(data)
    return MoveBox(position, speech_about(position, spoken)).answer(question)


@get("/positions/picture.svg", sync_to_thread=False, media_type="image/svg+xml")
def draw_position(
    share: FromQuery[str],
    spoken: Spoken,
    size: PictureSize = 480,
    turned: Angle = 0,
    theme: FromQuery[ThemeName] = "wood",
    coordinates: FromQuery[bool] = True,
    trays: FromQuery[bool] = True,
    move: FromQuery[str | None] = None,
    tried: FromQuery[str | None] = None,
    language: FromQuery[str | None] = None,
) -> Response[str]:
    """A picture of a position, described in `language` or else in the reader's.

    With `move` it shows what that move would do; with `tried`, the labels of sites with blanks between, that these
    clicks are no move.
    """
    position = read_share(share)
    effects = [] if move is None else position.effects(position.read_move(move))
    arrows = [] if tried is None else [refused(position, tried)]
    said = choose_language(language, spoken)
    return picture(
        position, size, turned, theme, coordinates, FOR_GOOD, said, trays=trays, effects=effects, arrows=arrows
    )


def refused(position: Position, tried: str) -> Arrow:
    """The crossed-out arrow of clicks on sites, given by their labels."""
    labels = [site.label for site in position.game.board(position.options).sites]
    sites = []
    for label in tried.split(" "):
        if label not in labels:
            raise localized_error(TextError, "server.position.site", label=label[:20])
        sites.append(labels.index(label))
    return Arrow(sites[0], sites[-1], refused=True)


def picture(
    position: Position,
    size: int,
    turned: float,
    theme: ThemeName,
    coordinates: bool,
    headers: dict[str, str],
    language: str,
    *,
    colours: dict[int, str] | None = None,
    trays: bool = True,
    effects: Sequence[Effect] = (),
    arrows: Sequence[Arrow] = (),
) -> Response[str]:
    """A picture as an answer. Where a move is shown, beams of before it would only be in the way."""
    drawn = svg(
        position,
        marks=[mark for mark in position.marks() if mark.beam is None] if effects else None,
        size=size,
        turned=turned,
        theme=THEMES[theme],
        coordinates=coordinates,
        colours=colours,
        trays=trays,
        effects=effects,
        arrows=arrows,
        language=language,
    )
    return Response(drawn, media_type="image/svg+xml", headers={**headers, "vary": "accept-language"})


HANDLERS = [show_position, explain_picks, show_effects, show_aids, ask, draw_position]
