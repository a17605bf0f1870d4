"""The computer player of an earlier Pylos program, rebuilt as a baseline; see `baseline_search.py`."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.contract.declarations import Baseline
from parlour.games.contract.position import Position
from parlour.games.pylos.baseline_search import PylosBaselineSearch, depth_for


def classic(more: int) -> Baseline:
    """Return a player that searches `more` inputs deeper than that program."""

    def player(position: Position) -> int:
        return PylosBaselineSearch(position, depth_for(int(position.options["size"])) + more).choose()

    return lambda seed: player


BASELINES: Mapping[str, Baseline] = {"classic-minimax": classic(0)}
"""The players by name. They are deterministic, so the seed does not matter."""
