"""Windows of the browser, which tests hand on to each other: a new one takes as long as what most tests do in it.

What is handed on is empty: no page, no cookies, nothing stored, the mouse in the corner. Only the browser's own cache
of files stays, as it does when somebody comes back.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, NoReturn

from playwright.sync_api import Browser, Page, ViewportSize

ALTERS_THE_PAGE = ("add_init_script", "expose_binding", "expose_function", "on", "once", "route", "route_web_socket")
"""What would stay in a page after its test."""


class Watch:
    """Notes what goes wrong in a page, unless it is expected, and what it asks of other hosts."""

    def __init__(self, page: Page, address: str) -> None:
        self.complaints: list[str] = []
        self.expects: tuple[str, ...] = ()
        self.own = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("console", lambda said: self._complain(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: self._ask(asked.url))

    def _complain(self, text: str) -> None:
        if not any(expected in text for expected in self.expects):
            self.complaints.append(text)

    def _ask(self, url: str) -> None:
        if not url.startswith(self.own):
            self.complaints.append(f"something from another host: {url}")


class Window:
    """A page of a visitor who is new here."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any]) -> None:
        self.context = browser.new_context(base_url=address, **options)
        self.page = self.context.new_page()
        self.watch = Watch(self.page, address)
        self.add_script = self.page.add_init_script
        self.scripts: list[Any] = []

    def keep_settings(self, settings: dict[str, Any]) -> None:
        """Has settings lie there before the page looks for them."""
        kept = json.dumps(json.dumps(settings))
        self.scripts.append(self.add_script(f"localStorage['parlour.settings'] ??= {kept}"))

    def give_back(self) -> list[str]:
        """Ends the visit; what went wrong in it."""
        self.context.close()
        return self.watch.complaints


class SharedWindow(Window):
    """One that is emptied after a visit, for the next. What would stay in it all the same is refused."""

    def __init__(self, browser: Browser, address: str, options: dict[str, Any], empty: list[SharedWindow]) -> None:
        super().__init__(browser, address, options)
        self.empty = empty
        for name in ALTERS_THE_PAGE:
            setattr(self.page, name, refuse)

    def give_back(self) -> list[str]:
        if self.page.is_closed():
            return super().give_back()
        complaints, self.watch.complaints = self.watch.complaints, []
        while self.scripts:
            self.scripts.pop().close()
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.goto("/health")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        self.watch.complaints.clear()  # of a page that was left while it was at work
        self.empty.append(self)
        return complaints


def refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("The next test gets this page too: ask for one of your own (fresh=True).")


class WindowPool:
    """The windows of a browser that are empty, by what they were opened with."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.empty: dict[str, list[SharedWindow]] = defaultdict(list)

    def take(self, viewport: ViewportSize, **options: Any) -> SharedWindow:
        """One that nobody is in."""
        empty = self.empty[repr(sorted(options.items()))]
        window = empty.pop() if empty else SharedWindow(self.browser, self.address, options, empty)
        if window.page.viewport_size != viewport:
            window.page.set_viewport_size(viewport)
        return window
