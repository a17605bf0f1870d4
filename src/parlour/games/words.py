"""Words: turns messages into sentences. Templates lie in catalogues, one file a language, beside what they speak of.

A catalogue is a TOML file of templates. `{name}` stands for a parameter; a table with `one` and `other` chooses by the
parameter `n`. A game's keys are written without its own key; the shared catalogue lies beside this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from parlour.errors import ParlourError
from parlour.games.face import Message

if TYPE_CHECKING:
    from parlour.games.description import Game

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
    values = {
        name: names[int(value)] if name == "seat" or name.endswith("_seat") else value
        for name, value in message.params.items()
    }
    return template.format_map(values)


@cache
def catalogue_of(game: Game, language: str = "en") -> Catalogue:
    """The templates for everything a game can say, its own and the shared ones."""
    merged: dict[str, Template] = dict(read_catalogue("parlour.games", language))
    merged.update({f"{game.key}.{key}": template for key, template in game.words(language).items()})
    return merged


class Faults:
    """Makes the errors of a package from its catalogue, so that they can be said in any language.

    Their keys begin with the package's own name: `name.empty` of `parlour.match` is the message `match.name.empty`. The
    package of a game is called like it, so that its errors say which game they are about.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        above, _, name = package.rpartition(".")
        self._prefix = name + "."
        self._game = name if above == "parlour.games" else ""

    def __call__(self, kind: type[Error], key: str, /, *where: int | None, **params: str | int) -> Error:
        """An error whose text is the English sentence; `where` is the place, for errors that have one.

        A parameter `why` is what the error's cause says: raised from that, it is said in the same language.
        """
        message = Message(self._prefix + key, params)
        fault = kind(speak(message, prefixed(self._package), ()), *where)
        fault.message, fault.game = message, self._game
        return fault


def passed_on(kind: type[Error], fault: ParlourError) -> Error:
    """The same fault as another kind of error."""
    other = kind(str(fault))
    other.message, other.game, other.names = fault.message, fault.game, fault.names
    return other


@cache
def prefixed(package: str, language: str = "en") -> Catalogue:
    """A package's catalogue under keys that begin with its own name; what a language lacks is in English."""
    templates = dict(read_catalogue(package, "en"))
    if language != "en" and files(package).joinpath("words", f"{language}.toml").is_file():
        templates.update(read_catalogue(package, language))
    prefix = package.rpartition(".")[2]
    return {f"{prefix}.{key}": template for key, template in templates.items()}


def read_catalogue(package: str, language: str) -> Catalogue:
    """The catalogue in the folder `words` of a package."""
    return _read(files(package).joinpath("words", f"{language}.toml").read_text(encoding="utf-8"))


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
