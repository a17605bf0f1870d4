"""Checks of the arguments that Python callers pass to games: wrong ones raise a `ParlourError`.

Options may be given as a mapping, or None for the defaults, wherever a method takes `Options`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

from parlour.errors import TextError
from parlour.games.contract.argument_checks import Check, checked_method, function, instance, shown
from parlour.games.contract.draft import Draft
from parlour.games.contract.options import Options
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.game import Game


def check_options(game: Game, options: Any) -> Options:
    """Return complete options of the game."""
    if type(options) is Options and options.checked_by is game:
        return options
    return game.checked_options(options)


def check_text(game: Game, text: Any) -> str:
    """Return a text."""
    if not isinstance(text, str):
        raise localized_error(TextError, "shared.argument.text", name="text", value=shown(text))
    return text


CHECKS: Mapping[str, Check] = {
    "options": check_options,
    "text": check_text,
    "draft": lambda game, draft: instance(draft, Draft, "draft"),
    "message": lambda game, message: instance(message, Message, "message"),
    "language": lambda game, language: instance(language, str, "language"),
    "names": lambda game, names: [instance(name, str, "names") for name in instance(names, Sequence, "names")],
    "rows": lambda game, rows: function(rows, "rows"),
}
"""The check for each parameter name. A parameter with its default value is not checked."""

NOT_WRAPPED = {"start"}
"""Methods that check their arguments themselves, and are called often."""


class GameArgumentChecks:
    """A base class of `Game` that wraps the public methods of it and of each subclass."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        for name, value in list(vars(cls).items()):
            if name.startswith("_") or name in NOT_WRAPPED:
                continue
            if isinstance(value, staticmethod):
                setattr(cls, name, checked_method(_as_method(value.__func__), CHECKS))
            elif callable(value) and inspect.isroutine(value):  # those of compiled modules are no `FunctionType`
                setattr(cls, name, checked_method(value, CHECKS))


def _as_method(static: Callable[..., Any]) -> Callable[..., Any]:
    """Return a static method as an ordinary method, so that its checks know the game."""

    @wraps(static)
    def method(self: Game, *given: Any, **named: Any) -> Any:
        return static(*given, **named)

    signature = inspect.signature(static)
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    vars(method)["__signature__"] = signature.replace(parameters=[itself, *signature.parameters.values()])
    return method
