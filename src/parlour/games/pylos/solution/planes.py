"""Planes: the stored values of a group of positions.

A plane has a row for each shape of the group. `LOSS` has a bit for each colouring, lowest bit first, set if the
position is lost for the seat to move; every row begins with a new byte. `DISTANCE` has a byte for each colouring: 0 if
the position is not lost, else 1 + half the number of turns until the loss.

This is enough for perfect play: a position that is not lost is won if a turn leads to a lost one, else drawn.
"""

from __future__ import annotations

from enum import IntEnum


class Plane(IntEnum):
    LOSS = 0
    DISTANCE = 1


def plane_size(positions: int, colourings: int, plane: Plane) -> int:
    """Return the size of a plane in bytes.

    >>> plane_size(3 * 10, 10, Plane.LOSS), plane_size(3 * 10, 10, Plane.DISTANCE)
    (6, 30)
    """
    if plane == Plane.DISTANCE:
        return positions
    return positions // colourings * ((colourings + 7) // 8)
