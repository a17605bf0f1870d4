"""`parlour new-game`: the files it writes work, and it overwrites nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli import run
from parlour.cli.new_game import write_new_game
from parlour.games import load
from parlour.games.conformance import conform


def test_the_new_game_and_its_test_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new-game", "my-first-game", "--folder", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert f"parlour dev {tmp_path / 'my-first-game.py'}" in printed
    game = load(tmp_path / "my-first-game.py")
    assert (game.key, game.title, type(game).__name__) == ("my-first-game", "My first game", "MyFirstGame")
    assert list(conform(game)) == []
    assert game.read(game.showpiece) != game.start()
    test = tmp_path / "test_my_first_game.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def test_the_check_finds_a_fault_that_shows_in_one_of_eight_games(tmp_path: Path) -> None:
    game, _ = write_new_game("forgetful", tmp_path)
    source = game.read_text(encoding="utf-8")
    game.write_text(source.replace('((0.5, 0.5), "full")', "None"), encoding="utf-8")
    assert "play" in {failure.check for failure in conform(load(game))}


def test_the_check_reports_declarations_that_are_nonsense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, _ = write_new_game("undeclared", tmp_path)
    source = game.read_text(encoding="utf-8")
    game.write_text(source.replace("    reasons = (", "    declared = ('size',)\n    reasons = ("), encoding="utf-8")
    assert run(["check", str(game)]) == 1
    assert "AttributeError: 'str' object has no attribute 'key'" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["piece", "side", "plain-game"])
def test_a_game_may_be_named_after_what_games_use(name: str, tmp_path: Path) -> None:
    assert run(["new-game", name, "--folder", str(tmp_path)]) == 0
    assert list(conform(load(tmp_path / f"{name}.py"))) == []


def test_the_new_game_is_small_and_typed(tmp_path: Path) -> None:
    assert run(["new-game", "tiny", "--folder", str(tmp_path)]) == 0
    source = (tmp_path / "tiny.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 80
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    assert all(function.returns is not None for function in functions)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Bad Name", "lower-case"),
        ("../evil", "lower-case"),
        ("", "lower-case"),
        ("sim", "already"),
        ("taken", "already exists"),
    ],
)
def test_unsuitable_names_are_refused(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_taken.py").write_text("mine")
    assert run(["new-game", name, "--folder", str(tmp_path)]) == 2
    assert reason in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["test_taken.py"]
    assert (tmp_path / "test_taken.py").read_text() == "mine"


def test_authors_are_spoken_to_in_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert run(["new-game", "mein-spiel", "--folder", str(tmp_path)]) == 0
    assert "im Browser spielen" in capsys.readouterr().out
    assert run(["check", str(tmp_path / "mein-spiel.py"), "--combinations", "0"]) == 0
    assert "besteht alle Prüfungen" in " ".join(capsys.readouterr().out.split())
    broken = (tmp_path / "mein-spiel.py").read_text(encoding="utf-8").replace('title = "', 'title = ""  # "')
    (tmp_path / "mein-spiel.py").write_text(broken, encoding="utf-8")
    assert run(["check", str(tmp_path / "mein-spiel.py"), "--combinations", "0"]) == 1
    assert "✗ Angaben der Titel ist leer" in " ".join(capsys.readouterr().out.split())
    assert run(["dev", str(tmp_path / "none.py")]) == 2
    assert "Es gibt keine Datei" in capsys.readouterr().err
