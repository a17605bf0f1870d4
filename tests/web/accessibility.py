"""What can be seen of a page without looking: what shuts people out, things cut off, pictures that are missing."""

from __future__ import annotations

import math
from pathlib import Path

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DISORDER = Path(__file__).parent / "disorder.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours."""
THEMES = ("dark", "light", "contrast", "colour-blind")

CHOOSE = """(chosen) => {
    const kept = JSON.parse(localStorage['parlour.settings'] ?? '{}');
    localStorage['parlour.settings'] = JSON.stringify({ ...kept, ...chosen });
    window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.settings' }));
}"""


def choose_settings(page: Page, **chosen: object) -> None:
    """As if another tab had chosen them."""
    page.evaluate(CHOOSE, chosen)


def hindrances(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe-core calls serious or critical for people with disabilities, with the places; by all rules or some."""
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"], **only})
    return [
        f"{fault['id']}: {fault['help']} ({node['target'][0]}: {node['failureSummary']})"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def disorder(page: Page) -> list[str]:
    """What is cut off, lies on something else or outside the page, in sentences."""
    found: list[str] = page.evaluate(DISORDER.read_text(encoding="utf-8"))
    return found


def hindrances_in_every_theme(page: Page, themes: tuple[str, ...] = THEMES) -> list[str]:
    """The same in all themes, of which the first stays. They differ in colours only: the rest is looked at once.

    Nothing may be on its way to another colour: ask the browser for less motion.
    """
    found: list[str] = []
    for theme in (*themes[1:], themes[0]):
        choose_settings(page, theme=theme)
        expect(page.locator(f'html[data-theme="{theme}"]')).to_be_attached()
        found += hindrances(page, () if theme == themes[0] else COLOURS)
    return found


def is_too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def are_pictures_there(page: Page) -> bool:
    """Whether all pictures have been loaded, and there are some."""
    page.locator("img").first.wait_for()
    for picture in page.locator("img").all():
        expect(picture).to_have_js_property("complete", True)
    return bool(page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)"))


WATCH_BOARD = """() => {
    const board = document.querySelector('svg.flat');
    const placeOf = (piece) => /translate\\(([^)]*)/.exec(piece.getAttribute('transform') ?? '')?.[1];
    const places = () => [...board.querySelectorAll('g[data-owner]')].map(placeOf).filter(Boolean);
    const before = places();
    const seen = [];
    let beams = 0;
    const observer = new MutationObserver(() => {
        seen.push(places());
        beams += board.querySelectorAll('[data-is=beam]').length;
    });
    observer.observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ['transform'] });
    window.__unwatch = () => {
        observer.disconnect();
        return { before, after: places(), seen, beams };
    };
}"""
"""Notes every picture of a flat board from now on: where its pieces are, and its beams."""


class Motion:
    """What a flat board showed while something was done: a piece on its way, and how many pictures had a beam."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.way: list[tuple[float, float]] = []
        self.beams = 0
        page.evaluate(WATCH_BOARD)

    def end(self) -> Motion:
        """Stops looking. `way` is where the piece was that moved: from its old place to its new one, as far as nothing
        else stands there."""
        found = self.page.evaluate("window.__unwatch()")
        before, after = set(found["before"]), set(found["after"])
        between = [place for picture in found["seen"] for place in picture if place not in before | after]
        self.way = [_point(place) for place in (*(before - after), *between, *(after - before))]
        self.beams = found["beams"]
        return self

    def goes_straight(self) -> bool:
        """Whether there are pictures on the way, each further from its beginning than that before."""
        gone = [math.dist(place, self.way[0]) for place in self.way]
        return len(gone) > 2 and gone == sorted(gone)


def _point(place: str) -> tuple[float, float]:
    x, y = place.split()
    return float(x), float(y)
