"""The computer player of an earlier Laser Chess program, rebuilt from its description as a baseline.

It uses alpha-beta with iterative deepening up to a depth that was its difficulty, and a table of 100,000 positions that
is empty at the start of every move; a new entry replaces the oldest. The best move of the last iteration is tried first
at the root; other moves come in the order of generation. There is no quiescence search and no detection of repetitions.
A board is evaluated by material (Pyramid 100, Anubis 110, Scarab 200), 4 for each free neighbouring square and 3 for
each covered one around the Pharaoh.

Its piece-square tables, which are unknown, and its limit of 15 seconds per move are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parlour.games.contract.declarations import Baseline
from parlour.games.contract.position import Position
from parlour.games.laserchess.baseline_search import LaserChessBaselineSearch
from parlour.games.laserchess.rules import LaserChessRules

DEPTHS = {"classic-easy": 2, "classic-medium": 3, "classic-hard": 4}
"""Search depth of each player, in turns."""

MATERIAL = {"pyramid": 100, "anubis": 110, "scarab": 200}
MOBILITY = 4
COVER = 3


def value(position: Position) -> int:
    """Return the earlier player's value of a position: Blue's total less Red's."""
    return with_baseline_weights(position).static(0)


def with_baseline_weights(position: Position) -> LaserChessRules:
    """Return a copy that is evaluated as the earlier player did."""
    copy = cast(LaserChessRules, position.copy())
    copy.weigh({term.name: 0 for term in position.game.terms} | MATERIAL | {"mobility": MOBILITY, "cover": COVER})
    return copy


def classic(depth: int) -> Baseline:
    """Return the old player with a search depth. It is deterministic, so the seed is ignored."""

    def choose(position: Position) -> int:
        return LaserChessBaselineSearch().choose(with_baseline_weights(position), depth)

    return lambda seed: choose


BASELINES: Mapping[str, Baseline] = {name: classic(depth) for name, depth in DEPTHS.items()}
