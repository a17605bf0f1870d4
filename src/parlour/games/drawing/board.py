"""Draw a board with its pieces and trays."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from parlour.games.contract.board import Cell, Tray
from parlour.games.contract.display import Piece
from parlour.games.drawing.canvas import Canvas, Spot, channels, contrast, hull, point, seat_sign, shade
from parlour.games.drawing.piece_shapes import UNIT, Attribute, PieceStyle, draw_shape, draw_stroke, number, tag, text

SEAT = re.compile(r"(seat|reserved) (\d)")
"""Shades of cells and styles of lines that have the colour of a seat."""
SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_SIDE = 3**-0.5
HEXAGON = ((0, -_SIDE), (0.5, -_SIDE / 2), (0.5, _SIDE / 2), (0, _SIDE), (-0.5, _SIDE / 2), (-0.5, -_SIDE / 2))


class BoardCanvas(Canvas):
    """A canvas with board, pieces and trays."""

    # ---- The board ------------------------------------------------------------------------------------------------

    def ground(self, coordinates: bool) -> str:
        """Return the empty board."""
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
            parts.append(self._cell(cell))
        for line in board.lines:
            drawn = " ".join(point(self.at(*corner)) for corner in line.points)
            parts.append(
                tag(
                    "polyline",
                    points=drawn,
                    fill="none",
                    stroke=self._line_colour(line.style),
                    stroke_width=12 if SEAT.match(line.style) else 5 if line.style.startswith("track") else 2.5,
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
        """Return dots for the sites without cells, drawn above the strokes that end there."""
        if self.board.cells:
            return ""
        radius = 5 if self.board.lines else 15
        spots = (self.site(n) for n in range(len(self.board.sites)))
        return "".join(tag("circle", cx=x, cy=y, r=radius, fill=self.theme.line) for x, y in spots)

    def _slab(self, edge: list[Spot]) -> str:
        theme = self.theme
        pad = 24.0 if self.board.cells else 42.0
        frame = theme.frame_width
        style: dict[str, Attribute] = {"fill": theme.slab, "stroke_linejoin": "round"}
        if self.board.outline == "round":
            radius = max(math.dist(spot, (0, 0)) for spot in edge) + pad
            self.edges = (-radius, -radius, radius, radius)
            self.cover((0, 0), radius + frame / 2)
            return tag("circle", r=radius, **style, stroke=theme.slab_edge, stroke_width=frame)
        if self.board.outline == "square":
            left, right = min(x for x, _ in edge), max(x for x, _ in edge)
            top, bottom = min(y for _, y in edge), max(y for _, y in edge)
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        elif self.board.outline == "hexagon":
            corners = self._hexagon(edge)
        else:
            corners = hull(edge)
        for corner in corners:
            self.cover(corner, pad + frame / 2 + 1)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.edges = (min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad)
        points = " ".join(point(corner) for corner in corners)
        rim = tag(
            "polygon",
            points=points,
            fill=theme.slab_edge,
            stroke=theme.slab_edge,
            stroke_width=2 * pad + frame,
            stroke_linejoin="round",
        )
        return rim + tag("polygon", points=points, **style, stroke=theme.slab, stroke_width=2 * pad)

    def _hexagon(self, spots: list[Spot]) -> list[Spot]:
        """Return the smaller of the two regular hexagons around some spots: with a corner or with an edge in front."""
        squash = math.cos(self.tilt)

        def reach(turned: float) -> float:
            ways = [turned + k * math.pi / 3 for k in range(6)]
            return max(x * math.cos(way) + y / squash * math.sin(way) for x, y in spots for way in ways)

        away, turned = min((reach(turned), turned) for turned in (self.angle, self.angle + math.pi / 6))
        radius = away / math.cos(math.pi / 6)
        corners = [turned + math.pi / 6 + k * math.pi / 3 for k in range(6)]
        return [(radius * math.cos(angle), radius * math.sin(angle) * squash) for angle in corners]

    def _cell(self, cell: Cell) -> str:
        theme, site, shade = self.theme, cell.site, cell.shade
        spot = self.board.sites[site]
        if shade == "hollow":
            x, y = self.site(site)
            # The hollow is below the centre of its ball.
            y += 25 * math.sin(self.tilt)
            return tag("ellipse", cx=x, cy=y, rx=30, ry=30 * math.cos(self.tilt), fill=theme.hollow) + tag(
                "ellipse", cx=x, cy=y + 3, rx=22, ry=20 * math.cos(self.tilt), fill="#000", fill_opacity=0.12
            )
        around = HEXAGON if cell.shape == "hexagon" else SQUARE
        corners = " ".join(point(self.at(spot.x + dx, spot.y + dy, spot.z)) for dx, dy in around)
        named = SEAT.fullmatch(shade)
        fill = theme.dark if shade == "dark" else theme.light
        drawn = tag("polygon", points=corners, fill=fill, stroke=theme.slab_edge, stroke_width=1)
        if named and int(named[2]) < len(self.colours):
            colour = self.colours[int(named[2])]
            drawn += tag("polygon", points=corners, fill=colour, fill_opacity=0.22)
            if named[1] == "reserved":
                drawn += tag("g", seat_sign(int(named[2]), colour), transform=f"translate({point(self.site(site))})")
        return drawn

    def _line_colour(self, style: str) -> str:
        named = SEAT.fullmatch(style)
        if named and int(named[2]) < len(self.colours):
            return self.colours[int(named[2])]
        if not style.startswith("track"):
            return self.theme.line
        styles = [line.style for line in self.board.lines] + [arc.style for arc in self.board.arcs]
        tracks = list(dict.fromkeys(one for one in styles if one.startswith("track")))
        colours = self.theme.tracks or (self.theme.line,)
        return colours[tracks.index(style) % len(colours)]

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def _style(self, piece: Piece) -> PieceStyle:
        colour = "#9e9e9e" if piece.owner is None else self.colours[piece.owner]
        letter = self.game.kind(piece.kind).letter
        # A dark piece has a light edge, any other a dark one.
        edge = "#8d8d8d" if sum(channels(colour)) < 210 else shade(colour, 0.55)
        return PieceStyle(
            colour, contrast(colour), edge, piece.owner if self.theme.signs else None, letter.upper(), self.id
        )

    def depth(self, piece: Piece) -> tuple[float, float]:
        """Return the drawing order: lower pieces first, then farther ones."""
        assert isinstance(piece.place, int)
        return self.board.sites[piece.place].z, self.site(piece.place)[1]

    def piece(self, piece: Piece, spot: Spot | None = None, size: float = 1.0, **attributes: Attribute) -> str:
        """Return a piece at its place or at another spot."""
        kind = self.game.kind(piece.kind)
        style = self._style(piece)
        if isinstance(piece.place, tuple) and spot is None:
            return tag("g", draw_stroke(style, self.site(piece.place[0]), self.site(piece.place[1])), **attributes)
        if spot is None:
            assert isinstance(piece.place, int)
            spot = self.site(piece.place)
        raised = isinstance(piece.place, int) and self.board.sites[piece.place].z > 0
        turn = piece.facing * kind.degrees - math.degrees(self.angle) if kind.facings > 1 else 0
        place = f"translate({point(spot)})"
        place += f" rotate({number(turn)})" if turn else ""
        place += f" scale({number(size)})" if size != 1 else ""
        drawn = draw_shape(kind.shape, style)
        if raised:
            drawn = tag("ellipse", cy=22, rx=47, ry=36, fill="#000", fill_opacity=0.35) + drawn
        return tag("g", drawn, transform=place, **attributes)

    def tray(self, tray: Tray, pieces: Sequence[Piece]) -> str:
        """Return a tray that is not empty, upright beside the board."""
        inside = [piece for piece in pieces if piece.place == tray.name]
        if not inside:
            return ""
        columns, pitch, size = self._tray_grid(tray, len(inside))
        columns = min(columns, len(inside))
        width, height = (columns - 1) * pitch + size, (math.ceil(len(inside) / columns) - 1) * pitch + size
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
            spot = x + column * pitch + (size - width) / 2, y + row * pitch + (size - height) / 2
            back += self.piece(piece, spot, 0.88 * size / UNIT)
        return back

    def _tray_grid(self, tray: Tray, pieces: int) -> tuple[int, float, float]:
        """Return the columns of a tray, the distance of its pieces, and their size.

        Pieces in a bowl overlap. In a rail that would be longer than the board, they are smaller.
        """
        size, columns = tray.pitch * UNIT, tray.columns
        capacity = max(pieces, columns * tray.rows)
        if tray.shape == "bowl":
            return math.ceil(math.sqrt(capacity)), size / 2, size
        _, top, _, bottom = self.edges
        while math.ceil(capacity / columns) * size * tray.columns / columns > bottom - top:
            columns += 1
        return columns, size * tray.columns / columns, size * tray.columns / columns
