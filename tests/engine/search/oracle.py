"""Plain minimax as a reference for searches that prune nothing."""

from parlour.engine.report import PROVEN, WIN
from parlour.games import Position


class TooMuch(Exception):
    """The tree is too large for an exhaustive search."""


class Minimax:
    """Exhaustive search; raises `TooMuch` beyond a number of positions."""

    def __init__(self, quiescence: bool = False, most: int = 10**9) -> None:
        self.quiescence = quiescence
        self.left = most

    def score(self, position: Position, depth: int, ply: int = 0) -> int:
        """Return the score for the seat to move at a search depth of `depth` moves."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        if position.is_over():
            outcome = position.outcome()
            assert outcome is not None
            share = outcome.results[position.seat]
            return WIN - ply if share == 1 else ply - WIN if share == 0 else 0
        if depth > 0:
            return max(score for _, score in self.ranking(position, depth, ply))
        stand = max(1 - PROVEN, min(position.static(position.seat), PROVEN - 1))
        if not self.quiescence:
            return stand
        return max([stand] + [self.after(position, move, 0, ply) for move in position.tactical_moves()])

    def ranking(self, position: Position, depth: int, ply: int = 0) -> list[tuple[int, int]]:
        """Return every move that a search considers, with its score for the seat to move."""
        return [(move, self.after(position, move, depth - 1, ply)) for move in position.candidate_moves()]

    def after(self, position: Position, move: int, depth: int, ply: int) -> int:
        """Return the score of a move for the seat that makes it."""
        seat = position.seat
        position.play(move)
        score = self.score(position, depth, ply + 1)
        if position.seat != seat:
            score = -score
        position.undo()
        return score
