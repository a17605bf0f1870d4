"""Games of the terminal in the owner's library."""

from io import StringIO
from pathlib import Path

import pytest

import parlour
from parlour.cli import run
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.library import TerminalLibrary, opened_library
from parlour.terminal.session import TerminalSession


def play(library: TerminalLibrary, lines: str, key: str = "surakarta") -> str:
    out = StringIO()
    table = TerminalGame(parlour.game(key).start(), ("Anna", "Ben"))
    TerminalSession(table, StringIO(lines), out, interactive=True, library=library).run()
    return out.getvalue()


def test_a_game_is_kept_with_take_backs_and_result(tmp_path: Path) -> None:
    library = TerminalLibrary(tmp_path)
    try:
        play(library, "4,0-3,0\n1,2-2,2\nundo\n1,3-2,3\nresign\ny\n\n")
        [entry] = library.games()
        record = library.record(entry.match.id)
    finally:
        library.close()
    assert [move.text for move in record.moves] == ["4,0-3,0", "1,3-2,3"]
    assert record.outcome is not None
    assert record.outcome.reason == "resign"
    assert record.tags["Seat1"] == "Anna"


def test_a_result_that_is_taken_back_leaves_a_running_game(tmp_path: Path) -> None:
    library = TerminalLibrary(tmp_path)
    try:
        play(library, "4,0-3,0\nresign\ny\nundo\n1,3-2,3\nquit\n")
        [entry] = library.games()
        record = library.record(entry.match.id)
    finally:
        library.close()
    assert entry.match.status == "running"
    assert [move.text for move in record.moves] == ["4,0-3,0", "1,3-2,3"]


def test_a_draw_is_kept_and_a_game_without_a_move_is_not(tmp_path: Path) -> None:
    library = TerminalLibrary(tmp_path)
    try:
        play(library, "resign\ny\n\n")
        assert library.games() == []
        play(library, "4,0-3,0\ndraw\ny\n\n")
        [entry] = library.games()
    finally:
        library.close()
    assert entry.match.reason == "agreement"


def test_a_library_that_cannot_be_used_is_reported_once_and_play_continues(tmp_path: Path) -> None:
    (tmp_path / "owner.json").write_text("no person")
    library = TerminalLibrary(tmp_path)
    try:
        printed = play(library, "4,0-3,0\n1,3-2,3\nquit\nquit\n")
    finally:
        library.close()
    assert printed.count("not saved in the library") == 1
    assert "owner.json" in printed


def test_a_script_is_stored_only_if_it_is_to_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path / "data"))
    script = tmp_path / "moves.txt"
    script.write_text("A-B\nC-D\n")
    for arguments in ((), ("--no-keep",)):
        assert run(["play", "sim", "--moves", str(script), *arguments]) == 1
        assert not (tmp_path / "data").exists()
    assert run(["play", "sim", "--moves", str(script), "--keep"]) == 1
    script.write_text("A-B\nC-D\nresign\n")
    assert run(["play", "sim", "--moves", str(script), "--keep"]) == 0
    with opened_library(keep=True) as library:
        assert library is not None
        assert [(entry.match.plies, entry.match.status) for entry in library.games()] == [(2, "over"), (2, "running")]
