"""Solve Pylos completely, on the processor or on a GPU, and write the solution to a file."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from parlour.games.contract.options import Options
from parlour.games.contract.solution import OnSolveProgress, SolverSettings, SolveSummary
from parlour.games.pylos.solution.cpu_solver import CpuSolver
from parlour.games.pylos.solution.cuda_solver import CudaSolver
from parlour.games.pylos.solution.index import position_index
from parlour.games.pylos.solution.planes import Plane
from parlour.games.pylos.solution.rule_set import rule_set
from parlour.games.pylos.solution.stored import SUFFIX, solved_options
from parlour.games.pylos.solution.table_file import TableWriter

DISTANCES = 12
"""Up to this number of balls the number of turns is stored by default: it takes three times as much space."""


class PylosSolver:
    """Solves the game with given options."""

    def __init__(self, options: dict[str, bool | int | str]) -> None:
        self.options = options

    def solve(self, request: SolverSettings, on_progress: OnSolveProgress) -> SolveSummary:
        """Solve the game and write the solution into a folder."""
        began = perf_counter()
        rules, index = rule_set(self.options), position_index(int(self.options["size"]))
        path = request.folder / f"{self.name()}{SUFFIX}"
        request.folder.mkdir(parents=True, exist_ok=True)
        solver: CpuSolver | CudaSolver
        if request.device == "cuda":
            solver = CudaSolver(rules, index)
            solver.solve(lambda turns, layers: on_progress("turns", turns, 0))
        else:
            solver = CpuSolver(rules, index, request.folder / f"{self.name()}-unfinished", request.threads)
            solver.solve(lambda turns, done, of: on_progress(f"{turns} turns", done, of))
        codes, zugzwangs = solver.count()
        start = solver.code_of_start()
        turns = None if start == 0 else start - 1
        result = 0 if start == 0 else -1 if start & 1 else 1
        writer = TableWriter(
            self.options, result, turns, index, solver.plane, request.threads, partial(on_progress, "writing")
        )
        last = index.cells if request.full else DISTANCES if request.distances is None else request.distances
        layers = [(balls, Plane.DISTANCE if balls <= last else Plane.LOSS) for balls in range(index.cells)]
        size = writer.write(path, layers, compressed=not request.full)
        solver.close()
        decided = [code for code in range(1, 256) if any(layer[code] for layer in codes)]
        return SolveSummary(
            path=path,
            bytes=size,
            result=result,
            turns=turns,
            won=tuple(sum(layer[2::2]) for layer in codes),
            drawn=tuple(layer[0] for layer in codes),
            lost=tuple(sum(layer[1::2]) for layer in codes),
            zugzwangs=tuple(zugzwangs),
            longest_win=max(code for code in decided if code % 2 == 0) - 1,
            longest_loss=max(code for code in decided if code % 2) - 1,
            seconds=perf_counter() - began,
        )

    def name(self) -> str:
        """Return the name of the file: the options in short.

        >>> PylosSolver({"size": 4, "square": True, "line": "off", "take": "one-or-two", "stuck": "loses"}).name()
        'pylos-4-square-one-or-two-loses'
        """
        bonus = ["square"] * bool(self.options["square"])
        bonus += [] if self.options["line"] == "off" else [f"{self.options['line']}-lines"]
        parts = ["pylos", self.options["size"], *(bonus or ["plain"]), self.options["take"], self.options["stuck"]]
        return "-".join(str(part) for part in parts)


def pylos_solver(options: Options) -> PylosSolver | None:
    """Return the solver of a game with these options; None for large boards and handicaps."""
    wanted = solved_options(options)
    return None if wanted is None else PylosSolver(wanted)
