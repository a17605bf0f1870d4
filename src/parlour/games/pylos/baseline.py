"""The computer player of an earlier Pylos program, rebuilt to be measured against; see `classic.py`."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.contract.position import Position
from parlour.games.pylos.baseline_search import PylosBaselineSearch, depth_for


def _classic(more: int) -> Callable[[int], Callable[[Position], int]]:
    """Return a player that looks so many inputs deeper than the program did."""

    def player(position: Position) -> int:
        return PylosBaselineSearch(position, depth_for(int(position.options["size"])) + more).choose()

    return lambda seed: player


BASELINES: dict[str, Callable[[int], Callable[[Position], int]]] = {"classic-minimax": _classic(0)}
"""The players by name. They leave nothing to chance, so that the seed does not matter."""
