"""A game's declarations (title, sides, options …) in any language.

The English texts are in the game's code, so that a game can be one plain file. Other languages have them in the game's
catalogue, under `game`:

    [game]
    description = "…"
    [game.side]
    White = "Weiß"
    [game.option.rings]
    label = "…"
    help = "…"
    choice.3 = { label = "…", help = "…" }

`catalogue_of` merges them with the game's other messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import msgspec

from parlour.errors import ParlourError
from parlour.games.contract.options import Option, Options, Preset, Value, write_value
from parlour.i18n.catalogue import ENGLISH, Catalogue, Template, load_shared

if TYPE_CHECKING:
    from parlour.games.contract.declarations import Kind, Side, Style, Verb
    from parlour.games.contract.game import Game

Named = TypeVar("Named", bound=msgspec.Struct)


@cache
def catalogue_of(game: Game, language: str = ENGLISH) -> Catalogue:
    """Return all templates of a game, its own and the shared ones; missing translations fall back to English."""
    merged: dict[str, Template] = dict(load_shared(language))
    own: dict[str, Template] = {**declared_texts(game), **game.catalogue(ENGLISH)}
    if language != ENGLISH:
        own.update(game.catalogue(language))
    merged.update({f"{game.key}.{key}": template for key, template in own.items()})
    return merged


class LocalizedGame:
    """The declarations of a game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._catalogue = catalogue_of(game, language)

    def _text(self, key: str) -> str:
        return str(self._catalogue[f"{self._game.key}.game.{key}"])

    def _translated(self, declared: Named, key: str) -> Named:
        """Return a declaration with translated label and help; empty texts stay empty."""
        changes = {name: self._text(f"{key}.{name}") for name in ("label", "help") if getattr(declared, name)}
        return msgspec.structs.replace(declared, **changes)

    @property
    def description(self) -> str:
        return self._text("description")

    def sides(self, options: Options) -> tuple[Side, ...]:
        """Return the sides with their names and the names of their colours."""
        return tuple(
            msgspec.structs.replace(
                side, name=self._text(f"side.{side.name}"), colour_name=self._text(f"colour.{side.colour_name}")
            )
            for side in self._game.sides(options)
        )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(msgspec.structs.replace(kind, label=self._text(f"kind.{kind.name}")) for kind in self._game.kinds)

    def kind(self, name: str) -> str:
        """Return the name of a kind of piece."""
        return self._text(f"kind.{name}")

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return tuple(msgspec.structs.replace(verb, label=self._text(f"verb.{verb.name}")) for verb in self._game.verbs)

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(
            msgspec.structs.replace(
                self._translated(option, f"option.{option.key}"),
                choices=tuple(
                    self._translated(choice, f"option.{option.key}.choice.{write_value(choice.value)}")
                    for choice in option.choices
                ),
            )
            for option in self._game.declared
        )

    @property
    def presets(self) -> tuple[Preset, ...]:
        return tuple(self._translated(preset, f"preset.{preset.key}") for preset in self._game.presets)

    def variant(self, options: Options) -> str:
        """Return the name of the preset with these options, or the options that differ from the defaults."""
        preset = self._game.preset_of(options)
        if preset is not None:
            return self._text(f"preset.{preset.key}.label")
        return ", ".join(
            self.option_text(option, options[option.key])
            for option in self.options
            if options[option.key] != option.default
        )

    def option_text(self, option: Option, value: Value) -> str:
        """Return an option of this language and its value as text."""
        named = next((choice.label for choice in option.choices if choice.value == value), None)
        if named is None:
            written = write_value(value)
            named = str(self._catalogue[f"shared.option.{written}"]) if isinstance(value, bool) else written
        return f"{option.label}: {named}"

    @property
    def styles(self) -> tuple[Style, ...]:
        return tuple(self._translated(style, f"style.{style.key}") for style in self._game.styles)


def kind_word(game: Game, name: str) -> str:
    """Return the value that a message parameter ending in `_word` has for a kind of piece."""
    return f"{game.key}.game.kind.{name}"


def declared_texts(game: Game) -> dict[str, str]:
    """Return a game's English declarations, under the keys that other languages use."""
    words = {"description": game.description}
    for option in game.declared:
        words.update(_words_of(option, f"option.{option.key}"))
        for choice in option.choices:
            words.update(_words_of(choice, f"option.{option.key}.choice.{write_value(choice.value)}"))
    for preset in game.presets:
        words.update(_words_of(preset, f"preset.{preset.key}"))
    for style in game.styles:
        words.update(_words_of(style, f"style.{style.key}"))
    words |= {f"kind.{kind.name}": kind.label for kind in game.kinds}
    words |= {f"verb.{verb.name}": verb.label for verb in game.verbs}
    for side in all_sides(game):
        words |= {f"side.{side.name}": side.name, f"colour.{side.colour_name}": side.colour_name}
    return {f"game.{key}": text for key, text in words.items()}


def _words_of(declared: msgspec.Struct, key: str) -> Iterator[tuple[str, str]]:
    for name in ("label", "help"):
        text = str(getattr(declared, name))
        if text:
            yield f"{key}.{name}", text


@cache
def all_sides(game: Game) -> tuple[Side, ...]:
    """Return every side that a preset or a single option value leads to."""
    found: dict[Side, None] = dict.fromkeys(game.sides(game.check()))
    trials: list[Mapping[str, object]] = [preset.values for preset in game.presets]
    trials += [{option.key: value} for option in game.declared for value in option.values()]
    for values in trials:
        try:
            found.update(dict.fromkeys(game.sides(game.check(values))))
        except ParlourError:
            continue  # this value is valid only together with others
    return tuple(found)
