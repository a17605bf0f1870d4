"""The checks that every game must pass. `parlour check` and the project's own tests run them.

A check is a function that raises `ConformanceError` with a sentence when the game breaks the contract. `game_checks`
tests what a game declares, `position_checks` its positions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from parlour.errors import OptionError, ParlourError
from parlour.games.conformance.errors import ConformanceError, violation
from parlour.games.conformance.game_checks import check_actions, check_board, check_description
from parlour.games.conformance.position_checks import POSITION_CHECKS, check_bad_text, check_end
from parlour.games.conformance.warnings import warnings_of
from parlour.games.contract.game import Game, write_share
from parlour.games.contract.options import Options, write_options
from parlour.i18n.catalogue import ENGLISH, format_message, load_catalogue
from parlour.i18n.message import Message
from parlour.i18n.translate_error import translate_error

MAX_GAME_MOVES = 5000
"""Maximum number of moves in a random game whose rules guarantee an end."""
MIN_GAMES = 20
"""Least number of games of a full check: a game may have no options, and one random game shows little of it."""


class Failure(msgspec.Struct, frozen=True):
    """A check that a game did not pass, under which options, and where in a random game."""

    check: str
    options: str
    error: ConformanceError
    place: Message | None = None
    share: str = ""
    """The share string of the position."""

    @property
    def fault(self) -> tuple[str, str]:
        """The check and the sentence, which identify a fault wherever it is found."""
        return self.check, str(self.error)

    @property
    def why(self) -> str:
        """The explanation in English."""
        return self.explain(ENGLISH)

    def explain(self, language: str) -> str:
        """Return what is wrong, and where."""
        sentence = translate_error(self.error, language)
        return sentence if self.place is None else f"{sentence} ({translate(self.place, language)})"

    def title(self, language: str) -> str:
        """Return the name of the check."""
        return translate(Message(f"conformance.check.{self.check.replace(' ', '-')}"), language)


def translate(message: Message, language: str) -> str:
    """Return the text of a message of the conformance checks."""
    return format_message(message, load_catalogue("conformance", language), ())


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


def attempt(check: str, options: str, action: Callable[..., object], *arguments: object) -> Iterator[Failure]:
    """Call an action; yield the failure if it raises anything."""
    try:
        action(*arguments)
    except ConformanceError as fault:
        yield Failure(check, options, fault)
    except Exception as fault:  # noqa: BLE001 - any exception of a third-party game is a finding
        text = fault if isinstance(fault, ParlourError) else str(fault)
        yield Failure(check, options, violation("exception", error=type(fault).__name__, text=text))


def check_game(game: Game, options: Options, random: Random, samples: int = 5) -> Iterator[Failure]:
    """Play a random game and run the checks; yield each that fails."""
    failed: set[str] = set()
    written = write_options(options)
    board = list(attempt("board", written, check_board, game, options))
    yield from board
    if board:  # without a board and a start position nothing can be played
        return
    yield from attempt("bad text", written, check_bad_text, game, options, random)
    seed = random.randrange(1 << 30)
    whole = game.start(options)
    length = whole.play_random(seed, MAX_GAME_MOVES)
    for failure in attempt("actions", written, check_actions, whole):
        yield replace(failure, place=Message("conformance.place.game", {"seed": seed}))
    watched = {0, 1, length - 1, length, *(random.randrange(length + 1) for _ in range(samples))}
    position = game.start(options)
    for ply in range(length + 1):
        if ply in watched:
            for check in POSITION_CHECKS:
                name = check.__name__.removeprefix("check_")
                if name not in failed:
                    for failure in attempt(name, written, check, position, random):
                        failed.add(name)
                        where: dict[str, str | int] = {"n": ply, "seed": seed, "text": position.text()}
                        yield replace(
                            failure, place=Message("conformance.place.ply", where), share=write_share(position)
                        )
        if ply < length:
            position.play(whole.played[ply])
    if position.is_over():
        for failure in attempt("end", written, check_end, position):
            yield replace(failure, place=Message("conformance.place.text", {"text": position.text()}))
    elif options == game.check():
        yield Failure("end", written, violation("endless", moves=MAX_GAME_MOVES, seed=seed))


CheckStep = tuple[Options | None, tuple[int, ...]]
"""An option set with the seeds of its random games, or no options for the declarations."""


def plan(game: Game, seed: int = 1, combinations: int = 50) -> list[CheckStep]:
    """Return the steps of a check: the declarations, then each option set."""
    random = Random(seed)
    try:
        sets = option_sets(game, random, combinations)
    except Exception:  # noqa: BLE001 - the check of the declarations reports it
        return [(None, ())]
    games = max(1, -(-min(MIN_GAMES, 1 + combinations) // max(len(sets), 1)))
    return [(None, ()), *((options, tuple(random.randrange(1 << 30) for _ in range(games))) for options in sets)]


def conform_to(game: Game, step: CheckStep, samples: int = 5) -> list[Failure]:
    """Return the failures of a game in one step of a plan. Of an option set, the first game that fails is the last."""
    options, seeds = step
    if options is None:
        failures = list(attempt("description", "", check_description, game))
        return failures or list(attempt("description", "", option_sets, game, Random(0), 0))
    found: list[Failure] = []

    def collect(seed: int) -> None:
        for failure in check_game(game, options, Random(seed), samples):
            found.append(failure)

    for seed in seeds:
        aborted_game = list(attempt("play", write_options(options), collect, seed))
        found += aborted_game
        if found:
            break
    return found


def find_warnings(game: Game, failures: Sequence[Failure]) -> tuple[list[Message], list[Failure]]:
    """Return the warnings about a game with some failures, and the failures while looking for them."""
    if any(failure.check in ("description", "board") for failure in failures):
        return [], []
    found: list[Message] = []
    failed = list(attempt("words", "", lambda: found.extend(warnings_of(game))))
    return found, failed


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
