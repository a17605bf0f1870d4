"""The terminal session, driven as a person or a script would."""

import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot
from parlour.engine.report import Report
from parlour.engine.solve.perfect_play import PerfectPlay
from parlour.errors import ParlourError, RecordError
from parlour.games import game, keys, load
from parlour.match.records.text_format import read_record
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.library import TerminalLibrary
from parlour.terminal.session import TerminalSession, ask_names
from parlour.terminal.thinking import BackgroundSolver, format_report
from tests.games.known import HEXAPAWN

PROTOCOL_ENGINES = Path(__file__).parents[1] / "engine" / "protocol_engines.py"

LAST_CAPTURE = "....../....../....../.1..2./....../...... 1 0"


def talk(script: str, *, interactive: bool = True, text: str | None = None) -> tuple[str, TerminalSession]:
    """Return the output when a script is typed in a game of Surakarta."""
    surakarta = game("surakarta")
    table = TerminalGame(surakarta.read(text) if text else surakarta.start(), ["Anna", "Ben"])
    out = io.StringIO()
    conversation = TerminalSession(table, io.StringIO(script), out, interactive=interactive)
    conversation.run()
    return out.getvalue(), conversation


def test_a_game_that_a_bot_plays_perfectly_is_solved_while_people_think(monkeypatch: pytest.MonkeyPatch) -> None:
    sim = game("sim")
    start = sim.start(sim.check({"vertices": 7}))
    unsolved = PerfectPlay(sim, start.options)
    monkeypatch.setattr("parlour.engine.bot.perfect_play", lambda _: unsolved)
    bot = BotPlayer(read_bot("perfect"), sim, start.options)
    solver = BackgroundSolver()
    solver.begin([bot], start)
    while bot.can_prepare(start):
        assert not solver.stop.is_set()
    shown = Report((), 0, 12, 0.5, {}, finished=False, solved=0.428)
    assert format_report(start, shown) == "solving the game: 43%…"
    table = TerminalGame(start, ["Anna", ""], {1: bot})
    conversation = TerminalSession(table, io.StringIO("1-2\nquit\n"), io.StringIO(), interactive=False)
    conversation.run()
    assert len(conversation.table.position.played) == 2
    assert conversation.background_solver.stop.is_set(), "nothing continues when the game is left"


def test_the_board_with_numbered_rows_and_columns_is_printed_before_and_after_each_move() -> None:
    printed, _ = talk("4,0-3,0\n")
    assert printed.count("    0 1 2 3 4 5\n   ------------\n0 | g g g g g g\n") == 2
    assert "3 | y . . . . .\n4 | . y y y y y\n" in printed


def test_the_player_to_move_is_named_with_side_and_sign() -> None:
    printed, _ = talk("4,0-3,0\n")
    assert "Anna (South, y) to move." in printed
    assert "Ben (North, g) to move." in printed


def test_a_move_can_be_typed_step_by_step_and_without_a_comma() -> None:
    printed, conversation = talk("4,0\n3,0\n11-21\n")
    assert "Choose where the piece on 4,0 goes" in printed
    assert "Anna [4,0]> " in printed
    assert conversation.table.turns() == ["4,0-3,0", "1,1-2,1"]
    printed, conversation = talk("4,0\n6,0\n3_0\n3,0\n")
    assert printed.count(" is not a move") == 2
    assert printed.count("Anna [4,0]> ") == 3
    assert conversation.table.turns() == ["4,0-3,0"]


def test_a_picked_piece_can_be_deselected() -> None:
    _, conversation = talk("4,0\nundo\n4,1\n3,1\n")
    assert conversation.table.turns() == ["4,1-3,1"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("6,3-5,3", "rows and columns go from 0 to 5"),
        ("4_2-3,2", "is not a move"),
        ("4,0-6,0", "rows and columns go from 0 to 5"),
        ("4,0-3_0", "is not a move"),
        ("1,1-2,1", "Choose one of your own pieces first: the piece on 1,1 is Ben’s"),
        ("2,2-3,2", "Choose one of your own pieces first: 2,2 is empty"),
        ("4,0-3,2", "is not next to"),
        ("4,1-1,1", "blocks the way"),
        ("4,1-4,2", "Your own piece is on 4,2"),
        ("nonsense", "is not a move"),
    ],
)
def test_bad_input_gets_a_reason_and_the_same_player_is_asked_again(typed: str, reason: str) -> None:
    printed, conversation = talk(f"{typed}\n")
    assert reason in printed
    assert conversation.table.position.seat == 0
    assert not conversation.table.position.played
    assert printed.count("Anna> ") == 2


