"""Routes of the position editor. Nothing is stored; `/me/positions` saves positions."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from parlour.errors import ParlourError, TextError
from parlour.games import Draft, Game, Options, Piece
from parlour.games import game as find_game
from parlour.games.contract.display import sites_of
from parlour.games.contract.draft_text import is_draft, read_draft, write_draft
from parlour.games.contract.game import check_length, split_share
from parlour.games.contract.text_legend import Span
from parlour.i18n.errors import localized_error
from parlour.server.games.editor_messages import (
    DraftCheckView,
    DraftRequest,
    EditorView,
    PositionTextRequest,
    PositionTextView,
)
from parlour.server.games.editor_views import draft_of, draft_view, palette_view, problem_views
from parlour.server.games.messages import PositionRequest
from parlour.server.games.views import position_detail, read_position
from parlour.server.http.auth import PageRequest
from parlour.server.http.error_responses import TooLarge, error_view
from parlour.server.localizer import Localizer, ReaderLanguage
from parlour.server.services import InjectedServices

MAX_PIECES = 500
MAX_COUNTERS = 20


@post("/editor/open", status_code=200)
async def open_position(
    data: JSONBody[PositionRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> EditorView:
    """Return a position as a draft, with the palette of its game."""

    def opened() -> EditorView:
        position = read_position(data)
        localizer = Localizer(position.game, position.options, reader_language)
        return EditorView(palette_view(position, localizer), draft_of(position), position_detail(position, localizer))

    return await services.computations.call(request, opened, len(data.moves))


@post("/editor/check", status_code=200, sync_to_thread=False)
def check_draft(data: JSONBody[DraftRequest], reader_language: ReaderLanguage) -> DraftCheckView:
    """List the problems of a draft, or return the position it makes."""
    if len(data.pieces) > MAX_PIECES or len(data.counters) > MAX_COUNTERS:
        raise localized_error(TooLarge, "server.position.draft")
    game = find_game(data.game)
    options = game.check(data.options)
    localizer = Localizer(game, options, reader_language)
    draft = Draft(
        tuple(Piece(0, piece.kind, piece.owner, piece.place, piece.facing) for piece in data.pieces),
        data.seat,
        data.stage,
        dict(data.counters),
    )
    problems = problem_views(game, draft, options, localizer)
    if problems:
        return DraftCheckView(problems, None, text=_draft_text(game, draft, options))
    position = game.build(draft, options)
    return DraftCheckView((), position_detail(position, localizer), game.text_spans(position.text(), options))


@post("/editor/text", status_code=200, sync_to_thread=False)
def read_text(data: JSONBody[PositionTextRequest], reader_language: ReaderLanguage) -> PositionTextView:
    """Explain a position text symbol by symbol, with its syntax error if it has one."""
    game = find_game(data.game)
    spans: tuple[Span, ...] = ()
    try:
        text, options = _text_and_options(game, data)
        if is_draft(text):
            draft = read_draft(game, text, options)
        else:
            spans = game.text_spans(text, options)
            draft = game.parse(text, options)
    except ParlourError as wrong:
        return PositionTextView(spans, error_view(wrong, reader_language))
    localizer = Localizer(game, options, reader_language)
    problems = problem_views(game, draft, options, localizer)
    position = None if problems else position_detail(game.build(draft, options), localizer)
    if position is not None and not spans:
        spans = game.text_spans(position.position.text, options)
    return PositionTextView(spans, None, draft_view(game, draft, options), problems, position)


def _text_and_options(game: Game, data: PositionTextRequest) -> tuple[str, Options]:
    """Return the position text and the options; a share string contains its own."""
    check_length(data.text)
    if ";" not in data.text:
        return data.text, game.check(data.options)
    key, values, text = split_share(data.text)
    if key != game.key:
        raise localized_error(TextError, "server.position.other-game", game=game.title)
    return text, game.check(values)


def _draft_text(game: Game, draft: Draft, options: Options) -> str:
    """Return a draft as a share string, or an empty text if a piece is not on the board."""
    sites = len(game.board(options).sites)
    fits = all(0 <= site < sites for piece in draft.pieces for site in sites_of(piece.place))
    return write_draft(game, draft, options) if fits else ""


HANDLERS = [open_position, check_draft, read_text]
