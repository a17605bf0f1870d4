"""The computer player of an earlier Pylos program, rebuilt as a baseline; see `baseline_search.py`."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.contract.position import Position
from parlour.games.pylos.baseline_search import PylosBaselineSearch, depth_for


def _classic(more: int) -> Callable[[int], Callable[[Position], int]]:
    """Return a player that searches `more` inputs deeper than that program."""

    def player(position: Position) -> int:
        return PylosBaselineSearch(position, depth_for(int(position.options["size"])) + more).choose()

    return lambda seed: player


BASELINES: dict[str, Callable[[int], Callable[[Position], int]]] = {"classic-minimax": _classic(0)}
"""The players by name. They are deterministic, so the seed does not matter."""
