"""Sim in the terminal: options as flags, the board and the free strokes, error messages, the final line."""

import io
import re
import subprocess
import sys

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot
from parlour.errors import OptionError
from parlour.games import game
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.session import TerminalSession

SIM = game("sim")
DRAW = "0-1 0-2 0-4 0-3 1-3 0-5 1-2 1-4 2-4 3-5 1-5 2-5 4-5 2-3 3-4"


def talk(script: str, names: list[str], **given: str) -> str:
    """Return the output for a typed script, with options as flags give them."""
    table = TerminalGame(SIM.start(SIM.check(given)), names)
    out = io.StringIO()
    TerminalSession(table, io.StringIO(script), out, interactive=True).run()
    return out.getvalue()


def test_players_and_dots_are_given_as_text_and_the_game_honours_them() -> None:
    printed = talk("", ["Ann", "Ben", "Cas"], players="3", vertices="7")
    assert "Ann: strokes 0 · Ben: strokes 0 · Cas: strokes 0" in printed
    assert "  G . . . . . .\n" in printed


@pytest.mark.parametrize(
    "given",
    [{"players": text} for text in ("0", "1", "6", "-1", "x")]
    + [{"vertices": text} for text in ("0", "1", "2", "11", "-1", "x")],
)
def test_settings_out_of_range_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="must be a whole number from"):
        talk("", [], **given)


def test_each_turn_shows_the_board_and_the_free_strokes_and_who_is_to_move() -> None:
    printed = talk("0-1\n", ["Ann", "Ben"])
    assert "free: A-B A-C B-C" in printed
    assert "    A B C D E\n  B 1\n  C . .\n" in printed
    assert "free: A-C B-C A-D" in printed
    assert re.search(r"^Ben \(.*\) to move\.", printed, re.M)


def test_each_kind_of_bad_input_gets_its_own_sentence_and_the_same_player_is_asked_again() -> None:
    printed = talk("0-1\n1-0\n2-2\n0-9\n0 1 2\nhello there\n-1 2\n", ["Ann", "Ben"])
    for sentence in (
        "A and B are already joined by Ann.",
        "C was chosen twice",
        "There is no such dot: the dots are A to F.",
        "“0 1 2” names more than two dots",
        "“hello there” does not name two dots",
        "“-1 2” does not name two dots",
    ):
        assert printed.count(sentence) == 1, sentence
    assert printed.count("Ben> ") == 7


def test_a_stroke_can_be_typed_dot_by_dot_by_the_names_on_the_board() -> None:
    printed = talk("E\nA\n", ["Ann", "Ben"])
    assert "Choose the dot to join to E: A, B, C, D, F." in printed
    assert "Ann joins A and E." in printed


def test_the_end_is_a_line_that_names_the_loser_or_the_draw() -> None:
    lost = talk("\n".join(["0-4", "0-1", "2-4", "0-2", "3-5", "1-2"]), ["Ann", "Ben"])
    assert "Ben has completed the triangle A, B, C." in lost
    assert "Ann won: Ben completed a triangle." in lost
    three = talk("\n".join(["0-1", "2-3", "4-5", "1-2", "3-4", "0-5", "0-2"]), ["Ann", "Ben", "Cas"], players="3")
    assert "Ann lost: Ann completed a triangle." in three
    drawn = talk("\n".join(DRAW.split()), ["Ann", "Ben", "Cas"], players="3")
    assert "Draw: all dots are joined and nobody completed a figure." in drawn


def test_malformed_input_and_the_end_of_input_are_handled() -> None:
    printed = talk("x-y\n3\n1 2 3\n\nA-B\n", ["Ann", "Ben"])
    assert "There is no such dot: the dots are A to F." in printed
    assert "“3” names only one dot, but a stroke joins two" in printed
    assert "“1 2 3” names more than two dots" in printed
    assert "Ann joins A and B." in printed
    assert re.search(r"^Ben \(.*\) to move\.", printed, re.M)


def parlour(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "parlour", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_a_script_gets_the_result_as_exit_status() -> None:
    flags = ["play", "sim", "--players", "3", "--vertices", "7"]
    ended = parlour(*flags, typed="\n".join(["0-1", "2-3", "4-5", "1-2", "3-4", "0-5", "0-2"]))
    assert ended.returncode == 0
    assert "Player 1 lost: Player 1 completed a triangle." in ended.stdout
    assert parlour(*flags, typed="0-1\n").returncode == 1
    refused = parlour(*flags, typed="0-1\n1-0\n")
    assert refused.returncode == 2
    assert refused.stderr == "parlour: Line 2: A and B are already joined by Player 1.\n"
    wrong = parlour("play", "sim", "--vertices", "11")
    assert wrong.returncode == 2
    assert "vertices cannot be “11”: it must be a whole number from 3 to 10." in " ".join(wrong.stderr.split())


@pytest.mark.parametrize("dots", ["8", "10"])
def test_bots_play_correctly_on_large_boards_and_their_strokes_are_printed(dots: str) -> None:
    options = SIM.check({"vertices": dots})
    bots = {seat: BotPlayer(read_bot("3"), SIM, options, seat) for seat in (0, 1)}
    table = TerminalGame(SIM.start(options), bots=bots)
    out = io.StringIO()
    assert TerminalSession(table, io.StringIO(""), out, interactive=False).run()
    strokes = len(table.position.played)
    assert out.getvalue().count(" joins ") == strokes
    assert " won: " in out.getvalue()
