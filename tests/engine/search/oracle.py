"""Plain minimax, written as simply as can be: what the search must agree with when nothing is left out."""

from parlour.engine.report import PROVEN, WIN
from parlour.games import Position


class TooMuch(Exception):
    """The tree is too large to be looked at line by line."""


class Minimax:
    """Looks at every line; gives up when that would be more than so many positions."""

    def __init__(self, quiescence: bool = False, most: int = 10**9) -> None:
        self.quiescence = quiescence
        self.left = most

    def score(self, position: Position, depth: int, ply: int = 0) -> int:
        """The score for the seat to move after `depth` moves."""
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
        """Every move that a search looks at with its score for the seat to move."""
        return [(move, self.after(position, move, depth - 1, ply)) for move in position.candidate_moves()]

    def after(self, position: Position, move: int, depth: int, ply: int) -> int:
        """The score of a move for the seat that makes it."""
        seat = position.seat
        position.play(move)
        score = self.score(position, depth, ply + 1)
        if position.seat != seat:
            score = -score
        position.undo()
        return score
