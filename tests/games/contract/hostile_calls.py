"""Call every public method of games and positions with hostile arguments; print what is not answered as it must be.

A program of its own: if a check is missing, compiled code may crash.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour.errors import ParlourError
from parlour.games import Game, Options, PlainGame, Position, game, load
from parlour.i18n.message import Message


class Liar(int):
    """A number that claims to be within any limits."""

    def __le__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return int.__hash__(self)


class Fickle:
    """A number that is 0 at first and then another one."""

    def __init__(self, later: int) -> None:
        self.later, self.asked = later, False

    def __index__(self) -> int:
        number = self.later if self.asked else 0
        self.asked = True
        return number


HOSTILE: list[Any] = [
    *(-(2**63) - 1, -(2**31) - 1, -(2**31), -1, 0, 1, 7, 44, 45, 49, 64, 85, 121, 140, 1 << 16, (7 << 16) + 5),
    *(2**31 - 1, 2**31, 2**32 + 3, 2**63, 2**64, 10**30, True, 1.5, float("nan"), None),
    *(Liar(-(2**31)), Liar(2**40), Fickle(2**40)),
    *("", "x", "1-2", "\0", "é" * 50, b"x", [], [0], [-1, 2**40], (), (0, 1), ("x", 2**40), {}, {"x": 1}, object()),
]
WITHOUT_CHECKS = {"message", "refusal"}
"""They only build texts from what the game's own code passes."""
AUTHORS_METHODS = set(dir(PlainGame)) - set(dir(Game))
"""Methods of a plain game that only `PlainPosition` calls, with the states and steps of the game itself."""
CHANGING = {"play", "undo", "play_random", "weigh"}
"""They may change the position: each call gets a copy."""
ENDLESS = {"depth": 3, "games": 3, "limit": 50}
"""Arguments that take long if they are large, and the largest that is tried."""


def arguments(parameters: list[inspect.Parameter]) -> Iterator[tuple[Any, ...]]:
    """Yield combinations of hostile arguments."""
    choices = []
    for parameter in parameters:
        most = ENDLESS.get(parameter.name)
        choices.append([v for v in HOSTILE if most is None or type(v) is not int or v <= most or v > 2**31])
    few = HOSTILE[3:6] + HOSTILE[-12:]
    if len(choices) <= 1:
        return itertools.product(*choices)
    if len(choices) == 2:
        return iter([*itertools.product(choices[0], [*few[:2], ()]), *itertools.product([0], choices[1])])
    return iter([*itertools.product(choices[0], [1], [1]), *itertools.product([0], choices[1], [1])])


def state(position: Position) -> tuple[Any, ...]:
    return position.text(), position.key, position.seat, position.moves(), position.played, position.perft(1)


def check(position: Position) -> Iterator[str]:
    """Yield each call that ends in another error than a `ParlourError` or changes the position."""
    for name in dir(position):
        method = getattr(position, name)
        if name.startswith("_") or not callable(method) or name in WITHOUT_CHECKS:
            continue
        before = state(position)
        for given in arguments(list(inspect.signature(method).parameters.values())):
            called = f"{position.game.key}.{name}{given}"
            print(called, file=sys.stderr, flush=True)
            try:
                getattr(position.copy() if name in CHANGING else position, name)(*given)
            except ParlourError:
                pass
            except Exception as wrong:  # noqa: BLE001 - any other error is a finding
                yield f"{called}: {wrong!r}"
        if state(position) != before:
            yield f"{position.game.key}.{name} changed the position"


def check_game(game: Game) -> Iterator[str]:
    """Yield each call of a game's method with one hostile argument that ends in another error than a `ParlourError`."""
    options = game.check()
    text = game.start_text(options)
    position = game.start()
    valid: dict[str, Any] = {"options": options, "text": text, "draft": game.parse(text, options), "position": position}
    valid |= {"message": Message("shared.no-first", {"game": "x"}), "rows": lambda *query: [], "key": "", "goal": "win"}
    valid |= {"given": {}, "moves": position.moves()[:1], "name": "", "seat": 0}
    for method_name in dir(game):
        method = getattr(game, method_name)
        if method_name.startswith("_") or not inspect.isroutine(method) or method_name in AUTHORS_METHODS:
            continue
        needed = {p.name: p for p in inspect.signature(method).parameters.values()}
        for name, value in itertools.product(needed, [*HOSTILE, Options({}), position]):
            called = f"{game.key}.{method_name}({name}={value!r})"
            print(called, file=sys.stderr, flush=True)
            try:
                method(**{n: valid[n] for n, p in needed.items() if p.default is p.empty} | {name: value})
            except ParlourError:
                pass
            except Exception as wrong:  # noqa: BLE001 - any other error is a finding
                yield f"{called}: {wrong!r}"


def call_unfinished(position: Position) -> None:
    """Call the methods of positions that were never initialised, or never set up: any error will do, but no crash."""
    cls = type(position)
    for set_up in ((), (position.game, position.options)):
        for name in dir(cls):
            method = getattr(cls, name)
            if name.startswith("_") or not callable(method) or name in WITHOUT_CHECKS:
                continue
            for given in arguments(list(inspect.signature(method).parameters.values())[1:]):
                print(f"{position.game.key}: unfinished {name}{given}", file=sys.stderr, flush=True)
                unfinished = cls(*set_up) if set_up else cls.__new__(cls)
                with suppress(Exception):
                    getattr(unfinished, name)(*given)


def main() -> None:
    positions = [game(key).start() for key in ("surakarta", "yinsh", "sim", "pylos", "laserchess")]
    positions.append(game("sim").start({"players": 3, "vertices": 7, "elimination": True}))
    positions.append(load(Path(sys.argv[1])).start())
    for played in {position.game.key: position.game for position in positions}.values():
        for failure in check_game(played):
            print(failure)
    for position in positions:
        call_unfinished(position)
        for ply in (0, 9):
            position.play_random(3, ply)
            for failure in check(position):
                print(failure)


if __name__ == "__main__":
    main()
