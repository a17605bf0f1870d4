"""Words: turns messages into sentences. Templates lie in catalogues, one file a language, beside what they speak of.

A catalogue is a TOML file of templates. `{name}` stands for a parameter; a table with `one` and `other` chooses by the
parameter `n`. A game's keys are written without its own key; the shared catalogue lies beside this module. What a game
declares in its code (its options, sides, pieces …) is part of its English catalogue: see `naming.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from parlour.errors import ParlourError
from parlour.i18n.message import Message

ENGLISH = "en"
SHARED = "parlour.games"
"""The package whose catalogue all games share."""

Template = str | dict[str, str]
Catalogue = Mapping[str, Template]
Error = TypeVar("Error", bound=ParlourError)


def speak(message: Message, catalogue: Catalogue, names: Sequence[str]) -> str:
    """The sentence a message means, with `names` for the seats.

    >>> speak(Message("won", {"seat": 1, "n": 1}), {"won": {"one": "{seat} takes a piece.", "other": "-"}}, ["A", "B"])
    'B takes a piece.'
    """
    template = catalogue.get(message.key)
    if template is None:
        raise KeyError(f"no template for the message {message.key}")
    if isinstance(template, dict):
        template = template["one" if message.params.get("n") == 1 else "other"]
    values: dict[str, object] = {}
    for name, value in message.params.items():
        if name == "seat" or name.endswith("_seat"):
            values[name] = names[int(value)]
        elif name.endswith("_word"):
            values[name] = catalogue[str(value)]
        else:
            values[name] = value
    return template.format_map(values)


class Faults:
    """Makes the errors of a package from its catalogue, so that they can be said in any language.

    Their keys begin with the package's own name: `name.empty` of `parlour.match` is the message `match.name.empty`. The
    package of a game is called like it, so that its errors say which game they are about.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._prefix = prefix_of(package)

    def __call__(self, kind: type[Error], key: str, /, *place: int | None, **params: str | int | ParlourError) -> Error:
        """An error whose text is the English sentence; `place` is the line or column of those that have one.

        A parameter may be an error that is quoted.
        """
        quotes = {name: value for name, value in params.items() if isinstance(value, ParlourError)}
        message = Message(
            self._prefix + key,
            {name: str(value) if isinstance(value, ParlourError) else value for name, value in params.items()},
        )
        fault = kind(speak(message, prefixed(self._package), ()), *place)
        fault.message, fault.package, fault.quotes = message, self._package, quotes
        return fault


def passed_on(kind: type[Error], fault: ParlourError) -> Error:
    """The same fault as another kind of error."""
    other = kind(str(fault))
    other.message, other.package, other.quotes = fault.message, fault.package, fault.quotes
    other.game, other.options, other.names = fault.game, fault.options, fault.names
    return other


def prefix_of(package: str) -> str:
    """How the keys of a package's catalogue begin: with its own name. The shared ones say `shared` themselves."""
    return "" if package == SHARED else package.rpartition(".")[2] + "."


@cache
def prefixed(package: str, language: str = ENGLISH) -> Catalogue:
    """A package's catalogue under keys that begin with its own name; what a language lacks is in English."""
    templates = {**read_catalogue(package, ENGLISH), **read_catalogue(package, language)}
    prefix = prefix_of(package)
    return {f"{prefix}{key}": template for key, template in templates.items()}


def shared(language: str = ENGLISH) -> Catalogue:
    """What any game may have to say."""
    return prefixed(SHARED, language)


@cache
def read_catalogue(package: str, language: str) -> Catalogue:
    """The catalogue in the folder `words` of a package; only English must be there."""
    file = files(package).joinpath("words", f"{language}.toml")
    if language != ENGLISH and not file.is_file():
        return {}
    return _read(file.read_text(encoding="utf-8"))


def _read(text: str) -> Catalogue:
    templates: dict[str, Template] = {}

    def walk(prefix: str, table: Mapping[str, object]) -> None:
        for key, value in table.items():
            if isinstance(value, str):
                templates[prefix + key] = value
            elif isinstance(value, dict) and "other" in value:
                templates[prefix + key] = {form: str(text) for form, text in value.items()}
            elif isinstance(value, dict):
                walk(f"{prefix}{key}.", value)
            else:
                raise ValueError(f"the template {prefix}{key} is neither text nor a table")

    walk("", tomllib.loads(text))
    return templates
