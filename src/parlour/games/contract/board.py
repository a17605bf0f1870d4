"""The geometry of a board: sites, and what is drawn between and around them. It contains no rules.

Axes: x to the right, y away from seat 0, z up. Neighbouring sites are about 1 apart. Angles are in degrees,
anticlockwise from the x axis.
"""

from __future__ import annotations

import msgspec

Point = tuple[float, float, float]


class Site(msgspec.Struct, frozen=True):
    """A labelled point on which a piece can be. Its number is its index in `Board.sites`."""

    label: str
    x: float
    y: float
    z: float = 0.0


class Line(msgspec.Struct, frozen=True):
    """A line through points, drawn in a named style.

    "seat 0", "seat 1" … have the colour of a seat, styles that begin with "track" those of `Appearance.tracks`; all
    others ("grid", "edge" …) look alike.
    """

    style: str
    points: tuple[Point, ...]


class Arc(msgspec.Struct, frozen=True):
    """A named arc on the board; a piece can slide along it."""

    name: str
    style: str
    centre: Point
    radius: float
    start: float
    sweep: float


CELL_SHADES = ("light", "dark", "hollow")
"""The shades of cells, besides "seat N" and "reserved N", which name a seat."""
CELL_SHAPES = ("square", "hexagon")


class Cell(msgspec.Struct, frozen=True):
    """A square of side 1 around a site, or a hexagon of width 1 with its corners above and below.

    `shade` is "light", "dark", "seat 0" … for a field in the colour of a seat, "reserved 0" … for the same with the
    symbol of the seat, or "hollow" for a round hollow that holds a ball.
    """

    site: int
    shade: str
    shape: str = "square"


class Tray(msgspec.Struct, frozen=True):
    """A place beside the board for pieces out of play: one seat's, or shared if `seat` is None.

    It has room for `columns` × `rows` pieces; a tray that is declared too small grows. `shape` is "rail", a flat tray
    with a place for every piece, or "bowl", in which pieces are heaped. Adjacent trays of one seat share a rail.
    """

    name: str
    seat: int | None
    x: float
    y: float
    columns: int
    pitch: float = 1.0
    rows: int = 1
    shape: str = "rail"


class EdgeLabel(msgspec.Struct, frozen=True):
    """A coordinate printed at the edge."""

    text: str
    x: float
    y: float


class Appearance(msgspec.Struct, frozen=True):
    """The materials and the look of a board, in 3-D and in flat pictures. The defaults suit any board.

    `slab` names the material of the board and `frame` that of a raised frame around it, "" for none: a wood ("walnut",
    "oak", "teak", "ash", "indigo ash"), a stone ("slate", "basalt", "blackboard", "marble"), "felt" or "steel". `inlay`
    is the metal of lines and coordinates ("brass", "silver", "chalk"), and `border` inlays a line along the edge.
    `tracks` are the colours of the line styles that begin with "track", in order. `sites` is how a site without a cell
    looks in 3-D: "dot", a larger "stud", or a raised "peg". `tilt` is the angle of the camera off the
    vertical, on wide and on narrow screens.
    """

    slab: str = "walnut"
    frame: str = ""
    inlay: str = "brass"
    border: bool = True
    tracks: tuple[str, ...] = ()
    sites: str = "dot"
    tilt: tuple[float, float] = (32.0, 22.0)


PLAIN = Appearance()


class Board(msgspec.Struct, frozen=True):
    """A complete board. `homes` are the angles at which the players sit (270 is in front).

    `turns` are the angles by which the board may be rotated. `outline` is the shape of the board below the sites:
    "square", "hexagon", "round", or "hull", as narrow as possible.
    """

    sites: tuple[Site, ...]
    lines: tuple[Line, ...] = ()
    arcs: tuple[Arc, ...] = ()
    cells: tuple[Cell, ...] = ()
    trays: tuple[Tray, ...] = ()
    labels: tuple[EdgeLabel, ...] = ()
    homes: tuple[float, ...] = (270.0, 90.0)
    turns: tuple[int, ...] = (0, 180)
    outline: str = "square"
    appearance: Appearance = PLAIN

    def site(self, label: str) -> int | None:
        """Return the number of the site with a label."""
        return next((n for n, site in enumerate(self.sites) if site.label == label), None)

    def tray(self, name: str) -> Tray | None:
        """Return the tray with a name."""
        return next((tray for tray in self.trays if tray.name == name), None)


