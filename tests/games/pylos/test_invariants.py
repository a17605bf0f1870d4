"""Invariants of every Pylos position, checked against a slow and simple implementation."""

from __future__ import annotations

import random

import pytest

from parlour.games import Options
from parlour.games.conformance import conform
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.rules import COMPILED
from parlour.games.pylos.tables import (
    ANOTHER,
    CELL,
    DONE,
    FROM_SHIFT,
    KIND_SHIFT,
    MAX_TURNS,
    MORE,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    TAKE,
    TAKING,
    Pyramid,
    lines,
    pyramid,
)
from tests.games.pylos.examples import PROFILES, PYLOS, start

OPTIONS = [
    *PROFILES.values(),
    PYLOS.check({"size": 3}),
    PYLOS.check({"size": 3, "line": "official"}),
    PYLOS.check({"size": 3}, preset="classic"),
    PYLOS.check({"size": 5, "line": "four"}),
    PYLOS.check({"size": 6}, preset="classic-lines"),
    PYLOS.check({"size": 7, "line": "official"}),
]


class Slow:
    """A second implementation of the rules with a list of owners and no state between moves."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shape = pyramid(int(options["size"]))
        self.on: list[int | None] = [None] * len(self.shape.cells)
        self.seat = 0
        self.stage = PLAY
        self.turns = 0
        self.seen: list[tuple[object, ...]] = [self.now()]

    def now(self) -> tuple[object, ...]:
        return (*self.on, self.seat)

    def reserve(self, seat: int) -> int:
        return self.shape.balls - self.on.count(seat)

    def open(self, cell: int) -> bool:
        return self.on[cell] is None and all(self.on[below] is not None for below in self.shape.below[cell])

    def free(self, cell: int) -> bool:
        return self.on[cell] == self.seat and all(self.on[above] is None for above in self.shape.above[cell])

    def completes(self, cell: int) -> bool:
        """Return whether the mover's ball on a cell is in a complete pattern."""
        groups = []
        if self.options["square"]:
            groups += [below for below in self.shape.below if cell in below]
        if self.options["line"] != "off":
            groups += [line for line in lines(self.shape.size, str(self.options["line"])) if cell in line]
        return any(all(self.on[member] == self.seat for member in group) for group in groups)

    def moves(self) -> set[int]:
        cells = range(len(self.on))
        if self.stage != PLAY:
            kind = TAKE if self.stage == TAKING else ANOTHER
            found = {cell | kind << KIND_SHIFT for cell in cells if self.free(cell)}
            if self.stage == MORE and self.options["take"] != "two":
                found.add(DONE << KIND_SHIFT)
            return found
        if self.on[-1] is not None or self.turns >= MAX_TURNS or self.seen.count(self.now()) >= 3:
            return set()
        found = {cell | PLACE << KIND_SHIFT for cell in cells if self.open(cell)} if self.reserve(self.seat) else set()
        for ball in filter(self.free, cells):
            self.on[ball] = None
            level = self.shape.cells[ball][0]
            for cell in cells:
                if self.shape.cells[cell][0] > level and self.open(cell):
                    found.add(cell | ball << FROM_SHIFT | RAISE << KIND_SHIFT)
            self.on[ball] = self.seat
        if not found and self.options["stuck"] == "passes":
            found.add(PASS << KIND_SHIFT)
        return found

    def play(self, move: int) -> None:
        kind, cell = move >> KIND_SHIFT, move & CELL
        if kind in (PLACE, RAISE):
            if kind == RAISE:
                self.on[move >> FROM_SHIFT & CELL] = None
            self.on[cell] = self.seat
            if self.completes(cell):
                self.stage = TAKING
                return
        elif kind in (TAKE, ANOTHER):
            self.on[cell] = None
            if kind == TAKE and any(self.free(other) for other in range(len(self.on))):
                self.stage = MORE
                return
        self.stage = PLAY
        self.seat = 1 - self.seat
        self.turns += 1
        self.seen.append(self.now())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_agree_with_the_slow_rules_through_whole_games(options: Options) -> None:
    chance = random.Random(2024)
    for _ in range(4 if int(options["size"]) <= 4 else 1):
        here, slow = start(options), Slow(options)
        while True:
            moves = here.moves()
            assert set(moves) == slow.moves(), here.text()
            assert (here.seat, here.stage, here.turns) == (slow.seat, slow.stage, slow.turns)
            if not moves:
                break
            # Bonuses are rare by chance: take every one.
            move = chance.choice(here.tactical_moves() or moves)
            here.play(move)
            slow.play(move)