def test_the_winner_is_reported_when_the_last_piece_is_captured() -> None:
    printed, _ = talk("3,1x3,4\n", text=LAST_CAPTURE)
    board, _, end = printed.rpartition("Anna won: Ben has no pieces left.")
    assert "2 | . . . . . .\n3 | . . . . y .\n4 | . . . . . .\n" in board
    assert " to move" not in end


def test_after_the_end_the_game_can_be_taken_back_or_left_with_enter() -> None:
    printed, conversation = talk("3,1x3,4\nundo\n", text=LAST_CAPTURE)
    assert "still work> " in printed
    assert conversation.table.outcome() is None
    assert talk("3,1x3,4\n\n4,0\n", text=LAST_CAPTURE)[1].table.outcome() is not None


def test_help_lists_every_command() -> None:
    printed, conversation = talk("help\n")
    assert {"moves", "undo", "hint", "resign"} <= set(conversation.commands)
    for command in conversation.commands:
        if command not in ("?", "help", "exit"):
            assert f"  {command}" in printed or f", {command} " in printed or f"; {command} FILE" in printed, command


def test_a_hint_names_a_turn_and_its_reason() -> None:
    printed, conversation = talk("hint\n", text=LAST_CAPTURE)
    assert "3,1x3,4. It wins in one move." in printed
    assert not conversation.table.position.played


def test_moves_lists_all_legal_moves() -> None:
    printed, _ = talk("moves\n")
    assert "16 moves." in printed
    assert "4,0-3,0" in printed


def test_undo_goes_back_to_the_start_and_says_so_there() -> None:
    printed, conversation = talk("4,0-3,0\n1,1-2,1\nundo\nundo\nundo\n")
    assert "There is nothing to undo." in printed
    assert conversation.table.position.text() == game("surakarta").start().text()


def test_redo_plays_again_until_something_else_is_played() -> None:
    printed, conversation = talk("4,0-3,0\nundo\nredo\nundo\n4,1-3,1\nredo\n")
    assert conversation.table.turns() == ["4,1-3,1"]
    assert "There is nothing to redo." in printed


def test_undoing_a_capture_lowers_the_captured_count() -> None:
    before = "....../.2..2./....../...1../.1..../...... 1 0"
    printed, _ = talk("4,1x1,1\nundo\n", text=before)
    assert "Anna: captured 11 of 12" in printed
    assert printed.rstrip().splitlines()[-3].startswith("Anna: captured 10 of 12")


def test_resigning_asks_first_and_can_name_either_side() -> None:
    assert "Ben won: Anna resigned." in talk("resign\nperhaps\nyes\n")[0]
    assert "Anna won: Ben resigned." in talk("resign ben\nyes\n")[0]
    assert talk("resign\nno\n")[1].table.outcome() is None
    assert "No player is called Carl." in talk("resign Carl\n")[0]


def test_a_draw_needs_the_others_agreement() -> None:
    assert "Draw: a draw was agreed." in talk("draw\nyes\n")[0]
    assert "The draw was declined." in talk("draw\nno\n")[0]


def test_quit_warns_once_about_a_game_that_is_not_saved() -> None:
    printed, _ = talk("4,0-3,0\nquit\nquit\n1,1-2,1\n")
    assert "This game is not saved." in printed
    assert printed.count("> ") == 3
    assert "not saved" not in talk("quit\n")[0]


