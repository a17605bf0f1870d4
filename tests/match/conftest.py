"""Register the toy game and Hexapawn for the match tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.known import HEXAPAWN, known


@pytest.fixture(autouse=True, scope="module")
def small_games() -> Iterator[None]:
    with known(Path(__file__).with_name("toy.py"), HEXAPAWN):
        yield
