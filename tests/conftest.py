"""Fixtures for all tests: independence from the machine's language, from loaded games and from test order."""

import faulthandler
import os
import random
import signal
from collections.abc import Iterator

import pytest
import pytest_timeout
from hypothesis import HealthCheck, settings

from tests.games.known import known

for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# A program started in the background inherits an ignored SIGINT, and so would every process that a test starts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The duration of an example depends on the machine, not on Parlour.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")

LONG_TIMEOUT_S = 3600
GRACE_S = 60
"""Time between the exception that stops a test and the end of the process, if the exception had no effect."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def own_games() -> Iterator[None]:
    """Unregister games that a test has loaded."""
    with known():
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are processors: tests wait for servers and browsers.

    A further worker costs more than it gains, because each has its own browsers.
    """
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order, the same for the same seed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG_TIMEOUT_S))
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)


STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STDERR] = os.dup(2)  # of the terminal: during a test, pytest captures what is written to 2


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: pytest_timeout.Settings) -> None:
    """End the process if a test does not stop at its time limit.

    pytest-timeout raises an exception in the test, which compiled code that does not return never sees.
    """
    faulthandler.dump_traceback_later(settings.timeout + GRACE_S, exit=True, file=item.config.stash[STDERR])


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_cancel_timer() -> None:
    faulthandler.cancel_dump_traceback_later()
