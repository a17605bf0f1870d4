"""Evaluation, tactical moves and move ordering of Pylos: the hooks for search.

Balls decide: if neither side saved another ball, the reserves would determine who fills the top. The terms of
`evaluate` are therefore the lead in reserve, the winner of that race, and what saves balls soon: patterns that one ball
completes, balls that can be raised, free balls, and unfinished squares. Counts do not show who is forced to open a cell
for the opponent; that is left to the search.
"""

from __future__ import annotations

import cython

from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.stacks import MoveStack
from parlour.games.pylos import tables
from parlour.games.pylos.rules import PylosRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import ctz, popcount, u64
    from parlour.games.pylos.tables import (
        CELL,
        CELLS,
        DONE,
        HIGHER_SET,
        KEEP,
        KIND_SHIFT,
        LEVEL,
        LINE_COUNT,
        LINE_LENGTH,
        LINES_OF,
        PLAY,
        RAISE,
        TAKING,
        UP,
        UP_COUNT,
        UP_SET,
    )

COMPILED: bool = cython.compiled

TOPS = tables.TOPS
INNER_SET = tables.INNER_SET


class PylosEvaluation(PylosRules):
    """Rules with their hooks for search.

    `balls` are those of both sides together. `half` decides the race when both reserves are equal: 1 for the mover, -1
    for the other side. `evaluate` fills the counts of both seats.
    """

    def __init__(self, game: Game, options: Options) -> None:
        PylosRules.__init__(self, game, options)
        if not cython.compiled:
            self.gaining = [0, 0]
            self.climbing = [0, 0]
            self.building = [0, 0]
            self.blocking = [0, 0]
        self.balls = self.reserve[0] + self.reserve[1]
        # Equal reserves run out with the other side's ball, unless there is one more ball than there are cells.
        self.half = 1 if self.balls > CELLS[self.shape] else -1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def evaluate(self, seat: cython.int) -> cython.int:
        """Return the weighted terms in the order of `Pylos.terms`; the opponent's value is the negative."""
        word: cython.int
        mine: u64
        theirs: u64
        free: cython.int = 0
        inner: cython.int = 0
        owed: cython.int = 0
        total: cython.int
        me: cython.int = self.seat
        you: cython.int = 1 - me
        shape: cython.int = self.shape
        lead: cython.int = self.reserve[me] - self.reserve[you]
        filled: cython.int = self.balls - self.reserve[me] - self.reserve[you]
        if self.stage != PLAY:
            owed = 2 if self.stage == TAKING else 1
        for word in range(self.words):
            mine = self.men[me][word]
            theirs = self.men[you][word]
            free += popcount(mine ^ (mine & self.carrying[word])) - popcount(theirs ^ (theirs & self.carrying[word]))
            inner += popcount(mine & INNER_SET[shape][word]) - popcount(theirs & INNER_SET[shape][word])
        self.count_gains()
        self.count_climbs()
        self.count_squares()
        total = self.weight[0] * lead + self.weight[1] * owed
        total += self.weight[2] * ((lead + owed) * (16 * filled // CELLS[shape]))
        total += self.weight[3] * (1 if 2 * (lead + owed) + self.half > 0 else -1)
        total += self.weight[4] * self.half
        total += self.weight[5] * self.gaining[me]
        total -= self.weight[6] * self.gaining[you]
        total += self.weight[7] * self.climbing[me]
        total -= self.weight[8] * self.climbing[you]
        total += self.weight[9] * (self.building[me] - self.building[you])
        total += self.weight[10] * (self.blocking[me] - self.blocking[you])
        total += self.weight[11] * free
        total += self.weight[12] * inner
        return total if seat == me else -total

    def count_gains(self) -> cython.int:
        """Count for each seat the open cells on which its ball would complete a pattern."""
        word: cython.int
        cell: cython.int
        k: cython.int
        near: cython.int
        length: cython.int
        light: cython.int
        dark: cython.int
        left: u64
        shape: cython.int = self.shape
        self.gaining[0] = 0
        self.gaining[1] = 0
        if not self.square and self.line_kind < 0:
            return 0
        for word in range(self.words):
            left = self.open[word]
            while left:
                cell = 64 * word + ctz(left)
                left &= left - 1
                light = 0
                dark = 0
                if self.square:
                    for k in range(UP_COUNT[shape][cell]):
                        near = UP[shape][cell][k]
                        if self.below[0][near] == 3:
                            light = 1
                        elif self.below[1][near] == 3:
                            dark = 1
                if self.line_kind >= 0:
                    for k in range(LINE_COUNT[self.line_kind][shape][cell]):
                        near = LINES_OF[self.line_kind][shape][cell][k]
                        length = LINE_LENGTH[self.line_kind][shape][near] - 1
                        if self.balls_on_line[0][near] == length:
                            light = 1
                        elif self.balls_on_line[1][near] == length:
                            dark = 1
                self.gaining[0] += light
                self.gaining[1] += dark
        return 0

    def count_climbs(self) -> cython.int:
        """Count for each seat the balls that could be raised if it were to move."""
        seat: cython.int
        word: cython.int
        up: cython.int
        ball: cython.int
        left: u64
        targets: u64 = 0
        shape: cython.int = self.shape
        self.climbing[0] = 0
        self.climbing[1] = 0
        for word in range(self.words):
            targets |= self.open[word] & HIGHER_SET[shape][0][word]
        if targets == 0:
            return 0
        for seat in range(2):
            for word in range(self.words):
                left = self.men[seat][word]
                left ^= left & self.carrying[word]
                while left:
                    ball = 64 * word + ctz(left)
                    left &= left - 1
                    for up in range(word, self.words):
                        targets = self.open[up] & HIGHER_SET[shape][LEVEL[shape][ball]][up]
                        if targets ^ (targets & UP_SET[shape][ball][up]):
                            self.climbing[seat] += 1
                            break
        return 0

    def count_squares(self) -> cython.int:
        """Count for each seat the begun squares (two balls, none of the opponent) and those it blocks."""
        top: cython.int
        light: cython.int
        dark: cython.int
        shape: cython.int = self.shape
        self.building[0] = 0
        self.building[1] = 0
        self.blocking[0] = 0
        self.blocking[1] = 0
        if not self.square:
            return 0
        for top in range(TOPS[shape], CELLS[shape]):
            light = self.below[0][top]
            dark = self.below[1][top]
            if dark == 0:
                if light == 2:
                    self.building[0] += 1
            elif light == 0:
                if dark == 2:
                    self.building[1] += 1
            elif dark == 1 and light >= 2:
                self.blocking[1] += 1
            elif light == 1 and dark >= 2:
                self.blocking[0] += 1
        return 0

    def tactical(self, out: MoveStack) -> cython.int:
        """Add removals, and moves that complete a pattern or the pyramid."""
        if self.stage != PLAY:
            return self.add_takes(out, True)
        if not self.apex_owner and not self.is_drawn():
            self.add_raises(out, True)
            self.add_places(out, True)
        return 0

    def order_hint(self, move: cython.int) -> cython.int:
        """Rank the apex first, then bonuses, then moves that deny one. Of the rest, raises come first because they cost
        no ball, and moves that open a cell above come last."""
        cell: cython.int = move & CELL
        kind: cython.int = move >> KIND_SHIFT
        hint: cython.int = -6
        k: cython.int
        near: cython.int
        shape: cython.int = self.shape
        if kind > RAISE:
            return -1 if kind in (DONE, KEEP) else 0
        if cell == CELLS[shape] - 1:
            return 1000
        if kind == RAISE:
            hint = 0
        if self.gains(self.seat, cell):
            return 200 + hint
        if self.gains(1 - self.seat, cell):
            return 60 + hint
        for k in range(UP_COUNT[shape][cell]):
            near = UP[shape][cell][k]
            if self.below[0][near] + self.below[1][near] == 3:
                hint -= 3
        return hint + LEVEL[shape][cell]
