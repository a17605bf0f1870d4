"""Conformance checks of what a game declares: options, presets, terms, messages, boards."""

from __future__ import annotations

import re

from parlour.errors import OptionError
from parlour.games.conformance.errors import ConformanceError, need, need_distinct
from parlour.games.contract.display import SHARED_REASONS
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Options
from parlour.games.contract.plain_game import PlainGame
from parlour.games.contract.position import Position

MAX_TERMS = 32
"""Number of weights in a position."""


def check_description(game: Game) -> None:
    """Check that key, title, sides, kinds, options, presets and reasons are complete and consistent."""
    need(
        re.fullmatch(r"[a-z][a-z0-9-]*", game.key), f"the key “{game.key}” must be lower-case letters, digits, hyphens"
    )
    for name in ("title", "description"):
        need(getattr(game, name).strip(), f"the {name} is empty")
    need(game.rules().strip(), "there are no rules to read")
    need(not game.showpiece or not game.read(game.showpiece).is_over(), "the showpiece is a finished game")
    need(game.kinds, "there are no kinds of piece")
    need_distinct("kind of piece", [kind.name for kind in game.kinds])
    need_distinct("option", [option.key for option in game.declared])
    need_distinct("preset", [preset.key for preset in game.presets])
    need_distinct("verb", [verb.name for verb in game.verbs])
    need(game.presets and not game.presets[0].values, "the first preset must be the default and set nothing")
    for option in game.declared:
        need(option.default in option.values(), f"the default of {option.key} is not one of its values")
        need(option.label and option.help, f"the option {option.key} needs a label and a help text")
        for key in option.when:
            game.option(key)
        for value in option.values():
            need(option.read(str(value)) == value, f"{option.key}={value} cannot be read from text")
    need_distinct("term", [term.name for term in game.terms])
    need(len(game.terms) <= MAX_TERMS, f"there are {len(game.terms)} terms; an evaluation has at most {MAX_TERMS}")
    need_distinct("style", [style.key for style in game.styles])
    for style in game.styles:
        unknown = set(style.weights) - {term.name for term in game.terms}
        need(not unknown, f"the style {style.key} weighs what is no term: {', '.join(sorted(unknown))}")
    defaults = game.check()
    need(game.check(defaults) == defaults, "the default options do not pass their own check")
    for preset in game.presets:
        need(game.preset_of(game.check(preset.values)) is not None, f"the preset {preset.key} is not found again")
    for key in ("no such option", *(option.key for option in game.declared)):
        bad = {key: "no such value"}
        try:
            game.check(bad)
        except OptionError:
            continue
        raise ConformanceError(f"the options {bad} are accepted")
    templates = catalogue_of(game)
    need(game.reasons, "there are no reasons for a game to end")
    for reason in game.reasons:
        key = f"shared.reason.{reason}" if reason in SHARED_REASONS else f"{game.key}.reason.{reason}"
        need(key in templates, f"there is no sentence {key} for the reason “{reason}”")


def check_board(game: Game, options: Options) -> None:
    """Check that sites are distinct, sides, homes and trays match, and the start position can be played."""
    board, sides = game.board(options), game.sides(options)
    need(len(sides) >= 2, "a game has at least two sides")
    need_distinct("side", [side.name for side in sides])
    need_distinct("side's symbol", [side.symbol for side in sides])
    need_distinct("side's colour", [side.colour for side in sides])
    need_distinct("site", [site.label for site in board.sites])
    need_distinct("tray", [tray.name for tray in board.trays])
    need_distinct("arc", [arc.name for arc in board.arcs])
    need(len({(site.x, site.y, site.z) for site in board.sites}) == len(board.sites), "two sites lie on one point")
    need(len(board.homes) == len(sides), f"there are {len(sides)} sides but {len(board.homes)} homes")
    for mapping in game.symmetries(options):
        need(sorted(mapping) == list(range(len(board.sites))), f"the symmetry {mapping} is no permutation of the sites")
    start = game.start(options)
    need(start.moves(), "the start position has no moves")
    need(start.outcome() is None, "the start position is over")


def check_actions(played: Position) -> None:
    """Check that a game that lists its moves lists each once, and all of those in a game."""
    game, options = played.game, played.options
    if isinstance(game, PlainGame):
        lists = bool(game.all_moves(options))
    else:
        lists = type(game).action_moves is not Game.action_moves
    if not lists:
        return
    listed = game.action_moves(options)
    need(len(set(listed)) == len(listed), "the list of all moves has a move twice")
    position, known = played.copy(), set(listed)
    while True:
        missing = next((move for move in position.moves() if move not in known), None)
        need(missing is None, "a legal move is not in the list of all moves")
        if not position.played:
            return
        position.undo()
