"""The owner of the data folder: one person for the terminal and for browsers opened by the owner's link."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

import parlour
from parlour.server.http.auth import Keys, now, owner_path
from parlour.store import Secrets
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.library import TerminalLibrary
from parlour.terminal.session import TerminalSession
from tests.server.browser import Browser
from tests.server.served import QUICK, Served


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path, **QUICK) as server:
        yield server


def play_in_terminal(folder: Path, lines: str) -> None:
    library = TerminalLibrary(folder)
    try:
        table = TerminalGame(parlour.game("surakarta").start())
        TerminalSession(table, StringIO(lines), StringIO(), interactive=True, library=library).run()
    finally:
        library.close()


def owners_browser(server: Served) -> Browser:
    browser = Browser(server.address)
    browser.get(owner_path(Keys(Secrets.load(server.app.folder)), now()))
    return browser


def games(browser: Browser) -> list[int]:
    """Return the number of moves of each game in the library."""
    return sorted(entry["match"]["plies"] for entry in browser.get_json("/api/library")["entries"])


def test_a_game_of_the_terminal_is_in_the_library_of_the_page_and_can_be_continued_there(own: Served) -> None:
    play_in_terminal(own.app.folder, "4,0-3,0\n1,3-2,3\nquit\n")
    browser = owners_browser(own)
    [entry] = browser.get_json("/api/library")["entries"]
    assert entry["match"]["plies"] == 2
    table = browser.open(entry["match"]["id"])
    table.does("move", text="4,1-3,1")
    table.close()
    assert games(browser) == [3]
    play_in_terminal(own.app.folder, "4,0-3,0\nresign\ny\n\n")
    assert games(browser) == [1, 3]
    browser.close()


def test_browsers_of_the_owner_share_a_library_and_others_do_not(own: Served) -> None:
    first, second, stranger = owners_browser(own), Browser(own.address), Browser(own.address)
    first.play({"is": "me"}, {"is": "guest", "name": "Ben"})
    second.get(owner_path(Keys(Secrets.load(own.app.folder)), now()))
    assert second.get_json("/api/library", unplayed=True)["total"] == 1
    assert stranger.get_json("/api/me")["person"] is None
    for browser in (first, second, stranger):
        browser.close()


def test_games_played_in_the_terminal_first_join_those_of_a_guest_who_opens_the_link(own: Served) -> None:
    browser = Browser(own.address)
    browser.post_json("/api/library/import", {"text": parlour.records.write(_record())})
    play_in_terminal(own.app.folder, "4,0-3,0\n1,3-2,3\nquit\n")
    assert games(browser) == [1]
    browser.get(owner_path(Keys(Secrets.load(own.app.folder)), now()))
    assert games(browser) == [1, 2]
    play_in_terminal(own.app.folder, "4,0-3,0\n1,3-2,3\n4,1-3,1\nquit\n")
    assert games(browser) == [1, 2, 3]
    browser.close()


def test_a_running_match_continues_when_another_guest_becomes_the_owner(own: Served) -> None:
    first, second = owners_browser(own), Browser(own.address)
    match = first.play({"is": "me"}, {"is": "guest", "name": "Ben"})
    first.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": 0, "index": 0})
    second.play({"is": "me"}, {"is": "guest", "name": "Carl"})
    second.get(owner_path(Keys(Secrets.load(own.app.folder)), now()))
    second.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": 1, "index": 0})
    assert second.get_json(f"/api/matches/{match}")["you"]["host"] is True
    for browser in (first, second):
        browser.close()


def test_an_account_of_the_owner_gets_the_games_and_the_link_does_not_log_it_in(own: Served) -> None:
    browser = owners_browser(own)
    play_in_terminal(own.app.folder, "4,0-3,0\nquit\n")
    browser.sign_up("Olga the owner")
    assert games(browser) == [1]
    play_in_terminal(own.app.folder, "4,0-3,0\n1,3-2,3\nquit\n")
    assert games(browser) == [1, 2]
    another = owners_browser(own)
    assert another.get_json("/api/me")["person"] is None
    browser.close()
    another.close()


def _record() -> parlour.records.Record:
    position = parlour.game("surakarta").start()
    position.play("4,0-3,0")
    return parlour.records.Record.of(position, {"Seat1": "Anna", "Seat2": "Ben"})
