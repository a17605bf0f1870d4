"""The board of YINSH: points, lines, neighbours and symmetries."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.games.yinsh.tables import (
    COORDINATES,
    LABELS,
    LINE,
    NAMED,
    ON_LINE,
    POINTS,
    ROWS,
    SYMMETRIES,
    neighbours,
)
from tests.games.yinsh.examples import (
    YINSH,
    bare,
    targets,
)

# ---- 1.1, 1.2: equipment and geometry ------------------------------------------------------------------------------


def test_the_board_has_85_points_in_eleven_columns() -> None:
    assert POINTS == 85
    assert Counter(label[0] for label in LABELS) == dict(
        zip("abcdefghijk", (4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4), strict=True)
    )
    lowest, highest = (2, 1, 1, 1, 1, 2, 2, 3, 4, 5, 7), (5, 7, 8, 9, 10, 10, 11, 11, 11, 11, 10)
    for column, low, high in zip("abcdefghijk", lowest, highest, strict=True):
        assert {label for label in LABELS if label[0] == column} == {f"{column}{n}" for n in range(low, high + 1)}


def test_three_families_of_eleven_lines() -> None:
    lengths = [len(points) for points in ON_LINE]
    assert lengths == [4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4] * 3
    named = {(LABELS[points[0]], LABELS[points[-1]]) for points in ON_LINE}
    assert {("b1", "b7"), ("e1", "e10"), ("b1", "e1"), ("a5", "j5"), ("g11", "j11")} <= named
    assert {("b7", "e10"), ("a5", "g11"), ("a2", "j11"), ("b1", "k10"), ("e1", "k7"), ("g2", "j5")} <= named


def test_rising_letter_with_falling_number_is_no_line() -> None:
    assert not set(LINE[NAMED["b6"]]) & set(LINE[NAMED["c5"]])


def test_neighbours_per_point() -> None:
    assert Counter(len(neighbours(site)) for site in range(POINTS)) == {3: 12, 4: 12, 5: 6, 6: 55}


def test_123_windows_of_five() -> None:
    assert len(set(ROWS)) == len({frozenset(row) for row in ROWS}) == 123


def test_moves_of_a_lone_ring_from_every_point() -> None:
    counts = {label: len(targets(bare(wr=label), label)) for label in LABELS}
    assert sum(counts.values()) == 1848
    assert counts["f6"] == 24
    assert {label for label, count in counts.items() if count == 18} >= {
        *("a2", "a5", "b1", "b7", "e1", "e10"),
        *("g2", "g11", "j5", "j11", "k7", "k10"),
    }


def test_points_lie_where_the_formula_puts_them() -> None:
    board = YINSH.board(YINSH.check())
    for (x, y), site in zip(COORDINATES, board.sites, strict=True):
        assert site.x == pytest.approx(3**0.5 / 2 * (x - 6))
        assert site.y == pytest.approx(y - 3 - x / 2)
    for start in range(POINTS):
        for other in neighbours(start):
            one, two = board.sites[start], board.sites[other]
            assert (one.x - two.x) ** 2 + (one.y - two.y) ** 2 == pytest.approx(1)


def test_eleven_symmetries_map_lines_to_lines() -> None:
    lines = {frozenset(points) for points in ON_LINE}
    assert len(set(SYMMETRIES)) == 11
    assert tuple(range(POINTS)) not in SYMMETRIES
    for image in SYMMETRIES:
        assert {frozenset(image[site] for site in line) for line in lines} == lines


def test_the_game_begins_with_white_and_51_markers() -> None:
    start = YINSH.start()
    assert start.seat == 0
    standing = Counter((piece.kind, piece.owner, piece.place) for piece in start.placement())
    assert standing == {
        ("ring", 0, "reserve 0"): 5,
        ("ring", 1, "reserve 1"): 5,
        ("marker", None, "pool"): 51,
    }
