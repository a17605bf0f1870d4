"""Types for the declarations of a game: sides, kinds of pieces, verbs, evaluation terms, styles."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from parlour.games.contract.position import Position

PIECE_SHAPES = (
    *("disc", "stone", "marker", "ring", "ball", "pawn", "pharaoh"),
    *("mirror", "pyramid", "double mirror", "scarab", "shield", "anubis", "laser", "sphinx"),
    *("stroke", "cord"),
)
"""The shapes that boards draw; any other is drawn as a token with the letter of the kind."""
PIECE_MATERIALS = ("", "wood", "gemstone", "ivory", "enamel")


class Side(msgspec.Struct, frozen=True):
    """A side of a game: its name in sentences, its default colour (`#rrggbb`), and its symbol in diagrams."""

    name: str
    colour: str
    colour_name: str
    symbol: str


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: its label, the shape that boards draw, its letter in diagrams, and the number of facings.

    `shape` is one of `PIECE_SHAPES`: "disc", "stone", "marker", "ring", "ball", "pawn", "pharaoh", "mirror", "double
    mirror", "shield", "laser", and "stroke" or "cord" between two sites; any other is drawn as a token with the letter.
    `degrees` is the clockwise angle between one facing and the next. `material` is used on 3-D boards: "wood",
    "gemstone", "ivory" or "enamel"; "" is plain satin.
    """

    name: str
    label: str
    shape: str
    letter: str
    facings: int = 1
    degrees: int = 90
    material: str = ""


class Verb(msgspec.Struct, frozen=True):
    """A pick that is not a site, with the text of its button and its keyboard shortcut.

    Boards keep the place of buttons free that most turns offer, and lay others over the trays for a moment.
    """

    name: str
    label: str
    key: str = ""
    usual: bool = False


class Term(msgspec.Struct, frozen=True):
    """One term of a game's evaluation: its name and its weight, in hundredths of the game's unit."""

    name: str
    weight: int


class Style(msgspec.Struct, frozen=True):
    """A playing style: the weights it changes, and the trait (`Position.trait`) that measures it."""

    key: str
    label: str
    help: str
    weights: dict[str, int]
    trait: str = ""


class Flawless(msgspec.Struct, frozen=True):
    """Conditions of a flawless win: actions (`Position.move_counts`) forbidden to the others and to the winner."""

    others: tuple[str, ...] = ("capture",)
    own: tuple[str, ...] = ("give",)


Baseline = Callable[[int], Callable[[Position], int]]
"""Creates a player from a seed: a function that chooses a legal move."""
