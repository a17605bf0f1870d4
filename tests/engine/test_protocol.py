"""The engine protocol: its documented transcripts, the client, and foreign engines that misbehave."""

import fnmatch
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import protocol
from parlour.engine import watchdog
from parlour.engine.bot import BotPlayer
from parlour.engine.levels import Bot, BotError, bot_name, read_bot, settings
from parlour.engine.protocol import client
from parlour.engine.protocol.registry import close_idle_engines
from parlour.errors import SetupError
from parlour.games import game
from parlour.lab.arena import Pairing, play_game
from parlour.match.seats import check_player

ROOT = Path(__file__).resolve().parents[2]
ENGINES = Path(__file__).with_name("protocol_engines.py")
TRANSCRIPTS = re.findall(r"```text\n(> .*?)```", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8"), re.DOTALL)


START_SECONDS = 100.0
"""Time a program has to start, on a busy machine."""


def command(kind: str) -> list[str]:
    return [sys.executable, str(ENGINES), kind]


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register good and bad engines in a data folder. Those that answer may take long, on a busy machine."""
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    monkeypatch.setattr(client, "STOP_SECONDS", 100.0)
    kinds = ("good", "crashing", "illegal", "garbage", "hanging")
    lines = [f"[{kind}]\ncommand = {command(kind)!r}\ngames = ['sim']\n" for kind in kinds]
    (tmp_path / "engines.toml").write_text("\n".join(lines), encoding="utf-8")
    yield
    close_idle_engines()


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_a_documented_conversation_happens_as_written(transcript: str) -> None:
    engine = subprocess.Popen(
        [sys.executable, "-m", "parlour", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    with engine:
        for line in transcript.splitlines():
            if line.startswith("> "):
                engine.stdin.write(line[2:] + "\n")
                engine.stdin.flush()
            else:
                pattern = line.removeprefix("< ").replace("…", "*")
                answer = engine.stdout.readline().rstrip("\n")
                assert fnmatch.fnmatchcase(answer, pattern), f"{answer!r} is not {pattern!r}"
        engine.stdin.close()
    assert engine.returncode == 0


@pytest.mark.parametrize("limit", ["", "x", "-1", "1.5", "²", "9" * 5000])
def test_a_limit_that_is_no_number_is_refused(limit: str) -> None:
    answers: list[str] = []
    server = protocol.ProtocolServer(answers.append)
    server.serve(["position sim;;./../.../..../..... 1", f"go depth {limit}"])
    assert len(answers) == 1
    assert answers[0].startswith("error “depth")


def test_an_unknown_limit_is_quoted_as_it_was_written() -> None:
    answers: list[str] = []
    protocol.ProtocolServer(answers.append).serve(["position sim;;./../.../..../..... 1", "go infinite"])
    assert len(answers) == 1
    assert answers[0].startswith("error “infinite” is not a limit")


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 4


def test_parlour_plays_against_parlour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STOP_SECONDS", 100.0)
    position = game("sim").start({"vertices": 5})
    with protocol.EngineProcess([sys.executable, "-m", "parlour", "engine"], START_SECONDS) as engine:
        assert engine.name.startswith("Parlour")
        assert "sim" in engine.games
        while not position.is_over():
            position.play(engine.choose(position, seconds=0.02))
    assert position.outcome() is not None


@pytest.mark.usefixtures("registered")
def test_a_registered_engine_is_a_bot() -> None:
    position = game("sim").start()
    player = BotPlayer(read_bot("engine-good"), position.game, position.options)
    assert position.write_move(player.choose(position)) == "A-B"
    position.play("A-B")
    assert position.write_move(player.choose(position)) == "A-C"
    assert bot_name(Bot("engine-good"), position.game) == "Engine good"
    with pytest.raises(BotError):
        settings(read_bot("engine-good"), game("pylos"), game("pylos").check())


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("kind", ["crashing", "illegal", "garbage", "hanging"])
def test_a_bad_engine_only_loses_its_choice(
    kind: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watchdog plays a legal move instead, and the game continues to its end."""
    if kind == "hanging":
        monkeypatch.setattr(client, "STOP_SECONDS", 0.2)
    pairing = Pairing("sim", {"vertices": 4}, f"engine-{kind},seconds=0.01", "1", opening_moves=0)
    with caplog.at_level(logging.ERROR, logger="parlour.engine"):
        played = play_game(pairing, 0)
    assert played.reason in ("triangle", "full")
    assert "another move is played" in caplog.text


def test_a_match_continues_when_its_engine_is_unregistered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    position = game("sim").start()
    player = BotPlayer(Bot("engine-gone"), position.game, position.options)
    assert watchdog.choose(player, position) in position.moves()
    assert "another move is played. No engine “gone” is registered here." in caplog.text
    assert "Traceback" not in caplog.text


def test_a_program_that_is_no_engine_is_refused() -> None:
    with pytest.raises(protocol.EngineFault, match="could not be started"):
        protocol.EngineProcess(["/no/such/program"])
    with pytest.raises(protocol.EngineFault, match="has exited"):
        protocol.EngineProcess([sys.executable, "-c", "pass"], START_SECONDS)
    with pytest.raises(protocol.EngineFault, match="does not answer"):
        protocol.EngineProcess(command("mute"), start_seconds=0.1)


@pytest.mark.parametrize("windows", [False, True])
def test_a_command_is_split_at_blanks_outside_quotes(windows: bool) -> None:
    split = client.split_command("'my engine' --level 3 # \"a b\"", windows=windows)
    assert split == ["my engine", "--level", "3", "#", "a b"]


def test_paths_of_windows_keep_their_backslashes() -> None:
    command = r'"C:\Program Files\engine.exe" --book C:\books\new'
    assert client.split_command(command, windows=True) == [r"C:\Program Files\engine.exe", "--book", r"C:\books\new"]
    assert client.split_command(r"my\ engine", windows=False) == ["my engine"]


def test_an_engine_that_reads_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its input is full after some kilobytes, and a long game has more."""
    monkeypatch.setattr(client, "STOP_SECONDS", 0.2)
    position = game("surakarta").start({"ending": "endless"})
    for _ in range(3000):
        for move in ("4,0-3,0", "1,0-2,0", "3,0-4,0", "2,0-1,0"):
            position.play(move)
    engine = protocol.EngineProcess(command("deaf"), START_SECONDS)
    with pytest.raises(protocol.EngineFault, match="does not answer"):
        engine.choose(position, seconds=0)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere only the program itself is ended")
def test_what_an_engine_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STOP_SECONDS", 0.2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    engine = protocol.EngineProcess([*command("parent"), str(pipe)], START_SECONDS)
    with pipe.open() as held_by_child:
        with pytest.raises(protocol.EngineFault, match="does not answer"):
            engine.choose(game("sim").start(), seconds=0)
        assert held_by_child.read() == ""  # returns when the child is gone


@pytest.mark.usefixtures("registered")
def test_a_match_takes_registered_engines_only() -> None:
    sim = game("sim")
    assert check_player(Bot("engine-good"), (), sim) == Bot("engine-good")
    for name in ("engine-unknown", "engine-../bin/sh", "engine-"):
        with pytest.raises(SetupError):
            check_player(Bot(name), (), sim)


def test_the_file_of_engines_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    assert protocol.registered_engines() == {}
    for wrong in ("[x", "[x]\ncommand = 5\n", "[x]\n", "[X_Y]\ncommand = ['a']\n", "[x]\ncommand = []\n"):
        (tmp_path / "engines.toml").write_text(wrong, encoding="utf-8")
        with pytest.raises(protocol.EngineFault, match=r"engines\.toml"):
            protocol.registered_engines()
