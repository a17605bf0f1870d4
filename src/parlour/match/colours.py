"""Colours that players choose for their pieces: notation and perceptual difference."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import combinations

from parlour.errors import ColourRefused
from parlour.i18n.errors import localized_error

MIN_DIFFERENCE = 0.12
"""Minimum difference between the colours of two players; black and white differ by 1."""
MARKED_DIFFERENCE = 0.13
"""Below this difference of two colours, pieces need the marks of their seats."""


def check_colour(colour: str) -> str:
    """Return the colour in lower case; raise `ColourRefused` if it is not written `#rrggbb`.

    >>> check_colour("#C03A2B")
    '#c03a2b'
    """
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) is None:
        raise localized_error(ColourRefused, "match.colour.unreadable", colour=colour[:20])
    return colour.lower()


def check_apart(names: Sequence[str], colours: Sequence[str], chosen: Sequence[bool]) -> None:
    """Raise `ColourRefused` if a chosen colour is too similar to that of another player."""
    for one, colour in enumerate(colours):
        for other in range(one):
            if (chosen[one] or chosen[other]) and difference(colour, colours[other]) < MIN_DIFFERENCE:
                raise localized_error(ColourRefused, "match.colour.alike", one=names[other], other=names[one])


def difference(one: str, other: str) -> float:
    """Return how different two colours look: their distance in the Oklab colour space.

    >>> difference("#000000", "#ffffff") > 0.99, difference("#c03a2b", "#c03a2c") < 0.01
    (True, True)
    """
    return math.dist(_oklab(one), _oklab(other))


def need_marks(colours: Sequence[str]) -> bool:
    """Return whether two colours are so close that pieces need the marks of their seats.

    >>> need_marks(["#000000", "#ffffff"]), need_marks(["#000000", "#ffffff", "#000001"])
    (False, True)
    """
    return any(difference(one, other) < MARKED_DIFFERENCE for one, other in combinations(colours, 2))


def _oklab(colour: str) -> tuple[float, float, float]:
    """Return the lightness and the two opponent axes of a colour (Björn Ottosson, "A perceptual color space")."""
    red, green, blue = (_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    """Return the linear light of an sRGB component."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
