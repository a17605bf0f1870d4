"""A board as coloured characters, drawn from its description: cells, points, lines, arcs, levels and strokes.

Lines are drawn in Braille dots, two by four in a character. A board with levels is drawn level by level, side by side.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from rich.color import Color
from rich.style import Style
from rich.text import Text

from parlour.games.contract.board import Arc, Board
from parlour.games.contract.display import Piece, sites_of
from parlour.games.contract.position import Position
from parlour.games.drawing.board import SEAT
from parlour.games.drawing.canvas import WOOD, channels, contrast, safe_colour, shade

ScreenSpot = tuple[float, float]

CELL_ROWS = 3
LEVEL_GAP = 1.6
"""Free space between two levels, in units of the board."""
MIN_SCALE, MAX_SCALE = 1.0, 9.0
"""Rows of one unit of the board; it is twice as many columns wide."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
MIRRORS = "◥◢◣◤"
ARROWS = "▲▶▼◀"


@dataclass(frozen=True)
class Highlights:
    """Marked sites: the cursor, picks so far, possible next picks, and sites of the last move."""

    cursor: int | None = None
    picked: Collection[int] = ()
    possible: Collection[int] = ()
    last: Collection[int] = ()


@dataclass
class _Glyph:
    char: str = " "
    colour: str = ""
    background: str = ""
    bold: bool = False
    dots: int = 0


@dataclass
class BoardPicture:
    """The characters of a board, and where its sites are."""

    columns: int
    rows: int
    places: list[tuple[int, int]]
    """Column and row of the middle of each site."""
    glyphs: list[list[_Glyph]] = field(default_factory=list)

    def site_at(self, column: int, row: int) -> int | None:
        """Return the site nearest to a character, if one is near."""
        near = [(abs(x - column) + 2 * abs(y - row), n) for n, (x, y) in enumerate(self.places)]
        distance, site = min(near, default=(99, 0))
        return site if distance <= 3 else None

    def lines(self) -> list[Text]:
        """Return the rows as texts."""
        return [_row_text(row) for row in self.glyphs]

    def neighbour(self, site: int, dx: int, dy: int) -> int:
        """Return the nearest site in a direction, or the same one."""
        x, y = self.places[site]

        def cost(other: tuple[int, int]) -> float:
            along = (other[0] - x) * dx / 2 + (other[1] - y) * dy
            across = abs((other[0] - x) * dy / 2) + abs((other[1] - y) * dx)
            return along + 2.5 * across if along > 0 else math.inf

        best = min(range(len(self.places)), key=lambda n: (cost(self.places[n]), n))
        return best if cost(self.places[best]) < math.inf else site


def draw_board(position: Position, columns: int, rows: int, highlights: Highlights) -> BoardPicture:
    """Draw a position as large as fits into the given columns and rows."""
    return _Drawing(position, columns, rows).draw(highlights)


