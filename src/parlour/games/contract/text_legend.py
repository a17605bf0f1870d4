"""The legend of position texts: what each sign means, and which places of the board it describes.

A text consists of words separated by blanks. The first word describes the board, sign by sign; each further word is one
item (seat to move, a counter). `Game.legend` declares the signs and `Game.reading_order` the order of the places;
`text_spans` uses them to find the places of every sign. For a game that declares neither, they are inferred from the
start position if it has exactly one sign for each place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from parlour.games.contract.display import Piece
from parlour.games.contract.localized_game import kind_word
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.game import Game
    from parlour.games.contract.options import Options

BETWEEN = "/|"
"""Separators of rows and levels in the first word."""
EMPTY = "."

Places = tuple[tuple[int, ...], ...]
"""For each sign of the first word its sites: one, or the two ends of a stroke."""


class Sign(msgspec.Struct, frozen=True):
    """A sign of position texts and its meaning. A `word` is a whole word after the first one."""

    written: str
    message: Message
    word: bool = False


class Span(msgspec.Struct, frozen=True):
    """A part of a position text from `start` to `end` (from 0), its index in the legend, and its sites."""

    start: int
    end: int
    sign: int | None = None
    sites: tuple[int, ...] = ()


def signs_of_kinds(game: Game, options: Options, letters: Iterable[tuple[str, str, int]]) -> tuple[Sign, ...]:
    """Return the signs for pieces, given as letter, kind and owner, and for an empty place."""
    pieces = (
        Sign(letter, Message("shared.sign.piece", {"kind_word": kind_word(game, kind), "seat": owner}))
        for letter, kind, owner in letters
    )
    return (*pieces, Sign(EMPTY, Message("shared.sign.empty")))


def words_of(text: str) -> list[tuple[str, int]]:
    """Return the words of a text with their start columns."""
    return [(found[0], found.start()) for found in re.finditer(r"[^ ]+", text)]


def text_spans(text: str, legend: Sequence[Sign], order: Places) -> tuple[Span, ...]:
    """Return the parts of a text with one sign per place. Signs after the last place have no sites."""
    numbers = {sign.written: n for n, sign in enumerate(legend) if not sign.word}
    found: list[Span] = []
    words = words_of(text)
    places = iter(order)
    for at, letter in enumerate(words[0][0] if words else "", words[0][1] if words else 0):
        if letter not in BETWEEN:
            found.append(Span(at, at + 1, numbers.get(letter), next(places, ())))
        elif letter in numbers:
            found.append(Span(at, at + 1, numbers[letter]))
    return (*found, *word_spans(words, legend))


def word_spans(words: Sequence[tuple[str, int]], legend: Sequence[Sign]) -> tuple[Span, ...]:
    """Return the words after the first one."""
    meanings = [n for n, sign in enumerate(legend) if sign.word]
    return tuple(Span(at, at + len(word), n) for (word, at), n in zip(words[1:], meanings, strict=False))


# ---- Inferred legends ----------------------------------------------------------------------------------------------


class TextLegend(msgspec.Struct, frozen=True):
    """A legend and a reading order; empty if they could not be inferred."""

    legend: tuple[Sign, ...] = ()
    order: Places = ()


@lru_cache(maxsize=64)
def inferred_legend(game: Game, options: Options) -> TextLegend:
    """Return the legend and the reading order inferred from the start position."""
    position = game.start(options)
    words = words_of(position.text())
    letters = [letter for letter in words[0][0] if letter not in BETWEEN] if words else []
    piece_at = {piece.place: piece for piece in position.placement()}
    for order in _orders(game, options):
        if len(order) == len(letters):
            meanings = _meanings(game, options, letters, [piece_at.get(site) for site in order])
            if meanings is not None:
                rest = [Sign(word, Message("shared.sign.word"), word=True) for word, _ in words[1:]]
                return TextLegend((*meanings, *rest), tuple((site,) for site in order))
    return TextLegend()


def _orders(game: Game, options: Options) -> Iterable[list[int]]:
    """Yield possible reading orders: by number, by rows from the far side, and by rows from the near side."""
    sites = game.board(options).sites
    numbers = list(range(len(sites)))
    yield numbers
    yield sorted(numbers, key=lambda n: (sites[n].z, -sites[n].y, sites[n].x))
    yield sorted(numbers, key=lambda n: (sites[n].z, sites[n].y, sites[n].x))


def _meanings(
    game: Game, options: Options, letters: Sequence[str], pieces: Sequence[Piece | None]
) -> list[Sign] | None:
    """Return the signs if each letter has exactly one meaning and no two letters share one."""
    symbols = {side.symbol: seat for seat, side in enumerate(game.sides(options))}
    known: dict[str, tuple[str, int | None, int] | None] = {}
    for letter, piece in zip(letters, pieces, strict=True):
        what = None if piece is None else (piece.kind, piece.owner, piece.facing)
        if known.setdefault(letter, what) != what or (what and symbols.get(letter, what[1]) != what[1]):
            return None
    if len(set(known.values())) < len(known):
        return None
    return [Sign(letter, _message(game, what)) for letter, what in known.items()]


def _message(game: Game, what: tuple[str, int | None, int] | None) -> Message:
    if what is None:
        return Message("shared.sign.empty")
    kind, owner, _ = what
    word = kind_word(game, kind)
    if owner is None:
        return Message("shared.sign.nobodys", {"kind_word": word})
    return Message("shared.sign.piece", {"kind_word": word, "seat": owner})
