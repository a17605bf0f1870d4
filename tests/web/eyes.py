"""What can be seen of a page without looking: what shuts people out, things cut off, pictures that are missing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DISORDER = Path(__file__).parent / "disorder.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours."""
THEMES = ("dark", "light", "contrast", "colour-blind")

PUT_ON = """(theme) => {
    const kept = JSON.parse(localStorage['parlour.settings'] ?? '{}');
    localStorage['parlour.settings'] = JSON.stringify({ ...kept, theme });
    window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.settings' }));
}"""
"""As if another tab had chosen the theme."""


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
        page.evaluate(PUT_ON, theme)
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
