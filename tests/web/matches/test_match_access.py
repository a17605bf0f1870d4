"""Accessibility of the match: axe finds nothing serious on any of its screens, in any theme, at any width."""

from playwright.sync_api import expect

from tests.web.accessibility import axe_violations, axe_violations_in_every_theme, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, OPEN, Screen, result

PHONE = {"width": 360, "height": 740}


def test_a_running_game(player: NewPage) -> None:
    page = player(reduced_motion="reduce")
    screen = Screen.new(page, game="sim", moves=["0-1", "2-3"]).ready()
    assert axe_violations_in_every_theme(page) == []
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Hint for Anna")).to_be_visible()
    page.keyboard.press("[")
    expect(page.get_by_text("Viewing move 1 of 2")).to_be_visible()
    assert axe_violations_in_every_theme(page) == []
    screen.choose("Back to the game", "Resign")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe_violations_in_every_theme(page) == []
    screen.choose("Anna resigns")
    result(page).get_by_text("Statistics").click()
    expect(page.get_by_role("table", name="Statistics")).to_be_visible()
    result(page).get_by_text("Game review").click()
    expect(page.get_by_role("list", name="Accuracy").get_by_text("Anna")).to_be_visible()
    page.get_by_role("slider", name="Move in the game").fill("0")
    expect(page.get_by_text("Viewing the start")).to_be_visible()
    assert axe_violations_in_every_theme(page) == []


def test_a_waiting_room_and_its_guest(player: NewPage) -> None:
    room = Screen.new(player(), ANNA, OPEN, game="sim", kind="network")
    expect(room.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    assert axe_violations(room.page) == []
    guest = Screen(player(viewport=PHONE), room.match)
    expect(guest.button("Join game")).to_be_visible()
    assert axe_violations(guest.page) == []


def test_a_phone(player: NewPage) -> None:
    page = player(viewport=PHONE, settings={"theme": "light"})
    screen = Screen.new(page, game="yinsh").ready()
    assert axe_violations(page) == []
    expect_fits_width(page)
    screen.choose("More")
    assert axe_violations(page) == []
    page.get_by_role("menuitem", name="Pause").click()
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    assert axe_violations(page) == []
