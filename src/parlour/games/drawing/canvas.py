"""The plane of a picture: projection of board points, colours, and geometry."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

import msgspec

from parlour.errors import ArgumentError
from parlour.games.contract.argument_checks import shown
from parlour.games.contract.board import Arc, Board
from parlour.games.drawing.piece_shapes import UNIT, number, sign
from parlour.i18n.errors import localized_error

if TYPE_CHECKING:
    from parlour.games.contract.position import Position

Spot = tuple[float, float]


class Theme(msgspec.Struct, frozen=True):
    """The colours of everything but the pieces. An empty `background` is transparent."""

    background: str = ""
    slab: str = "#c79a63"
    slab_edge: str = "#8a6237"
    frame_width: float = 14.0
    line: str = "#5b3d1e"
    tracks: tuple[str, ...] = ("#2f6f8f", "#a2452f", "#4d7a2f")
    light: str = "#e6cfa5"
    dark: str = "#b98b55"
    hollow: str = "#a87b48"
    label: str = "#4a331b"
    tray: str = "#8a6237"
    mark: str = "#e0218a"
    arrow: str = "#1565c0"
    beam: str = "#ff3b30"
    signs: bool = True
    """Whether seats differ by signs and dashes, not only by colour."""


COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-zA-Z]{3,30}")
WOOD = Theme()
DARK = Theme(
    slab="#3b3f46",
    slab_edge="#23262b",
    line="#c9cdd3",
    tracks=("#57b3d9", "#f0805f", "#8fce63"),
    light="#565c65",
    dark="#454a52",
    hollow="#2e3238",
    label="#dfe3e8",
    tray="#23262b",
    mark="#ff6ec7",
    arrow="#64b5f6",
)
BLACK, WHITE = "#000000", "#ffffff"
PRINT = Theme(
    slab=WHITE,
    slab_edge=BLACK,
    line=BLACK,
    tracks=(BLACK, "#777777", "#aaaaaa"),
    light=WHITE,
    dark="#dddddd",
    hollow="#eeeeee",
    label=BLACK,
    tray=WHITE,
    mark=BLACK,
    arrow=BLACK,
    beam=BLACK,
)


class Canvas:
    """The plane of a picture. `box` grows with what is drawn."""

    def __init__(self, position: Position, colours: Mapping[int, str], turned: float, theme: Theme) -> None:
        self.position = position
        self.game = position.game
        self.theme = theme
        self.board: Board = self.game.board(position.options)
        self.sides = self.game.sides(position.options)
        self.colours = [safe_colour(colours.get(seat, side.colour)) for seat, side in enumerate(self.sides)]
        self.angle = math.radians(turned)
        sites = self.board.sites
        self.middle = (
            (min(site.x for site in sites) + max(site.x for site in sites)) / 2,
            (min(site.y for site in sites) + max(site.y for site in sites)) / 2,
        )
        # A board with height is viewed from 32° off the vertical.
        self.tilt = math.radians(32) if any(site.z for site in sites) else 0.0
        self.halo = 46 if self.board.cells or self.board.lines else 23
        self.box: list[Spot] = []
        self.edges = (0.0, 0.0, 0.0, 0.0)
        """The edges of the board: left, top, right, bottom."""
        self.id = f"p{crc32(repr((self.game.key, self.colours, theme, turned)).encode()):08x}"

    # ---- Geometry -------------------------------------------------------------------------------------------------

    def at(self, x: float, y: float, z: float = 0.0) -> Spot:
        """Return the picture coordinates of a board point (y downwards)."""
        x, y = x - self.middle[0], y - self.middle[1]
        x, y = x * math.cos(self.angle) - y * math.sin(self.angle), x * math.sin(self.angle) + y * math.cos(self.angle)
        return x * UNIT, -(y * math.cos(self.tilt) + z * math.sin(self.tilt)) * UNIT

    def site(self, n: int) -> Spot:
        site = self.board.sites[n]
        return self.at(site.x, site.y, site.z)

    def cover(self, spot: Spot, reach: float) -> None:
        """Extend the picture to include the surroundings of a spot."""
        self.box += [(spot[0] - reach, spot[1] - reach), (spot[0] + reach, spot[1] + reach)]

    def arc_point(self, arc: Arc, degrees: float) -> Spot:
        angle = math.radians(degrees)
        x, y, z = arc.centre
        return self.at(x + arc.radius * math.cos(angle), y + arc.radius * math.sin(angle), z)

    def arc_to(self, arc: Arc, start: Spot, *, first: bool) -> tuple[str, Spot]:
        """Return the path along an arc from the end nearer to a spot, and the other end."""
        ends = self.arc_point(arc, arc.start), self.arc_point(arc, arc.start + arc.sweep)
        forward = math.dist(start, ends[0]) <= math.dist(start, ends[1])
        begin, end = ends if forward else ends[::-1]
        radii = f"{number(arc.radius * UNIT)} {number(arc.radius * UNIT * math.cos(self.tilt))}"
        # Anticlockwise on the board is anticlockwise in the picture: flag 0.
        flags = f"{int(abs(arc.sweep) > 180)} {int((arc.sweep > 0) != forward)}"
        move = f"M{point(begin)}" if first else f"L{point(begin)}"
        return f"{move}A{radii} 0 {flags} {point(end)}", end


# ---- Small geometry and colours --------------------------------------------------------------------------------------


def point(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def short(start: Spot, end: Spot, by: float) -> Spot:
    """Return a point shortly before the end of a line."""
    length = math.dist(start, end) or 1.0
    keep = max(0.0, 1 - by / length)
    return start[0] + (end[0] - start[0]) * keep, start[1] + (end[1] - start[1]) * keep


def hull(spots: Sequence[Spot]) -> list[Spot]:
    """Return the corners of the convex hull."""

    def half(points: Sequence[Spot]) -> list[Spot]:
        corners: list[Spot] = []
        for point in points:
            while len(corners) > 1 and _side(corners[-2], corners[-1], point) <= 1e-6:
                corners.pop()
            corners.append(point)
        return corners[:-1]

    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in spots})
    return ordered if len(ordered) < 3 else half(ordered) + half(ordered[::-1])


def _side(one: Spot, other: Spot, third: Spot) -> float:
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def in_line(spots: Sequence[Spot]) -> list[Spot] | None:
    """Return the two outer spots if all are collinear."""
    corners = hull(spots)
    return corners if len(corners) == 2 else None


def safe_colour(colour: object) -> str:
    """Return a valid colour; raise an error for anything else, which could be markup."""
    if not isinstance(colour, str) or not COLOUR.fullmatch(colour):
        raise localized_error(ArgumentError, "shared.argument.colour", value=shown(colour))
    return colour


def channels(colour: str) -> tuple[int, int, int]:
    if not colour.startswith("#"):
        return 128, 128, 128
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def contrast(colour: str) -> str:
    """Return black or white, whichever contrasts better with a colour.

    >>> contrast("#ffee00"), contrast("#102080")
    ('#111111', '#ffffff')
    """
    red, green, blue = channels(colour)
    return "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def shade(colour: str, by: float) -> str:
    """Return a colour made darker or lighter.

    >>> shade("#808080", 0.5)
    '#404040'
    """
    return "#" + "".join(f"{min(255, round(channel * by)):02x}" for channel in channels(colour))


def seat_sign(seat: int, colour: str) -> str:
    return sign(seat, shade(colour, 0.7), 12, 0.8)
