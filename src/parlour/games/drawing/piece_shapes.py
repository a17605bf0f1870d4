"""Pieces as SVG, by the name of their shape. Every function draws around (0, 0); neighbouring sites are `UNIT` apart.

A shape is a function of a `PieceStyle`. Unknown shapes become a token with a letter, so that every game can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

Attribute = str | float | None

UNIT = 100.0

DASHES = ("", "22 10", "4 12", "26 9 4 9", "10 9")
"""Dash patterns of the strokes of five seats, so that they differ without colour."""


class PieceStyle(NamedTuple):
    """The style of one piece: `ink` contrasts with its colour, `edge` is its rim, `seat` selects its sign."""

    colour: str
    ink: str
    edge: str
    seat: int | None
    letter: str
    shine_id: str


def tag(name: str, inner: str = "", /, **attributes: Attribute) -> str:
    """Return an element; underscores in attribute names become hyphens, and None values are omitted.

    >>> tag("circle", r=2.5, stroke_width=1)
    '<circle r="2.5" stroke-width="1"/>'
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(words: str, x: float, y: float, /, **attributes: Attribute) -> str:
    """Return a centred text."""
    return tag("text", escape(words), x=x, y=y, text_anchor="middle", dy="0.35em", **attributes)


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


# ---- Signs of the seats ----------------------------------------------------------------------------------------------


