"""Counts of YINSH positions: the published tables."""

from __future__ import annotations

import pytest

from parlour.games.contract.position import COMPILED
from tests.games.yinsh.examples import (
    EXAMPLE_10,
    EXAMPLE_11,
    EXAMPLE_15,
    read,
    targets,
    text,
)

# ---- Counts --------------------------------------------------------------------------------------------------------

P1 = {"wr": "e3 b5 d6 h7 g3", "br": "a5 c6 e4 g2 g8"}


def test_p1_moves_per_ring() -> None:
    counts = {ring: len(targets(read(text(**P1)), ring)) for ring in P1["wr"].split()}
    assert counts == {"e3": 15, "b5": 15, "d6": 22, "h7": 22, "g3": 12}


@pytest.mark.parametrize(
    ("set_up", "counts"),
    [
        (P1, (86, 6_258, 486_978, 31_988_400)),
        (EXAMPLE_11, (54, 2_487, 111_457, 5_067_751)),
        (EXAMPLE_10, (47, 1_964, 94_471, 3_857_084)),
        (EXAMPLE_15, (1, 70, 106, 7_282)),
        ({"stage": "place"}, (85, 7_140, 592_620)),
    ],
    ids=["P1", "P2", "P3", "P4", "placement"],
)
def test_counts(set_up: dict[str, str], counts: tuple[int, ...]) -> None:
    position = read(text(**set_up))
    depths = len(counts) if COMPILED else 2
    assert tuple(position.perft(depth) for depth in range(1, depths + 1)) == counts[:depths]


@pytest.mark.long
@pytest.mark.parametrize(
    ("set_up", "depth", "count"),
    [
        (P1, 3, 486_978),
        (P1, 4, 31_988_400),
        (EXAMPLE_11, 3, 111_457),
        (EXAMPLE_11, 4, 5_067_751),
        (EXAMPLE_10, 3, 94_471),
        (EXAMPLE_10, 4, 3_857_084),
        ({"stage": "place"}, 3, 592_620),
    ],
)
def test_counts_move_by_move(set_up: dict[str, str], depth: int, count: int) -> None:
    position = read(text(**set_up))
    assert position.perft(depth, bulk=False) == count
