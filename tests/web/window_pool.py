"""Browser windows that are used by one test after another: a new one takes longer than most tests.

A reused window is empty: no page, no cookies, nothing stored but that the tour was seen, the mouse in the corner. Only
the browser's file cache stays, as it does for a returning visitor.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, NoReturn

from playwright.sync_api import Browser, Page, ViewportSize

ALTERS_THE_PAGE = (
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "route_web_socket",
)
"""Methods whose effect would stay in a page after the test."""
TOUR_SEEN = "try { localStorage['parlour.tour'] ??= 'seen' } catch {}"
"""Script that suppresses the tour, except in tests of it. An empty page has no storage."""


class Watch:
    """Record errors of a page, unless they are expected.

    Among them are requests to other hosts: the Content-Security-Policy forbids them, and the browser reports that.
    """

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.expects: tuple[str, ...] = ()
        page.on("pageerror", lambda error: self._record(f"error: {error}"))
        page.on("console", lambda message: self._record(message.text) if message.type == "error" else None)

    def _record(self, text: str) -> None:
        if not any(expected in text for expected in self.expects):
            self.errors.append(text)


class Window:
    """A page of a new visitor."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any], *, tour: bool = False) -> None:
        self.context = browser.new_context(base_url=address, **options)
        if not tour:
            self.context.add_init_script(TOUR_SEEN)
        self.page = self.context.new_page()
        self.watch = Watch(self.page)
        self.add_init_script = self.page.add_init_script
        self.scripts: list[Any] = []

    def add_script(self, script: str) -> None:
        """Run a script before those of every page that is opened."""
        self.scripts.append(self.add_init_script(script))

    def store_settings(self, settings: dict[str, Any]) -> None:
        """Store settings before a page reads them."""
        self.add_script(f"localStorage['parlour.settings'] ??= {json.dumps(json.dumps(settings))}")

    def give_back(self) -> list[str]:
        """End the visit; return the unexpected errors."""
        self.context.close()
        return self.watch.errors


class SharedWindow(Window):
    """A window that is emptied after a visit, for the next. Changes that would stay are refused."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any], empty: list[SharedWindow]) -> None:
        super().__init__(browser, address, options)
        self.empty = empty
        for name in ALTERS_THE_PAGE:
            setattr(self.page, name, refuse)

    def give_back(self) -> list[str]:
        if self.page.is_closed():
            return super().give_back()
        errors, self.watch.errors = self.watch.errors, []
        while self.scripts:
            self.scripts.pop().close()
        self.page.unroute_all(behavior="ignoreErrors")
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.goto("/health")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        self.watch.errors.clear()  # of a page that was left while it was loading
        self.empty.append(self)
        return errors


def refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("The next test gets this page too: ask for one of your own (fresh=True).")


class WindowPool:
    """The empty windows of a browser, by the options of their contexts."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.empty: dict[str, list[SharedWindow]] = defaultdict(list)

    def take(self, viewport: ViewportSize, **options: Any) -> SharedWindow:
        """Return an empty window."""
        empty = self.empty[repr(sorted(options.items()))]
        window = empty.pop() if empty else SharedWindow(self.browser, self.address, options, empty)
        if window.page.viewport_size != viewport:
            window.page.set_viewport_size(viewport)
        return window
