"""Films: the pictures of a whole game, with everything that stays the same drawn once.

    film = Film(position)                              # the board, seen as `draw.svg` sees it
    frames = [film.frame(pieces, marks), …]            # the drawings of each position, by number, and where they lie
    moving(film, frames)                               # an SVG that plays by itself, in any browser and as a picture

A page that shows a game without a server is made from the same: `drawings` and frames are its data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import msgspec

from parlour.games.contract.display import Mark, Piece
from parlour.games.drawing.canvas import WOOD, Theme
from parlour.games.drawing.piece_shapes import number, tag
from parlour.games.drawing.svg import Picture

if TYPE_CHECKING:
    from parlour.games.contract.position import Position

SECONDS = 1.2
"""For so long each position of a moving picture is seen."""
REST = 3.0
"""And the last one, before it begins again."""
SLIDE = 0.35
"""The part of a position's time in which pieces move to their places."""


class Actor(msgspec.Struct, frozen=True):
    """A piece in a frame: by its id, which drawing shows it, where that lies, and what lies over what."""

    id: int
    drawing: int
    x: float
    y: float
    z: float


class Frame(msgspec.Struct, frozen=True):
    """One position. `below` and `above` are drawings that lie where they are, under and over the pieces."""

    actors: tuple[Actor, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]


