"""A phone: the board is as wide as the screen, and everything needed in play is visible without scrolling."""

import re
import struct

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from parlour.games import keys
from tests.web.conftest import NewPage
from tests.web.polling import poll
from tests.web.screen import ANNA, BEN, Screen, post, result

SMALL: ViewportSize = {"width": 360, "height": 640}
TALL: ViewportSize = {"width": 390, "height": 844}
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 800, "height": 600}
TABLET_UPRIGHT: ViewportSize = {"width": 820, "height": 1106}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SMALL_DESK: ViewportSize = {"width": 1024, "height": 768}

ABOVE = """([upper, lower]) => upper.getBoundingClientRect().bottom <= lower.getBoundingClientRect().top + 1"""
IN_VIEW = """(part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return scrollY === 0 && left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""
BETWEEN = """([upper, lower]) => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const board = box('[role=application]');
    const [above, below] = [upper, lower].map((name) => box(`[aria-label="${name}"]`));
    return above.bottom <= board.top + 1 && board.bottom <= below.top + 1;
}"""
IS_TALL = """(part) => part.getBoundingClientRect().height >= 0.58 * innerHeight"""
"""Trays above and below the board would make it narrow in a lower picture."""
COVERED_PLACES = """(covers) => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const buttons = boxes(covers);
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes('svg.flat ellipse[fill=none]').filter((place) => buttons.some((one) => meet(place, one))).length;
}"""
"""The number of places of trays that are behind a button."""
FILLS_WIDTH = """(part) => part.getBoundingClientRect().width >= innerWidth - 1"""


def wait(page: Page, condition: str, *parts: Locator) -> None:
    """Wait until a condition about elements is true: the layout follows the window after a moment."""
    found = [part.element_handle() for part in parts]
    page.wait_for_function(condition, arg=found if len(found) > 1 else found[0])


def covered_places(page: Page, buttons: str) -> int:
    """Return the number of places of trays that are behind buttons, once there are none or after a while."""
    return poll(page, lambda: int(page.evaluate(COVERED_PLACES, buttons)), lambda found: found == 0)


def board(page: Page) -> Locator:
    return page.get_by_role("application")


def bar(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_a_game_fits_the_screen_between_the_bars_of_its_players(player: NewPage) -> None:
    page = player(viewport=SMALL)
    screen = Screen.new(page, ANNA, BEN, moves=["4,0-3,0", "1,0-2,0"]).ready()
    toolbar = page.get_by_role("toolbar", name="Actions")
    moves = page.get_by_role("region", name="Moves", exact=True)
    turn = page.get_by_role("heading", name="Anna to move")
    for size in (SMALL, TALL, TABLET_UPRIGHT):
        page.set_viewport_size(size)
        if size is not TABLET_UPRIGHT:
            wait(page, FILLS_WIDTH, board(page))
        wait(page, ABOVE, turn, toolbar)
        wait(page, ABOVE, bar(page, "Ben"), board(page))
        wait(page, ABOVE, board(page), bar(page, "Anna"))
        for part in (bar(page, "Ben"), board(page), bar(page, "Anna"), moves, toolbar):
            wait(page, IN_VIEW, part)
    page.set_viewport_size(PHONE)
    wait(page, IS_TALL, board(page))
    page.set_viewport_size(TALL)
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_role("heading", name=re.compile("Hint for Anna: ")).locator("xpath=ancestor::section")
    wait(page, ABOVE, hint.get_by_role("listitem").last, toolbar)
    hint.get_by_role("button", name="Close").click()
    # The players' bars follow when the board is turned round.
    for upper, lower in (("Anna", "Ben"), ("Ben", "Anna")):
        for _ in range(2):  # a quarter turn each
            page.get_by_role("button", name="Flip board").click()
        page.wait_for_function(BETWEEN, arg=[upper, lower])
    page.set_viewport_size(SIDEWAYS)
    for part in (bar(page, "Ben"), board(page), bar(page, "Anna"), moves, toolbar):
        wait(page, IN_VIEW, part)
    # Help for a position is gone with the game.
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(hint.get_by_role("listitem").first).to_be_attached()
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    expect(result(page)).to_be_visible()
    expect(hint).to_have_count(0)
    for size in (SIDEWAYS, SMALL, TALL, TABLET_UPRIGHT):
        page.set_viewport_size(size)
        for part in (result(page).get_by_role("heading"), board(page)):
            wait(page, IN_VIEW, part)
        for name in ("Rematch", "Analysis", "Replay", "New game"):
            wait(page, IN_VIEW, result(page).locator("a, button").filter(has_text=name))


def test_the_actions_hide_neither_a_player_nor_the_next_steps_in_german(player: NewPage) -> None:
    page = player({"language": "de"}, viewport=TABLET)
    screen = Screen.new(page, ANNA, BEN, moves=["4,0-3,0", "1,0-2,0"]).ready()
    actions = page.get_by_role("toolbar", name="Aktionen")
    wait(page, ABOVE, bar(page, "Anna"), actions)
    page.set_viewport_size(PHONE)
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    for name in ("Revanche", "Analyse", "Nachspielen", "Neue Partie"):
        step = page.get_by_role("region", name="Ergebnis").locator("a, button").filter(has_text=name)
        wait(page, IN_VIEW, step)
        wait(page, ABOVE, step, actions)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_actions_do_not_hide_the_move_box(player: NewPage, language: str) -> None:
    page = player({"language": language}, viewport=TALL)
    Screen.new(page, ANNA, BEN, game="laserchess").ready()
    box = page.get_by_label("Zug oder Befehl" if language == "de" else "Move or command")
    actions = page.get_by_role("toolbar", name="Aktionen" if language == "de" else "Actions")
    for size in (TALL, PHONE):
        page.set_viewport_size(size)
        wait(page, IN_VIEW, box)
        wait(page, ABOVE, box, actions)


@pytest.mark.parametrize("key", keys())
def test_the_buttons_of_the_view_hide_no_place_of_a_tray(player: NewPage, key: str) -> None:
    page = player(viewport=SMALL)
    Screen.new(page, game=key).ready()
    for size in (SMALL, TALL, SIDEWAYS):
        page.set_viewport_size(size)
        page.get_by_role("group", name="Board view").get_by_role("button").first.wait_for()
        assert covered_places(page, "[data-view-buttons] button") == 0, size


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_buttons_that_rotate_a_piece_hide_no_place_of_a_tray(player: NewPage, language: str) -> None:
    page = player({"language": language}, viewport=SMALL)
    screen = Screen.new(page, game="laserchess").ready()
    legal = screen.state["position"]["legal"]
    piece, verb = next(path for move in legal for path in move["paths"] if "rotate left" in path)
    screen.pick(piece).click()
    for size in (SMALL, TALL, TABLET, SMALL_DESK):
        page.set_viewport_size(size)
        screen.pick(verb).wait_for()
        assert covered_places(page, "[data-verb]") == 0, size


@pytest.mark.parametrize("path", ["/learn/surakarta", "/puzzles/sim"])
def test_the_board_of_a_lesson_is_above_its_text(player: NewPage, path: str) -> None:
    page = player(viewport=TALL)
    page.goto(path)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    wait(page, ABOVE, board(page), heading)
    wait(page, IN_VIEW, heading)


MENU = re.compile("^You:")
OFFER = """() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { window.installing = true; };
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
}"""


def test_the_browsers_offer_to_install_is_in_the_menu(player: NewPage) -> None:
    page = player(viewport=TALL)
    page.goto("/")
    menu = page.get_by_role("button", name=MENU)
    expect(menu).to_be_visible()
    assert poll(page, lambda: page.evaluate(OFFER), bool), "the page shows it where it is not in the way"
    menu.click()
    page.get_by_role("menuitem", name="Install app").click()
    page.wait_for_function("window.installing")
    menu.click()
    expect(page.get_by_role("menuitem", name="Profile")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Install app")).to_have_count(0)


def test_a_phone_without_the_offer_says_how_to_add_the_page(player: NewPage) -> None:
    page = player(viewport=TALL, has_touch=True, is_mobile=True)
    page.goto("/")
    page.get_by_role("button", name=MENU).tap()
    page.get_by_role("menuitem", name="Add to home screen").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Safari")


def test_the_page_describes_itself_as_an_app_with_icons(player: NewPage) -> None:
    page = player()
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    found = page.request.get(address)
    assert found.headers["content-type"].startswith("application/manifest+json")
    icons = [icon for icon in found.json()["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in icons} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in icons:
        picture = page.request.get(icon["src"]).body()
        width, height = struct.unpack(">II", picture[16:24])
        assert f"{width}x{height}" == icon["sizes"]
