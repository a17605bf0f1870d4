"""Convert drafts, their problems and palettes into views."""

from __future__ import annotations

from parlour.games import Draft, Game, Options
from parlour.games.contract.position import Position
from parlour.server.games.editor_messages import (
    CounterView,
    DraftPieceRequest,
    DraftRequest,
    LegendEntryView,
    PaletteKindView,
    PaletteView,
    ProblemView,
    StageView,
)
from parlour.server.localizer import Localizer


def problem_views(game: Game, draft: Draft, options: Options, localizer: Localizer) -> tuple[ProblemView, ...]:
    """Return the problems of a draft."""
    return tuple(
        ProblemView(localizer.sentence(problem.message), problem.sites) for problem in game.problems(draft, options)
    )


def draft_of(position: Position) -> DraftRequest:
    """Return a position as a draft."""
    return draft_view(position.game, position.draft(), position.options)


def draft_view(game: Game, draft: Draft, options: Options) -> DraftRequest:
    """Return a draft for the editor, with all options."""
    return DraftRequest(
        game.key,
        tuple(DraftPieceRequest(piece.kind, piece.owner, piece.place, piece.facing) for piece in draft.pieces),
        dict(options),
        draft.seat,
        draft.stage,
        dict(draft.counters),
    )


def palette_view(position: Position, localizer: Localizer) -> PaletteView:
    """Return the palette of a game."""
    game: Game = position.game
    options: Options = position.options
    owners = tuple(range(len(game.sides(options))))
    ends = max((len(place) for place in game.reading_order(options)), default=1)
    return PaletteView(
        game.editable,
        tuple(PaletteKindView(kind.name, kind.label, owners, kind.facings, ends) for kind in localizer.naming.kinds),
        tuple(StageView(stage, _stage(position, localizer, stage)) for stage in game.stages(options)),
        tuple(
            CounterView(key, localizer.label(position, f"counter.{key}", key), low, high)
            for key, (low, high) in game.counters(options).items()
        ),
        tuple(LegendEntryView(sign.written, localizer.text(sign.message), sign.word) for sign in game.legend(options)),
    )


def _stage(position: Position, localizer: Localizer, stage: str) -> str:
    """Return the label of a stage; a stage with a place (`take:1b2`) uses the part before the colon."""
    key, _, place = stage.partition(":")
    return localizer.label(position, f"stage.{key}", stage, place=place)
