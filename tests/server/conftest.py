"""Real servers on loopback, in a thread of the tests or as processes of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.browser import Browser
from tests.server.served import QUICK, Served
from tests.store.conftest import PostgreSQL, postgresql, quick_hashes

__all__ = ["PostgreSQL", "postgresql", "quick_hashes"]

NewBrowser = Callable[..., Browser]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests that do not mind each other."""
    with Served(tmp_path_factory.mktemp("served"), **QUICK) as running:
        yield running


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Makes servers with other settings, each in its own data folder unless one is given."""
    running: list[Served] = []

    def make(**settings: object) -> Served:
        folder = Path(str(settings.pop("folder", tmp_path / f"server-{len(running)}")))
        running.append(Served(folder, **{**QUICK, **settings}).__enter__())
        return running[-1]

    yield make
    for one in running:
        one.stop()


@pytest.fixture
def new_browser(served: Served) -> Iterator[NewBrowser]:
    """Makes browsers that know nothing of each other."""
    opened: list[Browser] = []

    def make(server: Served | None = None) -> Browser:
        opened.append(Browser((server or served).address))
        return opened[-1]

    yield make
    for browser in opened:
        browser.close()


@pytest.fixture
def browser(new_browser: NewBrowser) -> Browser:
    return new_browser()


@pytest.fixture
def other(new_browser: NewBrowser) -> Browser:
    return new_browser()
