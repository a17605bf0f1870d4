"""Tests of the page in a real browser, served by a real server. Without Chromium they are skipped; in CI they fail."""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from parlour.server.process.addresses import lan_addresses
from tests.server.browser import Browser as Visitor
from tests.server.served import QUICK, Served
from tests.store.conftest import quick_hashes
from tests.web.window_pool import Window, WindowPool

__all__ = ["quick_hashes"]

OWN_HOSTS = ("127.0.0.1", "localhost", "*.localhost", *lan_addresses())
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing is loaded from another host: no other name or address is found. `window_pool` reports attempts.
    "--host-resolver-rules=" + ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in OWN_HOSTS)]),
)
WEBGL_FLAGS = ("--use-angle=null", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader")
"""WebGL rendered by the processor, and the page composed without it, which would take as long again."""
NO_WEBGL_FLAGS = ("--disable-gpu", "--disable-3d-apis")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of the browser, the one that takes the least time first."""
WAIT_MS = 30_000
"""Maximum time to wait for something that must happen, even on a busy machine."""
WEBGL_WAIT_MS = 90_000
"""The same with WebGL: the processor may need seconds for a frame."""
TIMEOUT_S = 300
WITH_PAGES = "tests/web/"
WITH_SERVERS = ("tests/server/", "tests/store/")
"""Folders whose tests start servers or databases: slower than the others, with some that take tens of seconds."""

NewPage = Callable[..., Page]
Item = TypeVar("Item")


def as_client(page: Page, address: str) -> Visitor:
    """Return a client without a page for the visitor of a page."""
    visitor = Visitor(address)
    for cookie in page.context.cookies():
        visitor.http.cookies.set(cookie["name"], cookie["value"])
    return visitor


def chromium_path() -> str:
    """Return the path of Chromium; without it, skip the test, or fail in CI."""
    named = os.environ.get("PARLOUR_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        reason = "There is no Chromium on this machine: the page was not tested."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Only for this folder: while it runs, its event loop does, and asynchronous tests of other folders could not."""
    with sync_playwright() as running:
        yield running


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start a browser; it ends with the last test of the folder."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *flags])


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Browser:
    """A browser with WebGL."""
    return launch(playwright, *WEBGL_FLAGS)


@pytest.fixture(scope="package")
def plain_chromium(playwright: Playwright) -> Browser:
    """A browser without WebGL, which is faster."""
    return launch(playwright, *NO_WEBGL_FLAGS)


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server with the built page that the tests share."""
    with Served(tmp_path_factory.mktemp("site"), **QUICK, search_ceiling=0.25) as running:
        yield running


@pytest.fixture
def elsewhere(site: Served) -> Iterator[Visitor]:
    """A visitor who uses the server's API without a page."""
    visitor = Visitor(site.address)
    yield visitor
    visitor.close()


@pytest.fixture(scope="package")
def windows(plain_chromium: Browser, site: Served) -> WindowPool:
    """Pages without WebGL that are used by one test after another."""
    return WindowPool(plain_chromium, site.address)


@pytest.fixture(scope="package")
def webgl_windows(chromium: Browser, site: Served) -> WindowPool:
    """Pages with WebGL that are used by one test after another."""
    return WindowPool(chromium, site.address)


@pytest.fixture
def new_page(request: pytest.FixtureRequest, site: Served) -> Iterator[NewPage]:
    """Open pages, each of a new visitor. At the end no page may have reported an unexpected error.

    `settings` are those of the settings dialog; `script` runs before the page's own; errors whose text contains one of
    `expects` are allowed; `at` is another address of the server; `draws` is for tests of the 3-D board and is slow;
    `tour` is for a person to whom the page shows its tour; `fresh` is for a test that changes the page itself
    (listeners, WebSockets, its clock); the rest are options of the browser's context (`viewport`, `has_touch` …).
    Without a path no page is loaded.
    """
    opened: list[Window] = []

    def make(
        path: str = "",
        *,
        settings: dict[str, Any] | None = None,
        script: str = "",
        expects: str | tuple[str, ...] = (),
        draws: bool = False,
        tour: bool = False,
        fresh: bool = False,
        server: Served | None = None,
        at: str = "",
        **context: Any,
    ) -> Page:
        given = {"viewport": {"width": 720, "height": 520}, "color_scheme": "dark", **context}
        assert not draws or request.node.get_closest_marker("webgl"), "A test that draws needs the marker webgl."
        window: Window
        if fresh or tour or server or at:
            browser: Browser = request.getfixturevalue("chromium" if draws else "plain_chromium")
            window = Window(browser, at or (server or site).address, given, tour=tour)
        else:
            pool: WindowPool = request.getfixturevalue("webgl_windows" if draws else "windows")
            window = pool.take(**given)
        opened.append(window)
        page = window.page
        wait_ms = WEBGL_WAIT_MS if draws else WAIT_MS
        window.context.set_default_timeout(wait_ms)
        expect.set_options(timeout=wait_ms)
        window.watch.expects = (expects,) if isinstance(expects, str) else expects
        if settings is not None:
            window.store_settings(settings)
        if script:
            window.add_script(script)
        if path:
            page.goto(path)
        return page

    yield make
    errors = [error for window in opened for error in window.give_back()]
    assert errors == []


@pytest.fixture
def visit(new_page: NewPage) -> NewPage:
    """Open a page as a new visitor who prefers reduced motion; `theme` is set before the first paint."""

    def open_page(path: str = "/", *, width: int = 1280, height: int = 800, theme: str = "dark", **more: Any) -> Page:
        given = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
        page = new_page(path, settings={"theme": theme}, **{**given, **more})
        page.get_by_role("banner").wait_for()
        return page

    return open_page


QUIET = {"speed": "off", "flat": True, "muted": True}
"""Settings without animations, 3-D or sound, so that a test need not wait for them."""


@pytest.fixture
def player(new_page: NewPage) -> NewPage:
    """Open a page as a new visitor, with settings for a quick game."""

    def open_page(settings: dict[str, Any] | None = None, **more: Any) -> Page:
        given = {"viewport": {"width": 1280, "height": 800}, **more}
        return new_page(settings={**QUIET, **(settings or {})}, **given)

    return open_page


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests of this folder, and let every worker start with its share of them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(TIMEOUT_S))
    yield  # leaves out what was not asked for
    if hasattr(config, "workerinput") and config.getoption("--shuffle") is None:
        with_pages = [item for item in items if item.nodeid.startswith(WITH_PAGES)]
        webgl = [item for item in with_pages if item.get_closest_marker("webgl")]
        pages = [webgl, *([item] for item in with_pages if item not in webgl)]
        with_servers = [item for item in items if item.nodeid.startswith(WITH_SERVERS)]
        files = [list(group) for _, group in groupby(with_servers, key=lambda item: item.path)]
        rest = [item for item in items if not item.nodeid.startswith((WITH_PAGES, *WITH_SERVERS))]
        items[:] = distribute_slow(pages + files, rest, config.workerinput["workercount"])


def distribute_slow(slow: list[list[Item]], quick: list[Item], workers: int) -> list[Item]:
    """Return the tests in an order that, cut into one part per worker, starts every part with equally many slow groups.

    Workers that have finished take tests from the ends of the other parts, so that a run does not end with a few slow
    tests. Neighbouring groups, which may take equally long, go to different workers.
    """
    order: list[Item] = []
    shares = [list(chain.from_iterable(slow[worker::workers])) for worker in range(workers)]
    left = sum(map(len, shares)) + len(quick)
    rest = iter(quick)
    for worker, share in enumerate(shares):
        size = left // (workers - worker)
        left -= size
        order += [*share, *islice(rest, max(size - len(share), 0))]
    return [*order, *rest]
