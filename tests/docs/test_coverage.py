"""The coverage tables follow their own rule: no row is done without an existing test."""

import ast
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.check_docs import CHECKS  # noqa: E402
from tools.coverage_counts import (  # noqa: E402
    ISSUES,
    SPECS,
    STATES,
    MalformedTableError,
    Row,
    counts,
    read_coverage,
    read_rows,
    with_counts,
)

REASON_WORDS = 3  # a reason is a sentence, not a dash


def proof_faults(proof: str, root: Path) -> list[str]:
    """Return what is wrong with a proof cell: tests in backticks, `path::test_name`, separated by commas."""
    problems = []
    if leftover := re.sub(r"`[^`]*`", "", proof).strip(" ,;"):
        problems.append(f"not a test in backticks: {leftover}")
    for test in re.findall(r"`([^`]*)`", proof):
        path, _, name = test.partition("::")
        name = name.split("[", 1)[0].rsplit("::", 1)[-1]
        file = root / path
        if not name or not file.is_file() or not file.resolve().is_relative_to(root.resolve()):
            problems.append(f"no such test file: {test}")
            continue
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            found = re.search(rf"^\s*(async\s+)?def {re.escape(name)}\(", text, re.MULTILINE) is not None
        else:  # a test of the page names its title
            found = name in text
        if not found:
            problems.append(f"no such test in its file: {test}")
    return problems


@cache
def long_tests(file: Path) -> frozenset[str]:
    """Return the tests of a file that `make test` leaves out, because they or their module are marked `long`."""

    def is_long(nodes: list[ast.expr]) -> bool:
        return any(isinstance(part, ast.Attribute) and part.attr == "long" for node in nodes for part in ast.walk(node))

    tree = ast.parse(file.read_text(encoding="utf-8"))
    whole = any(
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark" and is_long([node.value])
        for node in tree.body
    )
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(one.name for one in functions if whole or is_long(one.decorator_list))


def runs_always(proof: str, root: Path) -> bool:
    """Return whether `make test` runs at least one test of a proof cell."""
    tests = (test.split("[", 1)[0].partition("::") for test in re.findall(r"`([^`]*)`", proof))
    return any(not path.endswith(".py") or name not in long_tests(root / path) for path, _, name in tests)


PLACES = ("", "src/parlour", "web/src/lib")
"""Folders to which a path under `where` may be relative."""


def where_faults(where: str, root: Path) -> list[str]:
    """Return the paths of a `where` cell that do not exist: words in backticks with a slash, except commands."""
    paths = [text for text in re.findall(r"`([^`]*)`", where) if "/" in text and " " not in text]
    return [f"no such path: {path}" for path in paths if not any((root / place / path).exists() for place in PLACES)]


STATE_PREFIXES = {"open": "Open: ", "replaced": "*Replaced by* "}
"""How a row of a state begins to say what is missing, or what Parlour offers instead."""


def problems(row: Row, root: Path) -> list[str]:
    """Return everything that is wrong with one row."""
    found = proof_faults(row.proof, root) + where_faults(row.where, root)
    if not row.id or not row.asked:
        found.append("id or demand is empty")
    if row.issue not in ISSUES:
        found.append(f"unknown issue {row.issue!r}")
    if row.state not in STATES:
        found.append(f"unknown state {row.state!r}")
    if row.state in ("done", "replaced") and not row.proof:
        found.append(f"{row.state} without a proof")
    elif row.state in ("done", "replaced") and not found and not runs_always(row.proof, root):
        found.append("no test that `make test` runs")
    if row.state in STATE_PREFIXES and STATE_PREFIXES[row.state] not in row.asked:
        found.append(f"{row.state} without {STATE_PREFIXES[row.state]!r} in what is asked")
    if row.state == "cannot occur" and len(row.where.split()) < REASON_WORDS:
        found.append("'cannot occur' without a reason under 'where'")
    return [f"{row.source} {row.id}: {fault}" for fault in found]


@pytest.fixture(scope="module")
def account() -> dict[str, list[Row]]:
    return read_coverage(ROOT)


@pytest.mark.parametrize("key", SPECS)
def test_every_row_is_in_order(account: dict[str, list[Row]], key: str) -> None:
    assert account[key]
    assert [fault for row in account[key] for fault in problems(row, ROOT)] == []


