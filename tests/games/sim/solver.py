"""Exact values of two-player Sim by exhaustive search; positions that differ only in the names of dots are one."""

from parlour.games.contract.position import Position
from parlour.games.sim.position import SimPosition

Table = dict[int, int]
"""For each class of positions without a completed figure, by its canonical key, an `entry`. One small number each:
eight dots have millions of classes."""


def entry(packed: int) -> tuple[int, int]:
    """Return the strokes drawn in a class and its value for the seat to move: 1 won, 0 drawn, -1 lost."""
    return packed // 3, packed % 3 - 1


def solve(position: Position, table: Table) -> int:
    """Return the value of a position for the seat to move, and fill the table with every reachable class.

    The position must have been played from the empty board.
    """
    assert isinstance(position, SimPosition)
    outcome = position.outcome()
    if position.outs():
        assert outcome is not None
        return round(2 * outcome.results[position.seat]) - 1
    key = position.canonical_key()
    known = table.get(key)
    if known is not None:
        return known % 3 - 1
    value = -1 if outcome is None else 0
    for move in position.moves():
        position.play(move)
        value = max(value, -solve(position, table))
        position.undo()
    table[key] = 3 * len(position.played) + value + 1
    return value


def winning_moves(position: Position, table: Table) -> list[str]:
    """Return the moves after which the other seat loses with perfect play."""
    found = []
    for move in position.moves():
        after = position.after(move)
        if solve(after, table) == -1:
            found.append(position.write_move(move))
    return found


def levels(table: Table) -> tuple[list[int], list[int]]:
    """Return for each number of strokes how many classes there are and how many the seat to move wins."""
    classes, won = [0] * 46, [0] * 46
    for drawn, value in map(entry, table.values()):
        classes[drawn] += 1
        won[drawn] += value == 1
    last = max(drawn for drawn, _ in map(entry, table.values()))
    return classes[: last + 1], won[: last + 1]
