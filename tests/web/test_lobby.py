"""The lobby: open games appear while the page is open, and are accepted with one press; games to watch."""

import re

from playwright.sync_api import expect

from tests.server.browser import Browser
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage

HOST = {"is": "me", "name": "Lobelia"}


def test_an_open_game_is_accepted_in_the_lobby(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/lobby")
    expect(page.get_by_role("heading", name="Lobby", level=1)).to_be_visible()
    match = elsewhere.play(HOST, {"is": "open"}, game="pylos", kind="network", public=True, rated=True)
    row = page.get_by_role("region", name="Open games").get_by_role("listitem").filter(has_text="Lobelia")
    expect(row).to_contain_text(re.compile("Pylos.*Rated · You play Dark", re.S))
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    page.get_by_role("button", name="Accept Pylos with Lobelia").click()
    page.wait_for_url(f"**/match/{match}")
    seats = elsewhere.ask(f"/api/matches/{match}")["state"]["seats"]
    assert [seat["player"]["is"] for seat in seats] == ["guest", "guest"]
    page.goto("/lobby")
    board = page.get_by_role("region", name="Games in progress").get_by_role("link").filter(has_text="Lobelia")
    expect(board).to_have_attribute("href", f"/match/{match}")