class Film:
    """Draws the positions of one game; what has been drawn once is drawn no more."""

    def __init__(self, position: Position, colours: Mapping[int, str] | None = None, theme: Theme = WOOD) -> None:
        """`position` is the one that will be played on while frames are made."""
        self._picture = Picture(position, colours or {}, 0, theme)
        self.title = position.game.title
        self.ground = self._picture.ground(coordinates=True)
        self.dots = self._picture.dots()
        self.definitions = self._picture.definitions()
        self.drawings: list[str] = []
        self._numbers: dict[str, int] = {}
        self._looks: dict[tuple[object, ...], int] = {}

    @property
    def stacked(self) -> bool:
        """Whether pieces lie on pieces: then what is higher must be drawn later."""
        return bool(self._picture.tilt)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all frames together."""
        return self._picture.extent()

    def view_box(self) -> str:
        """The same, as an SVG has it."""
        return " ".join(number(part) for part in self.extent)

    def frame(self, pieces: Sequence[Piece], marks: Iterable[Mark]) -> Frame:
        """A position, of which these are the pieces and marks."""
        picture, marks = self._picture, list(marks)
        trays = [picture.tray(tray, pieces) for tray in picture.board.trays]
        below = [*trays, *(picture.mark_below(mark) for mark in marks)]
        above = [picture.mark_above(mark) for mark in marks]
        actors = [self._actor(piece) for piece in pieces if not isinstance(piece.place, str)]
        return Frame(
            tuple(actors),
            tuple(self._number(drawn) for drawn in below if drawn),
            tuple(self._number(drawn) for drawn in above if drawn),
        )

    def _actor(self, piece: Piece) -> Actor:
        picture = self._picture
        if isinstance(piece.place, tuple):  # A stroke lies where it is drawn, under everything that stands.
            return Actor(piece.id, self._look(piece, piece.place), 0, 0, -1)
        height, _ = picture.depth(piece)
        assert isinstance(piece.place, int)
        x, y = picture.site(piece.place)
        return Actor(piece.id, self._look(piece, height > 0), round(x, 2), round(y, 2), height)

    def _look(self, piece: Piece, where: object) -> int:
        """The drawing of a piece, by all that decides how it looks."""
        key = piece.kind, piece.owner, piece.facing, where
        if key not in self._looks:
            spot = None if isinstance(piece.place, tuple) else (0.0, 0.0)
            self._looks[key] = self._number(self._picture.piece(piece, spot))
        return self._looks[key]

    def _number(self, drawn: str) -> int:
        if drawn not in self._numbers:
            self._numbers[drawn] = len(self.drawings)
            self.drawings.append(drawn)
        return self._numbers[drawn]


# ---- Moving pictures -------------------------------------------------------------------------------------------------


class _Clock:
    """When each frame begins, as parts of the whole."""

    def __init__(self, frames: int) -> None:
        self.total = frames * SECONDS + REST
        self._starts = [n * SECONDS / self.total for n in range(frames)]

    def start(self, frame: int) -> float:
        return self._starts[frame]

    def settled(self, frame: int) -> float:
        """When the pieces of a frame are in their places."""
        return self._starts[frame] + (SLIDE * SECONDS / self.total if frame else 0)


def moving(film: Film, frames: Sequence[Frame], size: int = 480, title: str = "") -> str:
    """The frames one after the other, for ever, as one SVG that animates itself (SMIL)."""
    clock = _Clock(len(frames))
    below = _shown_parts(film, [frame.below for frame in frames], clock)
    above = _shown_parts(film, [frame.above for frame in frames], clock)
    strokes, standing = _actors(film, frames, clock)
    width, height = film.extent[2:]
    scale = size / max(width, height)
    inner = [tag("title", escape(title or film.title)), film.definitions, film.ground, below]
    inner += [strokes, film.dots, standing, above]
    return tag(
        "svg",
        "".join(inner),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=film.view_box(),
        width=round(width * scale),
        height=round(height * scale),
        role="img",
        font_family="system-ui, sans-serif",
    )


def _shown_parts(film: Film, frames: Sequence[tuple[int, ...]], clock: _Clock) -> str:
    """Drawings that lie still, each seen in the frames that have it."""
    seen: dict[int, list[bool]] = {}
    for n, frame in enumerate(frames):
        for drawing in frame:
            seen.setdefault(drawing, [False] * len(frames))[n] = True
    return "".join(tag("g", _seen(there, clock) + film.drawings[drawing]) for drawing, there in seen.items())


def _actors(film: Film, frames: Sequence[Frame], clock: _Clock) -> tuple[str, str]:
    """The pieces: strokes, and what stands. A piece that moves slides, unless pieces lie on each other: there each
    place has its own drawing, so that what is higher lies over what is lower."""
    roles: dict[tuple[object, ...], list[Actor | None]] = {}
    for n, frame in enumerate(frames):
        for actor in frame.actors:
            key = (actor.id, actor.drawing, actor.x, actor.y) if film.stacked else (actor.id, actor.drawing)
            roles.setdefault(key, [None] * len(frames))[n] = actor
    strokes: list[str] = []
    standing: list[str] = []
    for parts in sorted(roles.values(), key=_order):
        shown = tag("g", _seen([part is not None for part in parts], clock) + _way(parts, clock, film))
        first = next(part for part in parts if part is not None)
        (strokes if first.z < 0 else standing).append(shown)
    return "".join(strokes), "".join(standing)


def _order(parts: Sequence[Actor | None]) -> tuple[float, float]:
    first = next(part for part in parts if part is not None)
    return first.z, first.y


def _way(parts: Sequence[Actor | None], clock: _Clock, film: Film) -> str:
    """A drawing that goes where its piece goes."""
    times, spots = ["0"], [""]
    last: Actor | None = None
    for n, part in enumerate(parts):
        if part is None:
            continue
        spot = f"{number(part.x)} {number(part.y)}"
        if last is None:
            spots[0] = spot
        elif (last.x, last.y) != (part.x, part.y):
            times += [_time(clock.start(n)), _time(clock.settled(n))]
            spots += [f"{number(last.x)} {number(last.y)}", spot]
        last = part
    assert last is not None
    drawn = film.drawings[last.drawing]
    if len(times) == 1:
        return tag("g", drawn, transform=f"translate({spots[0]})") if spots[0] != "0 0" else drawn
    slide = tag(
        "animateTransform",
        attributeName="transform",
        type="translate",
        values=";".join([*spots, spots[-1]]),
        keyTimes=";".join([*times, "1"]),
        dur=f"{number(clock.total)}s",
        repeatCount="indefinite",
    )
    return tag("g", slide + drawn)


def _seen(there: Sequence[bool], clock: _Clock) -> str:
    """In which frames something is seen; nothing is said of what always is."""
    if all(there):
        return ""
    times, values = ["0"], ["inline" if there[0] else "none"]
    for n in range(1, len(there)):
        if there[n] != there[n - 1]:
            times.append(_time(clock.start(n)))
            values.append("inline" if there[n] else "none")
    if len(times) == 1:
        times.append("1")
        values.append(values[0])
    return tag(
        "animate",
        attributeName="display",
        values=";".join(values),
        keyTimes=";".join(times),
        calcMode="discrete",
        dur=f"{number(clock.total)}s",
        repeatCount="indefinite",
    )


def _time(part: float) -> str:
    return f"{part:.5f}".rstrip("0").rstrip(".") or "0"
