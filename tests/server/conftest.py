"""Real servers on the loopback interface, in a thread or as separate processes."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour.server.http.transport import connections
from parlour.server.matches.live import ended_games
from parlour.server.tournaments import progress
from parlour.store.database.database import FILE as DATABASE_FILE
from parlour.store.matches import server_watch
from tests.server.browser import Browser
from tests.server.redis_server import RedisServer
from tests.server.served import QUICK, Served
from tests.store.conftest import PostgreSQL, own_postgresql, postgresql, quick_hashes, sqlite_template

__all__ = ["PostgreSQL", "own_postgresql", "postgresql", "quick_hashes", "sqlite_template"]

NewBrowser = Callable[..., Browser]

HOUR_SECONDS = 3600.0
"""Longer than any test waits."""


@pytest.fixture(autouse=True, scope="session")
def no_periodic_work() -> Iterator[None]:
    """Keep servers in this process from periodic checks that could run in the middle of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "CHECK_INTERVAL_SECONDS", HOUR_SECONDS)  # a second check cuts off a page
        patch.setattr(progress, "SWEEP_SECONDS", HOUR_SECONDS)  # a check pairs players of an arena who would wait
        patch.setattr(ended_games, "SETTLE_SECONDS", HOUR_SECONDS)  # ratings are up to date in every response
        yield


@pytest.fixture(autouse=True)
def patient_servers() -> Iterator[None]:
    """Keep servers in this process from regarding each other as dead when a busy machine delays a heartbeat."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_watch, "HEARTBEAT_TIMEOUT_MS", 600_000)
        yield


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server shared by all tests that do not affect each other."""
    with Served(tmp_path_factory.mktemp("served"), **QUICK) as running:
        yield running


@pytest.fixture
def new_server(tmp_path: Path, sqlite_template: Path) -> Iterator[Callable[..., Served]]:
    """Return a function that starts servers with other settings, by default each with its own data folder."""
    running: list[Served] = []

    def make(**settings: object) -> Served:
        folder = Path(str(settings.pop("folder", tmp_path / f"server-{len(running)}")))
        if not folder.exists() and "database_url" not in settings:
            folder.mkdir(parents=True)
            shutil.copy(sqlite_template, folder / DATABASE_FILE)
        running.append(Served(folder, **{**QUICK, **settings}).__enter__())
        return running[-1]

    yield make
    for one in running:
        one.stop()


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """Return a Redis shared by all tests that do not stop it."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def new_browser(served: Served) -> Iterator[NewBrowser]:
    """Return a function that creates independent browsers."""
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
