"""The editor: a position as a draft, and what is wrong with a draft. Nothing is kept; `/me/positions` saves."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from parlour.games import Draft, Game, Options, Piece
from parlour.games import game as find_game
from parlour.games.core import Position
from parlour.server.faults import TooLarge
from parlour.server.messages.editor import (
    CounterInfo,
    DraftCheck,
    DraftPiece,
    DraftRequest,
    EditorView,
    Palette,
    PaletteKind,
    ProblemView,
    StageInfo,
)
from parlour.server.messages.games import PositionRequest
from parlour.server.said import fault
from parlour.server.speech import Speech, Spoken
from parlour.server.views import position_detail, read_position

MOST_PIECES = 500
MOST_COUNTERS = 20


@post("/editor/open", status_code=200, sync_to_thread=False)
def open_position(data: JSONBody[PositionRequest], spoken: Spoken) -> EditorView:
    """A position as a draft, with what drafts of its game are put together from."""
    position = read_position(data)
    speech = Speech(position.game, position.options, spoken)
    return EditorView(palette(position, speech), draft_of(position), position_detail(position, speech))


@post("/editor/check", status_code=200, sync_to_thread=False)
def check_draft(data: JSONBody[DraftRequest], spoken: Spoken) -> DraftCheck:
    """All that is wrong with a draft, or the position it makes."""
    if len(data.pieces) > MOST_PIECES or len(data.counters) > MOST_COUNTERS:
        raise fault(TooLarge, "position.draft")
    game = find_game(data.game)
    options = game.check(data.options)
    speech = Speech(game, options, spoken)
    draft = Draft(
        tuple(Piece(0, piece.kind, piece.owner, piece.place, piece.facing) for piece in data.pieces),
        data.seat,
        data.stage,
        dict(data.counters),
    )
    problems = tuple(
        ProblemView(speech.say(problem.message), problem.sites) for problem in game.problems(draft, options)
    )
    if problems:
        return DraftCheck(problems, None)
    return DraftCheck((), position_detail(game.build(draft, options), speech))


def draft_of(position: Position) -> DraftRequest:
    """A position as an editor shows it."""
    draft: Draft = position.draft()
    return DraftRequest(
        position.game.key,
        tuple(DraftPiece(piece.kind, piece.owner, piece.place, piece.facing) for piece in draft.pieces),
        dict(position.options),
        draft.seat,
        draft.stage,
        dict(draft.counters),
    )


def palette(position: Position, speech: Speech) -> Palette:
    """What drafts of a game are put together from."""
    game: Game = position.game
    options: Options = position.options
    owners = tuple(range(len(game.sides(options))))
    return Palette(
        game.editable,
        tuple(PaletteKind(kind.name, kind.label, owners, kind.facings) for kind in game.kinds),
        tuple(StageInfo(stage, _stage(position, speech, stage)) for stage in game.stages(options)),
        tuple(
            CounterInfo(key, speech.label(position, f"counter.{key}", key), low, high)
            for key, (low, high) in game.counters(options).items()
        ),
    )


def _stage(position: Position, speech: Speech, stage: str) -> str:
    """The name of a stage; one that names a place (`take:1b2`) is called after what stands before the colon."""
    key, _, place = stage.partition(":")
    return speech.label(position, f"stage.{key}", stage, place=place)


HANDLERS = [open_position, check_draft]
