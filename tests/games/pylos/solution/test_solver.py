"""Solving Pylos 3×3 completely: every position, files, resuming and errors."""

from hashlib import sha256
from pathlib import Path

import pytest

from parlour.engine.report import Stop
from parlour.engine.solve.solvers import RetrogradeSolver
from parlour.errors import ParlourError
from parlour.games import Draft, Piece, game
from parlour.games.contract.solution import SolverError, SolverSettings, SolveSummary
from parlour.games.pylos.solution import cpu_solver, cuda_solver
from parlour.games.pylos.solution.cpu_solver import CpuSolver
from parlour.games.pylos.solution.index import position_index
from parlour.games.pylos.solution.lookup import Lookup
from parlour.games.pylos.solution.planes import Plane
from parlour.games.pylos.solution.rule_set import rule_set
from parlour.games.pylos.solution.solver import PylosSolver
from parlour.games.pylos.solution.stored import OPTIONS
from parlour.games.pylos.solution.table_file import TableFile, TableFileError
from tests.games.marks import FAST_ONLY

PYLOS = game("pylos")
pytestmark = FAST_ONLY
LONG = (pytest.mark.long, pytest.mark.timeout(3600))

VALUES = {"children": (-1, 16), "standard": (1, 15), "classic": (1, 17), "expert": (0, None)}
FILES_SOLVED_ON_A_GPU = {
    "children": "8c8ad66a359ab17e535dcf9bc2a5d7cd24ce79d99dbb010f3f70bbd180ce1169",
    "standard": "e5c71beb9189e32325a16a6c66835738a80b5c24798529834dc93af8218c68d5",
    "expert": "ba94b4a985e20833fa2efdbdc830909a8427e1b4ddcf5f3baa0a098808fd5434",
    "classic": "2fb0bbac616f89209fefcaa3eaf2bdb3b5fc64575d92b71917b183d22d05fdca",
}
"""Digests of the files that `parlour solve pylos --size 3 --device cuda` wrote on a machine with a GPU."""


def small(preset: str) -> dict[str, bool | int | str]:
    options = PYLOS.check({"size": 3}, preset)
    return {key: options[key] for key in OPTIONS}


def solved(folder: Path, preset: str = "standard", *, full: bool = False, distances: int | None = None) -> SolveSummary:
    request = SolverSettings(folder, threads=2, full=full, distances=distances)
    return PylosSolver(small(preset)).solve(request, lambda *_: None)


def lookup(summary: SolveSummary) -> Lookup:
    file = TableFile(summary.path)
    return Lookup(rule_set(file.header.options), file)


@pytest.mark.parametrize("preset", VALUES)
def test_the_processor_solves_3x3_as_a_gpu_does(preset: str, tmp_path: Path) -> None:
    summary = solved(tmp_path, preset)
    assert (summary.result, summary.turns) == VALUES[preset]
    assert sha256(summary.path.read_bytes()).hexdigest() == FILES_SOLVED_ON_A_GPU[preset]
    assert [path.name for path in tmp_path.iterdir()] == [summary.path.name], "nothing unfinished is left behind"


@pytest.mark.parametrize(
    ("preset", "step"),
    [*((preset, 97) for preset in VALUES), *(pytest.param(preset, 1, marks=LONG) for preset in VALUES)],
)
def test_3x3_positions_have_the_value_that_brute_force_finds(preset: str, step: int, tmp_path: Path) -> None:
    stored = lookup(solved(tmp_path, preset, distances=14))
    options = PYLOS.check({"size": 3}, preset)
    brute = RetrogradeSolver(PYLOS, options, 512)
    index = position_index(3)
    compared = 0
    for number in range(0, index.total, step):
        own, other = index.position(number)
        pieces = [
            Piece(0, "ball", seat, cell)
            for seat, mask in enumerate((own, other))
            for cell in range(index.cells)
            if mask >> cell & 1
        ]
        position = PYLOS.build(Draft(tuple(pieces), 0, "play"), options)
        if position.is_over():
            outcome = position.outcome()
            assert outcome is not None
            assert stored.value(own, other) == (round(2 * outcome.results[0]) - 1, 0)
            continue
        found = brute.after(position, Stop(), None)
        assert found is not None
        assert stored.value(own, other) == found[:2]
        compared += 1
    assert compared > index.total // step // 2


