"""`parlour analyse` on the command line."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from parlour.cli.shared.report_view import table_of
from parlour.engine.report import Report
from parlour.games import game


def parlour(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, check=False)


WIN_AT_ONCE = "....../....../....../.1..2./....../...... 1 0"


def test_the_best_lines_are_shown_with_scores_and_search_statistics() -> None:
    answer = parlour("analyse", "surakarta", "--position", WIN_AT_ONCE, "--depth", "3", "--stats")
    assert answer.returncode == 0
    assert "3,1x3,4" in answer.stdout
    for name in ("nodes", "cutoffs", "table_hits", "turns"):
        assert f"  {name}: " in answer.stdout


def test_the_speed_of_a_search_is_written_with_a_word() -> None:
    position = game("sim").start()
    for nodes, speed in ((27_000, "13.5 thousand"), (4_000_000, "2.00 million")):
        console = Console(width=100)
        with console.capture() as shown:
            console.print(table_of(position, Report((), depth=7, nodes=nodes, seconds=2.0, stats={}, finished=False)))
        assert f"depth 7, {nodes:,} positions in 2.00 s ({speed} per second)" in shown.get()


def test_each_report_is_logged_as_a_line_of_json(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for _ in range(2):
        assert parlour("analyse", "yinsh", "--nodes", "3000", "--log", str(log)).returncode == 0
    reports = [msgspec.json.decode(line, type=Report) for line in log.read_bytes().splitlines()]
    assert len(reports) > 4
    assert reports[-1].nodes >= 3000
    assert {"nodes", "cutoffs", "table_hits", "depth", "turns"} <= set(reports[-1].stats)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("analyse", "chequers"), "no game"),
        (("analyse", "surakarta", "--position", "nonsense"), "Write the rows"),
        (("analyse", "surakarta", "--position", "....../....../....../....1./....../...... 2 0"), "over here"),
        (("analyse", "surakarta", "--depth", "0"), "--depth"),
        (("analyse", "surakarta", "--nodes", "9", "--log", "/nowhere/at/all"), "cannot be written"),
    ],
)
def test_analysis_of_an_invalid_position_is_refused_with_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    answer = parlour(*arguments)
    assert answer.returncode == 2
    assert sentence in answer.stderr
