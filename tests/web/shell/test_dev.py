"""`parlour dev` in the browser: saving the file reloads the page, and a failed check is shown on the board."""

from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import expect

from parlour.cli.new_game import write_new_game
from parlour.server.dev.dev_page import add_dev_page
from parlour.server.dev.watched_game import WatchedGame
from tests.server.served import QUICK, Served
from tests.web.conftest import NewPage
from tests.web.screen import Screen

RULES = "    # ---- The rules\n"
COLLIDING = "    def picks(self, state, move): return ((4,),)\n\n"
"""Every move is a click on the middle."""


def test_a_save_reloads_the_page_and_shows_what_fails_on_the_board(player: NewPage, tmp_path: Path) -> None:
    path, _ = write_new_game("dev-board", tmp_path)
    watched = WatchedGame(path)
    watched.refresh()
    served, stop = Served(tmp_path / "data", **QUICK), Event()
    add_dev_page(served.app, watched)
    watching = Thread(target=watched.watch, args=(stop,), daemon=True)
    with served:
        watching.start()
        gone = ("WebSocket", "ERR_CONNECTION_REFUSED")
        screen = Screen.new(player(server=served, expects=gone), game="dev-board").ready()
        page = screen.page
        report = page.locator("#dev-report")
        expect(report).to_have_text("✓ Dev board passes the checks")

        source = path.read_text(encoding="utf-8")
        assert RULES in source
        with page.expect_event("load"):
            path.write_text(source.replace(RULES, COLLIDING + RULES), encoding="utf-8")
        expect(report).to_contain_text("✗ picks")
        expect(report.get_by_role("img")).to_have_count(1)
        expect(screen.root).to_be_visible()

        path.write_text("class Broken(", encoding="utf-8")
        expect(report).to_contain_text("SyntaxError")
        stop.set()
        watching.join()
