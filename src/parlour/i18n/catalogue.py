"""Message catalogues: templates by key and language, and formatting of messages with them.

A catalogue is a TOML file of templates. `{name}` is replaced by a parameter; a table with `one` and `other` is a plural
that the parameter `n` selects. The catalogues of the layers are in `catalogues/<language>/<layer>.toml`, those of the
games in the folder `catalogue` of each game. Keys in a file omit the name of their catalogue: `name.empty` in
`match.toml` is the message `match.name.empty`. Text that a game declares in its code (options, sides, pieces) is added
to its English catalogue by `games.contract.localized_game`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from parlour.i18n.message import Message

ENGLISH = "en"
WORD_FORMS = ("indefinite", "nominative", "accusative", "dative")
"""Forms of a word with its article, which a language may add: `game.kind.sphinx-dative` is `{piece_word_dative}`."""
LAYERS = ("shared", "conformance", "engine", "match", "club", "store", "server", "terminal")
"""Catalogues in this package; `shared` is common to all games. Any other name is the key of a game."""

Template = str | dict[str, str]
Catalogue = Mapping[str, Template]


def format_message(message: Message, catalogue: Catalogue, names: Sequence[str]) -> str:
    """Return the text of a message, with `names` for the seats.

    >>> templates = {"won": {"one": "{seat} takes a piece.", "other": "-"}}
    >>> format_message(Message("won", {"seat": 1, "n": 1}), templates, ["A", "B"])
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
            forms = {f"{name}_{form}": catalogue.get(f"{value}-{form}") for form in WORD_FORMS}
            values |= {key: text for key, text in forms.items() if text is not None}
        else:
            values[name] = value
    return template.format_map(values)


@cache
def load_catalogue(name: str, language: str = ENGLISH) -> Catalogue:
    """Return the catalogue of a layer or of one of Parlour's games, with full keys.

    Templates that the language lacks are in English.
    """
    templates = {**read_catalogue(name, ENGLISH), **read_catalogue(name, language)}
    return {f"{name}.{key}": template for key, template in templates.items()}


def load_shared(language: str = ENGLISH) -> Catalogue:
    """Return the catalogue that all games share."""
    return load_catalogue("shared", language)


def read_catalogue(name: str, language: str) -> Catalogue:
    """Return the templates of one catalogue file, with keys as in the file; none where the language lacks it."""
    if name not in LAYERS:
        return read_package_catalogue(f"parlour.games.{name}", language)
    file = files("parlour.i18n").joinpath("catalogues", language, f"{name}.toml")
    return read_templates(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def read_package_catalogue(package: str, language: str) -> Catalogue:
    """Return the templates in the folder `catalogue` of a game's package, with keys as in the file.

    Only English is required.
    """
    file = files(package).joinpath("catalogue", f"{language}.toml")
    if language != ENGLISH and not file.is_file():
        return {}
    return read_templates(file.read_text(encoding="utf-8"))


def read_templates(text: str) -> Catalogue:
    """Parse a catalogue file; nested tables become dotted keys."""
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