def check_move(shape: Pyramid, on: dict[int, int], seat: int, move: int) -> None:
    """Check that a move is possible with these balls on the board, and apply it to them."""
    kind, cell = move >> KIND_SHIFT, move & CELL
    if kind == RAISE:
        ball = move >> FROM_SHIFT & CELL
        assert shape.cells[cell][0] > shape.cells[ball][0]
        assert cell != shape.apex
        assert on.pop(ball) == seat
    if kind in (PLACE, RAISE):
        assert cell not in on
        on[cell] = seat
        assert all(carrier in on for carrier in shape.below[cell])
    elif kind in (TAKE, ANOTHER):
        assert on.pop(cell) == seat


def check_end(here: PylosPosition, options: Options, on: dict[int, int]) -> str:
    """Check reserves, board, outcome and text at the end of a game, and return how it ended."""
    shape = pyramid(int(options["size"]))
    below, balls = shape.below, shape.balls
    light = sum(owner == 0 for owner in on.values())
    assert here.in_reserve(0) == balls - light
    assert here.in_reserve(1) == balls - len(on) + light
    assert all(carrier in on for cell in on for carrier in below[cell])
    assert [here.owner(cell) for cell in range(len(below))] == [on.get(cell) for cell in range(len(below))]
    outcome = here.outcome()
    assert outcome is not None
    if outcome.reason == "apex":
        assert len(on) == len(below)
        assert outcome.winners == (on[shape.apex],)
    elif outcome.reason == "stuck":
        assert here.in_reserve(here.seat) == 0
        assert outcome.losers == (here.seat,)
        assert options["stuck"] == "loses"
    else:
        assert outcome.drawn
        assert (outcome.reason == "turns") == (here.turns == MAX_TURNS)
    read = PYLOS.read(here.text(), options)
    assert (read.text(), read.key) == (here.text(), here.key)
    return outcome.reason


def check_game(options: Options, seed: int) -> str:
    """Play one random game, check the invariants in every position, and return how it ended."""
    here = start(options)
    choice = random.Random(seed).choice
    shape = pyramid(int(options["size"]))
    on: dict[int, int] = {}
    taken = 0
    for ply in range(3 * MAX_TURNS + 10):
        moves = here.moves()
        if not moves:
            break
        move = choice(moves)
        kind, seat = move >> KIND_SHIFT, here.seat
        check_move(shape, on, seat, move)
        if kind == PASS:
            assert here.in_reserve(seat) == 0
            assert moves == [move]
        key = here.key
        here.play(move)
        if ply % 16 == 0:
            here.undo()
            assert here.key == key
            here.play(move)
        # At most one bonus per turn, of at most two balls; the same side moves again only to take back.
        assert (here.seat == seat) == (here.stage != PLAY)
        if kind in (PLACE, RAISE):
            taken = 0
        elif kind in (TAKE, ANOTHER):
            taken += 1
            assert taken <= 2
    return check_end(here, options, on)


def test_a_few_hundred_random_games_keep_the_invariants() -> None:
    ended = {check_game(options, seed) for options in OPTIONS for seed in range(40 if COMPILED else 2)}
    assert {"apex", "stuck"} <= ended


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_hundred_thousand_random_games_keep_the_invariants(options: Options) -> None:
    share = 100_000 // len(OPTIONS) + 1
    assert sum(bool(check_game(options, seed)) for seed in range(share)) == share


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_games_of_every_size_come_to_an_end(size: int) -> None:
    options = PYLOS.check({"size": size})
    for seed in range(5):
        here = start(options)
        assert here.play_random(seed) < 3 * MAX_TURNS
        assert here.is_over()


def test_the_top_is_never_open_to_a_raise() -> None:
    for seed in range(30):
        here = start(PYLOS.check({"size": 3}))
        chance = random.Random(seed)
        while moves := here.moves():
            top = here.shape_of_board.apex
            assert not [move for move in moves if move & CELL == top and move >> KIND_SHIFT == RAISE]
            here.play(chance.choice(moves))


def test_turn_by_turn_records_replay_to_the_same_text() -> None:
    for options in OPTIONS:
        here = start(options)
        here.play_random(5)
        walker, turns, turn = start(options), [], []
        begin = walker.copy()
        for move in here.played:
            turn.append(move)
            last = walker.turn_over(move)
            walker.play(move)
            if last:
                turns.append(begin.write_turn(turn))
                turn, begin = [], walker.copy()
        again = start(options)
        for text in turns:
            for move in again.read_turn(text):
                again.play(move)
        assert again.text() == here.text()


def test_pylos_fulfils_the_contract() -> None:
    assert list(conform(PYLOS, combinations=10 if COMPILED else 2, samples=2)) == []
