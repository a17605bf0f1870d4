"""Saying an error in another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from parlour.errors import ParlourError, RecordError, TextError
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Options
from parlour.games.registry import game as find_game
from parlour.i18n.catalogue import Template, prefixed, shared, speak
from parlour.i18n.message import Message


def retold(fault: ParlourError, language: str, names: Sequence[str] = ()) -> str:
    """What an error says, in a language; as it is where it was not made from a catalogue.

    With `names` it speaks of the seats by these instead of by those it was made with.
    """
    messages = [
        message
        for message in (fault.message if isinstance(fault.message, tuple) else (fault.message,))
        if isinstance(message, Message)
    ]
    if not messages:
        return str(fault)
    catalogue: dict[str, Template] = dict(shared(language))
    names = names or fault.names
    if fault.game:
        game = find_game(fault.game)
        catalogue.update(catalogue_of(game, language))
        if not names and isinstance(fault.options, Options):
            names = tuple(side.name for side in game.naming(language).sides(fault.options))
    if fault.package:
        catalogue.update(prefixed(fault.package, language))
    quoted = {name: retold(quote, language) for name, quote in fault.quotes.items()}
    sentences = [
        speak(msgspec.structs.replace(message, params={**message.params, **quoted}), catalogue, names)
        for message in messages
    ]
    return _placed(fault, " ".join(sentences), catalogue)


def _placed(fault: ParlourError, sentence: str, catalogue: Mapping[str, Template]) -> str:
    """A sentence with the line and column that it speaks of."""
    line = fault.line if isinstance(fault, RecordError) else None
    column = fault.column if isinstance(fault, RecordError | TextError) else None
    if line is None and column is None:
        return sentence
    key = "column" if line is None else "line" if column is None else "line-column"
    place: dict[str, str | int] = {"line": line or 0, "column": column or 0, "sentence": sentence}
    return speak(Message(f"shared.at.{key}", place), catalogue, ())
