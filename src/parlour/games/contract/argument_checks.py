"""Checks of the arguments that Python callers pass to positions: wrong ones raise a `ParlourError` and change nothing.

Compiled methods call these functions themselves. Methods that a game implements in Python (`write_move`, `effects`,
`picks` …) need not: `ArgumentChecks` wraps the public methods of each Python subclass and chooses the checks by the
names of their parameters.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from operator import index
from pathlib import Path
from types import FunctionType, MethodType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parlour.errors import ArgumentError
from parlour.i18n.errors import localized_error

if TYPE_CHECKING:
    from parlour.games.contract.position import Position

MAX_WEIGHT = 100_000
"""Multiplied by the count of any term, this still fits a C integer."""

Wanted = TypeVar("Wanted")


def whole_number(value: Any, low: int, high: int, name: str) -> int:
    """Return an argument as a whole number from `low` to `high`; raise `ArgumentError` for any other value.

    >>> whole_number(3, 0, 5, "seat")
    3
    """
    number = exact_int(value)
    if number is None or not low <= number <= high:
        raise localized_error(
            ArgumentError, "shared.argument.number", name=name, value=shown(value), low=low, high=high
        )
    return number


def exact_int(value: Any) -> int | None:
    """Return a whole number as an `int`, None for another value. A subclass of `int` could compare as it likes.

    >>> exact_int(True), exact_int(1.5)
    (1, None)
    """
    try:
        return int(index(value))
    except TypeError:
        return None


def number(value: Any, low: float, high: float, name: str) -> float:
    """Return an argument as a number from `low` to `high`; raise `ArgumentError` for any other value."""
    found = float(value) if isinstance(value, float) else exact_int(value)
    if found is None or not low <= found <= high:
        raise localized_error(
            ArgumentError, "shared.argument.real", name=name, value=shown(value), low=f"{low:g}", high=f"{high:g}"
        )
    return found


def instance(value: Wanted, kind: type | UnionType, name: str) -> Wanted:
    """Return an argument of a type; raise `ArgumentError` for a value of any other type.

    >>> instance(5, str, "text")
    Traceback (most recent call last):
    parlour.errors.ArgumentError: text cannot be 5: it must be of type str.
    """
    if not isinstance(value, kind):
        named = kind.__name__ if isinstance(kind, type) else str(kind)
        raise localized_error(ArgumentError, "shared.argument.type", name=name, value=shown(value), kind=named)
    return value


def record_of(value: Wanted, kind: type[Wanted], name: str) -> Wanted:
    """Return a record of a type whose fields have the right types; raise `ArgumentError` for any other value."""
    try:
        return msgspec.convert(msgspec.to_builtins(instance(value, kind, name), builtin_types=(bytes,)), kind)
    except (TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise localized_error(
            ArgumentError, "shared.argument.type", name=name, value=shown(value), kind=kind.__name__
        ) from wrong


def function(value: Wanted, name: str) -> Wanted:
    """Return an argument that can be called; raise `ArgumentError` for any other value."""
    if not callable(value):
        raise localized_error(ArgumentError, "shared.argument.type", name=name, value=shown(value), kind="function")
    return value


def one_of(value: Any, known: Sequence[str], name: str) -> str:
    """Return an argument that is one of the given texts; raise `ArgumentError` for any other value."""
    if not isinstance(value, str) or value not in known:
        known_texts = ", ".join(known)
        raise localized_error(ArgumentError, "shared.argument.choice", name=name, value=shown(value), known=known_texts)
    return value


def shown(value: object) -> str:
    """Return a value as it is quoted in an error."""
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def check_seat(position: Position, seat: Any) -> int:
    """Return a seat of the game."""
    return whole_number(seat, 0, len(position.game.sides(position.options)) - 1, "seat")


def check_site(position: Position, site: Any) -> int:
    """Return the number of a site of the board."""
    return whole_number(site, 0, len(position.game.board(position.options).sites) - 1, "site")


def check_move(position: Position, move: Any) -> int:
    """Return a legal move."""
    return position.checked_move(move)


def check_moves(position: Position, moves: Any) -> list[int]:
    """Return moves that can be played one after the other."""
    if isinstance(moves, str) or not hasattr(moves, "__iter__"):
        raise localized_error(ArgumentError, "shared.argument.moves", name="moves", value=shown(moves))
    given = list(moves)
    if len(given) == 1:
        return [position.checked_move(given[0])]
    walker = position.copy()
    for move in given:
        walker.play(move)
    return list(walker.played[len(position.played) :])


def check_weights(names: Sequence[str], weights: Any) -> Mapping[str, int]:
    """Return weights of the evaluation terms with these names."""
    if not isinstance(weights, Mapping):
        raise localized_error(ArgumentError, "shared.argument.weights", value=shown(weights))
    checked = {}
    for name, weight in weights.items():
        if name not in names:
            known = ", ".join(names) or "–"
            raise localized_error(ArgumentError, "shared.argument.term", name=str(name)[:40], known=known)
        checked[name] = whole_number(weight, -MAX_WEIGHT, MAX_WEIGHT, str(name))
    return checked


def check_text(position: Position, text: Any) -> str:
    """Return a text."""
    if not isinstance(text, str):
        raise localized_error(ArgumentError, "shared.argument.text", name="text", value=shown(text))
    return text


def check_picks(position: Position, picks: Any) -> tuple[int | str, ...]:
    """Return picks as a tuple. They need not be sites of the board: `Position.explain` explains that too."""
    if not isinstance(picks, (tuple, list)) or not all(isinstance(pick, (int, str)) for pick in picks):
        raise localized_error(ArgumentError, "shared.argument.picks", name="picks", value=shown(picks))
    return tuple(picks)


Trait = TypeVar("Trait")
Result = TypeVar("Result")


def find_trait(traits: Mapping[str, Trait], name: Any) -> Trait:
    """Return the trait of a game with a name."""
    if not isinstance(name, str) or name not in traits:
        raise localized_error(ArgumentError, "shared.argument.trait", name=shown(name))
    return traits[name]


Check = Callable[[Any, Any], Any]
"""Takes the position or game, and an argument; returns the argument as the method takes it."""

CHECKS: dict[str, Check] = {
    "move": check_move,
    "moves": check_moves,
    "line": check_moves,
    "seat": check_seat,
    "site": check_site,
    "cell": check_site,
    "start": check_site,
    "target": check_site,
    "text": check_text,
    "picks": check_picks,
}
"""The check for each parameter name. A parameter with its default value is not checked."""


NOT_WRAPPED = {"is_legal", "checked_move", "play", "after"}
"""Methods that check moves themselves."""


class ArgumentChecks:
    """A base class of `Position` that wraps the public methods of each Python subclass."""

    __slots__ = ()

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        # Modules that can be compiled check their arguments themselves. Interpreted, their C methods are visible here.
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        if file and Path(file).with_suffix(".pxd").exists():
            return
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and not name.startswith("_") and name not in NOT_WRAPPED:
                setattr(cls, name, checked_method(method, CHECKS))


def checked_method(method: Callable[..., Any], by_name: Mapping[str, Check]) -> Callable[..., Any]:
    """Return a method that checks its arguments first, or the method itself if none of its parameters has a check."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    checks = [(n, p.name, p.default) for n, p in enumerate(parameters) if p.name in by_name]
    if not checks:
        return method
    place, name_of_first, default_of_first = checks[0]
    check_first = by_name[name_of_first] if place == 0 else None

    @wraps(method)
    def checked(self: Any, *given: Any, **named: Any) -> Any:
        if len(given) == 1 and not named and check_first is not None:  # nearly every call: keep it fast
            value = given[0]
            return method(self, value if value is default_of_first else check_first(self, value))
        values = list(given)
        for n, name, default in checks:
            if n < len(values):
                if values[n] is not default:
                    values[n] = by_name[name](self, values[n])
            elif name in named and named[name] is not default:
                named[name] = by_name[name](self, named[name])
        return method(self, *values, **named)

    return checked


def without_checks(method: Callable[..., Result]) -> Callable[..., Result]:
    """Return a method of a position without its checks, for callers whose arguments are legal by construction."""
    function = getattr(method, "__wrapped__", None)
    return method if function is None else MethodType(function, getattr(method, "__self__", None))
