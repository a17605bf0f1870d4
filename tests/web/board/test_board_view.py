"""The board by itself (/dev/board): camera, zoom, and window sizes."""

import operator
import re

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import expect_fits_width
from tests.web.board_page import FLAT, QUIET, drawn, place, ply, top
from tests.web.conftest import NewPage
from tests.web.polling import poll, stable_attribute


@pytest.mark.webgl
def test_the_camera_turns_tilts_zooms_and_resets(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=QUIET, draws=True)
    drawn(page)
    corner = place(page, "5,0")
    styles = [stable_attribute(corner, "style")]

    def moves() -> None:
        expect(corner).not_to_have_attribute("style", styles[-1])
        styles.append(stable_attribute(corner, "style"))

    # A drag beside the pieces turns the board and plays no move.
    page.mouse.move(40, 200)
    page.mouse.down()
    page.mouse.move(120, 230, steps=3)
    page.mouse.up()
    moves()
    page.mouse.wheel(0, -300)
    moves()
    # Each key has its opposite: A and D turn, W and S tilt. They need no focus on the board.
    page.evaluate("document.activeElement.blur()")
    for key, opposite in ("da", "sw"):
        before = styles[-1]
        page.keyboard.press(key)
        moves()
        page.keyboard.press(opposite)
        expect(corner).to_have_attribute("style", before)
        page.keyboard.press(key)
        expect(corner).to_have_attribute("style", styles[-1])
    page.keyboard.press("Shift+ArrowDown")
    moves()
    # The view is remembered for the game, until it is reset.
    page.reload()
    drawn(page)
    expect(corner).to_have_attribute("style", styles[-1])
    page.get_by_role("button", name="Reset view").click()
    expect(corner).to_have_attribute("style", styles[0])
    ply(page, 0)
    # A window of another size has a picture of another size.
    page.set_viewport_size({"width": 500, "height": 640})
    expect(page.locator("canvas")).to_have_js_property("clientWidth", 500)
    moves()


@pytest.mark.webgl
def test_scrolling_up_zooms_in_unless_the_setting_inverts_it(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=QUIET, draws=True)
    drawn(page)
    near, far = place(page, "5,0"), place(page, "0,0")

    def scroll(by: int) -> float:
        """How much larger the board is after scrolling."""
        style = stable_attribute(near, "style")
        before = top(near) - top(far)
        page.mouse.move(200, 200)
        page.mouse.wheel(0, by)
        expect(near).not_to_have_attribute("style", style)
        stable_attribute(near, "style")
        return (top(near) - top(far)) / before

    assert scroll(-200) > 1.05
    assert scroll(200) < 0.95
    # The pointer shows what can be dragged, what can be played and what cannot.
    expect(page.get_by_role("application")).to_have_css("cursor", "grab")
    expect(place(page, "4,0")).to_have_css("cursor", "pointer")
    expect(far).to_have_css("cursor", "default")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("tab", name="Board", exact=True).click()
    page.get_by_role("switch", name=re.compile("^Scroll down to zoom in")).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert scroll(200) > 1.05
    assert scroll(-200) < 0.95


FOLLOWED = """() => {
    const [picture, drawn] = [document.querySelector('.picture'), document.querySelector('svg.flat')];
    return Number(drawn?.getAttribute('width')) === picture.clientWidth
        && Number(drawn?.getAttribute('height')) === picture.clientHeight;
}"""
OUTSIDE = """() => {
    const picture = document.querySelector('.picture').getBoundingClientRect();
    return [...document.querySelectorAll('[data-site]')].filter((site) => {
        const { left, right, top, bottom } = site.getBoundingClientRect();
        return left < picture.left || right > picture.right || top < picture.top || bottom > picture.bottom;
    }).map((site) => site.getAttribute('aria-label'));
}"""
SPREAD = """() => {
    const picture = document.querySelector('.picture').getBoundingClientRect();
    const sites = [...document.querySelectorAll('[data-site]')].map((site) => site.getBoundingClientRect());
    const ends = (side) => sites.map((one) => one[side]);
    const spread = (low, high) => Math.max(...ends(high)) - Math.min(...ends(low));
    return Math.max(spread('left', 'right') / picture.width, spread('top', 'bottom') / picture.height);
}"""
"""The share of the picture that the sites of the board cover, in the direction in which it is larger."""
LEAST_SPREAD = 0.6
WINDOWS = [(360, 740), (740, 360), (1280, 800), (1920, 1080), (3840, 2160), (360, 740)]
"""A phone, turned, a laptop, a large screen, a projector, and the phone again."""


@pytest.mark.parametrize("key", ["pylos", "laserchess", "yinsh"])
def test_the_board_follows_the_window_from_a_phone_to_a_projector(new_page: NewPage, key: str) -> None:
    page = new_page(f"/dev/board?game={key}", settings=FLAT)
    page.locator("[data-site]").first.wait_for()
    widths = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FOLLOWED)
        assert poll(page, lambda: list(page.evaluate(OUTSIDE)), operator.not_) == []
        expect_fits_width(page)
        site = page.locator("[data-site]").first
        stable_attribute(site, "style")
        assert page.evaluate(SPREAD) > LEAST_SPREAD, (width, height)
        widths.append(site.evaluate("(site) => site.offsetWidth"))
    phone, turned, laptop, large, projector, again = widths
    assert turned < laptop < large < projector
    assert again == phone
