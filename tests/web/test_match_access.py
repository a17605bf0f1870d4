"""Nobody is shut out of a match: axe finds nothing serious on any of its screens, in any theme, on any width."""

import pytest
from playwright.sync_api import expect

from tests.web.axe import serious
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, OPEN, Screen

PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "colour-blind"])
def test_a_running_game(new_page: NewPage, theme: str) -> None:
    page = new_page(settings={"theme": theme})
    screen = Screen.new(page, game="sim", moves=["0-1", "2-3"]).ready()
    assert serious(page) == []
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Hint for Anna")).to_be_visible()
    page.keyboard.press("[")
    expect(page.get_by_text("Reviewing turn 1 of 2")).to_be_visible()
    assert serious(page) == []
    screen.choose("Back to live", "Resign")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page) == []
    screen.choose("Anna resigns")
    expect(page.get_by_text("The game in numbers")).to_be_visible()
    assert serious(page) == []


def test_a_waiting_room_and_its_guest(new_page: NewPage) -> None:
    room = Screen.new(new_page(), ANNA, OPEN, game="sim", kind="network")
    expect(room.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    assert serious(room.page) == []
    guest = Screen(new_page(viewport=PHONE), room.match)
    expect(guest.button("Join this game")).to_be_visible()
    assert serious(guest.page) == []


def test_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, settings={"theme": "light"})
    screen = Screen.new(page, game="yinsh").ready()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    screen.choose("Pause")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    assert serious(page) == []
