"""The computer players of an earlier YINSH program, rebuilt as baselines.

Minimax with White maximising, and a ply for each placing, ring move, removed row and removed ring. At every position
all moves are scored statically and only the best five are searched: one ply at the easy level, two at medium, three at
hard. There is no randomness. `ClassicPlayer` keeps the errors that affect its strength:

- A search returns its chosen move, and the caller scores the position after *that* move statically. With three plies
  the last one only decides which reply is expected.
- Maximiser and minimiser alternate, although the same player acts again during removals.
- Cut-offs are strict. Scores are cached by the board alone, without the seat to act.
- It does not stop at a won position. The earlier program crashed without a legal move; this one evaluates the position.

`FixedPlayer` is the same player without these errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from parlour.games.contract.declarations import Baseline
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
        """Return the moves with the best static scores, with the scores, for one side."""
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
    """The same search without the errors: true values, sides by the seat to act, and an end where the game ends."""

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


def classic(depth: int) -> Baseline:
    """Return the original player with a search depth."""
    return lambda seed: ClassicPlayer(depth)


BASELINES: Mapping[str, Baseline] = {
    "classic-easy": classic(1),
    "classic-medium": classic(2),
    "classic-hard": classic(3),
    "classic-fixed": lambda seed: FixedPlayer(3),
}
"""The players by name. They are deterministic, so the seed is ignored."""