WOODS = ("walnut", "oak", "teak", "ash", "indigo ash")
MATERIALS = (*WOODS, "slate", "basalt", "blackboard", "marble", "felt", "steel")
INLAYS = ("brass", "silver", "chalk")
SITE_LOOKS = ("dot", "stud", "peg")
OUTLINES = ("square", "hexagon", "round", "hull")

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_board(columns: int, rows: int, *, trays: tuple[Tray, ...] = (), appearance: Appearance = PLAIN) -> Board:
    """Return a chequered board with sites a1, b1 … from seat 0's left; for games without a special board.

    >>> square_board(3, 2).sites[4].label
    'b2'
    """
    sites = tuple(Site(f"{FILES[x]}{y + 1}", float(x), float(y)) for y in range(rows) for x in range(columns))
    cells = tuple(Cell(n, "dark" if (n % columns + n // columns) % 2 == 0 else "light") for n in range(len(sites)))
    labels = tuple(EdgeLabel(FILES[x], float(x), -0.8) for x in range(columns))
    labels += tuple(EdgeLabel(str(y + 1), -0.8, float(y)) for y in range(rows))
    return Board(sites=sites, cells=cells, labels=labels, trays=trays, appearance=appearance)


ROW_HEIGHT = 3**0.5 / 2
"""Distance between rows of hexagons of width 1."""


def hexagon_board(
    columns: int,
    rows: int,
    *,
    edges: tuple[int, int] | None = None,
    trays: tuple[Tray, ...] = (),
    appearance: Appearance = PLAIN,
) -> Board:
    """Return a rhombus of hexagons with sites a1, b1 … from seat 0's left; each row is half a cell further right.

    The neighbours of the site in column x and row y are x ± 1 in its row, x and x - 1 in the next row, x and x + 1 in
    the row before. `edges` are two seats: the first colours the near and far edges, the second the left and right ones.

    >>> hexagon_board(3, 2).sites[4]
    Site(label='b2', x=1.5, y=0.8660254037844386, z=0.0)
    """
    sites = tuple(Site(f"{FILES[x]}{y + 1}", x + y / 2, y * ROW_HEIGHT) for y in range(rows) for x in range(columns))
    cells = tuple(Cell(n, "light", "hexagon") for n in range(len(sites)))
    labels = tuple(EdgeLabel(FILES[x], x - 0.5, -ROW_HEIGHT) for x in range(columns))
    labels += tuple(EdgeLabel(str(y + 1), y / 2 - 1, y * ROW_HEIGHT) for y in range(rows))
    lines = () if edges is None else _rhombus_edges(sites, columns, edges)
    return Board(sites, lines, cells=cells, trays=trays, labels=labels, outline="hull", appearance=appearance)


def _rhombus_edges(sites: tuple[Site, ...], columns: int, seats: tuple[int, int]) -> tuple[Line, ...]:
    """Return the edges of a rhombus: near, far, left and right."""
    high = ROW_HEIGHT / 3
    near = [(site.x + dx, site.y - dy, 0.0) for site in sites[:columns] for dx, dy in ((-0.5, high), (0, 2 * high))]
    left = [(site.x - 0.5, site.y + dy, 0.0) for site in sites[::columns] for dy in (-high, high)]
    across, along = sites[0].x + sites[-1].x, sites[0].y + sites[-1].y
    ends = [(seats[0], near), (seats[1], left)]
    return tuple(
        Line(f"seat {seat}", tuple(points))
        for seat, edge in ends
        for points in (edge, [(across - x, along - y, z) for x, y, z in edge])
    )
