"""Convert positions and games into views for clients. This module contains no code for a particular game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from parlour.engine import levels
from parlour.errors import IllegalMove, ParlourError, TextError
from parlour.games import Game, read_share, write_share
from parlour.games import game as find_game
from parlour.games.contract.argument_checks import without_checks
from parlour.games.contract.display import Effect, Mark, Pick
from parlour.games.contract.options import Options, write_value
from parlour.games.contract.position import Position
from parlour.games.learning.rule_diagrams import Diagram, read_page
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.match.commands import MAX_PICKS
from parlour.match.records.record import MAX_MOVES
from parlour.server.games.messages import (
    BotSettingView,
    DiagramView,
    EffectsView,
    ExplanationView,
    GameSummaryView,
    GameView,
    LegalMoveView,
    LevelView,
    MarkView,
    PositionDetailView,
    PositionRequest,
    PositionView,
    RulesView,
    ScoreView,
    StyleView,
    VariantView,
)
from parlour.server.games.turn_notation import begun_turn, turn_text, turns
from parlour.server.localizer import Localizer, plain_text, server_text
from parlour.server.messages import OutcomeView
from parlour.server.settings import MAX_SEARCH_SECONDS, MAX_SEARCH_THREADS

MAX_START_PICTURES = 12
"""Options with more values have no pictures of their start positions."""

# ---- Games -----------------------------------------------------------------------------------------------------------


def game_summary(game: Game, language: str) -> GameSummaryView:
    """Return a game for a list of games."""
    return GameSummaryView(game.key, game.title, game.localized(language).description, _seats(game), _showpiece(game))


@lru_cache(maxsize=64)
def _showpiece(game: Game) -> str:
    return write_share(game.read(game.showpiece) if game.showpiece else game.start())


def style_infos(game: Game, language: str) -> tuple[StyleView, ...]:
    """Return the styles of bots in a game: the two that every game has, then its own."""
    everywhere = (
        StyleView(key, plain_text(f"engine.style.{key}", language), plain_text(f"engine.style.{key}-help", language))
        for key in (levels.BALANCED, levels.UNPREDICTABLE)
    )
    return (*everywhere, *(StyleView(one.key, one.label, one.help) for one in game.localized(language).styles))


def game_info(game: Game, language: str) -> GameView:
    """Return everything about a game that does not depend on its options."""
    naming = game.localized(language)
    return GameView(
        game.key,
        game.title,
        naming.description,
        _seats(game),
        naming.kinds,
        naming.options,
        naming.presets,
        naming.verbs,
        style_infos(game, language),
        game.reasons,
        game.first_can_be_chosen,
        (*game.baselines(), *levels.engine_levels(game)),
        table_info(game, game.check(), language),
    )


def rules_text(game: Game, language: str) -> RulesView:
    """Return the rules of a game; raise `NotFound` if there are none in this language."""
    markdown, diagrams = read_page(game, game.rules(language))
    return RulesView(language, markdown, tuple(_diagram_view(diagram, language) for diagram in diagrams))


def _diagram_view(diagram: Diagram, language: str) -> DiagramView:
    position = diagram.position
    sites = position.game.board(position.options).sites
    illegal = " ".join(sites[site].label for site in diagram.illegal)
    text = position.diagram()
    return DiagramView(write_share(position), diagram.legal, illegal, diagram.caption, diagram.says(language), text)


def _seats(game: Game) -> tuple[int, int]:
    """Return the minimum and maximum number of seats."""
    found = game.options_by_seats()
    return min(found), max(found)


@lru_cache(maxsize=256)
def table_info(game: Game, options: Options, language: str) -> VariantView:
    """Return a game with given options."""
    preset = game.preset_of(options)
    return VariantView(
        game.key,
        dict(options),
        None if preset is None else preset.key,
        {option.key: option.applies(options) for option in game.declared},
        game.localized(language).sides(options),
        game.board(options),
        game.start_text(options),
        _starts(game, options),
        _levels(game, options, language),
        _custom(game, options, language),
        game.editable,
    )


def _starts(game: Game, options: Options) -> dict[str, dict[str, str]]:
    """Return the start position for each value of each option that affects it."""
    found: dict[str, dict[str, str]] = {}
    for option in game.declared:
        if option.handicap or not option.applies(options) or len(option.values()) > MAX_START_PICTURES:
            continue
        looks = set()
        shares = {}
        for value in option.values():
            try:
                position = game.start(game.check({**options, option.key: value}))
            except ParlourError:
                continue  # this value is invalid with the others
            looks.add((tuple(position.pieces()), game.board(position.options).sites))
            shares[write_value(value)] = write_share(position)
        if len(looks) > 1:
            found[option.key] = shares
    return found


def _levels(game: Game, options: Options, language: str) -> tuple[LevelView, ...]:
    known: list[int | Literal["perfect"]] = list(levels.NAMES)
    if game.exact(options) is not None:
        known.append("perfect")
    return tuple(
        LevelView(level, plain_text(f"engine.level.{level}", language), server_text(f"level.{level}", language))
        for level in known
    )


def _custom(game: Game, options: Options, language: str) -> tuple[BotSettingView, ...]:
    """Return the settings of a custom bot in this game."""
    words: dict[str, tuple[str, ...]] = {"method": levels.methods(game, options), "baseline": tuple(game.baselines())}
    most = {"seconds": MAX_SEARCH_SECONDS, "threads": MAX_SEARCH_THREADS}
    ranges = {key: (low, most.get(key, high)) for key, (low, high) in levels.RANGES.items()}
    found = []
    for key in ("method", "baseline", *ranges):
        if key in words and not words[key]:
            continue
        low, high = ranges.get(key, (None, None))
        found.append(
            BotSettingView(
                key,
                server_text(f"bot.{key}", language),
                server_text(f"bot.{key}-help", language),
                words.get(key, ()),
                low,
                high,
                whole=key not in words and key not in ("seconds", "blunder_rate", "eval_noise"),
            )
        )
    return tuple(found)


# ---- Positions -------------------------------------------------------------------------------------------------------


def read_position(request: PositionRequest) -> Position:
    """Return the requested position; raise `ParlourError` if the request is invalid."""
    if request.share is not None:
        if request.game is not None or request.text is not None or request.options:
            raise localized_error(TextError, "server.position.share-alone")
        position = read_share(request.share)
    elif request.game is not None:
        game = find_game(request.game)
        options = game.check(request.options)
        position = game.start(options) if request.text is None else game.read(request.text, options)
    else:
        raise localized_error(TextError, "server.position.which")
    if len(request.moves) > MAX_MOVES:
        raise localized_error(TextError, "server.position.moves", most=f"{MAX_MOVES:,}")
    for move in request.moves:
        position.play(position.read_move(move))
    return position


def read_moves(position: Position, texts: Sequence[str]) -> list[int]:
    """Return the moves given in notation, each read in the position after the previous one; raise `IllegalMove`."""
    walker = position.copy()
    moves = []
    for text in texts:
        moves.append(walker.read_move(text))
        walker.play(moves[-1])
    return moves


def position_view(position: Position, localizer: Localizer) -> PositionView:
    """Return a position as a board shows it."""
    write_move, picks = without_checks(position.write_move), without_checks(position.picks)
    return PositionView(
        position.text(),
        position.seat,
        tuple(position.pieces()),
        tuple([LegalMoveView(n, write_move(move), tuple(picks(move))) for n, move in enumerate(position.moves())]),
        mark_views(position, position.marks(), localizer, "mark"),
        tuple(
            ScoreView(label=localizer.label(position, f"score.{score.key}", score.key), **msgspec.structs.asdict(score))
            for score in position.scores()
        ),
        localizer.sentence(position.prompt()),
        position.is_over(),
    )


def mark_views(position: Position, marks: Iterable[Mark], localizer: Localizer, table: str) -> tuple[MarkView, ...]:
    """Return marks with their labels; `table` is the section of the game's catalogue that has the labels."""
    return tuple(
        MarkView(
            label=localizer.label(
                position, f"{table}.{mark.kind}", mark.kind, **({} if mark.seat is None else {"seat": mark.seat})
            ),
            **msgspec.structs.asdict(mark),
        )
        for mark in marks
    )


