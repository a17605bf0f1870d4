"""A real server and a real browser: what somebody sees who opens Parlour's page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from parlour.server.site import CLIENT
from tests.server.served import QUICK, Served

FLAGS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""WebGL is drawn in software, and the browser speaks to nobody but the server."""
PATIENCE = 60_000
"""What must come and has not come after so many milliseconds, will not."""

Visit = Callable[..., Page]


def missing(what: str) -> None:
    """Fails where everything must be there, and else leaves the test out and says so."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/web/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        missing("There is no Chromium on this machine: install it to test the page.")
    if not (CLIENT / "index.html").exists():
        missing("The page was not built: run make sync, without PARLOUR_SKIP_WEB.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests that do not mind each other."""
    with Served(tmp_path_factory.mktemp("served"), **QUICK) as running:
        yield running


@pytest.fixture
def visit(chromium: Browser, served: Served) -> Iterator[Visit]:
    """Opens a page as somebody new, and sees to it that nothing goes wrong in its console.

    `path` is where; other arguments are those of a browser context, such as `viewport` or `has_touch`. `theme` is set
    before the page is drawn. A page with `expects` may complain of what has that in its text.
    """
    complaints: list[str] = []
    contexts = []

    def open_page(
        path: str = "/", *, width: int = 1280, height: int = 800, theme: str = "dark", expects: str = "", **more: Any
    ) -> Page:
        context = chromium.new_context(
            base_url=served.address,
            viewport={"width": width, "height": height},
            **{"reduced_motion": "reduce", **more},
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            f"localStorage.getItem('parlour.settings') ?? localStorage.setItem('parlour.settings', "
            f"JSON.stringify({{theme: '{theme}'}}))"
        )
        page = context.new_page()

        def complain(text: str) -> None:
            if not expects or expects not in text:
                complaints.append(text)

        page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complain(str(error)))
        page.goto(path)
        page.get_by_role("banner").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
