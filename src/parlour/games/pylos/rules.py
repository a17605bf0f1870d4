"""Pylos: two sides build one pyramid of balls; placing the last ball on its top wins.

A turn is one of: *place* a ball from the reserve on an open cell (empty, and on the base or on four balls), or *raise*
a free ball of one's own (nothing rests on it) to a higher open cell. If that ball completes a pattern of its own
colour, its owner takes back one or two free balls, one after the other. Passing is not allowed, and a side without a
legal turn loses. The third occurrence of a position at the start of a turn, and 400 turns, are draws.

Options: `size` of the base (3 to 7); `square` (2×2 on one level is a pattern); `line` (`off`, `official`: full rows and
columns of the two lowest levels, `four`: any four neighbours in a row or column); `take` (`one-or-two`, `two`,
`optional`); `stuck` (`loses`, `passes`: a pass is then the only move); `light`, `dark` (handicap: balls that a side
plays without).

The state is designed so that a move costs the same few steps on every size. Besides the sets of balls, open cells and
carrying balls, it counts for each cell the balls of each side below it and the balls above it, and for each line the
balls of each side. A square is complete when the cell above it has four balls of one side below it.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack, Trail
from parlour.games.pylos import tables
from parlour.games.pylos.handicap import balls_of
from parlour.games.pylos.tables import (
    ANOTHER,
    CELL,
    DONE,
    FROM_SHIFT,
    IMAGE_COUNT,
    KEEP,
    KEY_COUNT_MASK,
    KIND_SHIFT,
    LINE,
    MAX_TURNS,
    MIN_SIZE,
    MORE,
    NOWHERE,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    SEAT_KEY,
    SQUARE,
    TAKE,
    TAKING,
)

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, u64

COMPILED: bool = cython.compiled

PIECE_KEY, STAGE_KEY = tables.PIECE_KEY, tables.STAGE_KEY
CELLS = tables.CELLS
LEVEL = tables.LEVEL
PLANE_CELL = tables.PLANE_CELL
# Before UP and DOWN: Cython gives arrays of one element type and first dimension the same temporary, with the size of
# the first one, and IMAGE is the largest of the three.
IMAGE = tables.IMAGE
UP_COUNT, DOWN_COUNT = tables.UP_COUNT, tables.DOWN_COUNT
UP, DOWN = tables.UP, tables.DOWN
UP_SET = tables.UP_SET
BASE_SET = tables.BASE_SET
HIGHER_SET = tables.HIGHER_SET
LINE_COUNT, LINE_LENGTH = tables.LINE_COUNT, tables.LINE_LENGTH
LINES_OF = tables.LINES_OF


class PylosRules(Position):
    """The state: the balls of each side and what follows from them, the stage of the turn and the number of turns.

    `latest` is the ball just played while its bonus is pending. `first_takes` contains, for each turn with a bonus, the
    cell of the first ball taken back (or `NOWHERE` if unknown) and, shifted by 8, that turn's `latest`. `keys` contains
    the keys of the positions at the start of each turn; `key_counts` counts them by their lowest bits, so that the
    whole list is searched only if a repetition is likely. `all_orders_turn` is the turn, if any, in which `candidates`
    omits nothing.
    """

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        self.first_takes = Trail()
        self.keys = Trail()

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.shape = int(options["size"]) - MIN_SIZE
        self.words = (CELLS[self.shape] + 63) // 64
        self.square = options["square"] is True
        self.line_kind = {"off": -1, "official": 0, "four": 1}[str(options["line"])]
        self.takes_two = options["take"] == "two"
        self.take_is_optional = options["take"] == "optional"
        self.passes = options["stuck"] == "passes"
        if not cython.compiled:  # compiled, the arrays exist and are zero
            self.men = [[0] * 3, [0] * 3]
            self.open = [0] * 3
            self.carrying = [0] * 3
            self.below = [[0] * 140, [0] * 140]
            self.balls_above = [0] * 140
            self.balls_on_line = [[0] * 120, [0] * 120]
            self.reserve = [0, 0]
            self.key_counts = [0] * (KEY_COUNT_MASK + 1)
        for i in range(3):
            self.open[i] = BASE_SET[self.shape][i]
        for i in range(2):
            self.reserve[i] = balls_of(options, i)
        self.stage = PLAY
        self.turns = 0
        self.latest = NOWHERE
        self.apex_owner = 0
        self.all_orders_turn = -1

    # ---- Set-up and queries ---------------------------------------------------------------------------------------

    def _place(self, seat: cython.int, cell: cython.int) -> None:
        """Put a ball from the reserve on an open cell while a position is being set up."""
        self.put(seat, cell)
        self.reserve[seat] -= 1
        if cell == CELLS[self.shape] - 1:
            self.apex_owner = seat + 1

    def _begin(self, seat: cython.int, stage: cython.int, latest: cython.int, turns: cython.int) -> None:
        """Finish the set-up with the seat to move, the stage, the last ball and the number of turns."""
        self.seat = seat
        self.stage = stage
        self.latest = latest
        self.turns = turns
        self.key ^= STAGE_KEY[stage]
        if seat:
            self.key ^= SEAT_KEY
        if stage == MORE:
            self.first_takes.push(NOWHERE | NOWHERE << 8)

    def owner(self, cell: Number) -> int | None:
        """Return the owner of the ball on a cell."""
        at: cython.int = self.number_below(cell, CELLS[self.shape], "cell")
        if self.men[0][at >> 6] & bit(at & 63):
            return 0
        if self.men[1][at >> 6] & bit(at & 63):
            return 1
        return None

    def cells_of(self, seat: Number) -> int:
        """Return the cells with balls of a seat as a set, on boards of up to 5×5."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return self.men[who][0]

    def in_reserve(self, seat: Number) -> int:
        """Return how many balls a seat has in reserve."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return self.reserve[who]

    def completes(self, seat: Number, cell: Number) -> int:
        """Return the patterns that a seat's ball on an open cell would complete."""
        who: cython.int = self.number_below(seat, 2, "seat")
        at: cython.int = self.number_below(cell, CELLS[self.shape], "cell")
        return self.gains(who, at)

    def occurrences(self) -> int:
        """Return how often this position has occurred at the start of a turn, including now."""
        return 1 + self.keys.count(self.key, self.keys.size) if self.stage == PLAY else 0

    def assign(self, other: Position) -> cython.int:
        that: PylosRules = cython.cast(PylosRules, other)
        i: cython.int
        seat: cython.int
        first: u64
        for seat in range(2):
            for i in range(3):
                self.men[seat][i] = that.men[seat][i]
            for i in range(140):
                self.below[seat][i] = that.below[seat][i]
            for i in range(120):
                self.balls_on_line[seat][i] = that.balls_on_line[seat][i]
            self.reserve[seat] = that.reserve[seat]
        for i in range(3):
            self.open[i] = that.open[i]
            self.carrying[i] = that.carrying[i]
        for i in range(140):
            self.balls_above[i] = that.balls_above[i]
        self.stage = that.stage
        self.turns = that.turns
        self.latest = that.latest
        self.apex_owner = that.apex_owner
        for i in range(KEY_COUNT_MASK + 1):
            self.key_counts[i] = that.key_counts[i]
        self.first_takes.assign(that.first_takes)
        self.keys.assign(that.keys)
        # A search may start here: within this turn its candidates must include both orders of every pair.
        self.all_orders_turn = -1 if self.stage == PLAY else self.turns
        if self.stage == MORE:
            first = self.first_takes.pop()
            self.first_takes.push(first | NOWHERE)
        return 0

    # ---- Balls on and off -----------------------------------------------------------------------------------------

    def put(self, seat: cython.int, cell: cython.int) -> cython.int:
        """Put a ball on an open cell; return the patterns that it completes."""
        k: cython.int
        near: cython.int
        own: cython.int
        made: cython.int = 0
        shape: cython.int = self.shape
        self.men[seat][cell >> 6] |= bit(cell & 63)
        self.open[cell >> 6] ^= bit(cell & 63)
        self.key ^= PIECE_KEY[seat][cell]
        for k in range(UP_COUNT[shape][cell]):
            near = UP[shape][cell][k]
            own = self.below[seat][near] + 1
            self.below[seat][near] = own
            if own + self.below[1 - seat][near] == 4:
                self.open[near >> 6] |= bit(near & 63)
                if own == 4 and self.square:
                    made = SQUARE
        for k in range(DOWN_COUNT[shape][cell]):
            near = DOWN[shape][cell][k]
            self.balls_above[near] += 1
            self.carrying[near >> 6] |= bit(near & 63)
        if self.line_kind >= 0:
            for k in range(LINE_COUNT[self.line_kind][shape][cell]):
                near = LINES_OF[self.line_kind][shape][cell][k]
                own = self.balls_on_line[seat][near] + 1
                self.balls_on_line[seat][near] = own
                if own == LINE_LENGTH[self.line_kind][shape][near]:
                    made |= LINE
        return made

    def lift(self, seat: cython.int, cell: cython.int) -> cython.int:
        """Take a free ball off its cell."""
        k: cython.int
        near: cython.int
        shape: cython.int = self.shape
        self.men[seat][cell >> 6] ^= bit(cell & 63)
        self.open[cell >> 6] |= bit(cell & 63)
        self.key ^= PIECE_KEY[seat][cell]
        for k in range(UP_COUNT[shape][cell]):
            near = UP[shape][cell][k]
            if self.below[0][near] + self.below[1][near] == 4:
                self.open[near >> 6] ^= bit(near & 63)
            self.below[seat][near] -= 1
        for k in range(DOWN_COUNT[shape][cell]):
            near = DOWN[shape][cell][k]
            self.balls_above[near] -= 1
            if self.balls_above[near] == 0:
                self.carrying[near >> 6] ^= bit(near & 63)
        if self.line_kind >= 0:
            for k in range(LINE_COUNT[self.line_kind][shape][cell]):
                self.balls_on_line[seat][LINES_OF[self.line_kind][shape][cell][k]] -= 1
        return 0

    def gains(self, seat: cython.int, cell: cython.int) -> cython.int:
        """Return the patterns that a ball on an open cell would complete. A raised ball comes from a lower level, so
        its origin does not matter."""
        k: cython.int
        near: cython.int
        made: cython.int = 0
        shape: cython.int = self.shape
        if self.square:
            for k in range(UP_COUNT[shape][cell]):
                if self.below[seat][UP[shape][cell][k]] == 3:
                    made = SQUARE
        if self.line_kind >= 0:
            for k in range(LINE_COUNT[self.line_kind][shape][cell]):
                near = LINES_OF[self.line_kind][shape][cell][k]
                if self.balls_on_line[seat][near] + 1 == LINE_LENGTH[self.line_kind][shape][near]:
                    made |= LINE
        return made

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def solve_key(self) -> u64:
        """Return the lowest key of the eight symmetric positions."""
        seat: cython.int
        word: cython.int
        cell: cython.int
        i: cython.int
        left: u64
        form: u64
        least: u64 = self.key
        for i in range(1, IMAGE_COUNT):
            form = self.key
            for seat in range(2):
                for word in range(self.words):
                    left = self.men[seat][word]
                    while left:
                        cell = 64 * word + ctz(left)
                        left &= left - 1
                        form ^= PIECE_KEY[seat][cell] ^ PIECE_KEY[seat][IMAGE[self.shape][i][cell]]
            if form < least:
                least = form
        return least

    def turn_memory(self) -> cython.int:
        """Return the first ball taken back while a second may follow: `candidates` omits some second balls then."""
        if self.stage != MORE:
            return 0
        return cython.cast(cython.int, (self.first_takes.data[self.first_takes.size - 1] & 255) ^ NOWHERE)

    # ---- Making and taking back -----------------------------------------------------------------------------------

    def push_key(self) -> cython.int:
        """Store the key of a position at the start of a turn."""
        self.keys.push(self.key)
        self.key_counts[self.key & KEY_COUNT_MASK] += 1
        return 0

    def pop_key(self) -> cython.int:
        """Remove the last stored key."""
        self.key = self.keys.pop()
        self.key_counts[self.key & KEY_COUNT_MASK] -= 1
        return 0

    def end_turn(self) -> cython.int:
        self.stage = PLAY
        self.turns += 1
        self.seat = 1 - self.seat
        self.key ^= SEAT_KEY
        return 0

    def reopen_turn(self) -> cython.int:
        self.turns -= 1
        self.seat = 1 - self.seat
        self.key ^= SEAT_KEY
        return 0

    def make(self, move: cython.int) -> cython.int:
        cell: cython.int = move & CELL
        kind: cython.int = move >> KIND_SHIFT
        me: cython.int = self.seat
        if kind <= RAISE:
            self.push_key()
            if kind == RAISE:
                self.lift(me, move >> FROM_SHIFT & CELL)
            else:
                self.reserve[me] -= 1
            if self.put(me, cell):
                self.stage = TAKING
                self.latest = cell
                self.key ^= STAGE_KEY[TAKING]
                return 0
            if cell == CELLS[self.shape] - 1:
                self.apex_owner = me + 1
        elif kind == TAKE:
            self.first_takes.push((NOWHERE if self.turns == self.all_orders_turn else cell) | self.latest << 8)
            self.lift(me, cell)
            self.reserve[me] += 1
            self.key ^= STAGE_KEY[TAKING]
            if self.can_take():
                self.stage = MORE
                self.key ^= STAGE_KEY[MORE]
                return 0
        elif kind == PASS:
            self.push_key()
        elif kind == KEEP:
            self.first_takes.push(NOWHERE | self.latest << 8)
            self.key ^= STAGE_KEY[TAKING]
        else:
            if kind == ANOTHER:
                self.lift(me, cell)
                self.reserve[me] += 1
            self.key ^= STAGE_KEY[MORE]
        self.end_turn()
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        cell: cython.int = move & CELL
        kind: cython.int = move >> KIND_SHIFT
        me: cython.int
        if self.stage == PLAY:
            self.reopen_turn()
        me = self.seat
        if kind <= RAISE:
            self.lift(me, cell)
            if kind == RAISE:
                self.put(me, move >> FROM_SHIFT & CELL)
            else:
                self.reserve[me] += 1
            self.apex_owner = 0
            self.stage = PLAY
            self.pop_key()
        elif kind == TAKE:
            self.put(me, cell)
            self.reserve[me] -= 1
            self.key ^= STAGE_KEY[self.stage] ^ STAGE_KEY[TAKING]
            self.stage = TAKING
            self.latest = cython.cast(cython.int, self.first_takes.pop() >> 8)
        elif kind == PASS:
            self.pop_key()
        elif kind == KEEP:
            self.key ^= STAGE_KEY[TAKING]
            self.stage = TAKING
            self.latest = cython.cast(cython.int, self.first_takes.pop() >> 8)
        else:
            if kind == ANOTHER:
                self.put(me, cell)
                self.reserve[me] -= 1
            self.stage = MORE
            self.key ^= STAGE_KEY[MORE]
        return 0

    # ---- Moves ----------------------------------------------------------------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        start: cython.int = out.size
        if self.stage != PLAY:
            self.add_takes(out, False)
        elif not self.apex_owner and not self.is_drawn():
            self.add_raises(out, False)
            self.add_places(out, False)
            if self.passes and out.size == start:
                out.add(PASS << KIND_SHIFT)
        return 0

    def candidates(self, out: MoveStack) -> cython.int:
        """Return all moves, without the second of the two orders in which a pair can be taken back."""
        if self.stage != PLAY:
            return self.add_takes(out, True)
        return self.generate(out)

    def add_raises(self, out: MoveStack, gaining: cython.bint) -> cython.int:
        word: cython.int
        up: cython.int
        cell: cython.int
        ball: cython.int
        level: cython.int
        left: u64
        targets: u64
        shape: cython.int = self.shape
        me: cython.int = self.seat
        targets = 0
        for word in range(self.words):
            targets |= self.open[word] & HIGHER_SET[shape][0][word]
        if targets == 0:
            return 0
        for word in range(self.words):
            left = self.men[me][word]
            left ^= left & self.carrying[word]
            while left:
                ball = 64 * word + ctz(left)
                left &= left - 1
                level = LEVEL[shape][ball]
                for up in range(word, self.words):
                    # The lifted ball does not support the cells above it.
                    targets = self.open[up] & HIGHER_SET[shape][level][up]
                    targets ^= targets & UP_SET[shape][ball][up]
                    while targets:
                        cell = 64 * up + ctz(targets)
                        targets &= targets - 1
                        if not gaining or self.gains(me, cell):
                            out.add(cell | ball << FROM_SHIFT | RAISE << KIND_SHIFT)
        return 0

    def add_places(self, out: MoveStack, gaining: cython.bint) -> cython.int:
        word: cython.int
        cell: cython.int
        left: u64
        me: cython.int = self.seat
        if self.reserve[me] == 0:
            return 0
        for word in range(self.words):
            left = self.open[word]
            while left:
                cell = 64 * word + ctz(left)
                left &= left - 1
                if not gaining or cell == CELLS[self.shape] - 1 or self.gains(me, cell):
                    out.add(cell | PLACE << KIND_SHIFT)
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def add_takes(self, out: MoveStack, lean: cython.bint) -> cython.int:
        """Add the balls that may be taken back, and done. `lean` leaves out pairs in falling order of cells, except
        where taking the first has freed the second."""
        word: cython.int
        cell: cython.int = NOWHERE
        k: cython.int
        left: u64
        freed: cython.bint
        first: cython.int = NOWHERE
        found: cython.int = 0
        me: cython.int = self.seat
        kind: cython.int = TAKE if self.stage == TAKING else ANOTHER
        if lean and self.stage == MORE:
            first = cython.cast(cython.int, self.first_takes.data[self.first_takes.size - 1] & 255)
        for word in range(self.words):
            left = self.men[me][word]
            left ^= left & self.carrying[word]
            while left:
                cell = 64 * word + ctz(left)
                left &= left - 1
                if first != NOWHERE and cell < first:
                    freed = False
                    for k in range(DOWN_COUNT[self.shape][first]):
                        if DOWN[self.shape][first][k] == cell:
                            freed = True
                    if not freed:
                        continue
                out.add(cell | kind << KIND_SHIFT)
                found += 1
        if self.stage == MORE:
            if not self.takes_two:
                out.add(DONE << KIND_SHIFT)
        elif self.take_is_optional:
            out.add(KEEP << KIND_SHIFT)
        elif lean and self.takes_two and found > 1 and self.turns != self.all_orders_turn and not self.frees(cell):
            # Two must be taken, and pairs that start with the highest cell come in the other order.
            out.size -= 1
        return 0

    def frees(self, cell: cython.int) -> cython.bint:
        """Return whether lifting a ball frees another one of the mover's."""
        k: cython.int
        near: cython.int
        for k in range(DOWN_COUNT[self.shape][cell]):
            near = DOWN[self.shape][cell][k]
            if self.balls_above[near] == 1 and self.men[self.seat][near >> 6] & bit(near & 63):
                return True
        return False

    def can_take(self) -> cython.bint:
        word: cython.int
        for word in range(self.words):
            if self.men[self.seat][word] != self.men[self.seat][word] & self.carrying[word]:
                return True
        return False

    def can_raise(self) -> cython.bint:
        word: cython.int
        up: cython.int
        ball: cython.int
        left: u64
        targets: u64
        for word in range(self.words):
            left = self.men[self.seat][word]
            left ^= left & self.carrying[word]
            while left:
                ball = 64 * word + ctz(left)
                left &= left - 1
                for up in range(word, self.words):
                    targets = self.open[up] & HIGHER_SET[self.shape][LEVEL[self.shape][ball]][up]
                    if targets ^ (targets & UP_SET[self.shape][ball][up]):
                        return True
        return False

    # ---- The end --------------------------------------------------------------------------------------------------

    def is_drawn(self) -> cython.bint:
        """Return whether 400 turns or a third occurrence have ended the game."""
        if self.stage != PLAY:
            return False
        if self.turns >= MAX_TURNS:
            return True
        return self.key_counts[self.key & KEY_COUNT_MASK] >= 2 and self.keys.count(self.key, self.keys.size) >= 2

    def is_stuck(self) -> cython.bint:
        """Return whether the seat to move has lost because it has no turn."""
        return not self.passes and self.stage == PLAY and self.reserve[self.seat] == 0 and not self.can_raise()

    def over(self) -> cython.int:
        return 1 if self.apex_owner or self.is_drawn() or self.is_stuck() else 0

    def payoff(self, seat: cython.int) -> cython.int:
        if self.apex_owner:
            return 2 if self.apex_owner == seat + 1 else 0
        if self.is_stuck():
            return 0 if seat == self.seat else 2
        return 1

    def reason(self) -> str:
        if self.apex_owner:
            return "apex"
        if self.is_stuck():
            return "stuck"
        return "turns" if self.turns >= MAX_TURNS else "repetition"

    # ---- Machine learning -----------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        n: cython.int
        seat: cython.int
        word: cython.int
        left: u64
        size: cython.int = self.shape + MIN_SIZE
        area: cython.int = size * size
        plane: cython.int = 2 * size
        for n in range(2):
            seat = viewer if n == 0 else 1 - viewer
            for word in range(size):
                self.fill_plane(out, n * size + word, area, 0)
            for word in range(self.words):
                left = self.men[seat][word]
                while left:
                    out[n * size * area + PLANE_CELL[self.shape][64 * word + ctz(left)]] = 1
                    left &= left - 1
            self.fill_plane(out, plane + n, area, self.reserve[seat] / (CELLS[self.shape] // 2 + 1))
        self.fill_plane(out, plane + 2, area, viewer)
        self.fill_plane(out, plane + 3, area, 1 if self.seat == viewer else 0)
        self.fill_plane(out, plane + 4, area, 1 if self.stage == TAKING else 0)
        self.fill_plane(out, plane + 5, area, 1 if self.stage == MORE else 0)
        self.fill_plane(out, plane + 6, area, self.turns / MAX_TURNS)
        n = (
            self.keys.count(self.key, self.keys.size)
            if self.stage == PLAY and self.key_counts[self.key & KEY_COUNT_MASK]
            else 0
        )
        self.fill_plane(out, plane + 7, area, n / 2)
        return 0

    def moves_left(self) -> cython.int:
        return MAX_TURNS - self.turns
