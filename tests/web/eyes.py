"""What can be seen of a page without looking: things cut off, pictures that are missing."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def is_too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def are_pictures_there(page: Page) -> bool:
    """Whether all pictures have been loaded, and there are some."""
    page.locator("img").first.wait_for()
    for picture in page.locator("img").all():
        expect(picture).to_have_js_property("complete", True)
    return bool(page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)"))
