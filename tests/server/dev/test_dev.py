"""`parlour dev` reloads and checks the game file when it is saved, and notifies the page."""

import json
import os
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import run
from parlour.cli.new_game import write_new_game
from parlour.games import game
from parlour.games.conformance import translate
from parlour.server.dev import check_process
from parlour.server.dev.dev_page import REPORT_PATH, SCRIPT_PATH, add_dev_page, localize_report
from parlour.server.dev.watched_game import WatchedGame
from tests.server.served import Served


@pytest.fixture
def watched(tmp_path: Path) -> WatchedGame:
    path, _ = write_new_game("dev-sample", tmp_path)
    return WatchedGame(path)


RULES = "    # ---- The rules\n"


def save(watched: WatchedGame, old: str, new: str) -> None:
    """Change the file, with a new time of its last change even where the clock is coarse."""
    source = watched.path.read_text(encoding="utf-8")
    assert old in source
    before = watched.path.stat().st_mtime_ns
    watched.path.write_text(source.replace(old, new), encoding="utf-8")
    os.utime(watched.path, ns=(before + 10**9, before + 10**9))


def test_a_good_game_passes_and_is_in_play(watched: WatchedGame) -> None:
    assert watched.refresh()
    assert not watched.refresh(), "nothing has changed"
    report = watched.report
    assert (report.version, report.title, report.checking, report.error) == (1, "Dev sample", False, None)
    assert (report.failures, report.warnings) == ((), ())
    assert game("dev-sample") is watched.game


def test_a_save_puts_the_new_rules_into_play_and_shows_what_fails(watched: WatchedGame) -> None:
    watched.refresh()
    save(watched, "return f\"{'abc'[move % SIZE]}{move // SIZE + 1}\"", 'return "here"')
    assert watched.refresh()
    assert watched.report.version == 2
    assert "notation" in {failure.check for failure in watched.report.failures}
    assert set(game("dev-sample").start().move_texts()) == {"here"}


def test_a_file_that_cannot_be_loaded_leaves_the_old_game_in_play(watched: WatchedGame) -> None:
    watched.refresh()
    before = watched.game
    save(watched, "class DevSample", "class DevSample(((")
    assert watched.refresh()
    assert "SyntaxError" in str(watched.report.error)
    assert game("dev-sample") is before
    save(watched, "class DevSample(((", "class DevSample")
    assert watched.refresh()
    assert (watched.report.version, watched.report.error) == (3, None)


def test_unknown_shapes_are_warned_of(watched: WatchedGame) -> None:
    save(watched, 'Kind("stone", "stone", "stone", "s")', 'Kind("stone", "stone", "stoun", "s")')
    watched.refresh()
    assert [warning.params["value"] for warning in watched.report.warnings] == ["stoun"]
    assert localize_report(watched.report, "de")["warnings"] == [translate(watched.report.warnings[0], "de")]


def test_scores_that_fail_are_shown_and_the_game_is_still_watched(watched: WatchedGame) -> None:
    save(watched, RULES, "    def scores(self, state): return [1 / 0]\n\n" + RULES)
    assert watched.refresh()
    assert not watched.report.checking
    failures = [failure for failure in watched.report.failures if "ZeroDivisionError" in failure.why]
    assert {failure.check for failure in failures} == {"words"}


def test_clicks_that_mean_two_moves_are_marked_on_a_picture(watched: WatchedGame) -> None:
    save(watched, RULES, "    def picks(self, state, move): return ((4,),)\n\n" + RULES)
    watched.refresh()
    (failure,) = [failure for failure in watched.report.failures if failure.check == "picks"]
    assert failure.error.sites == (4,)
    (shown,) = [one for one in localize_report(watched.report, "en")["failures"] if one["picture"]]  # type: ignore[attr-defined]
    assert shown["why"] == failure.why
    assert shown["picture"].startswith("<svg")


def test_code_that_does_not_end_is_reported_and_the_old_game_stays_in_play(
    watched: WatchedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.refresh()
    before = watched.game
    monkeypatch.setattr(check_process, "STEP_SECONDS", 1.0)
    save(
        watched, "        return [site for site, sign", "        while True: pass\n        return [site for site, sign"
    )
    assert watched.refresh()
    (failure,) = watched.report.failures
    assert re.fullmatch(r"moves, line \d+, does not end within 1 s", failure.why)
    assert (watched.report.version, watched.report.checking, watched.game) == (2, False, before)
    monkeypatch.undo()
    save(watched, "        while True: pass\n", "")
    assert watched.refresh()
    assert (watched.report.version, watched.report.failures) == (3, ())


def test_the_page_of_the_server_asks_for_the_report(watched: WatchedGame, tmp_path: Path) -> None:
    served = Served(tmp_path / "data")
    add_dev_page(served.app, watched)
    watched.refresh()

    def get(path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{served.port}{path}", timeout=30) as answer:
            return answer.read().decode()

    with served:
        assert f'src="{SCRIPT_PATH}"' in get("/play/dev-sample")
        assert REPORT_PATH in get(SCRIPT_PATH)
        assert json.loads(get(REPORT_PATH))["version"] == 1
        save(watched, "return f\"{'abc'[move % SIZE]}{move // SIZE + 1}\"", 'return "here"')
        watched.refresh()
        (failure, *_) = json.loads(get(f"{REPORT_PATH}?language=de"))["failures"]
        assert failure["why"].startswith("die Notation „here“ kommt"), failure
        assert json.loads(get("/api/games/dev-sample"))["title"] == "Dev sample"


def test_a_missing_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["dev", str(tmp_path / "none.py")]) == 2
    assert "new-game" in capsys.readouterr().err
