"""What a teacher would point at in a Pylos position, and the traits by which styles of play show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Mark
from parlour.games.pylos.tables import PLAY, lines

if TYPE_CHECKING:
    from parlour.games.pylos.position import PylosPosition


def aids(position: PylosPosition) -> list[Mark]:
    """For both sides: balls that carry nothing and those that can be raised, patterns one ball short and where that
    ball goes."""
    if position.is_over():
        return []
    found: list[Mark] = []
    for seat in (0, 1):
        for kind, cells in (
            ("free", free_balls(position, seat)),
            ("raise", raisable(position, seat) if position.stage == PLAY else ()),
            ("bonus", gain_cells(position, seat)),
        ):
            if cells:
                found.append(Mark(kind, cells, seat))
        short = one_short(position, seat)
        found += [Mark("short", cells, seat, n, len(short)) for n, cells in enumerate(short, 1)]
    return found


def free_balls(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """The balls of a seat on which nothing rests."""
    cells = range(len(position.shape_of_board.cells))
    return tuple(cell for cell in cells if position.owner(cell) == seat and position.is_free(cell))


def raisable(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """The balls that a seat could raise if it were to move."""
    shape = position.shape_of_board
    opened = [cell for cell in range(len(shape.cells)) if position.is_open(cell)]

    def climbs(ball: int) -> bool:
        higher = (cell for cell in opened if shape.cells[cell][0] > shape.cells[ball][0])
        return any(ball not in shape.below[cell] for cell in higher)

    return tuple(ball for ball in free_balls(position, seat) if climbs(ball))


def gain_cells(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """The open cells on which a seat's ball would complete a square or line."""
    cells = range(len(position.shape_of_board.cells))
    return tuple(cell for cell in cells if position.is_open(cell) and position.completes(seat, cell))


def one_short(position: PylosPosition, seat: int) -> list[tuple[int, ...]]:
    """The balls of each square and line of a seat that lacks one ball only, on an open cell."""
    found = []
    for pattern in all_patterns(position):
        own = tuple(cell for cell in pattern if position.owner(cell) == seat)
        missing = [cell for cell in pattern if cell not in own]
        if len(missing) == 1 and position.is_open(missing[0]):
            found.append(own)
    return found


def all_patterns(position: PylosPosition) -> list[tuple[int, ...]]:
    """The squares and lines that count in this game."""
    shape, line = position.shape_of_board, str(position.options["line"])
    squares = [cells for cells in shape.below if cells] if position.options["square"] else []
    return squares + ([] if line == "off" else list(lines(shape.size, line)))


# ---- Traits --------------------------------------------------------------------------------------------------------


def climbing(position: PylosPosition, seat: int) -> float:
    """The balls that a seat has kept and can raise instead of spending one."""
    return float(len(raisable(position, seat)))


def building(position: PylosPosition, seat: int) -> float:
    """The squares that hold two or three balls of a seat and none of the other."""
    return float(sum(own in (2, 3) and theirs == 0 for own, theirs in _squares(position, seat)))


def blocking(position: PylosPosition, seat: int) -> float:
    """The squares in which a seat's only ball stops two or three of the other."""
    return float(sum(own == 1 and theirs in (2, 3) for own, theirs in _squares(position, seat)))


TRAITS = {"climbing": climbing, "building": building, "blocking": blocking}


def _squares(position: PylosPosition, seat: int) -> list[tuple[int, int]]:
    """For every square: how many balls a seat has in it, and how many the other."""
    owners = [[position.owner(cell) for cell in cells] for cells in position.shape_of_board.below if cells]
    return [(held.count(seat), held.count(1 - seat)) for held in owners]
