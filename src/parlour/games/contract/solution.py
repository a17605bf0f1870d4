"""Solutions: exact values of all positions of a game, computed once and stored.

A game that can be solved completely offers a `GameSolver`, which `parlour solve` runs, and a `Solution` where the
result is stored. Perfect play only uses the `Solution`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.games.contract.position import Position


class SolverError(ParlourError):
    """Raised if a game cannot be solved, for example without the requested GPU or in a folder with other rules."""


class Solution(Protocol):
    """Stored values of all positions of a game with given options. Need not be thread-safe."""

    def value(self, position: Position) -> tuple[int, int | None]:
        """Return the result of a running position for its seat to move (1, 0, -1), and the number of turns to the end
        of the game with best play of both sides; None for a draw, or where the number is not stored.
        """

    def size(self) -> int:
        """Return the number of positions."""

    def memory_bytes(self) -> int:
        """Return the memory used, in bytes."""


class SolverSettings(msgspec.Struct, frozen=True):
    """How a game is to be solved: the folder for the result, the device, and the number of threads.

    `distances` is the number of pieces up to which the number of turns is stored; with `full`, all are, uncompressed.
    """

    folder: Path
    device: str = "cpu"
    threads: int = 1
    distances: int | None = None
    full: bool = False


class SolveSummary(msgspec.Struct, frozen=True):
    """The result of solving a game. Counts are by number of pieces on the board; longest is in turns."""

    path: Path
    bytes: int
    result: int
    turns: int | None
    won: tuple[int, ...]
    drawn: tuple[int, ...]
    lost: tuple[int, ...]
    zugzwangs: tuple[int, ...]
    longest_win: int
    longest_loss: int
    seconds: float


OnSolveProgress = Callable[[str, int, int], None]
"""Called with the step, the number done and the total (0 if unknown)."""


class GameSolver(Protocol):
    """Solves a game with given options."""

    def solve(self, request: SolverSettings, on_progress: OnSolveProgress) -> SolveSummary: ...
