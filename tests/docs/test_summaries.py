"""Coverage rows that summarise other rows are done only if those rows are done."""

import re

import pytest

from tests.docs.test_coverage import ROOT
from tools.coverage_counts import Row, read_coverage

SUMMARIES = {
    ("yinsh", "9.33"): r"7\.u\d+",
    ("laserchess", "9.4.1"): r"O\d\.\d+",
    **{("laserchess", f"O{n}"): rf"O{n}\.\d+" for n in range(1, 7)},
    ("laserchess", "7.u1"): r"O5\.\d+",
    ("yinsh", "2.4"): r"2\.4[a-d]",
    ("yinsh", "10.1"): r"[EP]\d+",
    ("sim", "9.31"): r"7\.t\d+",
}
"""The rows that a row summarises."""


def unproven(rows: list[Row], id: str, which: str) -> list[str]:
    """Return the open rows among those that a done row summarises."""
    (summary,) = (row for row in rows if row.id == id)
    summed = [row for row in rows if re.fullmatch(which, row.id)]
    assert len(summed) > 1, f"{id} sums nothing up"
    return [row.id for row in summed if row.state == "open"] if summary.state == "done" else []


@pytest.mark.parametrize(("spec", "id"), SUMMARIES)
def test_rows_that_a_summary_refers_to_are_proven(spec: str, id: str) -> None:
    assert unproven(read_coverage(ROOT)[spec], id, SUMMARIES[spec, id]) == []


def test_a_summary_of_open_rows_is_noticed() -> None:
    rows = [Row("a:1", id, "x", "01", state, "", "") for id, state in (("9", "done"), ("2.1", "done"), ("2.2", "open"))]
    assert unproven(rows, "9", r"2\.\d") == ["2.2"]
