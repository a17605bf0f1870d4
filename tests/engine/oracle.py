"""Plain minimax, written as simply as can be: what the search must agree with when nothing is left out."""

from parlour.engine.report import PROVEN, WIN
from parlour.games import Position


def minimax(position: Position, depth: int, ply: int = 0, quiescence: bool = False) -> int:
    """The score for the seat to move after `depth` moves, looking at every line."""
    if position.is_over():
        outcome = position.outcome()
        assert outcome is not None
        share = outcome.results[position.seat]
        return WIN - ply if share == 1 else ply - WIN if share == 0 else 0
    if depth > 0:
        return max(score for _, score in ranking(position, depth, ply, quiescence))
    stand = max(1 - PROVEN, min(position.static(position.seat), PROVEN - 1))
    if not quiescence:
        return stand
    return max([stand] + [_after(position, move, 0, ply, True) for move in position.tactical_moves()])


def ranking(position: Position, depth: int, ply: int = 0, quiescence: bool = False) -> list[tuple[int, int]]:
    """Every move that a search looks at with its score for the seat to move."""
    return [(move, _after(position, move, depth - 1, ply, quiescence)) for move in position.candidate_moves()]


def _after(position: Position, move: int, depth: int, ply: int, quiescence: bool) -> int:
    seat = position.seat
    position.play(move)
    score = minimax(position, depth, ply + 1, quiescence)
    if position.seat != seat:
        score = -score
    position.undo()
    return score