def sign(seat: int | None, colour: str, size: float = 13.0, opacity: float = 0.75) -> str:
    """Return the sign of a seat on its pieces: a dot, a cross, a triangle, a square or a ring."""
    if seat is None:
        return ""
    lines: dict[str, Attribute] = {
        "fill": "none",
        "stroke": colour,
        "stroke_width": size / 2.6,
        "stroke_opacity": opacity,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    match seat % 5:
        case 0:
            return tag("circle", r=size * 0.45, fill=colour, fill_opacity=opacity)
        case 1:
            return cross(size * 0.7, **lines)
        case 2:
            base = number(size * 0.6)
            d = f"M0 {number(-size)}L{number(size * 0.9)} {base}L{number(-size * 0.9)} {base}Z"
            return tag("path", d=d, **lines)
        case 3:
            return tag("rect", x=-size * 0.7, y=-size * 0.7, width=size * 1.4, height=size * 1.4, **lines)
        case _:
            return tag("circle", r=size * 0.8, **lines)


def cross(reach: float, **attributes: Attribute) -> str:
    """Return a cross of two lines."""
    r = number(reach)
    return tag("path", d=f"M-{r} -{r}L{r} {r}M{r} -{r}L-{r} {r}", **attributes)


# ---- Shapes ----------------------------------------------------------------------------------------------------------


def _disc(style: PieceStyle) -> str:
    return (
        tag("ellipse", cx=3, cy=6, rx=39, ry=38, fill="#000", fill_opacity=0.28)
        + tag("circle", r=38, fill=style.colour, stroke=style.edge, stroke_width=3)
        + tag("circle", r=27, fill="none", stroke=style.edge, stroke_width=2.5, stroke_opacity=0.7)
        + tag("circle", r=38, fill=f"url(#{style.shine_id})")
        + sign(style.seat, style.ink)
    )


def _marker(style: PieceStyle) -> str:
    return (
        tag("ellipse", cx=2, cy=4, rx=30, ry=29, fill="#000", fill_opacity=0.28)
        + tag("circle", r=29, fill=style.colour, stroke=style.edge, stroke_width=3)
        + tag("circle", r=29, fill=f"url(#{style.shine_id})")
        + sign(style.seat, style.ink, 10)
    )


def _ring(style: PieceStyle) -> str:
    notches = "".join(
        tag("g", sign(style.seat, style.ink, 6.5, 0.9), transform=f"rotate({turn}) translate(0 -39)")
        for turn in (0, 90, 180, 270)
    )
    return (
        tag("circle", cx=2, cy=5, r=39, fill="none", stroke="#000", stroke_width=19, stroke_opacity=0.25)
        + tag("circle", r=39, fill="none", stroke=style.edge, stroke_width=19)
        + tag("circle", r=39, fill="none", stroke=style.colour, stroke_width=14)
        + tag("path", d="M-33 -21A39 39 0 0 1 12 -37", fill="none", stroke="#fff", stroke_width=4, stroke_opacity=0.45)
        + notches
    )


def _ball(style: PieceStyle) -> str:
    return (
        tag("circle", r=49, fill=style.colour, stroke=style.edge, stroke_width=1.5)
        + tag("circle", r=49, fill=f"url(#{style.shine_id}-ball)")
        + tag("ellipse", cx=-15, cy=-19, rx=12, ry=8, fill="#fff", fill_opacity=0.55, transform="rotate(-38 -15 -19)")
        + tag("g", sign(style.seat, style.ink, 10), transform="translate(5 9)")
    )


def _pawn(style: PieceStyle) -> str:
    body = "M-24 38C-24 22 -9 20 -10 4C-18 -2 -17 -12 -10 -15A16 16 0 1 1 10 -15C17 -12 18 -2 10 4C9 20 24 22 24 38Z"
    return (
        tag("ellipse", cx=2, cy=39, rx=30, ry=7, fill="#000", fill_opacity=0.28)
        + tag("path", d=body, fill=style.colour, stroke=style.edge, stroke_width=3, stroke_linejoin="round")
        + tag("g", sign(style.seat, style.ink, 8), transform="translate(0 24)")
    )


def _token(style: PieceStyle) -> str:
    return (
        tag("ellipse", cx=3, cy=5, rx=38, ry=38, fill="#000", fill_opacity=0.28)
        + tag("circle", r=37, fill=style.colour, stroke=style.edge, stroke_width=3)
        + text(style.letter, 0, 1, font_size=40, font_weight=600, fill=style.ink)
        + tag("g", sign(style.seat, style.ink, 6), transform="translate(0 27)")
    )


def _slab(style: PieceStyle, points: str) -> str:
    return tag("polygon", points=points, fill="#000", fill_opacity=0.25, transform="translate(3 4)") + tag(
        "polygon", points=points, fill=style.colour, stroke=style.edge, stroke_width=3, stroke_linejoin="round"
    )


def _glass(d: str) -> str:
    """Return a reflecting edge."""
    return tag("path", d=d, fill="none", stroke="#1d2a33", stroke_width=13, stroke_linecap="round") + tag(
        "path", d=d, fill="none", stroke="#d8f3ff", stroke_width=8, stroke_linecap="round"
    )


def _mirror(style: PieceStyle) -> str:
    """Draw a mirror that faces up and right."""
    return (
        _slab(style, "-38,38 38,38 -38,-38")
        + _glass("M-35 -35L35 35")
        + tag("g", sign(style.seat, style.ink, 10), transform="translate(-17 18)")
    )


def _double_mirror(style: PieceStyle) -> str:
    """Return a two-sided mirror from the lower left to the upper right."""
    return (
        _slab(style, "-14,-36 36,-36 36,14 14,36 -36,36 -36,-14")
        + _glass("M-31 31L31 -31")
        + tag("g", sign(style.seat, style.ink, 7), transform="translate(-18 -10)")
        + tag("g", sign(style.seat, style.ink, 7), transform="translate(18 10)")
    )


def _shield(style: PieceStyle) -> str:
    """Draw a shield whose protected side is up."""
    return (
        _slab(style, "-30,-26 30,-26 30,38 -30,38")
        + tag("path", d="M-37 -31L37 -31", stroke="#1d2a33", stroke_width=17, stroke_linecap="round")
        + tag("path", d="M-37 -31L37 -31", stroke="#aab6bf", stroke_width=11, stroke_linecap="round")
        + tag("g", sign(style.seat, style.ink, 10), transform="translate(0 10)")
    )


def _laser(style: PieceStyle) -> str:
    """Draw a laser that fires upwards."""
    return (
        _slab(style, "-36,40 -36,-14 -14,-30 14,-30 36,-14 36,40")
        + tag("rect", x=-9, y=-45, width=18, height=34, rx=4, fill="#2a3036", stroke="#11161a", stroke_width=2)
        + tag("circle", cy=-43, r=6, fill="#ff5a4d")
        + tag("g", sign(style.seat, style.ink, 11), transform="translate(0 17)")
    )


def _pharaoh(style: PieceStyle) -> str:
    crown = "M-33 38L-38 -12L-18 6L0 -36L18 6L38 -12L33 38Z"
    return (
        tag("path", d=crown, fill="#000", fill_opacity=0.25, transform="translate(3 4)")
        + tag("path", d=crown, fill=style.colour, stroke=style.edge, stroke_width=3, stroke_linejoin="round")
        + tag("path", d="M-31 26L31 26", stroke=style.edge, stroke_width=5)
        + tag("g", sign(style.seat, style.ink, 8), transform="translate(0 12)")
    )


SHAPES: dict[str, Callable[[PieceStyle], str]] = {
    "disc": _disc,
    "stone": _disc,
    "marker": _marker,
    "ring": _ring,
    "ball": _ball,
    "pawn": _pawn,
    "mirror": _mirror,
    "pyramid": _mirror,
    "double mirror": _double_mirror,
    "scarab": _double_mirror,
    "shield": _shield,
    "anubis": _shield,
    "laser": _laser,
    "sphinx": _laser,
    "pharaoh": _pharaoh,
}


def draw_shape(shape: str, style: PieceStyle) -> str:
    """Return a piece without rotation."""
    return SHAPES.get(shape, _token)(style)


def draw_stroke(style: PieceStyle, one: tuple[float, float], other: tuple[float, float]) -> str:
    """Return a stroke between two sites, with the pattern of its seat."""
    ends: dict[str, Attribute] = {"x1": one[0], "y1": one[1], "x2": other[0], "y2": other[1]}
    dashes = DASHES[style.seat % 5] if style.seat is not None else ""
    return tag("line", **ends, stroke=style.edge, stroke_width=12, stroke_opacity=0.35) + tag(
        "line",
        **ends,
        stroke=style.colour,
        stroke_width=8,
        stroke_dasharray=dashes or None,
    )
