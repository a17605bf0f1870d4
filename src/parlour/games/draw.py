"""Pictures: an SVG of any position, made from the board's description alone.

    svg(position)                                            the position with what must be seen in it
    svg(position, effects=position.effects(move))            a hint: what a move would do
    svg(position, arrows=[Arrow(3, 9)], marks=[], size=200)  a diagram

Cards, rule pages, notebooks, print and pages without WebGL all use it. Boards with height (z) are seen from the front
and above, so that what lies higher does not hide what lies lower; others straight from above.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape
from zlib import crc32

import msgspec

from parlour.games.board import Arc, Board, Tray
from parlour.games.face import Beam, Effect, Mark, Piece
from parlour.games.shapes import UNIT, Attribute, Look, cross, draw_shape, draw_stroke, number, sign, tag, text

if TYPE_CHECKING:
    from parlour.games.core import Position

Spot = tuple[float, float]


class Arrow(msgspec.Struct, frozen=True):
    """An arrow from site to site; on one site, a ring around it. What is `refused` is crossed out."""

    start: int
    end: int
    colour: str = ""
    refused: bool = False


class Theme(msgspec.Struct, frozen=True):
    """The colours of everything but the pieces. An empty `background` is see-through."""

    background: str = ""
    slab: str = "#c79a63"
    slab_edge: str = "#8a6237"
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
PRINT = Theme(
    slab="#ffffff",
    slab_edge="#000000",
    line="#000000",
    tracks=("#000000", "#777777", "#aaaaaa"),
    light="#ffffff",
    dark="#dddddd",
    hollow="#eeeeee",
    label="#000000",
    tray="#ffffff",
    mark="#000000",
    arrow="#000000",
    beam="#000000",
)


def svg(
    position: Position,
    *,
    marks: Iterable[Mark] | None = None,
    arrows: Iterable[Arrow] = (),
    effects: Iterable[Effect] = (),
    size: int = 480,
    colours: Mapping[int, str] | None = None,
    turned: float = 0,
    coordinates: bool = True,
    trays: bool = True,
    theme: Theme = WOOD,
    title: str = "",
) -> str:
    """The picture of a position as one SVG element.

    `marks` are the position's own unless others are given; `colours` are those that players chose for their seats;
    `turned` is the angle by which the board is turned, anticlockwise; `size` is the longer side in pixels.
    """
    return Picture(position, colours or {}, turned, theme).draw(
        position.marks() if marks is None else marks, arrows, effects, size, coordinates, trays, title
    )


class Picture:
    """Draws a position part by part, each around its place in one plane; `svg` puts the parts together."""

    def __init__(self, position: Position, colours: Mapping[int, str], turned: float, theme: Theme) -> None:
        self.position = position
        self.game = position.game
        self.theme = theme
        self.board: Board = self.game.board(position.options)
        self.sides = self.game.sides(position.options)
        self.colours = [_colour(colours.get(seat, side.colour)) for seat, side in enumerate(self.sides)]
        self.angle = math.radians(turned)
        sites = self.board.sites
        self.middle = (
            (min(site.x for site in sites) + max(site.x for site in sites)) / 2,
            (min(site.y for site in sites) + max(site.y for site in sites)) / 2,
        )
        # A board with height is looked at from 32° off the vertical.
        self.tilt = math.radians(32) if any(site.z for site in sites) else 0.0
        self.halo = 46 if self.board.cells or self.board.lines else 23
        self.box: list[Spot] = []
        self.edges = (0.0, 0.0, 0.0, 0.0)
        """The slab: left, top, right, bottom."""
        self.id = f"p{crc32(repr((self.game.key, self.colours, theme, turned)).encode()):08x}"

    # ---- Geometry -------------------------------------------------------------------------------------------------

    def at(self, x: float, y: float, z: float = 0.0) -> Spot:
        """Where a point of the board is in the picture (y downwards)."""
        x, y = x - self.middle[0], y - self.middle[1]
        x, y = x * math.cos(self.angle) - y * math.sin(self.angle), x * math.sin(self.angle) + y * math.cos(self.angle)
        return x * UNIT, -(y * math.cos(self.tilt) + z * math.sin(self.tilt)) * UNIT

    def site(self, n: int) -> Spot:
        site = self.board.sites[n]
        return self.at(site.x, site.y, site.z)

    def cover(self, spot: Spot, reach: float) -> None:
        """Makes sure that the surroundings of a spot are in the picture."""
        self.box += [(spot[0] - reach, spot[1] - reach), (spot[0] + reach, spot[1] + reach)]

    def arc_point(self, arc: Arc, degrees: float) -> Spot:
        angle = math.radians(degrees)
        x, y, z = arc.centre
        return self.at(x + arc.radius * math.cos(angle), y + arc.radius * math.sin(angle), z)

    def arc_to(self, arc: Arc, start: Spot, *, first: bool) -> tuple[str, Spot]:
        """The path along an arc from whichever of its ends is nearer to a spot, and the other end."""
        ends = self.arc_point(arc, arc.start), self.arc_point(arc, arc.start + arc.sweep)
        forward = math.dist(start, ends[0]) <= math.dist(start, ends[1])
        begin, end = ends if forward else ends[::-1]
        radii = f"{number(arc.radius * UNIT)} {number(arc.radius * UNIT * math.cos(self.tilt))}"
        # Anticlockwise on the board is anticlockwise in the picture: flag 0.
        flags = f"{int(abs(arc.sweep) > 180)} {int((arc.sweep > 0) != forward)}"
        move = f"M{_point(begin)}" if first else f"L{_point(begin)}"
        return f"{move}A{radii} 0 {flags} {_point(end)}", end

    # ---- The whole ------------------------------------------------------------------------------------------------

    def draw(
        self,
        marks: Iterable[Mark],
        arrows: Iterable[Arrow],
        effects: Iterable[Effect],
        size: int,
        coordinates: bool,
        trays: bool,
        title: str,
    ) -> str:
        marks, arrows, effects = list(marks), list(arrows), list(effects)
        pieces = self.position.placement()
        strokes = [piece for piece in pieces if isinstance(piece.place, tuple)]
        standing = [piece for piece in pieces if isinstance(piece.place, int)]
        standing.sort(key=self.depth)
        ground = self.ground(coordinates)
        # Marks under the pieces light their sites; numbers and beams lie above.
        layers = [
            ground,
            *([self.tray(tray, pieces) for tray in self.board.trays] if trays else []),
            *(self.mark_below(mark) for mark in marks),
            *(self.piece(piece) for piece in strokes),
            self.dots(),
            *(self.piece(piece) for piece in standing),
            *(self.mark_above(mark) for mark in marks),
            *(self._effect(effect) for effect in effects),
            *(self._arrow(arrow) for arrow in arrows),
        ]
        left, top, width, height = self.extent()
        scale = size / max(width, height)
        title = title or f"{self.game.title}"
        inner = (
            tag("title", escape(title), id=f"{self.id}-title")
            + tag("desc", escape(self.describe()), id=f"{self.id}-desc")
            + self.definitions()
            + (
                tag("rect", x=left, y=top, width=width, height=height, fill=self.theme.background)
                if self.theme.background
                else ""
            )
            + "".join(layers)
        )
        return tag(
            "svg",
            inner,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
            width=round(width * scale),
            height=round(height * scale),
            role="img",
            aria_labelledby=f"{self.id}-title {self.id}-desc",
            font_family="system-ui, sans-serif",
        )

    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all that was drawn."""
        left, top = min(x for x, _ in self.box), min(y for _, y in self.box)
        return left, top, max(x for x, _ in self.box) - left, max(y for _, y in self.box) - top

    def describe(self) -> str:
        """The position in words, for those who cannot see it."""
        said = []
        placed: dict[tuple[int | None, str], list[str]] = {}
        for piece in self.position.placement():
            if isinstance(piece.place, int):
                where = self.board.sites[piece.place].label
            elif isinstance(piece.place, tuple):
                where = "–".join(self.board.sites[n].label for n in piece.place)
            else:
                continue
            placed.setdefault((piece.owner, piece.kind), []).append(where)
        for (owner, kind), places in placed.items():
            side = "Neutral" if owner is None else self.sides[owner].name
            said.append(f"{side}, {self.game.kind(kind).label}: {', '.join(places)}.")
        said.append(self.game.speak(self.position.prompt(), self.position.options))
        return " ".join(said)

    def definitions(self) -> str:
        """Gradients and heads of arrows, which the parts refer to."""
        shine = tag("stop", offset="0", stop_color="#fff", stop_opacity=0.38) + tag(
            "stop", offset="1", stop_color="#fff", stop_opacity=0
        )
        ball = (
            tag("stop", offset="0", stop_color="#fff", stop_opacity=0.55)
            + tag("stop", offset="0.45", stop_color="#fff", stop_opacity=0.05)
            + tag("stop", offset="0.75", stop_color="#000", stop_opacity=0.1)
            + tag("stop", offset="1", stop_color="#000", stop_opacity=0.5)
        )
        head = tag("path", d="M0 0L10 5L0 10L2.5 5Z", fill="context-stroke")
        heads = "".join(
            tag(
                "marker",
                head.replace("context-stroke", colour),
                id=f"{self.id}-head{n}",
                viewBox="0 0 10 10",
                refX=6,
                refY=5,
                markerWidth=3.2,
                markerHeight=3.2,
                orient="auto-start-reverse",
            )
            for n, colour in enumerate([self.theme.arrow, *self.colours])
        )
        return tag(
            "defs",
            tag("radialGradient", shine, id=self.id, cx="0.35", cy="0.3", r="0.75")
            + tag("radialGradient", ball, id=f"{self.id}-ball", cx="0.36", cy="0.3", r="0.72")
            + heads,
        )

    # ---- The board ------------------------------------------------------------------------------------------------

    def ground(self, coordinates: bool) -> str:
        """The board without anything on it."""
        theme, board = self.theme, self.board
        parts = []
        edge: list[Spot] = []
        low = min(site.z for site in board.sites)
        half = 0.5 if board.cells else 0.0
        for n, site in enumerate(board.sites):
            self.cover(self.site(n), 55)
            if site.z == low:
                corners = [(dx, dy) for dx in (-half, half) for dy in (-half, half)]
                edge += [self.at(site.x + dx, site.y + dy, site.z) for dx, dy in corners]
        for arc in board.arcs:
            steps = 12
            for k in range(steps + 1):
                spot = self.arc_point(arc, arc.start + arc.sweep * k / steps)
                edge.append(spot)
                self.cover(spot, 20)
        if coordinates:
            edge += [self.at(label.x, label.y) for label in board.labels]
        parts.append(self._slab(edge))
        for cell in board.cells:
            parts.append(self._cell(cell.site, cell.shade))
        for line in board.lines:
            drawn = " ".join(_point(self.at(*point)) for point in line.points)
            parts.append(
                tag(
                    "polyline",
                    points=drawn,
                    fill="none",
                    stroke=self._line_colour(line.style),
                    stroke_width=5 if line.style.startswith("track") else 2.5,
                    stroke_linecap="round",
                )
            )
        for arc in board.arcs:
            d, _ = self.arc_to(arc, self.arc_point(arc, arc.start), first=True)
            parts.append(tag("path", d=d, fill="none", stroke=self._line_colour(arc.style), stroke_width=5))
        if coordinates:
            for label in board.labels:
                x, y = self.at(label.x, label.y)
                parts.append(text(label.text, x, y, font_size=27, fill=theme.label))
        return "".join(parts)

    def dots(self) -> str:
        """The sites themselves, where no cell shows them; above the strokes that they end."""
        if self.board.cells:
            return ""
        radius = 5 if self.board.lines else 15
        spots = (self.site(n) for n in range(len(self.board.sites)))
        return "".join(tag("circle", cx=x, cy=y, r=radius, fill=self.theme.line) for x, y in spots)

    def _slab(self, edge: list[Spot]) -> str:
        theme = self.theme
        pad = 24.0 if self.board.cells else 42.0
        look: dict[str, Attribute] = {"fill": theme.slab, "stroke_linejoin": "round"}
        if self.board.outline == "round":
            radius = max(math.dist(spot, (0, 0)) for spot in edge) + pad
            self.edges = (-radius, -radius, radius, radius)
            self.cover((0, 0), radius + 8)
            return tag("circle", r=radius, **look, stroke=theme.slab_edge, stroke_width=8)
        if self.board.outline == "square":
            left, right = min(x for x, _ in edge), max(x for x, _ in edge)
            top, bottom = min(y for _, y in edge), max(y for _, y in edge)
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        else:
            corners = _hull(edge)
        for corner in corners:
            self.cover(corner, pad + 8)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.edges = (min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad)
        points = " ".join(_point(corner) for corner in corners)
        rim = tag(
            "polygon",
            points=points,
            fill=theme.slab_edge,
            stroke=theme.slab_edge,
            stroke_width=2 * pad + 14,
            stroke_linejoin="round",
        )
        return rim + tag("polygon", points=points, **look, stroke=theme.slab, stroke_width=2 * pad)

    def _cell(self, site: int, shade: str) -> str:
        theme = self.theme
        spot = self.board.sites[site]
        if shade == "hollow":
            x, y = self.site(site)
            # The hollow lies below the centre of the ball that it holds.
            y += 25 * math.sin(self.tilt)
            return tag("ellipse", cx=x, cy=y, rx=30, ry=30 * math.cos(self.tilt), fill=theme.hollow) + tag(
                "ellipse", cx=x, cy=y + 3, rx=22, ry=20 * math.cos(self.tilt), fill="#000", fill_opacity=0.12
            )
        corners = " ".join(
            _point(self.at(spot.x + dx, spot.y + dy, spot.z))
            for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        )
        reserved = re.fullmatch(r"reserved (\d)", shade)
        fill = theme.dark if shade == "dark" else theme.light
        drawn = tag("polygon", points=corners, fill=fill, stroke=theme.slab_edge, stroke_width=1)
        if reserved and int(reserved[1]) < len(self.colours):
            colour = self.colours[int(reserved[1])]
            x, y = self.site(site)
            drawn += tag("polygon", points=corners, fill=colour, fill_opacity=0.22)
            drawn += tag("g", _seat_sign(int(reserved[1]), colour), transform=f"translate({_point((x, y))})")
        return drawn

    def _line_colour(self, style: str) -> str:
        if not style.startswith("track"):
            return self.theme.line
        styles = [line.style for line in self.board.lines] + [arc.style for arc in self.board.arcs]
        tracks = list(dict.fromkeys(one for one in styles if one.startswith("track")))
        return self.theme.tracks[tracks.index(style) % len(self.theme.tracks)]

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def _look(self, piece: Piece) -> Look:
        colour = "#9e9e9e" if piece.owner is None else self.colours[piece.owner]
        letter = self.game.kind(piece.kind).letter
        # A dark piece is set off by a light edge, any other by a dark one.
        edge = "#8d8d8d" if sum(_channels(colour)) < 210 else shade(colour, 0.55)
        return Look(colour, contrast(colour), edge, piece.owner, letter.upper(), self.id)

    def depth(self, piece: Piece) -> tuple[float, float]:
        """What is drawn first: what is lower, then what is farther."""
        assert isinstance(piece.place, int)
        return self.board.sites[piece.place].z, self.site(piece.place)[1]

    def piece(self, piece: Piece, spot: Spot | None = None, size: float = 1.0, **attributes: Attribute) -> str:
        """A piece where it lies, or around another spot."""
        kind = self.game.kind(piece.kind)
        look = self._look(piece)
        if isinstance(piece.place, tuple) and spot is None:
            return tag("g", draw_stroke(look, self.site(piece.place[0]), self.site(piece.place[1])), **attributes)
        if spot is None:
            assert isinstance(piece.place, int)
            spot = self.site(piece.place)
        raised = isinstance(piece.place, int) and self.board.sites[piece.place].z > 0
        turn = piece.facing * kind.degrees - math.degrees(self.angle) if kind.facings > 1 else 0
        place = f"translate({_point(spot)})"
        place += f" rotate({number(turn)})" if turn else ""
        place += f" scale({number(size)})" if size != 1 else ""
        drawn = draw_shape(kind.shape, look)
        if raised:
            drawn = tag("ellipse", cy=22, rx=47, ry=36, fill="#000", fill_opacity=0.35) + drawn
        return tag("g", drawn, transform=place, **attributes)

    def tray(self, tray: Tray, pieces: Sequence[Piece]) -> str:
        """A tray with something in it, upright beside the slab on the side where it lies."""
        inside = [piece for piece in pieces if piece.place == tray.name]
        if not inside:
            return ""
        pitch = tray.pitch * UNIT
        columns = min(tray.columns, len(inside))
        width, height = columns * pitch, -(-len(inside) // columns) * pitch
        across = (tray.columns - 1) * tray.pitch / 2
        x, y = self.at(tray.x + across, tray.y)
        left, top, right, bottom = self.edges
        gap = 26.0
        if abs(x) / (right - left) >= abs(y) / (bottom - top):
            x = left - gap - width / 2 if x < 0 else right + gap + width / 2
            # Trays at the end of a side stay inside it.
            y = max(top + height / 2, min(bottom - height / 2, y)) if height < bottom - top else (top + bottom) / 2
        else:
            y = top - gap - height / 2 if y < 0 else bottom + gap + height / 2
            x = max(left + width / 2, min(right - width / 2, x)) if width < right - left else (left + right) / 2
        self.cover((x - width / 2, y - height / 2), 12)
        self.cover((x + width / 2, y + height / 2), 12)
        back = tag(
            "rect",
            x=x - width / 2,
            y=y - height / 2,
            width=width,
            height=height,
            rx=16,
            fill=self.theme.tray,
            fill_opacity=0.35,
        )
        for n, piece in enumerate(inside):
            row, column = divmod(n, columns)
            spot = x + (column + 0.5) * pitch - width / 2, y + (row + 0.5) * pitch - height / 2
            back += self.piece(piece, spot, 0.88 * tray.pitch)
        return back

    # ---- Marks ----------------------------------------------------------------------------------------------------

    def mark_below(self, mark: Mark) -> str:
        """What of a mark lies under the pieces."""
        if mark.beam is not None:
            return ""
        colour = self.theme.mark
        spots = [self.site(n) for n in mark.sites]
        halos = "".join(
            tag("circle", cx=x, cy=y, r=self.halo, fill=colour, fill_opacity=0.3, stroke=colour, stroke_width=5)
            for x, y in spots
        )
        joined = ""
        if len(spots) > 1:
            line = _in_line(spots)
            joined = tag(
                "polyline" if line or len(spots) == 2 else "polygon",
                points=" ".join(_point(spot) for spot in (line or (spots if len(spots) == 2 else _hull(spots)))),
                fill=colour if not line and len(spots) > 2 else "none",
                fill_opacity=0.22,
                stroke=colour,
                stroke_width=20,
                stroke_opacity=0.45,
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        return halos + joined

    def mark_above(self, mark: Mark) -> str:
        """What of a mark lies over them."""
        if mark.beam is not None:
            return self._beam(mark.beam)
        above = ""
        if self.tilt or any(isinstance(piece.place, tuple) for piece in self.position.placement()):
            # A halo under a ball is hidden by it, and strokes cross everything.
            for x, y in (self.site(n) for n in mark.sites):
                above += tag("circle", cx=x, cy=y, r=self.halo, fill="none", stroke=self.theme.mark, stroke_width=5)
        if mark.n is not None and mark.of is not None and mark.of > 1 and mark.sites:
            spots = [self.site(n) for n in mark.sites]
            x, y = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
            above += tag("circle", cx=x, cy=y, r=21, fill="#fff", stroke=self.theme.mark, stroke_width=4)
            above += text(f"{mark.n}/{mark.of}", x, y, font_size=20, font_weight=700, fill="#111")
        return above

    def _beam(self, beam: Beam) -> str:
        spots = [self.site(n) for n in beam.path]
        if beam.end == "left" and spots:
            dx, dy = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}.get(
                beam.towards, (0.0, 0.0)
            )
            last = self.board.sites[beam.path[-1]]
            spots.append(self.at(last.x + 0.75 * dx, last.y + 0.75 * dy, last.z))
        points = " ".join(_point(spot) for spot in spots)
        glow = tag(
            "polyline",
            points=points,
            fill="none",
            stroke=self.theme.beam,
            stroke_width=17,
            stroke_opacity=0.3,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        core = tag(
            "polyline", points=points, fill="none", stroke=self.theme.beam, stroke_width=6, stroke_linejoin="round"
        )
        hit = ""
        if beam.end == "destroyed" and spots:
            hit = self._cross(spots[-1], self.theme.beam)
        return glow + core + hit

    # ---- Arrows and hints -----------------------------------------------------------------------------------------

    def _arrow_line(self, d: str, colour: str = "", head: int = 0) -> str:
        colour = colour or self.theme.arrow
        under = tag(
            "path", d=d, fill="none", stroke="#fff", stroke_width=15, stroke_opacity=0.65, stroke_linecap="round"
        )
        return under + tag(
            "path",
            d=d,
            fill="none",
            stroke=colour,
            stroke_width=9,
            stroke_linejoin="round",
            marker_end=f"url(#{self.id}-head{head})",
        )

    def _arrow(self, arrow: Arrow) -> str:
        colour = _colour(arrow.colour) if arrow.colour else self.theme.arrow
        head = self.colours.index(colour) + 1 if colour in self.colours else 0
        start, end = self.site(arrow.start), self.site(arrow.end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        crossed = self._cross(middle, self.theme.beam) if arrow.refused else ""
        if arrow.start == arrow.end:
            ring = tag("circle", cx=start[0], cy=start[1], r=self.halo, fill="none", stroke=colour, stroke_width=8)
            return ring + crossed
        return self._arrow_line(f"M{_point(start)}L{_point(_short(start, end, 22))}", colour, head) + crossed

    def _effect(self, effect: Effect) -> str:
        before, after = effect.before, effect.after
        match effect.kind:
            case "slide" | "swap":
                return self._slide(effect)
            case "place" | "draw" if after is not None:
                if isinstance(after.place, str):
                    return ""
                ghost = self.piece(after, opacity=0.6)
                if isinstance(after.place, int):
                    x, y = self.site(after.place)
                    ghost += tag(
                        "circle",
                        cx=x,
                        cy=y,
                        r=46,
                        fill="none",
                        stroke=self.theme.arrow,
                        stroke_width=6,
                        stroke_dasharray="14 9",
                    )
                return ghost
            case "turn" if before is not None and after is not None and isinstance(before.place, int):
                return self._turn(before, after)
            case "flip" if after is not None and isinstance(after.place, int):
                return self.piece(after, size=0.55) + self._flip(self.site(after.place))
            case "remove" if before is not None and not isinstance(before.place, str):
                spots = [self.site(n) for n in (before.place if isinstance(before.place, tuple) else (before.place,))]
                middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
                return self._cross(middle, self.theme.beam)
            case "beam" if effect.beam is not None:
                return self._beam(effect.beam)
        return ""

    def _slide(self, effect: Effect) -> str:
        before, after = effect.before, effect.after
        path: tuple[int | str, ...] = effect.path
        if not path and before is not None and after is not None:
            path = tuple(place for place in (before.place, after.place) if isinstance(place, int))
        if len(path) < 2 or not isinstance(path[0], int):
            return ""
        arcs = {arc.name: arc for arc in self.board.arcs}
        here = self.site(path[0])
        d = f"M{_point(here)}"
        for n, step in enumerate(path[1:], 1):
            if isinstance(step, str):
                if step in arcs:
                    piece, here = self.arc_to(arcs[step], here, first=False)
                    d += piece
                continue
            there = self.site(step)
            if there != here:
                d += f"L{_point(_short(here, there, 22) if n == len(path) - 1 else there)}"
            here = there
        return self._arrow_line(d)

    def _turn(self, before: Piece, after: Piece) -> str:
        assert isinstance(before.place, int)
        x, y = self.site(before.place)
        kind = self.game.kind(before.kind)
        clockwise = (after.facing - before.facing) % kind.facings <= kind.facings // 2
        radius, start = 47.0, math.radians(-150 if clockwise else -30)
        end = math.radians(-20 if clockwise else -160)
        one = x + radius * math.cos(start), y + radius * math.sin(start)
        other = x + radius * math.cos(end), y + radius * math.sin(end)
        return self._arrow_line(
            f"M{_point(one)}A{number(radius)} {number(radius)} 0 0 {int(clockwise)} {_point(other)}"
        )

    def _flip(self, spot: Spot) -> str:
        ring = tag("circle", r=34, fill="none", stroke=self.theme.arrow, stroke_width=5, stroke_dasharray="9 7")
        return tag("g", ring, transform=f"translate({_point(spot)})")

    def _cross(self, spot: Spot, colour: str) -> str:
        drawn = cross(26, fill="none", stroke_linecap="round", stroke="#fff", stroke_width=17, stroke_opacity=0.8)
        drawn += cross(26, fill="none", stroke_linecap="round", stroke=colour, stroke_width=9)
        return tag("g", drawn, transform=f"translate({_point(spot)})")


# ---- Small geometry and colours --------------------------------------------------------------------------------------


def _point(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def _short(start: Spot, end: Spot, by: float) -> Spot:
    """A line's end, a little before it."""
    length = math.dist(start, end) or 1.0
    keep = max(0.0, 1 - by / length)
    return start[0] + (end[0] - start[0]) * keep, start[1] + (end[1] - start[1]) * keep


def _hull(spots: Sequence[Spot]) -> list[Spot]:
    """The corners of the smallest convex shape around some spots."""

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


def _in_line(spots: Sequence[Spot]) -> list[Spot] | None:
    """The two ends of spots that lie on one line."""
    hull = _hull(spots)
    return hull if len(hull) == 2 else None


def _colour(colour: str) -> str:
    """A colour as it may stand in a picture; anything else could be markup."""
    if not re.fullmatch(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-zA-Z]{3,30}", colour):
        raise ValueError(f"{colour!r} is no colour: write #rrggbb or a name")
    return colour


def _channels(colour: str) -> tuple[int, int, int]:
    if not colour.startswith("#"):
        return 128, 128, 128
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def contrast(colour: str) -> str:
    """Black or white, whichever is read better on a colour.

    >>> contrast("#ffee00"), contrast("#102080")
    ('#111111', '#ffffff')
    """
    red, green, blue = _channels(colour)
    return "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def shade(colour: str, by: float) -> str:
    """A colour made darker or lighter.

    >>> shade("#808080", 0.5)
    '#404040'
    """
    return "#" + "".join(f"{min(255, round(channel * by)):02x}" for channel in _channels(colour))


def _seat_sign(seat: int, colour: str) -> str:
    return sign(seat, shade(colour, 0.7), 12, 0.8)
