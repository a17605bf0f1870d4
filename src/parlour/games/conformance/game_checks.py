"""Conformance checks of what a game declares: options, presets, terms, messages, boards."""

from __future__ import annotations

import re

from parlour.errors import OptionError
from parlour.games.conformance.errors import need, need_distinct, violation
from parlour.games.contract.display import SHARED_REASONS
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Options
from parlour.games.contract.plain_game import PlainGame
from parlour.games.contract.position import Position

MAX_TERMS = 32
"""Maximum number of evaluation terms: a position has this many weights."""


def check_description(game: Game) -> None:
    """Check that key, title, sides, kinds, options, presets and reasons are complete and consistent."""
    need(re.fullmatch(r"[a-z][a-z0-9-]*", game.key), "bad-key", key=game.key)
    need(game.title.strip(), "no-title")
    need(game.description.strip(), "no-description")
    need(game.rules().strip(), "no-rules")
    need(not game.showpiece or not game.read(game.showpiece).is_over(), "showpiece-over")
    need(game.kinds, "no-kinds")
    need_distinct("kind", [kind.name for kind in game.kinds])
    need_distinct("option", [option.key for option in game.declared])
    need_distinct("preset", [preset.key for preset in game.presets])
    need_distinct("verb", [verb.name for verb in game.verbs])
    need(game.presets and not game.presets[0].values, "first-preset")
    for option in game.declared:
        need(option.default in option.values(), "default-value", option=option.key)
        need(option.label and option.help, "option-text", option=option.key)
        for key in option.when:
            game.option(key)
        for value in option.values():
            need(option.read(str(value)) == value, "option-reading", option=option.key, value=value)
    need_distinct("term", [term.name for term in game.terms])
    need(len(game.terms) <= MAX_TERMS, "many-terms", n=len(game.terms), limit=MAX_TERMS)
    need_distinct("style", [style.key for style in game.styles])
    for style in game.styles:
        unknown = set(style.weights) - {term.name for term in game.terms}
        need(not unknown, "style-terms", style=style.key, names=", ".join(sorted(unknown)))
    defaults = game.check()
    need(game.check(defaults) == defaults, "default-options")
    for preset in game.presets:
        need(game.preset_of(game.check(preset.values)) is not None, "preset-lost", preset=preset.key)
    for key in ("no such option", *(option.key for option in game.declared)):
        bad = {key: "no such value"}
        try:
            game.check(bad)
        except OptionError:
            continue
        raise violation("bad-options", options=bad)
    templates = catalogue_of(game)
    need(game.reasons, "no-reasons")
    for reason in game.reasons:
        key = f"shared.reason.{reason}" if reason in SHARED_REASONS else f"{game.key}.reason.{reason}"
        need(key in templates, "reason-sentence", key=key, reason=reason)


def check_board(game: Game, options: Options) -> None:
    """Check that sites are distinct, sides, homes and trays match, and the start position can be played."""
    board, sides = game.board(options), game.sides(options)
    need(len(sides) >= 2, "few-sides")
    need_distinct("side", [side.name for side in sides])
    need_distinct("symbol", [side.symbol for side in sides])
    need_distinct("colour", [side.colour for side in sides])
    need_distinct("site", [site.label for site in board.sites])
    need_distinct("tray", [tray.name for tray in board.trays])
    need_distinct("arc", [arc.name for arc in board.arcs])
    need(len({(site.x, site.y, site.z) for site in board.sites}) == len(board.sites), "same-point")
    need(len(board.homes) == len(sides), "homes", sides=len(sides), homes=len(board.homes))
    for mapping in game.symmetries(options):
        need(sorted(mapping) == list(range(len(board.sites))), "no-permutation", mapping=mapping)
    start = game.start(options)
    need(start.moves(), "start-moves")
    need(start.outcome() is None, "start-over")


def check_actions(played: Position) -> None:
    """Check that a game that lists its moves lists each one once, including all moves of a played game."""
    game, options = played.game, played.options
    if isinstance(game, PlainGame):
        lists = bool(game.all_moves(options))
    else:
        lists = type(game).action_moves is not Game.action_moves
    if not lists:
        return
    listed = game.action_moves(options)
    need(len(set(listed)) == len(listed), "listed-twice")
    position, known = played.copy(), set(listed)
    while True:
        missing = next((move for move in position.moves() if move not in known), None)
        need(missing is None, "not-listed")
        if not position.played:
            return
        position.undo()
