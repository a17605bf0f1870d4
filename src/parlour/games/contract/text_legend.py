"""How a position text is read: what each sign means, and which places of the board it stands for.

A text is made of words with blanks between. The first word describes the board, sign by sign; each further word says
one thing (who is to move, a counter). A game tells its signs in `Game.legend` and the order of its places in
`Game.reading_order`; from these `spelled` finds the places of every sign. A game that tells neither is looked at in its
start position: where that gives each place one sign, the signs explain themselves.
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
"""Signs that only divide the first word into rows and levels."""
EMPTY = "."

Places = tuple[tuple[int, ...], ...]
"""For each sign of the first word the sites it stands for: one, or the two ends of a stroke."""


class Sign(msgspec.Struct, frozen=True):
    """A sign of position texts, and what it means. A `word` is a whole word after the first one."""

    written: str
    message: Message
    word: bool = False


class Span(msgspec.Struct, frozen=True):
    """A part of a position text: from `start` up to `end` (counted from 0), its number in the legend, and its sites."""

    start: int
    end: int
    sign: int | None = None
    sites: tuple[int, ...] = ()


def signs_of_kinds(game: Game, options: Options, letters: Iterable[tuple[str, str, int]]) -> tuple[Sign, ...]:
    """The signs of pieces, given as letter, kind and owner; and the dot for an empty place."""
    pieces = (
        Sign(letter, Message("shared.sign.piece", {"kind_word": kind_word(game, kind), "seat": owner}))
        for letter, kind, owner in letters
    )
    return (*pieces, Sign(EMPTY, Message("shared.sign.empty")))


def words_of(text: str) -> list[tuple[str, int]]:
    """The words of a text, each with where it begins."""
    return [(found[0], found.start()) for found in re.finditer(r"[^ ]+", text)]


def spelled(text: str, legend: Sequence[Sign], order: Places) -> tuple[Span, ...]:
    """The parts of a text in which each place has one sign. What lies beyond the last place is not explained."""
    numbers = {sign.written: n for n, sign in enumerate(legend) if not sign.word}
    found: list[Span] = []
    words = words_of(text)
    places = iter(order)
    for at, letter in enumerate(words[0][0] if words else "", words[0][1] if words else 0):
        if letter not in BETWEEN:
            found.append(Span(at, at + 1, numbers.get(letter), next(places, ())))
        elif letter in numbers:
            found.append(Span(at, at + 1, numbers[letter]))
    return (*found, *spelled_words(words, legend))


def spelled_words(words: Sequence[tuple[str, int]], legend: Sequence[Sign]) -> tuple[Span, ...]:
    """The words after the first one."""
    meanings = [n for n, sign in enumerate(legend) if sign.word]
    return tuple(Span(at, at + len(word), n) for (word, at), n in zip(words[1:], meanings, strict=False))


# ---- Games that do not tell ----------------------------------------------------------------------------------------


class Spelling(msgspec.Struct, frozen=True):
    """What a text was found to mean; nothing, where it could not be found out."""

    legend: tuple[Sign, ...] = ()
    order: Places = ()


@lru_cache(maxsize=64)
def found_spelling(game: Game, options: Options) -> Spelling:
    """The legend and the order of places of a game that tells neither, from its start position."""
    position = game.start(options)
    words = words_of(position.text())
    letters = [letter for letter in words[0][0] if letter not in BETWEEN] if words else []
    standing = {piece.place: piece for piece in position.placement()}
    for order in _orders(game, options):
        if len(order) == len(letters):
            meanings = _meanings(game, options, letters, [standing.get(site) for site in order])
            if meanings is not None:
                rest = [Sign(word, Message("shared.sign.word"), word=True) for word, _ in words[1:]]
                return Spelling((*meanings, *rest), tuple((site,) for site in order))
    return Spelling()


def _orders(game: Game, options: Options) -> Iterable[list[int]]:
    """The orders in which places may be written: as they are numbered, by rows from the far side, from the near one."""
    sites = game.board(options).sites
    numbers = list(range(len(sites)))
    yield numbers
    yield sorted(numbers, key=lambda n: (sites[n].z, -sites[n].y, sites[n].x))
    yield sorted(numbers, key=lambda n: (sites[n].z, sites[n].y, sites[n].x))


def _meanings(
    game: Game, options: Options, letters: Sequence[str], standing: Sequence[Piece | None]
) -> list[Sign] | None:
    """The signs, if every letter means the same wherever it stands, and no two letters do."""
    symbols = {side.symbol: seat for seat, side in enumerate(game.sides(options))}
    known: dict[str, tuple[str, int | None, int] | None] = {}
    for letter, piece in zip(letters, standing, strict=True):
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
