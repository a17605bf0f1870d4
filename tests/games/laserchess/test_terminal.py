"""Laser Chess on the command line: typed turns and line numbers."""

import subprocess
import sys


def parlour(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "parlour", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_turns_are_entered_in_the_terminal_until_a_pharaoh_falls() -> None:
    done = parlour("play", "laserchess", "--position", "sc9/10/10/10/8faRb/8FaRb/10/9Sa b", typed="j3>\ni4 i5\nj3<\n")
    assert done.returncode == 0, done.stderr
    assert "Red won: Blue destroyed their own Pharaoh." in done.stdout
    assert "8  sc .  .  .  .  .  .  .  .  ." in done.stdout


def test_a_turn_that_is_illegal_is_explained_in_the_terminal() -> None:
    refused = parlour("play", "laserchess", typed="j1>\n")
    assert refused.returncode == 2
    assert "neither moves nor rotates" in refused.stderr.replace("\n", " ")


def test_lines_are_counted_with_options_as_flags() -> None:
    counted = parlour("perft", "laserchess", "--swap", "off", "--depth", "2")
    assert counted.returncode == 0, counted.stderr
    assert "6389 moves at depth 2" in counted.stdout
    strict = parlour("perft", "laserchess", "--preset", "strict", "--layout", "imhotep", "--depth", "1")
    assert "73 moves at depth 1" in strict.stdout
