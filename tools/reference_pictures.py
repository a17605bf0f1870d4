"""Pictures of the shapes of pieces and cells and of the looks of boards, for `tools.game_reference`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from parlour.games import Appearance, Board, Cell, EdgeLabel, Kind, Options, Piece, PlainGame, Side, Site, game
from parlour.games.contract.board import CELL_SHADES, CELL_SHAPES, MATERIALS, OUTLINES
from parlour.games.contract.declarations import PIECE_SHAPES
from parlour.games.drawing.materials import natural_theme
from parlour.games.drawing.svg import render


class Show(PlainGame):
    """A game used only for drawing."""

    key = "show"
    description = "For a picture."
    kinds: ClassVar[tuple[Kind, ...]] = ()

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Red", "#c8452f", "red", "r"), Side("Blue", "#3d6fb4", "blue", "b")

    def first(self, options: Options) -> str:
        return "all"

    def seat(self, state: str) -> int:
        return 0

    def moves(self, state: str) -> list[int]:
        return [0]

    def play(self, state: str, move: int) -> str:
        return state

    def outcome(self, state: str) -> None:
        return None

    def pieces(self, state: str) -> list[Piece]:
        return []

    def text(self, state: str) -> str:
        return state

    def read_state(self, text: str, options: Options) -> str:
        return text


class ShapeShow(Show):
    """One piece of every shape."""

    key = "shape-show"
    title = "Shapes"
    kinds = tuple(Kind(shape, shape, shape, "k") for shape in (*PIECE_SHAPES, "any other"))

    def draw_board(self, options: Options) -> Board:
        spots = [(n % 6 * 1.7, -(n // 6) * 1.5) for n in range(len(self.kinds))]
        sites = [Site(kind.name, x, y) for kind, (x, y) in zip(self.kinds, spots, strict=True)]
        sites += [Site(f"{kind.name} end", x + 0.6, y) for kind, (x, y) in zip(self.kinds, spots, strict=True)]
        labels = tuple(EdgeLabel(kind.name, x, y - 0.65) for kind, (x, y) in zip(self.kinds, spots, strict=True))
        return Board(tuple(sites), labels=labels)

    def pieces(self, state: str) -> list[Piece]:
        count = len(self.kinds)
        return [
            Piece(0, kind.name, n % 2, (n, n + count) if kind.shape in ("stroke", "cord") else n)
            for n, kind in enumerate(self.kinds)
        ]


class CellShow(Show):
    """A cell of every shape and shade."""

    key = "cell-show"
    title = "Cells"

    def draw_board(self, options: Options) -> Board:
        shades = [*CELL_SHADES, *(f"{name} {seat}" for name in ("seat", "reserved") for seat in (0, 1))]
        shown = [(shape, shade) for shape in CELL_SHAPES for shade in shades if (shape, shade) != ("hexagon", "hollow")]
        spots = [(shades.index(shade) * 1.7, -CELL_SHAPES.index(shape) * 1.9) for shape, shade in shown]
        return Board(
            tuple(Site(f"{shape} {shade}", *spot) for (shape, shade), spot in zip(shown, spots, strict=True)),
            cells=tuple(Cell(n, shade, shape) for n, (shape, shade) in enumerate(shown)),
            labels=tuple(EdgeLabel(shade, x, y - 0.85) for (_, shade), (x, y) in zip(shown, spots, strict=True)),
        )


def empty_board(name: str, board: Board) -> str:
    """Return the picture of a board."""

    class Look(Show):
        key = name.replace(" ", "-")
        title = name

        def draw_board(self, options: Options) -> Board:
            return board

    return render(Look().start(), size=100, theme=natural_theme(board.appearance))


SPOTS = ((-1.0, 0.0), (-0.5, 0.87), (0.5, 0.87), (1.0, 0.0), (0.5, -0.87), (-0.5, -0.87))
LOOKS = tuple(Site(str(n), x, y) for n, (x, y) in enumerate(SPOTS))
WIDTH, HEIGHT, COLUMNS = 130, 130, 5


def look_sheet() -> str:
    """Return the picture of all outlines and materials of boards."""
    boards = [(f"outline {name}", Board(LOOKS[:5], outline=name)) for name in OUTLINES]
    boards.append(("frame oak, inlay silver", Board(LOOKS, appearance=Appearance(frame="oak", inlay="silver"))))
    boards += [(f"slab {name}", Board(LOOKS, appearance=Appearance(slab=name))) for name in MATERIALS]
    return _sheet((name, empty_board(name, board)) for name, board in boards)


def _sheet(pictures: Iterable[tuple[str, str]]) -> str:
    """Return small pictures with their names below, in rows."""
    parts = []
    for n, (name, svg) in enumerate(pictures):
        x, y = n % COLUMNS * WIDTH, n // COLUMNS * HEIGHT
        parts.append(f'<g transform="translate({x + 15} {y})">{svg}</g>')
        parts.append(
            f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT - 12}" text-anchor="middle" fill="#777">{name}</text>'
        )
    rows = -(-len(parts) // 2 // COLUMNS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH} {rows * HEIGHT}" role="img" '
        f'aria-label="Outlines and materials of boards" font-family="system-ui, sans-serif" font-size="11">'
        f"{''.join(parts)}</svg>"
    )


def readme_position() -> str:
    """Return the picture of the position in the README."""
    position = game("surakarta").start()
    position.play("4,0-3,0")
    return render(position, size=300)


def pictures() -> dict[str, str]:
    """Return all pictures by the names of their files in `docs/`."""
    made = {
        "shapes.svg": render(ShapeShow().start()),
        "cells.svg": render(CellShow().start()),
        "boards.svg": look_sheet(),
        "surakarta-position.svg": readme_position(),
    }
    return {name: svg + "\n" for name, svg in made.items()}
