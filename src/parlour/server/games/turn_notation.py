"""Write the moves of a game as turns."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.contract.defaults import write_moves
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position


def turn_text(position: Position, begun: Sequence[int], move: int, *, whole: bool) -> str:
    """Return the notation of a turn up to a move: `begun` are its moves before, `whole` is whether the move ends it.

    The position, in which the move is played next, is changed and restored: a copy of a long game takes long.
    """
    for _ in begun:
        position.undo()
    moves = [*begun, move]
    text = position.write_turn(moves) if whole else " ".join([*write_moves(position, moves), "…"])
    for earlier in begun:
        position.play(earlier)
    return text


def begun_turn(position: Position) -> list[int]:
    """Return the moves of the turn that is not complete yet."""
    walker = position.copy()
    begun: list[int] = []
    for _ in position.played:
        move = walker.undo()
        if walker.turn_over(move):
            break
        begun.insert(0, move)
    return begun


def turns(position: Position, start: int = 0) -> list[tuple[int, str, int, bool]]:
    """Return the turns among the moves played, from the one that begins at ply `start`: seat, notation, number of
    moves, and whether it is complete. An unfinished turn is written move by move.
    """
    moves = position.played[start:]
    walker = at_ply(position, start)
    found: list[tuple[int, str, int, bool]] = []
    begun: list[int] = []
    seat = walker.seat
    for n, move in enumerate(moves, 1):
        if not begun:
            seat = walker.seat
        whole = walker.turn_over(move)
        if whole or n == len(moves):
            found.append((seat, turn_text(walker, begun, move, whole=whole), len(begun) + 1, whole))
        begun = [] if whole else [*begun, move]
        if n < len(moves):
            walker.play(move)
    return found
