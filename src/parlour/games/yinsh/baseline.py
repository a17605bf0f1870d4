"""The computer players of an earlier YINSH program, rebuilt to be measured against.

Minimax with White maximising, a ply for each placing, ring move, row and ring removed. At every position all moves are
scored statically and only the best five are searched: one ply at the easy level, two at medium, three at hard. Nothing
is left to chance. `ClassicPlayer` keeps what made its strength, faults included:

- A search returns the move it chose, and whoever asked scores the position after *that* statically. With three plies
  the last one only decides which reply is expected.
- Maximiser and minimiser take turns, though during removals the same player acts again.
- Cut-offs are strict. Scores are remembered by the picture of the board alone, whoever is to act.
- It does not stop at a won position. Where no move is left, the earlier program broke down; this one takes the
  position as it stands.

`FixedPlayer` is the same player with these mended.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from parlour.games.contract.position import Position
from parlour.games.yinsh import baseline_search
from parlour.games.yinsh.rules import YinshRules

WIDTH = 5
WON = 1e12


class ClassicPlayer:
    """The original player with its errors. It caches scores for its lifetime."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self._scores: dict[int, float] = {}

    def __call__(self, position: Position) -> int:
        assert isinstance(position, YinshRules)
        copy = position.copy()
        assert isinstance(copy, YinshRules)
        move, _ = self._choose(copy, self.depth, -inf, inf, copy.seat == 0)
        assert move is not None
        return move

    def best_five(self, position: YinshRules, high: bool) -> list[tuple[float, int]]:
        """Return the moves that look best at once, with what they look like, from the view of one side."""
        found = []
        for move, picture, score in baseline_search.successors(position):
            found.append((self._scores.setdefault(picture, score), move))
        found.sort(key=lambda one: one[0], reverse=high)
        return found[:WIDTH]

    def _choose(
        self, position: YinshRules, depth: int, alpha: float, beta: float, high: bool
    ) -> tuple[int | None, float]:
        """Return the move chosen, and the static score right after it."""
        best, chosen, static = 0.0, None, baseline_search.score(position)
        for score, move in self.best_five(position, high):
            value = score
            if depth > 1:
                after = position.after(move)
                assert isinstance(after, YinshRules)
                _, value = self._choose(after, depth - 1, alpha, beta, not high)
            if chosen is None or (value > best if high else value < best):
                best, chosen, static = value, move, score
            if high:
                if value > beta:
                    break
                alpha = max(alpha, value)
            else:
                if value < alpha:
                    break
                beta = min(beta, value)
        return chosen, static


class FixedPlayer:
    """The same search as it was meant: true values, sides by who is to act, and an end where the game ends."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __call__(self, position: Position) -> int:
        assert isinstance(position, YinshRules)
        copy = position.copy()
        assert isinstance(copy, YinshRules)
        move, _ = self._choose(copy, self.depth, -inf, inf)
        assert move is not None
        return move

    def _choose(self, position: YinshRules, depth: int, alpha: float, beta: float) -> tuple[int | None, float]:
        """Return the move chosen and its value for White."""
        high = position.seat == 0
        outcome = position.outcome()
        if outcome is not None:
            return None, (outcome.results[0] - 0.5) * WON
        found = sorted(baseline_search.successors(position, False), key=lambda one: one[2], reverse=high)
        best, chosen = (-inf if high else inf), None
        for move, _, score in found[:WIDTH]:
            value = score
            after = position.after(move)
            assert isinstance(after, YinshRules)
            if depth > 1 or after.is_over():
                _, value = self._choose(after, depth - 1, alpha, beta)
            if chosen is None or (value > best if high else value < best):
                best, chosen = value, move
            if high:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return chosen, best


def _classic(depth: int) -> Callable[[int], Callable[[Position], int]]:
    return lambda seed: ClassicPlayer(depth)


BASELINES: dict[str, Callable[[int], Callable[[Position], int]]] = {
    "classic-easy": _classic(1),
    "classic-medium": _classic(2),
    "classic-hard": _classic(3),
    "classic-fixed": lambda seed: FixedPlayer(3),
}
"""The players by name. They are deterministic, so the seed is ignored."""
