"""Translation of errors that were made from catalogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from parlour.errors import ParlourError, RecordError, TextError
from parlour.i18n.catalogue import Template, format_message, load_catalogue, load_shared
from parlour.i18n.message import Message


@runtime_checkable
class GameTexts(Protocol):
    """The part of a game that the translation of its errors needs."""

    def all_templates(self, language: str) -> Mapping[str, Template]: ...

    def side_names(self, options: object, language: str) -> tuple[str, ...]: ...


def translate_error(error: ParlourError, language: str, names: Sequence[str] = ()) -> str:
    """Return the text of an error in a language; unchanged if the error was not made from a catalogue.

    `names` replaces the names of the seats with which the error was made.
    """
    messages = [
        message
        for message in (error.message if isinstance(error.message, tuple) else (error.message,))
        if isinstance(message, Message)
    ]
    if not messages:
        return str(error)
    catalogue: dict[str, Template] = dict(load_shared(language))
    names = names or error.names
    if isinstance(error.game, GameTexts):
        catalogue.update(error.game.all_templates(language))
        if not names and error.options is not None:
            names = error.game.side_names(error.options, language)
    if error.catalogue:
        catalogue.update(load_catalogue(error.catalogue, language))
    quoted = {name: translate_error(quote, language) for name, quote in error.quotes.items()}
    sentences = [
        format_message(msgspec.structs.replace(message, params={**message.params, **quoted}), catalogue, names)
        for message in messages
    ]
    return _with_place(error, " ".join(sentences), catalogue)


def _with_place(error: ParlourError, sentence: str, catalogue: Mapping[str, Template]) -> str:
    """Return a sentence with the line and column that the error is about."""
    line = error.line if isinstance(error, RecordError) else None
    column = error.column if isinstance(error, RecordError | TextError) else None
    if line is None and column is None:
        return sentence
    key = "column" if line is None else "line" if column is None else "line-column"
    place: dict[str, str | int] = {"line": line or 0, "column": column or 0, "sentence": sentence}
    return format_message(Message(f"shared.at.{key}", place), catalogue, ())
