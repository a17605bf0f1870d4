"""The page in a real browser, served by a real server. Without a Chromium the tests are skipped; in CI they fail."""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.server.browser import Browser as Visitor
from tests.server.served import QUICK, Served
from tests.store.conftest import quick_hashes
from tests.web.window_pool import Window, WindowPool

__all__ = ["quick_hashes"]

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing is loaded from another host: no other name or address is found. `window_pool` reports attempts.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
)
DRAWS = ("--use-angle=null", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader")
"""WebGL, drawn by the processor; the page around it is put together without, which would take as long again."""
DRAWS_NOT = ("--disable-gpu", "--disable-3d-apis")

PATIENCE = 30_000
"""Milliseconds to wait for what must happen in the end, however busy the machine is."""
PATIENCE_WITH_DRAWINGS = 90_000
"""The same where the processor draws in three dimensions: a picture may take seconds."""
TIMEOUT_S = 300

NewPage = Callable[..., Page]
Item = TypeVar("Item")


def chromium_path() -> str:
    """Where Chromium is; without one the test is skipped, in CI it fails."""
    named = os.environ.get("PARLOUR_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        why = "There is no Chromium on this machine: the page was not tested."
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Only for this folder: while it runs, its event loop does, and asynchronous tests of other folders could not."""
    with sync_playwright() as running:
        yield running


def launch(playwright: Playwright, *flags: str) -> Browser:
    """A browser with some flags of its own; it ends with the folder."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *flags])


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Browser:
    """A browser that can draw in three dimensions."""
    return launch(playwright, *DRAWS)


@pytest.fixture(scope="package")
def plain_chromium(playwright: Playwright) -> Browser:
    """A browser that cannot, and is quicker for it."""
    return launch(playwright, *DRAWS_NOT)


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the built page, for all tests that do not mind each other."""
    with Served(tmp_path_factory.mktemp("site"), **QUICK) as running:
        yield running


@pytest.fixture
def elsewhere(site: Served) -> Iterator[Visitor]:
    """Somebody who uses the server's interface without a page."""
    visitor = Visitor(site.address)
    yield visitor
    visitor.close()


@pytest.fixture(scope="package")
def windows(plain_chromium: Browser, site: Served) -> WindowPool:
    """Pages that tests hand on to each other."""
    return WindowPool(plain_chromium, site.address)


HANDED_ON = {"viewport", "reduced_motion", "color_scheme"}
"""Pages that differ in nothing else are handed on."""


@pytest.fixture
def new_page(request: pytest.FixtureRequest, site: Served) -> Iterator[NewPage]:
    """Makes pages, each of a visitor who is new here. At the end none may have complained.

    `settings` are those of the settings dialog; `script` runs before the page's own; a page may complain of what has
    `expects` in its text; `at` is another address of the server; `draws` is for what must be seen in three dimensions
    and is slow; `fresh` is for a test that alters the page itself (routes, listeners, its clock); the rest goes to the
    browser's context (`viewport`, `has_touch` …). Without a path nothing is opened.
    """
    opened: list[Window] = []

    def make(
        path: str = "",
        *,
        settings: dict[str, Any] | None = None,
        script: str = "",
        expects: str | tuple[str, ...] = (),
        draws: bool = False,
        fresh: bool = False,
        server: Served | None = None,
        at: str = "",
        **context: Any,
    ) -> Page:
        given = {"viewport": {"width": 720, "height": 520}, "color_scheme": "dark", **context}
        window: Window
        if draws or fresh or script or server or at or not given.keys() <= HANDED_ON:
            browser: Browser = request.getfixturevalue("chromium" if draws else "plain_chromium")
            window = Window(browser, at or (server or site).address, given)
        else:
            windows: WindowPool = request.getfixturevalue("windows")
            window = windows.take(**given)
        opened.append(window)
        page = window.page
        patience = PATIENCE_WITH_DRAWINGS if draws else PATIENCE
        window.context.set_default_timeout(patience)
        expect.set_options(timeout=patience)
        window.watch.expects = (expects,) if isinstance(expects, str) else expects
        if settings is not None:
            window.keep_settings(settings)
        if script:
            page.add_init_script(script)
        if path:
            page.goto(path)
        return page

    yield make
    complaints = [complaint for window in opened for complaint in window.give_back()]
    assert complaints == []


@pytest.fixture
def visit(new_page: NewPage) -> NewPage:
    """Opens a page as somebody new who wants nothing to move; `theme` is set before it is drawn."""

    def open_page(path: str = "/", *, width: int = 1280, height: int = 800, theme: str = "dark", **more: Any) -> Page:
        given = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
        page = new_page(path, settings={"theme": theme}, **{**given, **more})
        page.get_by_role("banner").wait_for()
        return page

    return open_page


QUIET = {"speed": "off", "flat": True, "muted": True}
"""Settings with which a game need not be waited for."""


@pytest.fixture
def player(new_page: NewPage) -> NewPage:
    """Makes a page of somebody who comes to play: nothing has to be waited for."""

    def open_page(settings: dict[str, Any] | None = None, **more: Any) -> Page:
        given = {"viewport": {"width": 1280, "height": 800}, **more}
        return new_page(settings={**QUIET, **(settings or {})}, **given)

    return open_page


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests of this folder, which need a browser, and have every worker begin with its share of them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(TIMEOUT_S))
    yield  # leaves out what was not asked for
    if hasattr(config, "workerinput") and config.getoption("--shuffle") is None:
        slow = [item for item in items if item.get_closest_marker("browser")]
        quick = [item for item in items if not item.get_closest_marker("browser")]
        items[:] = dealt(slow, quick, config.workerinput["workercount"])


def dealt(slow: list[Item], quick: list[Item], workers: int) -> list[Item]:
    """Return the tests so that, cut into equal parts, each begins with as many slow ones.

    Each worker gets such a part, and those who are done take from the ends of the others: the last minutes of a run are
    not those of a few slow tests. Neighbours, which may take equally long, go to different workers.
    """
    order: list[Item] = []
    left = len(slow) + len(quick)
    rest = iter(quick)
    for worker in range(workers):
        size = left // (workers - worker)
        left -= size
        share = slow[worker::workers]
        order += [*share, *islice(rest, max(size - len(share), 0))]
    return [*order, *rest]
