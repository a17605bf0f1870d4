"""Solve Pylos on the processor, with all cores: the method of `cuda_solver`.

The table is a memory-mapped file, so that a run can be stopped and resumed: after each pass its number is written
beside the table. 3×3 takes a second, 4×4 one night.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import cython
import msgspec

from parlour.games.contract.solution import SolverError
from parlour.games.pylos.solution.index import PositionIndex
from parlour.games.pylos.solution.planes import Plane, plane_size
from parlour.games.pylos.solution.rule_set import MAX_OWN, RuleSet
from parlour.games.pylos.solution.turns import TurnVisitor

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

LOST_AT_ONCE = 1
MAX_CODE = 255
LAYERS_BELOW, LAYERS_ABOVE = 2, 1
"""A turn removes at most two balls from the board and adds at most one."""
SLICE = 1 << 16
"""Positions that a thread decides before it takes the next slice."""

OnPass = Callable[[int, int, int], None]
"""Called with the number of turns, and the slices done and to do in this pass."""


class PassWorker(TurnVisitor):
    """Decides positions in one pass. Workers share the table: a pass reads only codes that earlier passes wrote."""

    def __init__(self, rules: RuleSet, index: PositionIndex, table: bytearray | mmap.mmap, code: int) -> None:
        TurnVisitor.__init__(self, rules)
        self.index = index
        self.table = table
        self.code = code
        self.plane = bytearray()

    def run(self, first: int, end: int, balls: int, own: int, counting: bool = False) -> int:
        """Decide the positions of a slice of a group, and return how many were decided.

        If `counting`, return the number of its zugzwangs instead: the seat to move would rather pass.
        """
        from_: u64 = first
        to: u64 = end
        n: cython.int = balls
        mine: cython.int = own
        count: cython.bint = counting
        found: u64
        with cython.nogil:
            found = self.count_slice(from_, to, n, mine) if count else self.run_slice(from_, to, n, mine)
        return int(found)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def run_slice(self, first: u64, end: u64, balls: cython.int, own: cython.int) -> u64:
        number: u64
        decided: u64 = 0
        found: cython.int
        mine: cython.uint
        mask: cython.uint
        group: u64 = self.index.group[balls * MAX_OWN + own]
        colourings: u64 = self.index.binomial[balls * MAX_OWN + own]
        number = first
        while number < end:
            if self.table[number] == 0:
                mask = self.index.mask[
                    self.index.first_shape[balls] + cython.cast(cython.int, (number - group) // colourings)
                ]
                mine = self.index.unrank((number - group) % colourings, own, mask)
                found = self.visit(mine, mask ^ mine)
                # A win needs one winning turn; a loss means that no turn escapes.
                if found != self.code & 1:
                    self.table[number] = self.code
                    decided += 1
            number += 1
        return decided

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def losses(self, first: int, end: int, colourings: int, size: int) -> bytes:
        """Return the plane of losses of a group."""
        number: u64
        row: u64
        from_: u64 = first
        to: u64 = end
        columns: u64 = colourings
        width: u64 = (columns + 7) // 8
        self.plane = bytearray(size)
        with cython.nogil:
            for number in range(from_, to):
                if self.table[number] & 1:
                    row = (number - from_) % columns
                    self.plane[(number - from_) // columns * width + row // 8] |= 1 << (row & 7)
        return bytes(self.plane)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def count_slice(self, first: u64, end: u64, balls: cython.int, own: cython.int) -> u64:
        number: u64 = first
        found: u64 = 0
        mask: cython.uint
        mine: cython.uint
        passed: u64
        group: u64 = self.index.group[balls * MAX_OWN + own]
        colourings: u64 = self.index.binomial[balls * MAX_OWN + own]
        while number < end:
            mask = self.index.mask[
                self.index.first_shape[balls] + cython.cast(cython.int, (number - group) // colourings)
            ]
            mine = self.index.unrank((number - group) % colourings, own, mask)
            passed = self.index.number_of(mask ^ mine, mine)
            if result_of(self.table[number]) < -result_of(self.table[passed]):
                found += 1
            number += 1
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def see(self, own: cython.uint, other: cython.uint) -> cython.int:
        code: cython.int = self.table[self.index.number_of(own, other)]
        if self.code & 1:
            return 1 if code == 0 or code & 1 else 0
        return 1 if code == self.code - 1 else 0

    def reach_apex(self) -> cython.int:
        return 1 if self.code & 1 or self.code - 1 == LOST_AT_ONCE else 0


class SolverState(msgspec.Struct):
    """The progress of a run: the codes decided, and the layers that changed in the last pass."""

    rules: RuleSet
    code: int = 0
    changed: tuple[bool, ...] = ()
    finished: bool = False


class CpuSolver:
    """Solves one rule set. `table` holds the codes."""

    def __init__(self, rules: RuleSet, index: PositionIndex, folder: Path | None = None, threads: int = 1) -> None:
        self.rules = rules
        self.index = index
        self.threads = threads
        self.state = SolverState(rules, changed=(True,) * index.cells)
        self._folder = folder
        self._state_path = None if folder is None else folder / "state.json"
        self.table: bytearray | mmap.mmap
        if folder is None:
            self.table = bytearray(index.total)
        else:
            self.table = self._open(folder)

    def _open(self, folder: Path) -> mmap.mmap:
        """Return the table in a folder, and continue where an earlier run stopped."""
        assert self._state_path is not None
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "table"
        if self._state_path.exists():
            state = msgspec.json.decode(self._state_path.read_bytes(), type=SolverState)
            if state.rules != self.rules:
                raise SolverError(f"{folder} contains an unfinished solution for other rules. Choose another folder.")
            if path.exists() and path.stat().st_size == self.index.total:
                self.state = state
        if not self.state.code:
            with path.open("wb") as file:
                file.truncate(self.index.total)
        with path.open("r+b") as file:
            return mmap.mmap(file.fileno(), 0)

    def solve(self, on_pass: OnPass) -> None:
        """Decide all positions. An interrupted pass is repeated, which is safe because it only adds its own codes."""
        resumed = self.state.code > 0
        while not self.state.finished:
            code = self.state.code + 1
            if code > MAX_CODE:
                raise SolverError("A game takes more turns than a byte can store.")
            changed = self._pass(code, on_pass)
            # The first two passes find the ends of games, which follow from no earlier pass. What an interrupted pass
            # decided is not decided again.
            if code <= 2 or resumed:
                changed = (True,) * self.index.cells
            resumed = False
            self.state = SolverState(self.rules, code, changed, not any(changed))
            self._save()

    def _pass(self, code: int, on_pass: OnPass) -> tuple[bool, ...]:
        before = self.state.changed
        slices = [
            (first, min(first + SLICE, self.index.groups[group + 1]), balls, own)
            for balls in range(self.index.cells)
            if any(before[max(0, balls - LAYERS_BELOW) : balls + LAYERS_ABOVE + 1])
            for own in range(MAX_OWN)
            for group in [balls * MAX_OWN + own]
            for first in range(self.index.groups[group], self.index.groups[group + 1], SLICE)
        ]
        changed = [False] * self.index.cells
        with ThreadPoolExecutor(self.threads) as pool:
            for done, (balls, decided) in enumerate(pool.map(partial(self._run_slice, code), slices), 1):
                changed[balls] |= decided > 0
                on_pass(code - 1, done, len(slices))
        return tuple(changed)

    def _run_slice(self, code: int, part: tuple[int, int, int, int]) -> tuple[int, int]:
        return part[2], PassWorker(self.rules, self.index, self.table, code).run(*part)

    def _save(self) -> None:
        if self._state_path is not None:
            assert isinstance(self.table, mmap.mmap)
            self.table.flush()
            unfinished = self._state_path.with_suffix(".unfinished")
            unfinished.write_bytes(msgspec.json.encode(self.state))
            unfinished.replace(self._state_path)

    def count(self) -> tuple[list[list[int]], list[int]]:
        """Return for each layer how often each code occurs, and the number of zugzwangs."""
        codes = []
        zugzwangs = []
        for balls in range(self.index.cells):
            first, end = self.index.layer(balls)
            with self.codes() as table:
                layer = bytes(table[first:end])
            codes.append([layer.count(code) for code in range(MAX_CODE + 1)])
            zugzwangs.append(self._count_zugzwangs(balls))
        return codes, zugzwangs

    def _count_zugzwangs(self, balls: int) -> int:
        groups = [
            (self.index.groups[group], self.index.groups[group + 1], balls, own, True)
            for own in range(MAX_OWN)
            for group in [balls * MAX_OWN + own]
        ]
        worker = PassWorker(self.rules, self.index, self.table, 0)
        with ThreadPoolExecutor(self.threads) as pool:
            return sum(pool.map(lambda group: worker.run(*group), groups))

    def plane(self, balls: int, own: int, plane: Plane) -> bytes:
        """Return a plane of a group of positions."""
        group = balls * MAX_OWN + own
        first, end = self.index.groups[group], self.index.groups[group + 1]
        colourings = self.index.binomials[group]
        if plane == Plane.LOSS:
            worker = PassWorker(self.rules, self.index, self.table, 0)
            return worker.losses(first, end, colourings, plane_size(end - first, colourings, plane))
        with self.codes() as table:
            codes = bytes(table[first:end])
        return codes.translate(bytes((code >> 1) + 1 if code & 1 else 0 for code in range(MAX_CODE + 1)))

    def code_of_start(self) -> int:
        return self.table[0]

    def close(self) -> None:
        """Remove the files of a finished run."""
        if self._folder is not None:
            assert isinstance(self.table, mmap.mmap)
            self.table.close()
            for path in self._folder.iterdir():
                path.unlink()
            self._folder.rmdir()

    @contextmanager
    def codes(self) -> Iterator[memoryview]:
        """Yield the code of every position."""
        with memoryview(self.table) as view:
            yield view


def result_of(code: cython.int) -> cython.int:
    """Return 1, 0 or -1 for a code."""
    if code == 0:
        return 0
    return -1 if code & 1 else 1
