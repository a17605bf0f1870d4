"""Errors made from catalogues, so that they can be translated where they are shown."""

from __future__ import annotations

from typing import TypeVar

from parlour.errors import ParlourError
from parlour.i18n.catalogue import format_message, load_catalogue
from parlour.i18n.message import Message

Error = TypeVar("Error", bound=ParlourError)


def localized_error(kind: type[Error], key: str, /, *place: int | None, **params: str | int | ParlourError) -> Error:
    """Return an error whose text is the English sentence of a catalogue key such as `match.name.empty`.

    `place` is the line or column of errors that have one. A parameter may be an error that this one quotes.

    >>> from parlour.errors import NameRefused
    >>> localized_error(NameRefused, "match.name.empty").message.key
    'match.name.empty'
    """
    quotes = {name: value for name, value in params.items() if isinstance(value, ParlourError)}
    message = Message(
        key, {name: str(value) if isinstance(value, ParlourError) else value for name, value in params.items()}
    )
    catalogue = key.partition(".")[0]
    error = kind(format_message(message, load_catalogue(catalogue), ()), *place)
    error.message, error.catalogue, error.quotes = message, catalogue, quotes
    return error


def convert_error(kind: type[Error], error: ParlourError) -> Error:
    """Return an error of another type with the same text."""
    other = kind(str(error))
    other.message, other.catalogue, other.quotes = error.message, error.catalogue, error.quotes
    other.game, other.options, other.names = error.game, error.options, error.names
    return other
