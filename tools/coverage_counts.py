r"""Count the rows of the coverage tables (`docs/coverage/*.md`) and rewrite the summary on `docs/coverage.md`.

    python tools/coverage_counts.py

A row is `| id | requirement | issue | state | where | proof |`; a bar inside a cell is written `\|`. Headings and text
between the tables are free.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPECS = {"surakarta": "Surakarta", "yinsh": "YINSH", "sim": "Sim", "pylos": "Pylos", "laserchess": "Laser Chess"}
COLUMNS = ("id", "what is asked", "issue", "state", "where", "proof")
STATES = ("open", "done", "replaced", "cannot occur")
ISSUES = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "12", "13", "later")
BEGIN, END = "<!-- counts: begin -->", "<!-- counts: end -->"

BAR = re.compile(r"(?<!\\)\|")
RULER = re.compile(r"[\s|:-]+")


class MalformedTableError(ValueError):
    """A table row that cannot be read; the message names file and line."""


@dataclass(frozen=True)
class Row:
    """One requirement of a specification and its state."""

    source: str  # "surakarta.md:17", for messages
    id: str
    asked: str
    issue: str
    state: str
    where: str
    proof: str


def read_rows(page: Path) -> list[Row]:
    """Return all rows of a specification's page."""
    rows = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("|") or RULER.fullmatch(line):
            continue
        cells = [cell.strip() for cell in BAR.split(line.strip().removesuffix("|").removeprefix("|"))]
        source = f"{page.name}:{number}"
        if len(cells) != len(COLUMNS):
            raise MalformedTableError(f"{source}: {len(cells)} cells instead of {len(COLUMNS)}")
        if tuple(cells) != COLUMNS:
            rows.append(Row(source, *cells))
    return rows


def read_coverage(root: Path = ROOT) -> dict[str, list[Row]]:
    """Return the rows of all specifications by key."""
    return {key: read_rows(root / "docs" / "coverage" / f"{key}.md") for key in SPECS}


def _table(head: list[str], body: list[list[str]]) -> str:
    ruler = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ruler, *body])


def _with_total(body: list[tuple[str, list[int]]]) -> list[list[str]]:
    total = [sum(column) for column in zip(*(numbers for _, numbers in body), strict=True)]
    return [[label, *map(str, numbers)] for label, numbers in [*body, ("all", total)]]


def counts(account: dict[str, list[Row]]) -> str:
    """Return two tables: rows by specification and state, and open rows by issue."""
    by_state = [
        (
            f"[{SPECS[key]}](coverage/{key}.md)",
            [len(rows), *(sum(row.state == state for row in rows) for state in STATES)],
        )
        for key, rows in account.items()
    ]
    still_open = [
        (
            issue,
            [sum(row.state == "open" and row.issue == issue for row in rows) for rows in account.values()],
        )
        for issue in ISSUES
    ]
    open_rows = [(issue, [*numbers, sum(numbers)]) for issue, numbers in still_open]
    return "\n\n".join(
        [
            _table(["spec", "rows", *STATES], _with_total(by_state)),
            "Open rows by the issue that will close them:",
            _table(["issue", *(SPECS[key] for key in account), "all"], _with_total(open_rows)),
        ]
    )


def with_counts(text: str, tables: str) -> str:
    """Return the summary page with the tables between its two markers replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise MalformedTableError(f"docs/coverage.md: the marks {BEGIN} and {END} are missing")
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def main() -> int:
    page = ROOT / "docs" / "coverage.md"
    try:
        page.write_text(with_counts(page.read_text(encoding="utf-8"), counts(read_coverage())), encoding="utf-8")
    except MalformedTableError as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
