"""Animated pictures of a game, in which everything that repeats is drawn once.

    board = AnimatedBoard(position)             # draws like `svg.render`
    frames = [board.frame(pieces, marks), …]    # the drawings of each position and their places
    animated_svg(board, frames)                 # an SVG that animates itself

Exported pages that show a game without a server use the same `drawings` and frames as their data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import msgspec

from parlour.games.contract.display import Mark, Piece
from parlour.games.drawing.canvas import WOOD, Theme
from parlour.games.drawing.overlays import Arrow
from parlour.games.drawing.piece_shapes import number, tag
from parlour.games.drawing.svg import Picture

if TYPE_CHECKING:
    from parlour.games.contract.position import Position

POSITION_SECONDS = 1.2
"""Duration of each position."""
EXTRA_LAST_SECONDS = 3.0
"""Additional duration of the last position before the animation restarts."""
SLIDE_FRACTION = 0.35
"""The fraction of a position's duration in which pieces slide to their places."""


class Actor(msgspec.Struct, frozen=True):
    """A piece in a frame: its id, the number of its drawing, its place, and its height."""

    id: int
    drawing: int
    x: float
    y: float
    z: float


class Frame(msgspec.Struct, frozen=True):
    """One position. `below` and `above` are the numbers of fixed drawings under and over the pieces."""

    actors: tuple[Actor, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]


class AnimatedBoard:
    """Draws the positions of one game; equal drawings are stored once."""

    def __init__(self, position: Position, colours: Mapping[int, str] | None = None, theme: Theme = WOOD) -> None:
        """Draw the board of `position`, on which the game is then played frame by frame."""
        self._picture = Picture(position, colours or {}, 0, theme)
        self.title = position.game.title
        self.ground = self._picture.ground(coordinates=True)
        self.dots = self._picture.dots()
        self.definitions = self._picture.definitions()
        self.drawings: list[str] = []
        self._numbers: dict[str, int] = {}
        self._drawn: dict[tuple[object, ...], int] = {}

    @property
    def stacked(self) -> bool:
        """Whether pieces can be stacked; higher ones are then drawn later."""
        return bool(self._picture.tilt)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all frames together."""
        return self._picture.extent()

    def view_box(self) -> str:
        """Return the extent as an SVG viewBox."""
        return " ".join(number(part) for part in self.extent)

    def frame(self, pieces: Sequence[Piece], marks: Iterable[Mark], arrows: Iterable[Arrow] = ()) -> Frame:
        """Return the frame of a position with these pieces, marks and arrows."""
        picture, marks = self._picture, list(marks)
        trays = [picture.tray(tray, pieces) for tray in picture.board.trays]
        below = [*trays, *(picture.mark_below(mark) for mark in marks)]
        above = [*(picture.mark_above(mark) for mark in marks), *(picture.arrow(arrow) for arrow in arrows)]
        actors = [self._actor(piece) for piece in pieces if not isinstance(piece.place, str)]
        return Frame(
            tuple(actors),
            tuple(self._number(drawn) for drawn in below if drawn),
            tuple(self._number(drawn) for drawn in above if drawn),
        )

    def _actor(self, piece: Piece) -> Actor:
        picture = self._picture
        if isinstance(piece.place, tuple):  # A stroke is fixed, below all other pieces.
            return Actor(piece.id, self._drawing_of(piece, piece.place), 0, 0, -1)
        height, _ = picture.depth(piece)
        assert isinstance(piece.place, int)
        x, y = picture.site(piece.place)
        return Actor(piece.id, self._drawing_of(piece, height > 0), round(x, 2), round(y, 2), height)

    def _drawing_of(self, piece: Piece, where: object) -> int:
        """Return the number of a piece's drawing, cached by everything that determines its style."""
        key = piece.kind, piece.owner, piece.facing, where
        if key not in self._drawn:
            spot = None if isinstance(piece.place, tuple) else (0.0, 0.0)
            self._drawn[key] = self._number(self._picture.piece(piece, spot))
        return self._drawn[key]

    def _number(self, drawn: str) -> int:
        if drawn not in self._numbers:
            self._numbers[drawn] = len(self.drawings)
            self.drawings.append(drawn)
        return self._numbers[drawn]


# ---- Animation -------------------------------------------------------------------------------------------------------


class _Clock:
    """The start of each frame as a fraction of the total duration."""

    def __init__(self, frames: int) -> None:
        self.total = frames * POSITION_SECONDS + EXTRA_LAST_SECONDS
        self._starts = [n * POSITION_SECONDS / self.total for n in range(frames)]

    def start(self, frame: int) -> float:
        return self._starts[frame]

    def settled(self, frame: int) -> float:
        """Return when the pieces of a frame have reached their places."""
        return self._starts[frame] + (SLIDE_FRACTION * POSITION_SECONDS / self.total if frame else 0)


def animated_svg(board: AnimatedBoard, frames: Sequence[Frame], size: int = 480, title: str = "") -> str:
    """Return the frames as one SVG that animates itself (SMIL) and repeats."""
    clock = _Clock(len(frames))
    below = _shown_parts(board, [frame.below for frame in frames], clock)
    above = _shown_parts(board, [frame.above for frame in frames], clock)
    strokes, placed = _actors(board, frames, clock)
    width, height = board.extent[2:]
    scale = size / max(width, height)
    inner = [tag("title", escape(title or board.title)), board.definitions, board.ground, below]
    inner += [strokes, board.dots, placed, above]
    return tag(
        "svg",
        "".join(inner),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=board.view_box(),
        width=round(width * scale),
        height=round(height * scale),
        role="img",
        font_family="system-ui, sans-serif",
    )


def _shown_parts(board: AnimatedBoard, frames: Sequence[tuple[int, ...]], clock: _Clock) -> str:
    """Return fixed drawings, each visible in the frames that contain it."""
    seen: dict[int, list[bool]] = {}
    for n, frame in enumerate(frames):
        for drawing in frame:
            seen.setdefault(drawing, [False] * len(frames))[n] = True
    return "".join(tag("g", _seen(there, clock) + board.drawings[drawing]) for drawing, there in seen.items())


def _actors(board: AnimatedBoard, frames: Sequence[Frame], clock: _Clock) -> tuple[str, str]:
    """Return the strokes and the other pieces. Pieces slide, unless they can be stacked: then each place has its
    own drawing, so that higher pieces cover lower ones."""
    roles: dict[tuple[object, ...], list[Actor | None]] = {}
    for n, frame in enumerate(frames):
        for actor in frame.actors:
            key = (actor.id, actor.drawing, actor.x, actor.y) if board.stacked else (actor.id, actor.drawing)
            roles.setdefault(key, [None] * len(frames))[n] = actor
    strokes: list[str] = []
    placed: list[str] = []
    for parts in sorted(roles.values(), key=_order):
        shown = tag("g", _seen([part is not None for part in parts], clock) + _moving_drawing(parts, clock, board))
        first = next(part for part in parts if part is not None)
        (strokes if first.z < 0 else placed).append(shown)
    return "".join(strokes), "".join(placed)


def _order(parts: Sequence[Actor | None]) -> tuple[float, float]:
    first = next(part for part in parts if part is not None)
    return first.z, first.y


def _moving_drawing(parts: Sequence[Actor | None], clock: _Clock, board: AnimatedBoard) -> str:
    """Return a drawing that moves with its piece."""
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
    drawn = board.drawings[last.drawing]
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
    """Return the animation of visibility; empty for what is always visible."""
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
