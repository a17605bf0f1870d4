"""Invariants of YINSH (section 1.10 of its rules), checked on random games."""

from __future__ import annotations

from random import Random

import pytest

from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import KIND_SHIFT, MOVE, MOVING, PASS, PLACE, PLACING, TAKE_RING, TAKE_ROW
from tests.games.yinsh.examples import BLITZ, STANDARD, YINSH


def counts(position: YinshPosition) -> tuple[int, ...]:
    """Return rings on the board, rings removed and markers in the pool."""
    return (
        position.rings_on_board(0),
        position.rings_on_board(1),
        position.rings_removed(0),
        position.rings_removed(1),
        position.in_pool(),
    )


def walk(seed: int, blitz: bool) -> tuple[YinshPosition, int]:
    """Play a random game, check the invariants at every step, and return the end and the number of ring moves."""
    position = YINSH.start(BLITZ if blitz else STANDARD)
    assert isinstance(position, YinshPosition)
    choice = Random(seed).choice
    taken = [0, 0]
    ring_moves = 0
    while moves := position.moves():
        seat, stage = position.seat, position.stage_now()
        white, black, gone_white, gone_black, pool = counts(position)
        assert markers_on_board(position) + pool == 51
        if stage != PLACING:
            assert (white + gone_white, black + gone_black) == (5, 5)
        if stage == MOVING:
            assert position.rows(0) == position.rows(1) == []
            assert [gone_white, gone_black] == taken
        move = choice(moves)
        position.play(move)
        change = tuple(
            after - before
            for before, after in zip((white, black, gone_white, gone_black, pool), counts(position), strict=True)
        )
        kind = move >> KIND_SHIFT
        if kind == MOVE:
            ring_moves += 1
            assert change == (0, 0, 0, 0, -1)
        elif kind == TAKE_ROW:
            taken[seat] += 1
            assert change == (0, 0, 0, 0, 5)
        elif kind == TAKE_RING:
            assert change == ((-1, 0, 1, 0, 0) if seat == 0 else (0, -1, 0, 1, 0))
        elif kind == PLACE:
            assert change == ((1, 0, 0, 0, 0) if seat == 0 else (0, 1, 0, 0, 0))
        else:
            assert (kind, change) == (PASS, (0, 0, 0, 0, 0))
    assert ring_moves <= 71
    return position, ring_moves


def markers_on_board(position: YinshPosition) -> int:
    return sum(sign in "wb" for sign in position.text().split(" ")[0])


@pytest.mark.parametrize("blitz", [False, True])
def test_rings_markers_and_rows_add_up_in_random_games(blitz: bool) -> None:
    longest = 0
    for seed in range(150):
        end, ring_moves = walk(seed, blitz)
        longest = max(longest, ring_moves)
        assert end.outcome() is not None
        assert markers_on_board(end) + end.in_pool() == 51
    assert longest > 20


@pytest.mark.parametrize("blitz", [False, True])
def test_undoing_and_redoing_gives_identical_positions(blitz: bool) -> None:
    for seed in range(25):
        position = YINSH.start(BLITZ if blitz else STANDARD)
        position.play_random(seed)
        played, states = position.played, []
        while position.played:
            states.append((position.text(), position.key, position.seat, position.moves()))
            position.undo()
        assert position.text() == YINSH.start_text(position.options)
        for move, state in zip(played, reversed(states), strict=True):
            position.play(move)
            assert (position.text(), position.key, position.seat, position.moves()) == state


@pytest.mark.parametrize("blitz", [False, True])
def test_every_position_reads_back_from_its_text(blitz: bool) -> None:
    options = BLITZ if blitz else STANDARD
    for seed in range(25):
        position = YINSH.start(options)
        position.play_random(seed)
        while True:
            again = YINSH.read(position.text(), options)
            assert (again.text(), again.key, again.seat) == (position.text(), position.key, position.seat)
            assert again.moves() == position.moves()
            if not position.played:
                break
            position.undo()


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_rings_markers_and_rows_add_up_in_a_hundred_thousand_games(part: int) -> None:
    ends = {"rings": 0, "pool": 0, "stuck": 0}
    for seed in range(10_000 * part, 10_000 * (part + 1)):
        end, _ = walk(seed, blitz=seed % 10 == 0)
        ends[end.reason()] += 1
        assert markers_on_board(end) + end.in_pool() == 51
    assert ends["rings"] > 0
    assert ends["pool"] > 0