def test_saving_loading_and_playing_on(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    talk(f"4,0-3,0\nsave {path}\n")
    assert [move.text for move in read_record(path.read_text()).moves] == ["4,0-3,0"]
    _, conversation = talk(f"load {path}\n1,1-2,1\nundo\nundo\n")
    assert conversation.table.names == ["Anna", "Ben"]
    assert conversation.table.position.text() == game("surakarta").start().text()
    assert "already exists" in talk(f"4,1-3,1\nsave {path}\nno\n")[0]
    assert "4,0-3,0" in path.read_text()
    talk(f"4,1-3,1\nsave {path}\nyes\n")
    assert "4,1-3,1" in path.read_text()


def test_a_save_that_fails_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    printed, _ = talk(f"save {tmp_path}/none/game.txt\nsave\n")
    assert "Cannot write" in printed
    assert "save FILE" in printed
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text('[Game "surakarta"]\n\n1. 4,0-3,0 0,0-5,5\n')
    with pytest.raises(RecordError, match=r"bad\.txt: Line 3, column 12"):
        TerminalGame.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not a text file"):
        TerminalGame.load(path)
    with pytest.raises(ParlourError, match="Cannot read"):
        TerminalGame.load(tmp_path)


def test_the_end_of_input_ends_the_game_cleanly() -> None:
    _, conversation = talk("4,0-3,0\n")
    assert conversation.table.outcome() is None


def test_a_table_of_any_game_is_played_to_its_end_by_its_own_list_of_moves() -> None:
    load(HEXAPAWN)
    for key in keys():
        found = game(key)
        whole = found.start()
        whole.play_random(3)
        walker = found.start()
        script = []
        for move in whole.played:
            script.append(walker.write_move(move))
            walker.play(move)
        out = io.StringIO()
        table = TerminalGame(found.start())
        assert TerminalSession(table, io.StringIO("\n".join(script)), out, interactive=False).run()
        assert table.result() in out.getvalue()


def test_names_are_asked_checked_and_distinct() -> None:
    table = TerminalGame(game("surakarta").start())
    out = io.StringIO()
    assert ask_names(table, io.StringIO("\x07\nAnna B.\nanna b.\n\n"), out)
    assert table.names == ["Anna B.", "North"]
    assert "Who plays South (yellow, “y”)? [South] " in out.getvalue()
    assert "Who plays North (green, “g”)? [North] " in out.getvalue()
    assert "invisible character" in out.getvalue()
    assert "is taken" in out.getvalue()
    assert not ask_names(table, io.StringIO("Carl\n"), out)


# ---- As a program --------------------------------------------------------------------------------------------------


def parlour(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "parlour", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=60, env={**os.environ, **environment}
    )


def test_a_pipe_plays_without_prompts_and_the_exit_status_is_the_result(tmp_path: Path) -> None:
    done = parlour("play", "surakarta", "--position", LAST_CAPTURE, typed="3,1x3,4\n")
    assert done.returncode == 0
    assert "South won: North has no pieces left." in done.stdout
    assert "> " not in done.stdout
    assert parlour("play", "surakarta", typed="4,0-3,0\n").returncode == 1
    bad = parlour("play", "surakarta", typed="4,0-3,0\n\n# a remark\n4,1-3,1\n")
    assert bad.returncode == 2
    assert bad.stderr.startswith("parlour: Line 4: ")
    script = tmp_path / "moves.txt"
    script.write_text("3,1x3,4\n")
    again = parlour("play", "surakarta", "--position", LAST_CAPTURE, "--moves", str(script))
    assert again.stdout == done.stdout


def test_options_names_and_presets_are_flags_and_are_checked() -> None:
    assert (
        parlour("play", "surakarta", "--ending", "endless", "--name", "Anna", "-n", "Ben", typed="quit\n").returncode
        == 0
    )
    for arguments, reason in (
        (["--ending", "never"], "standard or endless"),
        (["--ending"], "needs a value"),
        (["--size", "7"], "has no option “size”"),
        (["--ending=endless", "--ending=endless"], "twice"),
        (["--preset", "blitz"], "has no preset"),
        (["--name", "A", "--name", "a"], "is taken"),
        (["--position", "x"], "Write the rows"),
        (["--resume", "/no/such/file"], "alone"),
        (["--moves", "/no/such/file"], "Cannot read"),
    ):
        refused = parlour("play", "surakarta", *arguments)
        assert refused.returncode == 2, arguments
        assert reason in refused.stderr.replace("\n", " "), refused.stderr


def test_an_unknown_game_or_command_gets_a_sentence() -> None:
    for arguments, reason in (
        (["play", "asdf"], "There is no game “asdf”. Available: "),
        (["play"], "Specify a game"),
        (["sf"], "No such command"),
    ):
        refused = parlour(*arguments)
        assert refused.returncode == 2
        assert reason in refused.stderr


def test_a_bot_plays_its_seat_and_the_same_seed_repeats_the_game() -> None:
    script = "1,1-2,1\nmoves\nresign\n"  # without a hint, whose search depends on the speed of the machine
    first = parlour("play", "surakarta", "--bot", "3", "--second", "--seed", "5", typed=script)
    assert first.returncode == 0
    assert "Level 3, Learner moves from" in first.stdout
    assert "Level 3, Learner won: North resigned." in first.stdout
    assert parlour("play", "surakarta", "--bot", "3", "--second", "--seed", "5", typed=script).stdout == first.stdout


def test_bots_play_each_other_to_the_end_without_input() -> None:
    played = parlour("play", "--game", str(HEXAPAWN), "--bot", "1", "--bot", "4", "--seed", "1")
    assert played.returncode == 0
    assert " won: " in played.stdout
    refused = parlour("play", "surakarta", "--bot", "9")
    assert refused.returncode == 2
    assert "There is no bot “9”" in refused.stderr


def test_a_registered_engine_plays_against_a_bot(tmp_path: Path) -> None:
    command = [sys.executable, str(PROTOCOL_ENGINES), "good"]
    (tmp_path / "engines.toml").write_text(f"[good]\ncommand = {command!r}\n", encoding="utf-8")
    bots = ("--bot", "engine-good,seconds=20", "--bot", "1")
    played = parlour("play", "sim", *bots, "--seed", "1", PARLOUR_FOLDER=str(tmp_path))
    assert (played.returncode, played.stderr) == (0, "")
    assert "Engine good: strokes 1 " in played.stdout


def test_four_players_with_a_bot_in_the_first_seat() -> None:
    seated = parlour("play", "sim", "--players", "4", "--bot", "3", "--second", "--seed", "1", typed="text\nquit\n")
    assert seated.returncode == 0
    assert "Level 3, Learner: strokes 1" in seated.stdout
    assert "Player 4: strokes 0" in seated.stdout
    assert seated.stdout.rstrip().endswith("2"), "the person in the second seat is to move"


def test_undo_against_a_bot_goes_back_to_the_players_own_turn() -> None:
    played = parlour("play", "surakarta", "--bot", "2", "--seed", "1", typed="4,0-3,0\nundo\ntext\nquit\n")
    assert game("surakarta").start().text() in played.stdout


def test_a_saved_game_is_resumed_without_prompts(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert parlour("play", "surakarta", "-n", "Anna", typed=f"4,0-3,0\nsave {path}\nquit\n").returncode == 0
    resumed = parlour("play", "--resume", str(path), typed="turns\nquit\n")
    assert resumed.returncode == 0
    assert "1. 4,0-3,0" in resumed.stdout
    assert "North (g) to move." in resumed.stdout


def test_a_third_party_game_is_played_and_checked() -> None:
    played = parlour("play", "--game", str(HEXAPAWN), typed="a1a2\nb3a2\nb1a2\nc3c2\n")
    assert "Black won: White cannot move." in played.stdout
    checked = parlour("check", str(HEXAPAWN))
    assert checked.returncode == 0
    assert "passes all checks" in checked.stdout


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    parent, child = pty.openpty()
    yield parent, child
    os.close(parent)


def test_at_a_real_terminal_names_are_asked_and_ctrl_c_leaves_with_130(
    terminal: tuple[int, int], tmp_path: Path
) -> None:
    parent, child = terminal
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", "play", "surakarta"],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "PARLOUR_FOLDER": str(tmp_path)},
        start_new_session=True,
        preexec_fn=lambda: os.set_inheritable(0, True),
    )
    os.close(child)

    def until(text: str) -> str:
        seen = ""
        while text not in seen:
            seen += os.read(parent, 4096).decode()
        return seen

    until("Who plays South")
    os.write(parent, b"Anna\n")
    until("Who plays North")
    os.write(parent, b"Ben\n")
    until("Anna> ")
    os.write(parent, b"4,0-3,0\n")
    until("Ben> ")
    process.send_signal(2)
    assert process.wait(timeout=30) == 130
    library = TerminalLibrary(tmp_path)
    assert [entry.match.plies for entry in library.games()] == [1], "the game is kept"
    library.close()


def test_a_game_is_played_in_another_language() -> None:
    sim = game("sim")
    table = TerminalGame(sim.start(), ["Anna", ""], language="de")
    out = io.StringIO()
    typed = "help\n0-1\n0-1\n0-9\nmoves\nundo\nresign\nja\n\n"
    TerminalSession(table, io.StringIO(typed), out, interactive=True).run()
    printed = out.getvalue()
    for sentence in (
        "Am Zug: Anna (Spieler 1, 1). Verbinde zwei Punkte, die noch nicht verbunden sind.",
        "save DATEI       die Partie in einer Datei speichern",
        "Anna verbindet A und B.",
        "A und B sind schon verbunden: Der Strich gehört Anna.",
        "Diesen Punkt gibt es nicht: Die Punkte heißen A bis F.",
        "14 Züge.",
        "Letzter Zug zurückgenommen.",
        "Gibt Anna (Spieler 1, 1) wirklich auf? (ja/nein) ",
        "Spieler 2 hat gewonnen: Anna hat aufgegeben.",
        "Enter beendet; undo, turns und save DATEI gehen noch> ",
    ):
        assert sentence in printed, sentence


def test_the_language_is_the_requested_one_or_that_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = parlour("play", "surakarta", "--language", "de", typed="4,0-3,0\nnonsense\n")
    assert "Süd zieht von 4,0 nach 3,0." in asked.stdout
    assert asked.stderr.startswith("parlour: Zeile 2: „nonsense“ ist kein Zug")
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert "Es gibt kein Spiel „chess“." in parlour("play", "chess").stderr
    assert "Die Sprache „xx“ ist nicht verfügbar" in parlour("play", "sim", "--language", "xx").stderr
