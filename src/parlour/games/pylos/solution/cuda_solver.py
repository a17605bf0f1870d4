"""Solve Pylos on a GPU, with CuPy. The kernels are in `kernels.cu`.

Positions are decided in the order of the length of the game: first those that are lost in 0 turns, then those won in 1,
lost in 2 and so on, until a pass decides nothing. A layer of positions with the same number of balls is skipped if no
layer that its turns lead to has changed in the pass before.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parlour.games.contract.solution import SolverError
from parlour.games.pylos.solution.index import PositionIndex
from parlour.games.pylos.solution.planes import Plane, plane_size
from parlour.games.pylos.solution.rule_set import MAX_OWN, MAX_PATTERNS, RuleSet

THREADS = 128
MAX_CODE = 255
LAYERS_BELOW, LAYERS_ABOVE = 2, 1
"""A turn removes at most two balls from the board and adds at most one."""

OnCudaPass = Callable[[int, int], None]
"""Called with the number of turns and the number of layers visited."""


class CudaSolver:
    """Solves one rule set. `table` holds the codes on the device."""

    def __init__(self, rules: RuleSet, index: PositionIndex) -> None:
        self.rules = rules
        self.index = index
        self.cupy = _cupy()
        source = (Path(__file__).parent / "kernels.cu").read_text()
        self.module = self.cupy.RawModule(code=source, options=("--std=c++17",))
        self._set_constant("rules", _rules_struct(rules))
        arrays = [index.masks, index.first_shapes, index.groups, index.slot_masks, index.slot_shapes]
        arrays += [index.slot_symmetries, index.binomials, index.images]
        self._device_arrays = [self.cupy.asarray(memoryview(one)) for one in arrays]
        pointers = array("Q", [one.data.ptr for one in self._device_arrays])
        self._set_constant("numbering", pointers.tobytes() + array("i", [len(index.slot_masks)]).tobytes())
        self.table = self.cupy.zeros(index.total, dtype=self.cupy.uint8)

    def solve(self, on_pass: OnCudaPass) -> None:
        """Decide all positions."""
        layers = range(self.index.cells)
        changed = self.cupy.zeros(len(layers), dtype=self.cupy.int32)
        before = [True for _ in layers]
        for code in range(1, MAX_CODE + 1):
            changed.fill(0)
            visited = [n for n in layers if any(before[max(0, n - LAYERS_BELOW) : n + LAYERS_ABOVE + 1])]
            for n in visited:
                self._run("decide", n, self.table, self.cupy.int32(code), changed[n:])
            # The first two passes find the ends of games, which follow from no earlier pass.
            before = [code <= 2 or bool(one) for one in changed.get()]
            on_pass(code - 1, len(visited))
            if not any(before):
                return
        raise SolverError("A game takes more turns than a byte can store.")

    def count(self) -> tuple[list[list[int]], list[int]]:
        """Return for each layer how often each code occurs, and the number of zugzwangs."""
        layers = range(self.index.cells)
        codes = self.cupy.zeros((len(layers), 256), dtype=self.cupy.uint64)
        zugzwangs = self.cupy.zeros(len(layers), dtype=self.cupy.uint64)
        for n in layers:
            self._run("count", n, self.table, codes[n], zugzwangs[n:])
        return codes.get().tolist(), zugzwangs.get().tolist()

    def plane(self, balls: int, own: int, plane: Plane) -> bytes:
        """Return a plane of a group of positions."""
        group = balls * MAX_OWN + own
        first, end = self.index.groups[group], self.index.groups[group + 1]
        colourings = self.index.binomials[group]
        size = plane_size(end - first, colourings, plane)
        found = self.cupy.zeros(size, dtype=self.cupy.uint8)
        numbers = (self.cupy.uint64(size), self.cupy.int32(colourings), self.cupy.int32(plane))
        kernel = self.module.get_function("write_plane")
        kernel(((size + THREADS - 1) // THREADS,), (THREADS,), (self.table[first:end], *numbers, found))
        return bytes(found.get())

    def code_of_start(self) -> int:
        return int(self.table[0])

    def close(self) -> None:
        """Free the memory of the device."""
        del self.table
        self.cupy.get_default_memory_pool().free_all_blocks()

    def _run(self, kernel: str, balls: int, table: Any, *arguments: Any) -> None:
        first, end = self.index.layer(balls)
        blocks = (end - first + THREADS - 1) // THREADS
        numbers = (self.cupy.uint64(first), self.cupy.uint64(end), self.cupy.int32(balls))
        self.module.get_function(kernel)((blocks,), (THREADS,), (table, *numbers, *arguments))

    def _set_constant(self, name: str, content: bytes) -> None:
        target = self.cupy.ndarray((len(content),), dtype=self.cupy.uint8, memptr=self.module.get_global(name))
        target[:] = self.cupy.frombuffer(content, dtype=self.cupy.uint8)


def _cupy() -> Any:
    try:
        import cupy
    except ImportError as error:
        raise SolverError("Solving on a GPU needs the package cupy.") from error
    if not cupy.cuda.is_available():
        raise SolverError("There is no CUDA device on this machine.")
    return cupy


def _rules_struct(rules: RuleSet) -> bytes:
    """Return the rules in the layout of `struct Rules`."""

    def padded(values: tuple[int, ...], width: int) -> list[int]:
        return [*values, *[0] * (width - len(values))]

    patterns = [mask for cell in padded_rows(rules.patterns) for mask in padded(cell, MAX_PATTERNS)]
    masks = [*padded(rules.below, 32), *padded(rules.above, 32), *padded(rules.higher, 32), *patterns]
    numbers = [rules.cells, rules.balls, rules.least_taken, int(rules.passes)]
    return array("I", [*masks, *numbers]).tobytes()


def padded_rows(patterns: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """Return the patterns of 32 cells."""
    return [*patterns, *[()] * (32 - len(patterns))]
