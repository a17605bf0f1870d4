"""`parlour solve` on the command line."""

import subprocess
import sys
from pathlib import Path

from tests.games.marks import FAST_ONLY

pytestmark = FAST_ONLY


def solve(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", "solve", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def test_a_game_is_solved_and_the_result_is_reported(tmp_path: Path) -> None:
    answer = solve("pylos", "--size", "3", "--preset", "classic", "--folder", "solutions", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "the first player wins in 17 turns" in answer.stdout
    assert "all" in answer.stdout
    assert [path.name for path in (tmp_path / "solutions").iterdir()] == ["pylos-3-square-two-passes.solution"]


def test_a_sentence_explains_what_cannot_be_solved(tmp_path: Path) -> None:
    for wanted, message in (
        (("sim",), "Sim cannot be solved with these options."),
        (("pylos", "--size", "5"), "Pylos cannot be solved with these options."),
        (("pylos", "--dark", "2"), "Pylos cannot be solved with these options."),
    ):
        answer = solve(*wanted, folder=tmp_path)
        assert answer.returncode == 2
        assert answer.stderr == f"parlour: {message}\n"
        assert list(tmp_path.iterdir()) == []
