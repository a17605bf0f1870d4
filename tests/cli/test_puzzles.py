"""`parlour puzzles` on the command line."""

import subprocess
import sys
from pathlib import Path

from parlour.engine.puzzles import verify
from parlour.games import game
from parlour.games.learning.puzzles import read_puzzles


def parlour(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", "puzzles", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def test_puzzles_are_mined_stored_continued_and_selected(tmp_path: Path) -> None:
    mine = ("sim", "--processes", "1", "--finds", "finds.jsonl", "--out", "shipped", "--count", "3")
    assert parlour(*mine, "--games", "2", folder=tmp_path).returncode == 0
    kept = (tmp_path / "finds.jsonl").read_bytes()
    assert len(kept.splitlines()) == 1 + 2
    (tmp_path / "finds.jsonl").write_bytes(kept[:-20])
    again = parlour(*mine, "--games", "3", folder=tmp_path)
    assert again.returncode == 0
    assert "All findings are in finds.jsonl." in again.stdout
    assert (tmp_path / "finds.jsonl").read_bytes().startswith(kept)
    shipped = read_puzzles((tmp_path / "shipped" / "win.json").read_bytes())
    assert len({puzzle.id for puzzle in shipped}) == len(shipped) > 3
    for puzzle in shipped:
        verify(puzzle, puzzle.start(game("sim")))


def test_recorded_games_are_searched_too(tmp_path: Path) -> None:
    arena = [sys.executable, "-m", "parlour", "arena", "sim", "3", "3", "--games", "2", "--processes", "1"]
    subprocess.run([*arena, "--out", "games.jsonl"], check=True, cwd=tmp_path, capture_output=True)
    from parlour.lab.arena import Arena, Pairing

    played = Arena(Pairing("sim", dict(game("sim").check()), "3", "3"), tmp_path / "games.jsonl").played
    (tmp_path / "games.txt").write_text("\n\n".join(one.record for one in played.values()), encoding="utf-8")
    mined = parlour("sim", "--records", "games.txt", "--processes", "1", folder=tmp_path)
    assert mined.returncode == 0
    assert len((tmp_path / "sim-puzzles.jsonl").read_bytes().splitlines()) == 1 + 2


def test_games_that_cannot_be_mined_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "finds.jsonl").write_text("no json\nat all\n")
    for arguments, reason in (
        (("sim", "--players", "3"), "with two seats"),
        (("nim",), "There is no game"),
        (("sim", "--records", "nowhere.txt"), "cannot be read"),
        (("sim", "--finds", "finds.jsonl"), "not a results file"),
    ):
        refused = parlour(*arguments, folder=tmp_path)
        assert refused.returncode == 2
        assert reason in refused.stderr
    assert (tmp_path / "finds.jsonl").read_text() == "no json\nat all\n"
