"""What can be seen of a page without looking: what shuts people out, things cut off, pictures that are missing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def hindrances(page: Page) -> list[str]:
    """What axe-core calls serious or critical for people with disabilities, with the places."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['help']} ({node['target'][0]}: {node['failureSummary']})"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def is_too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def are_pictures_there(page: Page) -> bool:
    """Whether all pictures have been loaded, and there are some."""
    page.locator("img").first.wait_for()
    for picture in page.locator("img").all():
        expect(picture).to_have_js_property("complete", True)
    return bool(page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)"))
