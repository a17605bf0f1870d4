"""Read values of a page that may still be laying out, animating or waiting for the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import FloatRect, Locator, Page

Value = TypeVar("Value")

POLL_TIMEOUT_S = 60.0
POLL_INTERVAL_MS = 50

STABLE = """(element, attribute) => new Promise((done) => {
    let before = element.getAttribute(attribute);
    let unchanged = 0;
    const next = () => {
        const now = element.getAttribute(attribute);
        unchanged = now === before ? unchanged + 1 : 0;
        before = now;
        unchanged < 4 ? requestAnimationFrame(next) : done(now ?? '');
    };
    next();
})"""


def poll(page: Page, read: Callable[[], Value], accept: Callable[[Value], object]) -> Value:
    """Return the first value that is accepted, or the last one read when the time is over.

    The caller asserts on the value, so that a failure shows it.
    """
    deadline = time.monotonic() + POLL_TIMEOUT_S
    while not accept(value := read()) and time.monotonic() < deadline:
        page.wait_for_timeout(POLL_INTERVAL_MS)
    return value


def stable_attribute(element: Locator, name: str) -> str:
    """Return an attribute once it has not changed for some frames."""
    value: str = element.evaluate(STABLE, name)
    return value


def clipboard(page: Page, accept: Callable[[str], object]) -> str:
    """Return the text of the clipboard once it is accepted."""
    return poll(page, lambda: str(page.evaluate("navigator.clipboard.readText()")), accept)


def box_of(element: Locator) -> FloatRect:
    """Return where an element is, once it is visible."""
    element.wait_for()
    box = element.bounding_box()
    assert box is not None
    return box
