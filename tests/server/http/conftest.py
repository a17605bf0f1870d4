"""Clients for tests of connections."""

from collections.abc import Callable, Iterator

import pytest

from tests.server.raw_client import RawClient
from tests.server.served import Served


@pytest.fixture
def raw(served: Served) -> Iterator[Callable[[], RawClient]]:
    opened: list[RawClient] = []

    def make() -> RawClient:
        opened.append(RawClient(served))
        return opened[-1]

    yield make
    for one in opened:
        one.socket.close()
