"""Earlier positions of a game."""

from __future__ import annotations

from parlour.games.contract.position import Position


def at_ply(position: Position, ply: int) -> Position:
    """Return a copy of a position as it was after a number of the moves played."""
    earlier = position.copy()
    for _ in range(len(position.played) - ply):
        earlier.undo()
    return earlier