@pytest.mark.parametrize("key", SPECS)
def test_ids_are_unique(account: dict[str, list[Row]], key: str) -> None:
    assert [number for number, times in Counter(row.id for row in account[key]).items() if times > 1] == []


def test_counts_on_the_entry_page_are_current(account: dict[str, list[Row]]) -> None:
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert text == with_counts(text, counts(account)), "stale: run python tools/coverage_counts.py"


def test_rows_name_only_checks_of_measurements_that_are_run(account: dict[str, list[Row]]) -> None:
    proofs = " ".join(row.proof for rows in account.values() for row in rows)
    named = set(re.findall(r"`tools/check_docs\.py::(\w+)`", proofs))
    assert named
    assert named <= {check.__name__ for check in CHECKS}


# Each check can fail.

GOOD = Row("page.md:1", "2.1", "something", "01", "done", "", "`tests/test_it.py::test_works`")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    always, seldom = "def test_works() -> None: ...\n", "@pytest.mark.long\ndef test_slow() -> None: ...\n"
    (tmp_path / "tests" / "test_it.py").write_text(always + seldom, encoding="utf-8")
    (tmp_path / "tests" / "test_all_slow.py").write_text(f"pytestmark = [pytest.mark.long]\n{always}", encoding="utf-8")
    (tmp_path / "tests" / "page.test.ts").write_text('test("shows the loops", () => {})\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "row",
    [
        GOOD,
        replace(GOOD, proof="`tests/test_it.py::test_works[W3]`, `tests/page.test.ts::shows the loops`"),
        replace(GOOD, proof="`tests/test_it.py::test_slow`, `tests/test_it.py::test_works`"),
        replace(GOOD, asked="something. Open: its colour", state="open", proof=""),
        replace(GOOD, asked="something. *Replaced by* something else", state="replaced"),
        replace(GOOD, state="cannot occur", proof="", where="there is no second window"),
        replace(GOOD, where="`tests/test_it.py`, see `tests/`, and `make test` runs it"),
    ],
)
def test_a_good_row_passes(row: Row, repository: Path) -> None:
    assert problems(row, repository) == []


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (replace(GOOD, proof=""), "done without a proof"),
        (replace(GOOD, asked="*Replaced by* that", state="replaced", proof=""), "replaced without a proof"),
        (replace(GOOD, state="replaced"), "replaced without '*Replaced by* '"),
        (replace(GOOD, state="open"), "open without 'Open: '"),
        (replace(GOOD, proof="seen by eye"), "not a test in backticks"),
        (replace(GOOD, proof="`tests/test_it.py`"), "no such test file"),
        (replace(GOOD, proof="`tests/test_gone.py::test_works`"), "no such test file"),
        (replace(GOOD, proof="`tests/test_it.py::test_work`"), "no such test in its file"),
        (replace(GOOD, proof="`tests/page.test.ts::hides the loops`"), "no such test in its file"),
        (replace(GOOD, proof="`tests/test_it.py::test_slow`"), "no test that `make test` runs"),
        (replace(GOOD, proof="`tests/test_all_slow.py::test_works`"), "no test that `make test` runs"),
        (replace(GOOD, state="cannot occur", proof=""), "without a reason"),
        (replace(GOOD, state="nearly"), "unknown state"),
        (replace(GOOD, issue="99"), "unknown issue"),
        (replace(GOOD, asked=""), "is empty"),
        (replace(GOOD, where="`tests/test_gone.py`"), "no such path"),
    ],
)
def test_a_bad_row_is_named(row: Row, fault: str, repository: Path) -> None:
    (message,) = problems(row, repository)
    assert message.startswith("page.md:1 2.1: ")
    assert fault in message


def test_a_row_with_too_few_cells_is_named(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| id | what is asked |\n", encoding="utf-8")
    with pytest.raises(MalformedTableError, match=r"page\.md:1: 2 cells"):
        read_rows(page)


def test_an_escaped_bar_does_not_start_a_new_cell(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("| 1 | names with `\\|` | 04 | open |  |  |\n", encoding="utf-8")
    assert [row.issue for row in read_rows(page)] == ["04"]
