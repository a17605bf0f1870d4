"""Automatic checks of a page: accessibility, text that is cut off, missing pictures."""

from __future__ import annotations

import math
import operator
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.polling import poll

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LAYOUT_FAULTS = Path(__file__).parent / "layout_faults.js"
ICON_OFFSET = """(entry) => {
    const text = document.createRange();
    text.selectNodeContents(entry.querySelector('span'));
    const centre = ({ top, height }) => top + height / 2;
    return Math.abs(centre(entry.querySelector('svg').getBoundingClientRect()) - centre(text.getClientRects()[0]));
}"""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that check colours."""
THEMES = ("dark", "light", "contrast", "colour-blind")

CHOOSE = """(chosen) => {
    const kept = JSON.parse(localStorage['parlour.settings'] ?? '{}');
    localStorage['parlour.settings'] = JSON.stringify({ ...kept, ...chosen });
    window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.settings' }));
}"""


def choose_settings(page: Page, **chosen: object) -> None:
    """As if another tab had chosen them."""
    page.evaluate(CHOOSE, chosen)


def axe_violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Return the serious and critical violations that axe-core reports, by all rules or some.

    Colours that fade in are measured again until they are at rest.
    """
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return poll(page, lambda: _run_axe(page, rules), operator.not_)


def _run_axe(page: Page, rules: tuple[str, ...]) -> list[str]:
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"], **only})
    return [
        f"{fault['id']}: {fault['help']} ({node['target'][0]}: {node['failureSummary']})"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def layout_faults(page: Page) -> list[str]:
    """Return a sentence for each text that is cut off, overlaps another or is outside the page."""
    return poll(page, lambda: read_layout_faults(page), operator.not_)


def read_layout_faults(page: Page) -> list[str]:
    """Return the faults of a page that is at rest."""
    script = LAYOUT_FAULTS.read_text(encoding="utf-8")
    return list(page.evaluate(f"() => {{ {script} return layoutFaults(); }}"))


def icon_offset(entry: Locator) -> float:
    """Return the distance in pixels between the centres of an icon and of the first line beside it."""
    return float(entry.evaluate(ICON_OFFSET))


def axe_violations_in_every_theme(page: Page, themes: tuple[str, ...] = THEMES) -> list[str]:
    """Return the violations in all themes, and leave the first one selected.

    Themes differ in colours only: the other rules are checked once.
    """
    found: list[str] = []
    for theme in (*themes[1:], themes[0]):
        choose_settings(page, theme=theme)
        expect(page.locator(f'html[data-theme="{theme}"]')).to_be_attached()
        found += axe_violations(page, () if theme == themes[0] else COLOURS)
    return found


SCROLL_WIDTH = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
MISSING_IMAGES = """() => {
    const images = [...document.images];
    return images.length
        ? images.filter((image) => !image.complete || !image.naturalWidth).map((image) => image.src)
        : ['no image at all'];
}"""


def expect_fits_width(page: Page) -> None:
    """Wait until the page needs no horizontal scrolling."""
    content, window = poll(page, lambda: page.evaluate(SCROLL_WIDTH), lambda widths: widths[0] <= widths[1])
    assert content <= window, f"{page.url} is {content} pixels wide in a window of {window}"


def expect_images_loaded(page: Page) -> None:
    """Wait until the page has images and all of them are loaded."""
    page.locator("img").first.wait_for()
    assert poll(page, lambda: list(page.evaluate(MISSING_IMAGES)), operator.not_) == []


WATCH_BOARD = """async () => {
    const board = document.querySelector('svg.flat');
    const placeOf = (piece) => /translate\\(([^)]*)/.exec(piece.getAttribute('transform') ?? '')?.[1];
    const pieces = () => [...board.querySelectorAll('g[data-piece]:not([data-ghost])')];
    const places = () => pieces().map(placeOf).filter(Boolean).join();
    const frame = () => new Promise(requestAnimationFrame);
    let before = '';
    for (let unchanged = 0; unchanged < 4; unchanged++) {
        await frame();
        if (places() !== before) {
            before = places();
            unchanged = -1;
        }
    }
    const ways = new Map();
    let beams = 0;
    let watching = true;
    // Once in every frame: between two frames the board may pass through states that nobody sees.
    const look = () => {
        for (const piece of pieces()) {
            // The elements of a moving piece and of the same piece at rest differ.
            const [id, place] = [piece.dataset.piece, placeOf(piece)];
            const way = ways.get(id) ?? [];
            if (place && place !== way.at(-1)) {
                ways.set(id, [...way, place]);
            }
        }
        beams += board.querySelectorAll('[data-is=beam]').length;
        if (watching) {
            requestAnimationFrame(look);
        }
    };
    look();
    window.__moved = async () => {
        const now = places();
        for (let unchanged = 0; unchanged < 4; unchanged++) {
            await frame();
            if (document.querySelector('.picture.playing') || now === before || places() !== now) {
                return false;
            }
        }
        return true;
    };
    window.__unwatch = () => {
        watching = false;
        look();
        return { ways: [...ways.values()].filter((way) => way.length > 1), beams };
    };
}"""
"""Wait until the pieces of a flat board are at rest; then record each frame: the path of each piece, and beams."""


class Motion:
    """What a flat board showed during an action: the paths of pieces, and the number of frames with a beam."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ways: list[list[tuple[float, float]]] = []
        self.beams = 0
        page.evaluate(WATCH_BOARD)

    def end(self) -> Motion:
        """Stop recording once a piece has arrived at another place; `ways` has the places of each moved piece."""
        self.page.wait_for_function("() => window.__moved()")
        found = self.page.evaluate("window.__unwatch()")
        self.ways = [[_point(place) for place in way] for way in found["ways"]]
        self.beams = found["beams"]
        return self

    def goes_straight(self) -> bool:
        """Whether pieces moved, each visibly, and in each frame further from its start."""
        return bool(self.ways) and all(len(way) > 2 and _distances(way) == sorted(_distances(way)) for way in self.ways)


def _distances(way: list[tuple[float, float]]) -> list[float]:
    return [math.dist(place, way[0]) for place in way]


def _point(place: str) -> tuple[float, float]:
    x, y = place.split()
    return float(x), float(y)
