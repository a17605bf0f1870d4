"""The page that shows one board (/dev/board), as tests use it."""

import json
import operator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.polling import box_of, poll

FLAT = {"flat": True, "speed": "off"}
QUIET = {"speed": "off"}

EVERYTHING = "window.__parlour = { boards: [], level: 0 }"
"""Reflections, shadows and antialiasing, as on a machine with a GPU."""

SMALL = {"width": 480, "height": 360}
"""A window that the processor draws quickly, and whose sites can still be clicked."""

MOST_CALLS = 80
MOST_TRIANGLES = 200_000


def drawn(page: Page) -> None:
    """Wait until the scene is loaded and at rest."""
    page.locator("canvas[data-settled=true]").wait_for(state="attached")


def figures(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("JSON.stringify(window.__parlour.boards[0])"))
    return found


def place(page: Page, label: str) -> Locator:
    """The button of a site, by the beginning of its label."""
    return page.get_by_role("button", name=label, exact=False).and_(page.locator("[data-site]")).first


def ply(page: Page, count: int) -> None:
    expect(page.locator(f'main[data-ply="{count}"][data-busy="false"]')).to_be_attached()


def stop_clock(page: Page) -> None:
    """Pause the clock of the page until `page.clock.run_for`: an animation begins and does not end."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def top(locator: Locator) -> float:
    return box_of(locator)["y"]


COUNT_FRAMES = """() => new Promise((done) => {
    const board = window.__parlour.boards[0];
    const before = board.frames;
    let left = 60;
    const next = () => (left-- ? requestAnimationFrame(next) : done(board.frames - before));
    next();
})"""


def expect_no_frames(page: Page) -> None:
    """Wait until the board draws nothing during sixty frames of the browser."""
    assert poll(page, lambda: int(page.evaluate(COUNT_FRAMES)), operator.not_) == 0
