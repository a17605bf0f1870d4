"""The checks that every game must pass. `parlour check` and the project's own tests run them.

A check is a function that raises `ConformanceError` with a sentence when the game breaks the contract. `game_checks`
tests what a game declares, `position_checks` its positions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from random import Random

import msgspec

from parlour.errors import OptionError
from parlour.games.conformance.errors import ConformanceError
from parlour.games.conformance.game_checks import check_actions, check_board, check_description
from parlour.games.conformance.position_checks import POSITION_CHECKS, check_bad_text, check_end
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options, write_options

MAX_GAME_MOVES = 5000
"""Maximum number of moves in a random game of rules that guarantee an end."""


class Failure(msgspec.Struct, frozen=True):
    """A check that a game did not pass."""

    check: str
    options: str
    why: str


def option_sets(game: Game, random: Random, combinations: int = 50) -> list[Options]:
    """Return all presets, every value of every option with the others at their defaults, and random combinations."""
    found = [options for preset in game.presets for options in _allowed(game, preset.values)]
    for option in game.declared:
        for value in option.values():
            found += _allowed(game, {option.key: value})
    for _ in range(combinations if game.declared else 0):
        found += _allowed(game, {option.key: random.choice(option.values()) for option in game.declared})
    return list(dict.fromkeys(found))


def _allowed(game: Game, values: Mapping[str, object]) -> list[Options]:
    try:
        return [game.check(values)]
    except OptionError:
        return []


def attempt(name: str, where: str, action: Callable[..., object], *arguments: object) -> Iterator[tuple[str, str]]:
    """Call an action; yield the name and the reason if it fails."""
    try:
        action(*arguments)
    except ConformanceError as fault:
        yield name, f"{fault}{where}"
    except Exception as fault:  # noqa: BLE001 - any exception of a third-party game is a finding
        yield name, f"{type(fault).__name__}: {fault}{where}"


def check_game(game: Game, options: Options, random: Random, samples: int = 5) -> Iterator[tuple[str, str]]:
    """Play a random game and run the checks; yield the name and reason of each check that fails."""
    failed: set[str] = set()
    board = list(attempt("board", "", check_board, game, options))
    yield from board
    if board:  # without a board and a start position nothing can be played
        return
    yield from attempt("bad text", "", check_bad_text, game, options, random)
    seed = random.randrange(1 << 30)
    whole = game.start(options)
    length = whole.play_random(seed, MAX_GAME_MOVES)
    yield from attempt("actions", f" (game {seed})", check_actions, whole)
    watched = {0, 1, length - 1, length, *(random.randrange(length + 1) for _ in range(samples))}
    position = game.start(options)
    for ply in range(length + 1):
        if ply in watched:
            for check in POSITION_CHECKS:
                name = check.__name__.removeprefix("check_")
                if name not in failed:
                    where = f" (after {ply} moves of game {seed}: {position.text()})"
                    for failure in attempt(name, where, check, position, random):
                        failed.add(name)
                        yield failure
        if ply < length:
            position.play(whole.played[ply])
    if position.is_over():
        yield from attempt("end", f" ({position.text()})", check_end, position)
    elif options == game.check():
        yield "end", f"a random game with the default options does not end ({MAX_GAME_MOVES} moves of game {seed})"


def plan(game: Game, seed: int = 1, combinations: int = 50) -> list[tuple[Options | None, int]]:
    """Return the steps of a check: the declarations (no options), then each option set with its seed."""
    random = Random(seed)
    sets = option_sets(game, random, combinations)
    return [(None, 0), *((options, random.randrange(1 << 30)) for options in sets)]


def conform_to(game: Game, step: tuple[Options | None, int], samples: int = 5) -> list[Failure]:
    """Return the failures of a game in one step of a plan."""
    options, seed = step
    if options is None:
        return [Failure(name, "", why) for name, why in attempt("description", "", check_description, game)]
    found: list[Failure] = []
    try:
        for name, why in check_game(game, options, Random(seed), samples):
            found.append(Failure(name, write_options(options), why))
    except Exception as fault:  # noqa: BLE001 - a random game broke off
        found.append(Failure("play", write_options(options), f"{type(fault).__name__}: {fault}"))
    return found


def conform(game: Game, seed: int = 1, combinations: int = 50, samples: int = 5) -> Iterator[Failure]:
    """Return all failures of a game over its option sets."""
    for step in plan(game, seed, combinations):
        yield from conform_to(game, step, samples)


def fingerprint(game: Game, options: Options, seed: int, limit: int = 400) -> str:
    """Return a digest of one random game: move lists, moves, keys, texts and notations. All builds must agree."""
    digest = hashlib.sha256()
    position = game.start(options)
    random = Random(seed)
    for _ in range(limit):
        moves = position.moves()
        digest.update(f"{position.text()} {position.key} {moves} {position.static(position.seat)}\n".encode())
        if not moves:
            digest.update(str(position.outcome()).encode())
            break
        move = random.choice(moves)
        digest.update(position.write_move(move).encode())
        position.play(move)
    return digest.hexdigest()