def position_detail(position: Position, localizer: Localizer, outcome: OutcomeView | None = None) -> PositionDetailView:
    """Return a position with its variant, outcome and turns; `outcome` is that of its match, if the position is the
    last.
    """
    game, options = position.game, position.options
    return PositionDetailView(
        table_info(game, options, localizer.language),
        position_view(position, localizer),
        write_share(position),
        position.diagram(),
        outcome or outcome_view(position, localizer),
        tuple(text for _, text, _, _ in turns(position)),
    )


def outcome_view(position: Position, localizer: Localizer) -> OutcomeView | None:
    """Return the outcome of a position by the rules of its game."""
    outcome = position.outcome()
    return None if outcome is None else localizer.outcome_view(outcome, outcome.reason, position.why_over())


def effects_view(
    position: Position, move: int, localizer: Localizer, begun: Sequence[int] | None = None
) -> EffectsView:
    """Return the effects of a legal move. `begun` are the moves of the same turn before, if the caller knows them."""
    effects = tuple(position.effects(move))
    whole = position.turn_over(move)
    return EffectsView(
        effects,
        localizer.sentence(position.describe(move)),
        tuple(localizer.sentence(message) for message in position.notices(move)),
        whole,
        turn_text(position, begun_turn(position) if begun is None else begun, move, whole=whole),
    )


def explanation_view(position: Position, picks: tuple[Pick, ...], localizer: Localizer) -> ExplanationView:
    """Explain why picks do not make a move, or return the move that they make."""
    if len(picks) > MAX_PICKS:
        raise localized_error(IllegalMove, "server.position.clicks", most=MAX_PICKS)
    for move in position.moves():
        if picks in position.picks(move):
            return ExplanationView(localizer.sentence(position.describe(move)), position.write_move(move))
    sites = len(position.game.board(position.options).sites)
    if any(isinstance(pick, int) and not 0 <= pick < sites for pick in picks):
        return ExplanationView(localizer.sentence(Message("shared.no-such-site")))
    if position.is_over():
        return ExplanationView(localizer.sentence(Message("shared.over")))
    return ExplanationView(localizer.sentence(position.explain(picks)))


# ---- Lines -----------------------------------------------------------------------------------------------------------


def first_turn(position: Position, moves: Sequence[int]) -> list[int]:
    """Return the moves of a line that belong to the first turn."""
    walker = position.copy()
    first = []
    for move in moves:
        first.append(move)
        if walker.turn_over(move):
            break
        walker.play(move)
    return first


def write_turns(position: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """Return moves in notation, grouped into turns."""
    walker = position.copy()
    start = len(walker.played)
    for move in moves:
        walker.play(move)
    return tuple(text for _, text, _, _ in turns(walker, start))


def effects_of(position: Position, moves: Sequence[int]) -> tuple[tuple[Effect, ...], ...]:
    """Return the visible effects of each of several moves, played one after the other."""
    walker = position.copy()
    walker.pieces()
    effects = []
    for move in moves:
        effects.append(tuple(walker.effects(move)))
        walker.play(move)
    return tuple(effects)