def test_a_full_file_says_the_same_as_a_compressed_one(tmp_path: Path) -> None:
    full, packed = lookup(solved(tmp_path / "full", full=True)), lookup(solved(tmp_path, distances=14))
    index = position_index(3)
    for number in range(0, index.total, 11):
        assert full.value(*index.position(number)) == packed.value(*index.position(number))


def test_without_distances_the_result_is_still_known(tmp_path: Path) -> None:
    exact, plain = lookup(solved(tmp_path / "exact", distances=14)), lookup(solved(tmp_path, distances=0))
    index = position_index(3)
    for number in range(0, index.total, 11):
        one, other = exact.value(*index.position(number)), plain.value(*index.position(number))
        assert one is not None
        assert other is not None
        assert one[0] == other[0]


def test_an_interrupted_run_continues_where_it_stopped(tmp_path: Path) -> None:
    rules, index = rule_set(small("expert")), position_index(3)

    def interrupt(turns: int, done: int, of: int) -> None:
        if turns == 9 and done == of:
            raise KeyboardInterrupt

    first = CpuSolver(rules, index, tmp_path, 2)
    with pytest.raises(KeyboardInterrupt):
        first.solve(interrupt)
    begun: list[int] = []
    second = CpuSolver(rules, index, tmp_path, 2)
    second.solve(lambda turns, *_: begun.append(turns))
    assert min(begun) == 9, "the pass that was interrupted is done again, and none before it"
    alone = CpuSolver(rules, index, None, 1)
    alone.solve(lambda *_: None)
    assert bytes(second.table) == bytes(alone.table)
    third = CpuSolver(rules, index, tmp_path, 1)
    begun.clear()
    third.solve(lambda turns, *_: begun.append(turns))
    assert begun == []


def test_a_folder_with_other_rules_is_refused(tmp_path: Path) -> None:
    index = position_index(3)
    CpuSolver(rule_set(small("expert")), index, tmp_path).solve(lambda *_: None)
    with pytest.raises(ParlourError, match="other rules"):
        CpuSolver(rule_set(small("standard")), index, tmp_path)


def test_the_solver_counts_zugzwangs(tmp_path: Path) -> None:
    summary = solved(tmp_path, "expert")
    assert sum(summary.zugzwangs) == 1004
    assert sum(summary.drawn) == 1343
    assert sum(summary.won) + sum(summary.drawn) + sum(summary.lost) == position_index(3).total


def test_games_longer_than_a_byte_can_store_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_solver, "MAX_CODE", 5)
    with pytest.raises(ParlourError, match="more turns"):
        CpuSolver(rule_set(small("standard")), position_index(3)).solve(lambda *_: None)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("preset", "change", "value"),
    [
        ("children", {}, (-1, 36)),
        ("standard", {}, (-1, 40)),
        ("expert", {"take": "optional"}, (-1, 46)),
    ],
)
def test_a_gpu_finds_the_published_values_of_4x4(
    preset: str, change: dict[str, object], value: tuple[int, int]
) -> None:
    """Run where a GPU and CuPy are available; the other machines check the 4×4 tables that are shipped."""
    options = PYLOS.check(change, preset)
    try:
        solver = cuda_solver.CudaSolver(rule_set({key: options[key] for key in OPTIONS}), position_index(4))
    except SolverError as error:
        pytest.skip(str(error))
    solver.solve(lambda *_: None)
    code = solver.code_of_start()
    solver.close()
    assert (-1 if code % 2 else 1, code - 1) == value


def test_without_a_gpu_the_command_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    with pytest.raises(SolverError, match="cupy"):
        cuda_solver.CudaSolver(rule_set(small("standard")), position_index(3))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: b"", "not a solution"),
        (lambda content: b"{}\n", "not a solution"),
        (lambda content: content[:-1], "incomplete"),
        (lambda content: content.replace(b"solution 1", b"solution 9", 1), "another format"),
    ],
)
def test_a_file_that_is_no_solution_is_named(damage: object, message: str, tmp_path: Path) -> None:
    path = solved(tmp_path).path
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(TableFileError, match=message):
        TableFile(path)


def test_damaged_content_is_noticed(tmp_path: Path) -> None:
    path = solved(tmp_path).path
    file = TableFile(path)
    largest = max(file.header.planes, key=lambda plane: plane.length)
    where = largest.balls, largest.own, Plane(largest.plane)
    content = bytearray(path.read_bytes())
    content[file.start_of(*where) + largest.length // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(TableFileError, match="damaged"):
        TableFile(path).read(*where)
