"""Every step of the tutorial is executed: its lines are added to the game, and its commands print what it says."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from parlour.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
STEPS = re.split(r"^## \d+\. ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def block(step: str, kind: str) -> str:
    """Return the only block of a kind in a step."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", step, re.MULTILINE | re.DOTALL)
    return str(found)


def source_after(steps: int) -> str:
    """Return the file after some steps: after the first one, all add methods to the class."""
    first, *others = (block(step, "python") for step in STEPS[:steps])
    return "\n".join([first, *(indent(methods, "    ") for methods in others)])


def test_there_are_ten_steps() -> None:
    assert len(STEPS) == 10


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_each_step_prints_what_the_tutorial_says(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "breakthrough.py").write_text(source_after(number), encoding="utf-8")
    commands = re.findall(r"^\$ parlour (.*)\n((?:[^$].*\n)+)", block(STEPS[number - 1], "console"), re.MULTILINE)
    assert commands
    for command, expected in commands:
        status = run(command.split())
        printed = capsys.readouterr()
        text = printed.out + printed.err
        assert status == (2 if expected.startswith("parlour: ") else 0), text
        assert all(line in text for line in expected.splitlines())


def test_the_finished_game_is_small() -> None:
    source = source_after(len(STEPS))
    lines = [line for line in source.splitlines() if line.strip()]
    assert len(lines) <= 90
    compile(source, "breakthrough.py", "exec")
