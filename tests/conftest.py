"""For all tests: a test does not depend on the language of the machine, on what others loaded, or on their order."""

import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.games.known import known

for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# How long an example takes says something about the machine, not about Parlour.
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")


@pytest.fixture(autouse=True)
def own_games() -> Iterator[None]:
    """Games that a test loads are forgotten after it."""
    with known():
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test with a browser or a server waits for others half of its time."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order, the same for the same seed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)