class _Drawing:
    def __init__(self, position: Position, columns: int, rows: int) -> None:
        self.position = position
        self.board: Board = position.game.board(position.options)
        self.colours = [safe_colour(side.colour) for side in position.game.sides(position.options)]
        self.symbols = [side.symbol for side in position.game.sides(position.options)]
        self.celled = {cell.site for cell in self.board.cells if cell.shape == "square"}
        levels = sorted({site.z for site in self.board.sites})
        self.shift: dict[float, ScreenSpot] = {}
        right = 0.0
        for level in levels:
            xs = [site.x for site in self.board.sites if site.z == level]
            low = min(site.y for site in self.board.sites if site.z == level)
            self.shift[level] = (right - min(xs), -low) if len(levels) > 1 else (0.0, 0.0)
            right += max(xs) - min(xs) + LEVEL_GAP
        spots = [self.flat(site.x, site.y, site.z) for site in self.board.sites]
        spots += [(label.x, label.y) for label in self.board.labels if len(levels) == 1]
        spots += [self.arc_spot(arc, degrees) for arc in self.board.arcs for degrees in range(0, 360, 30)]
        self.left, self.top = min(x for x, _ in spots), max(y for _, y in spots)
        wide, high = max(x for x, _ in spots) - self.left, self.top - min(y for _, y in spots)
        most = 2.0 if self.celled else 3.0 if self.board.lines else MAX_SCALE
        if self.celled and CELL_ROWS * high + 4 <= rows and 2 * CELL_ROWS * wide + 8 <= columns:
            most = float(CELL_ROWS)
        fitting = min((rows - 3) / max(high, 0.1), (columns - 7) / 2 / max(wide, 0.1), most)
        # Cells must tile exactly; other boards may have any scale.
        self.scale = max(MIN_SCALE, float(int(fitting)) if self.celled else fitting)
        self.columns, self.rows = round(2 * self.scale * wide) + 7, round(self.scale * high) + 3
        self.glyphs = [[_Glyph(background=WOOD.slab) for _ in range(self.columns)] for _ in range(self.rows)]
        self.places = [self.at(self.flat(site.x, site.y, site.z)) for site in self.board.sites]

    def flat(self, x: float, y: float, z: float = 0.0) -> ScreenSpot:
        dx, dy = self.shift.get(z, (0.0, 0.0))
        return x + dx, y + dy

    @staticmethod
    def arc_spot(arc: Arc, degrees: float) -> ScreenSpot:
        centre, radius = arc.centre, arc.radius
        return centre[0] + radius * math.cos(math.radians(degrees)), centre[1] + radius * math.sin(
            math.radians(degrees)
        )

    def at(self, spot: ScreenSpot) -> tuple[int, int]:
        return 3 + round((spot[0] - self.left) * 2 * self.scale), 1 + round((self.top - spot[1]) * self.scale)

    def draw(self, highlights: Highlights) -> BoardPicture:
        for cell in self.board.cells:
            if cell.shape == "square":
                self.cell(cell.site, cell.shade)
        for line in self.board.lines:
            ends = [self.flat(x, y, z) for x, y, z in line.points]
            for start, end in pairwise(ends):
                self.line(start, end, self.line_colour(line.style))
        for arc in self.board.arcs:
            steps = [self.arc_spot(arc, arc.start + arc.sweep * n / 24) for n in range(25)]
            for start, end in pairwise(steps):
                self.line(start, end, self.line_colour(arc.style))
        if len(self.shift) == 1:
            for label in self.board.labels:
                column, row = self.at((label.x, label.y))
                self.write(column, row, label.text, WOOD.label)
        pieces = self.position.pieces()
        for piece in pieces:
            if isinstance(piece.place, tuple):
                one, other = (self.board.sites[n] for n in piece.place)
                self.line((one.x, one.y), (other.x, other.y), self.colour(piece), bold=True)
        on_site = {piece.place: piece for piece in pieces if isinstance(piece.place, int)}
        for site in range(len(self.board.sites)):
            self.site(site, on_site.get(site), highlights)
        return BoardPicture(self.columns, self.rows, self.places, self.glyphs)

    # ---- Parts ----------------------------------------------------------------------------------------------------

    def cell(self, site: int, cell_shade: str) -> None:
        column, row = self.places[site]
        named = SEAT.fullmatch(cell_shade)
        fill = {"dark": WOOD.dark, "hollow": WOOD.hollow}.get(cell_shade, WOOD.light)
        if named and int(named[2]) < len(self.colours):
            fill = shade(self.colours[int(named[2])], 0.8)
        wide, high = (1, 0) if cell_shade == "hollow" else (int(self.scale), (int(self.scale) - 1) // 2)
        for y in range(row - high, row + high + (2 if self.scale == 2 and cell_shade != "hollow" else 1)):
            for x in range(column - wide, column + (wide if wide > 1 else wide + 1)):
                if 0 <= y < self.rows and 0 <= x < self.columns:
                    self.glyphs[y][x].background = fill

    def line(self, start: ScreenSpot, end: ScreenSpot, colour: str, *, bold: bool = False) -> None:
        """Draw a line in Braille dots."""
        (x0, y0), (x1, y1) = (
            ((s[0] - self.left) * 4 * self.scale + 7, (self.top - s[1]) * 4 * self.scale + 6) for s in (start, end)
        )
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        for n in range(steps + 1):
            x, y = round(x0 + (x1 - x0) * n / steps), round(y0 + (y1 - y0) * n / steps)
            for dx in (0, 1) if bold and abs(y1 - y0) > abs(x1 - x0) else (0,):
                for dy in (0, 1) if bold and abs(y1 - y0) <= abs(x1 - x0) else (0,):
                    self.dot(x + dx, y + dy, colour)

    def dot(self, x: int, y: int, colour: str) -> None:
        column, row = x // 2, y // 4
        if 0 <= row < self.rows and 0 <= column < self.columns:
            glyph = self.glyphs[row][column]
            glyph.dots |= DOTS[y % 4][x % 2]
            glyph.colour = colour

    def line_colour(self, style: str) -> str:
        named = SEAT.fullmatch(style)
        if named and int(named[2]) < len(self.colours):
            return self.colours[int(named[2])]
        if not style.startswith("track"):
            return WOOD.line
        styles = [line.style for line in self.board.lines] + [arc.style for arc in self.board.arcs]
        tracks = list(dict.fromkeys(one for one in styles if one.startswith("track")))
        return WOOD.tracks[tracks.index(style) % len(WOOD.tracks)]

    def colour(self, piece: Piece) -> str:
        return "#9e9e9e" if piece.owner is None else self.colours[piece.owner]

    def site(self, site: int, piece: Piece | None, highlights: Highlights) -> None:
        column, row = self.places[site]
        if piece is not None:
            colour = self.colour(piece)
            kind = self.position.game.kind(piece.kind)
            sign = "" if piece.owner is None else self.symbols[piece.owner]
            text = piece_text(
                kind.shape, kind.letter if len(self.position.game.kinds) > 1 else sign, piece.facing, kind.facings
            )
            self.write(column, row, text, contrast(colour), colour, bold=True)
        elif site not in self.celled or site in highlights.possible:
            dot = "•" if site in highlights.possible else "·"
            if not self.board.cells and not self.board.lines:
                dot = "●"
            self.write(column, row, dot, WOOD.mark if site in highlights.possible else WOOD.line, bold=True)
        if site in highlights.last:
            self.edges(column, row, "‹›", WOOD.arrow)
        if piece is not None and site in highlights.possible:
            self.edges(column, row, "··", WOOD.mark)
        if site in highlights.picked:
            self.edges(column, row, "»«", WOOD.mark)
        if site == highlights.cursor:
            self.edges(column, row, "[]", "#000000", "#ffe14d")

    def edges(self, column: int, row: int, marks: str, colour: str, background: str = "") -> None:
        """Put a mark to the left and to the right of a site."""
        reach = 2 if self.columns > 2 and self.scale >= 1.5 else 1
        self.write(column - reach, row, marks[0], colour, background, bold=True)
        self.write(column + reach, row, marks[1], colour, background, bold=True)

    def write(self, column: int, row: int, text: str, colour: str, background: str = "", *, bold: bool = False) -> None:
        """Write a text around a column."""
        first = column - len(text) // 2
        for n, char in enumerate(text):
            if 0 <= row < self.rows and 0 <= first + n < self.columns:
                glyph = self.glyphs[row][first + n]
                glyph.char, glyph.colour, glyph.bold, glyph.dots = char, colour, bold, 0
                glyph.background = background or glyph.background


def piece_text(shape: str, letter: str, facing: int, facings: int) -> str:
    """Return the three characters of a piece.

    >>> piece_text("stone", "y", 0, 1), piece_text("ring", "r", 0, 1), piece_text("laser", "S", 1, 4)
    (' y ', '(○)', 'S▶ ')
    """
    if shape == "ring":
        return "(○)"
    if shape == "marker":
        return " ● "
    if facings != 4:
        return f" {letter} "
    if shape == "mirror":
        return f" {MIRRORS[facing % 4]} "
    if shape == "double mirror":
        return f" {'╱╲'[facing % 2]} "
    return f"{letter}{ARROWS[facing % 4]} "


def _row_text(row: Iterable[_Glyph]) -> Text:
    text = Text(no_wrap=True)
    for glyph in row:
        char = chr(0x2800 + glyph.dots) if glyph.dots else glyph.char
        style = Style(
            color=_rich(glyph.colour) if glyph.colour else None,
            bgcolor=_rich(glyph.background) if glyph.background else None,
            bold=glyph.bold,
        )
        text.append(char, style)
    return text


def _rich(colour: str) -> Color:
    return Color.from_rgb(*channels(colour))


def changed_sites(position: Position) -> tuple[int, ...]:
    """Return the sites that the last move changed."""
    if not position.played:
        return ()
    before = position.copy()
    move = before.undo()
    places = [piece.place for effect in before.effects(move) for piece in (effect.before, effect.after) if piece]
    return tuple(dict.fromkeys(site for place in places for site in sites_of(place)))
