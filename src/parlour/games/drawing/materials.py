"""Colours of flat pictures that match the materials of the 3-D boards."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.contract.board import Appearance
from parlour.games.drawing.canvas import Theme, channels, contrast, shade


class Material(NamedTuple):
    """The light and dark tone of a material, and of the cells of a board made of it; "" for shades of its own."""

    light: str
    dark: str
    light_cell: str = ""
    dark_cell: str = ""


MATERIALS = {
    "walnut": Material("#80634c", "#38251a", "#d8b98a", "#5d3a22"),
    "oak": Material("#c79a66", "#7d552e"),
    "teak": Material("#a37850", "#5a3b25"),
    "ash": Material("#d8bb8d", "#946b3a"),
    "indigo ash": Material("#293c68", "#121a33"),
    "slate": Material("#6d8798", "#354a5b"),
    "basalt": Material("#3b3f46", "#1d1f24", "#7e8793", "#16191e"),
    "blackboard": Material("#4f5d64", "#37434a"),
    "marble": Material("#d6d4cf", "#85888d"),
    "felt": Material("#3a7159", "#204536"),
    "steel": Material("#6a747c", "#343b41"),
}
"""The same tones as in `web/src/lib/board/view/species.ts`."""

INLAYS = {"brass": "#d6ad5f", "silver": "#c2cbd2", "chalk": "#e6e2d6"}
TRACKS_ON_DARK = ("#7fd0ff", "#ffb088", "#c6ea86")


def natural_theme(appearance: Appearance, *, signs: bool = False) -> Theme:
    """Return the colours of the materials that a board is made of."""
    face = MATERIALS.get(appearance.slab, MATERIALS["walnut"])
    frame = MATERIALS.get(appearance.frame)
    slab = mix(face.light, face.dark, 0.35)
    dark_board = contrast(slab) == "#ffffff"
    ink = INLAYS.get(appearance.inlay, INLAYS["brass"]) if dark_board else shade(face.dark, 0.5)
    return Theme(
        slab=slab,
        slab_edge=mix(frame.light, frame.dark, 0.3) if frame else shade(face.dark, 0.8),
        frame_width=34 if frame else 14,
        line=ink,
        tracks=appearance.tracks or (TRACKS_ON_DARK if dark_board else Theme().tracks),
        light=face.light_cell or mix(slab, "#fff3dc", 0.5),
        dark=face.dark_cell or shade(slab, 0.72),
        hollow=shade(slab, 0.55),
        label=ink,
        tray=frame.dark if frame else face.dark,
        signs=signs,
    )


def mix(one: str, other: str, part: float) -> str:
    """Return a colour between two.

    >>> mix("#000000", "#808080", 0.5)
    '#404040'
    """
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
