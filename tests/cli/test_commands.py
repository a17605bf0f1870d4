"""Commands for game and engine developers: output, files and errors."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.cli import run
from parlour.games import game
from tests.games.known import HEXAPAWN

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Run `parlour ...` in an empty folder and return the exit status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run_it(*args: str) -> tuple[int, str, str]:
        status = run(list(args))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_it


# ---- games -----------------------------------------------------------------------------------------------------------


def test_games_lists_every_game(command: Command) -> None:
    status, printed, _ = command("games")
    assert status == 0
    for key in ("surakarta", "yinsh", "sim", "pylos", "laserchess"):
        assert f"\n  {key}" in f"\n{printed}"


def test_games_lists_those_that_cannot_be_loaded_with_the_reason(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    (tmp_path / "games").mkdir()
    assert command("new-game", "gridlock", "--folder", str(tmp_path / "games"))[0] == 0
    (tmp_path / "games" / "broken.py").write_text("import no_such_module")
    status, printed, _ = command("games")
    assert status == 0
    assert "\n  surakarta" in f"\n{printed}"
    assert "\n  gridlock" in printed
    assert "✗ broken" in printed
    assert "ModuleNotFoundError: No module named 'no_such_module'" in printed
    assert printed.count("✗") == 1


def test_games_shows_the_options_and_the_start_of_one(command: Command) -> None:
    _, printed, _ = command("games", "sim")
    assert "--vertices" in printed
    assert "--players" in printed


def test_games_shows_the_rules_of_one(command: Command) -> None:
    _, printed, _ = command("games", "pylos", "--rules")
    assert "reserve" in printed


# ---- analyse ---------------------------------------------------------------------------------------------------------


def test_analyse_shows_the_wanted_number_of_lines(command: Command) -> None:
    status, printed, _ = command("analyse", "surakarta", "--depth", "3", "--lines", "2")
    assert status == 0
    assert len([line for line in printed.splitlines() if line.lstrip().startswith(("1 ", "2 ", "3 "))]) >= 2


def test_analyse_announces_a_forced_win(command: Command) -> None:
    last_capture = "....../....../....../.1..2./....../...... 1 0"
    _, printed, _ = command("analyse", "surakarta", "--position", last_capture, "--depth", "4")
    assert "3,1x3,4" in printed
    assert "wins" in printed


def test_analyse_appends_each_report_to_the_log_as_a_line_of_json(command: Command, tmp_path: Path) -> None:
    for _ in range(2):
        assert command("analyse", "sim", "--depth", "3", "--stats", "--log", "log.jsonl")[0] == 0
    lines = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    reports = [json.loads(line) for line in lines]
    assert len(reports) >= 2
    assert all(report["nodes"] > 0 for report in reports)


def test_analyse_says_that_a_game_is_over(command: Command) -> None:
    status, _, complaint = command(
        "analyse", "surakarta", "--position", "....../....../....../.1..../....../...... 2 0"
    )
    assert status == 2
    assert "over" in complaint


def test_a_share_string_names_game_and_options(command: Command) -> None:
    share = "sim;vertices=4,players=2;1/../... 2"
    status, printed, _ = command("perft", "--position", share, "--depth", "1")
    assert (status, printed.splitlines()[-1]) == (0, "5 moves at depth 1")
    status, _, complaint = command("perft", "yinsh", "--position", share)
    assert (status, "sim" in complaint) == (2, True)


@pytest.mark.parametrize(
    ("flags", "verdict", "winner"), [((), "loses in 1 move", 2), (("sim", "--goal", "make"), "wins in 1 move", 1)]
)
def test_flags_change_the_options_of_a_share_string(
    command: Command, tmp_path: Path, flags: tuple[str, ...], verdict: str, winner: int
) -> None:
    triangle = ("--position", "sim;vertices=4,players=2;1/1./22. 1")
    status, printed, _ = command("analyse", *flags, *triangle, "--depth", "2")
    assert status == 0
    assert [line.split("  ")[1] for line in printed.splitlines() if line.rstrip().endswith("  B-C")] == [verdict]
    (tmp_path / "moves.txt").write_text("B-C\n")
    status, printed, _ = command("play", *flags, *triangle, "--moves", "moves.txt")
    assert (status, f"Player {winner} won: Player 1 completed a triangle." in printed) == (0, True)


def test_analyse_refuses_an_invalid_position(command: Command) -> None:
    status, _, complaint = command("analyse", "surakarta", "--position", "nonsense")
    assert status == 2
    assert complaint.startswith("parlour: ")


# ---- perft -----------------------------------------------------------------------------------------------------------


def test_perft_splits_by_the_first_move(command: Command) -> None:
    _, printed, _ = command("perft", "surakarta", "--depth", "3")
    *split, total = printed.splitlines()
    assert len(split) == 16
    assert total == "5382 moves at depth 3"
    assert sum(int(line.rpartition(" ")[2]) for line in split) == 5382


def test_perft_counts_turns_where_a_turn_has_several_moves(command: Command) -> None:
    after_a_square = game("pylos").start()
    for turn in ("1a1", "1d1", "1a2", "1d2", "1b1", "1d3"):
        after_a_square.play(after_a_square.read_move(turn))
    after_a_square.play(after_a_square.read_move("1b2"))
    text = after_a_square.text()
    _, printed, _ = command("perft", "pylos", "--position", text, "--depth", "2")
    assert printed.splitlines()[-1] == "16 moves at depth 2"
    _, printed, _ = command("perft", "pylos", "--position", text, "--depth", "1", "--turns")
    assert printed.splitlines()[-1] == "10 turns at depth 1"


# ---- check -----------------------------------------------------------------------------------------------------------


def test_check_passes_a_good_file(command: Command) -> None:
    status, printed, _ = command("check", str(HEXAPAWN), "--combinations", "0")
    assert status == 0
    assert "passes all checks" in printed


def test_check_explains_what_is_wrong_with_a_bad_one(command: Command, tmp_path: Path) -> None:
    source = HEXAPAWN.read_text(encoding="utf-8")
    bad = tmp_path / "bad.py"
    bad.write_text(source.replace("def text(", "def text_of("), encoding="utf-8")
    status, _, complaint = command("check", str(bad), "--combinations", "0")
    assert status == 2
    assert "does not implement text" in complaint


def test_check_explains_scores_that_fail(command: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    method = "    def scores(self, state): return [1 / 0]\n\n    def text("
    bad.write_text(HEXAPAWN.read_text(encoding="utf-8").replace("    def text(", method), encoding="utf-8")
    status, printed, _ = command("check", str(bad), "--combinations", "0")
    assert status == 1
    assert "ZeroDivisionError" in printed


def test_check_warns_of_values_that_boards_do_not_know(command: Command, tmp_path: Path) -> None:
    source = HEXAPAWN.read_text(encoding="utf-8")
    odd = tmp_path / "odd.py"
    odd.write_text(
        source.replace('"hexapawn"', '"odd"').replace('"pawn", "p"', '"dragon", "p"').replace("#2b2b2b", "black"),
        encoding="utf-8",
    )
    status, printed, _ = command("check", str(odd), "--combinations", "0")
    assert status == 0
    assert "The shape of the kind pawn, “dragon”, is unknown. Known: disc, stone" in printed
    assert "must be written as #rrggbb" in printed
    assert "passes all checks under 1 set of options" in printed


def test_check_warns_of_marks_without_a_text_wherever_they_occur(command: Command, tmp_path: Path) -> None:
    source = HEXAPAWN.read_text(encoding="utf-8")
    marked = tmp_path / "marked.py"
    kind = '"won" if self.outcome(state) else "moved" if state != self.first({}) else "first"'
    method = f"    def marks(self, state): return [Mark({kind}, (0,), 0)]\n\n    def text("
    marked.write_text(source.replace("    def text(", method).replace("import Board", "import Mark, Board"))
    status, printed, _ = command("check", str(marked), "--combinations", "0")
    assert status == 0
    for name in ("first", "moved", "won"):
        assert f"There is no text mark.{name}; the page shows “{name}”." in printed


def test_check_warns_of_nothing_in_the_games_of_parlour(command: Command) -> None:
    from parlour.games.conformance.warnings import warnings_of
    from parlour.games.registry import own_keys

    assert [sentence for key in own_keys() for sentence in warnings_of(game(key))] == []


def test_arena_takes_a_game_in_a_file_like_play(command: Command) -> None:
    status, printed, complaint = command(
        "arena", "--game", str(HEXAPAWN), "3", "1", "--games", "2", "--openings", "0", "--processes", "1"
    )
    assert (status, complaint) == (0, "")
    assert "All games are in hexapawn-3-v-1.jsonl." in printed
    status, printed, _ = command(
        *("arena", "hexapawn", "3", "1", "--game", str(HEXAPAWN), "--games", "2", "--openings", "0"),
        *("--processes", "2", "--out", "again.jsonl"),
    )
    assert status == 0


# ---- arena, ladder, tune ---------------------------------------------------------------------------------------------


def test_arena_plays_shows_and_stores_all_games_and_continues_later(command: Command, tmp_path: Path) -> None:
    match = ("arena", "sim", "2", "1", "--processes", "1", "--out", "match.jsonl")
    status, printed, _ = command(*match, "--games", "4")
    assert status == 0
    assert "All games are in match.jsonl." in printed
    before = (tmp_path / "match.jsonl").read_text(encoding="utf-8")
    assert command(*match, "--games", "6")[0] == 0
    after = (tmp_path / "match.jsonl").read_text(encoding="utf-8")
    assert after.startswith(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 2


def test_arena_begins_with_the_positions_of_a_file(command: Command, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text(
        "# a late position\n....../....../....../.1..2./....../...... 1 0\n", encoding="utf-8"
    )
    status, _, _ = command(
        "arena",
        "surakarta",
        "3",
        "1",
        "--games",
        "2",
        "--processes",
        "1",
        "--openings",
        "openings.txt",
        "--out",
        "m.jsonl",
    )
    assert status == 0
    assert ".1..2." in (tmp_path / "m.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("sim", "2"), "Name the two bots"),
        (("sim", "2", "99"), "no bot “99”"),
        (("sim", "2", "1", "--sprt", "0.6"), "LOW,HIGH"),
        (("sim", "2", "1", "--sprt", "0.7,0.6"), "0 < LOW < HIGH < 1"),
        (("sim", "2", "1", "--openings", "no-such-file"), "cannot be read"),
        (("nogame", "2", "1"), "nogame"),
    ],
)
def test_arena_refuses_with_a_reason(command: Command, arguments: tuple[str, ...], reason: str) -> None:
    status, _, complaint = command("arena", *arguments, "--games", "1", "--processes", "1")
    assert status == 2
    assert reason in complaint


def test_ladder_measures_and_writes_the_page(command: Command, tmp_path: Path) -> None:
    status, printed, _ = command("ladder", "sim", "--games", "4", "--processes", "1", "--what", "step", "--only", "2")
    assert status == 0
    assert "strength.md" in printed
    assert "Sim" in (tmp_path / "docs" / "strength.md").read_text(encoding="utf-8")
    book = json.loads((tmp_path / "docs" / "strength" / "sim.json").read_text(encoding="utf-8"))
    assert len(book) >= 1


def test_ladder_refuses_games_that_cannot_be_measured(command: Command) -> None:
    status, _, complaint = command("ladder", "sim", "--what", "luck")
    assert status == 2
    assert "luck" in complaint


def test_tune_shows_new_weights_beside_the_current_ones(command: Command) -> None:
    status, printed, _ = command("tune", "surakarta", "--games", "10", "--nodes", "20", "--processes", "1")
    assert status == 0
    assert "mean log loss" in printed
