"""`parlour arena` and `parlour ladder` on the command line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.lab.strength_report import StrengthMeasurements


def parlour(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, check=False, cwd=folder
    )


def test_a_match_is_stored_in_a_file_and_can_be_continued(tmp_path: Path) -> None:
    match = ("arena", "sim", "3", "1", "--openings", "0", "--processes", "1", "--out", "match.jsonl")
    first = parlour(*match, "--games", "4", folder=tmp_path)
    assert first.returncode == 0
    assert "All games are in match.jsonl." in first.stdout
    assert re.search(r"^ +result +\d won, \d drawn, \d lost *$", first.stdout, re.MULTILINE)
    assert re.search(r"^ +time per move +[\d.]+ s against [\d.]+ s *$", first.stdout, re.MULTILINE)
    kept = (tmp_path / "match.jsonl").read_bytes()
    assert len(kept.splitlines()) == 1 + 4
    assert parlour(*match, "--games", "6", folder=tmp_path).returncode == 0
    grown = (tmp_path / "match.jsonl").read_bytes()
    assert grown.startswith(kept)
    assert len(grown.splitlines()) == 1 + 6


def test_a_sequential_test_and_custom_openings_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("# one position\n1/../.2./..../..... 1\n")
    match = ("arena", "sim", "8", "1", "--sprt", "0.2,0.6", "--openings", "openings.txt", "--processes", "1")
    assert parlour(*match, "--games", "100", "--out", "m.jsonl", folder=tmp_path).returncode == 0
    lines = (tmp_path / "m.jsonl").read_text().splitlines()
    assert len(lines) < 60, "the test was certain before"
    assert all("1/../.2./..../..... 1" in line for line in lines)


def test_three_players_play_a_match(tmp_path: Path) -> None:
    match = ("arena", "sim", "3", "2", "--players", "3", "--openings", "0", "--games", "3", "--processes", "1")
    assert parlour(*match, "--out", "three.jsonl", folder=tmp_path).returncode == 0
    assert len((tmp_path / "three.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("arena", "sim", "9", "1"), "There is no bot “9”"),
        (("arena", "sim", "2"), "Name the two bots"),
        (("arena", "sim", "2", "1", "--sprt", "0.7,0.6"), "A test needs 0 < LOW < HIGH < 1"),
        (("arena", "sim", "2", "1", "--sprt", "much"), "Write the test as LOW,HIGH"),
        (("arena", "sim", "2", "1", "--openings", "nowhere.txt"), "cannot be read"),
        (("arena", "sim", "2", "1", "--openings", "²"), "cannot be read"),
        (("ladder", "sim", "--what", "luck"), "no section luck"),
    ],
)
def test_invalid_matches_are_refused_and_nothing_is_written(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    refused = parlour(*arguments, folder=tmp_path)
    assert refused.returncode == 2
    assert sentence in " ".join(refused.stderr.split())
    assert not list(tmp_path.iterdir())


def test_a_ladder_writes_its_book_and_its_page(tmp_path: Path) -> None:
    ladder = ("ladder", "sim", "--games", "2", "--processes", "1", "--what", "step", "--only", "2", "--page", "docs")
    assert parlour(*ladder, folder=tmp_path).returncode == 0
    book = StrengthMeasurements.load(tmp_path / "docs" / "strength" / "sim.json")
    assert [(one.first, one.second, one.tally.games) for one in book.matches] == [("2", "1", 2)]
    assert "| Sim | – | 2 (Beginner) | 1 (Random) |" in (tmp_path / "docs" / "strength.md").read_text(encoding="utf-8")
    assert (tmp_path / "docs" / "strength.svg").exists()
