"""Stored solutions of Pylos: where the files are, and values of positions from them."""

from __future__ import annotations

import importlib.util
import logging
import os
from functools import cache
from pathlib import Path

from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.pylos.rules import PylosRules
from parlour.games.pylos.solution.lookup import Lookup
from parlour.games.pylos.solution.rule_set import SIZES, rule_set
from parlour.games.pylos.solution.table_file import TableFile, TableFileError
from parlour.games.pylos.tables import PLAY

log = logging.getLogger("parlour.games")

TABLE_VARIABLE = "PARLOUR_PYLOS_TABLE"
"""Environment variable with a file, or a folder of files, that takes precedence over all others."""
DATA_PACKAGE = "parlour_pylos_expert"
"""A separate package with the solution that is too large for this one."""
SUFFIX = ".solution"
OPTIONS = ("size", "square", "line", "take", "stuck")
"""The options that a solution depends on. Games with a handicap are not solved."""


def solved_options(options: Options) -> dict[str, bool | int | str] | None:
    """Return the options that a solution depends on; None if there can be no solution."""
    if options["size"] not in SIZES or options["light"] or options["dark"]:
        return None
    return {key: options[key] for key in OPTIONS}


class StoredSolution:
    """The values of all positions with given options, from a file."""

    def __init__(self, file: TableFile) -> None:
        self.file = file
        self.lookup = Lookup(rule_set(file.header.options), file)

    def value(self, position: Position) -> tuple[int, int | None]:
        """Return the result for the seat to move and the number of turns, if it is stored. Within a turn, the best way
        to end it counts.
        """
        assert isinstance(position, PylosRules)
        if position.stage != PLAY:
            return self._value_within_turn(position)
        found = self.lookup.value(position.cells_of(position.seat), position.cells_of(1 - position.seat))
        assert found is not None, "The file holds all positions."
        return found

    def _value_within_turn(self, position: PylosRules) -> tuple[int, int | None]:
        found: list[tuple[int, int | None]] = []
        for move in position.moves():
            seat = position.seat
            position.play(move)
            outcome = position.outcome()
            if outcome is not None:  # also by repetition, which no table contains
                found.append((round(2 * outcome.results[seat]) - 1, 1))
            else:
                result, turns = self.value(position)
                if position.seat != seat:
                    result, turns = -result, None if turns is None else turns + 1
                found.append((result, turns))
            position.undo()
        best = max(result for result, _ in found)
        lengths = [turns for result, turns in found if result == best]
        known = [turns for turns in lengths if turns is not None]
        if best == 0 or len(known) < len(lengths):
            return best, None
        return best, min(known) if best > 0 else max(known)

    def size(self) -> int:
        return self.file.index.total

    def memory_bytes(self) -> int:
        return self.lookup.memory_bytes()


def stored_solution(options: Options) -> StoredSolution | None:
    """Return the solution of a game with these options, if its file is there."""
    wanted = solved_options(options)
    if wanted is None:
        return None
    for path in table_paths():
        file = _file(path)
        if file is not None and file.header.options == wanted and file.is_complete():
            return StoredSolution(file)
    return None


def has_stored_solution(options: Options) -> bool:
    """Return whether there is a file with the solution of a game with these options."""
    wanted = solved_options(options)
    files = [] if wanted is None else [_file(path) for path in table_paths()]
    return any(file is not None and file.header.options == wanted for file in files)


def table_paths() -> list[Path]:
    """Return the files with solutions: the user's, those of the package, and that of the data package."""
    named = os.environ.get(TABLE_VARIABLE)
    folders = [Path(__file__).parent / "tables"]
    data = importlib.util.find_spec(DATA_PACKAGE)
    if data is not None and data.submodule_search_locations:
        folders += [Path(place) for place in data.submodule_search_locations]
    if named and Path(named).is_dir():
        folders.insert(0, Path(named))
    paths = [path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return [Path(named), *paths] if named and not Path(named).is_dir() else paths


@cache
def _file(path: Path) -> TableFile | None:
    """Return a file with a solution; None, with a warning, if it cannot be used."""
    try:
        return TableFile(path)
    except TableFileError as error:
        log.warning("%s", error)
        return None
