"""Build steps are shown where `make` requests it, and nowhere else."""

import os

import pytest

from tools import progress


def shown(monkeypatch: pytest.MonkeyPatch, done: int, quiet: int = 0) -> list[str]:
    """Return the lines of a build with eight steps of which some are done, the first of them without output."""
    reading, writing = os.pipe()
    monkeypatch.setenv("PARLOUR_PROGRESS_FD", str(writing))
    count = progress.Count(8, "modules compiled")
    for number in range(done):
        count.step(quiet=number < quiet)
    os.close(writing)
    with os.fdopen(reading) as lines:
        return [line.split(maxsplit=2)[2].rstrip() for line in lines]


def test_every_quarter_of_the_steps_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, 8) == [f"{done} of 8 modules compiled" for done in (2, 4, 6, 8)]
    assert shown(monkeypatch, 3) == ["2 of 8 modules compiled"]


def test_steps_built_before_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, 8, quiet=8) == []
    assert shown(monkeypatch, 8, quiet=7) == ["8 of 8 modules compiled"]


def test_a_build_continues_when_its_output_is_not_read(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    monkeypatch.setenv("PARLOUR_PROGRESS_FD", str(writing))
    progress.tell("building the page")
    os.close(writing)
    monkeypatch.delenv("PARLOUR_PROGRESS_FD")
    progress.tell("page built")
    assert capfd.readouterr() == ("", "")
