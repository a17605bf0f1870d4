"""The toy and Hexapawn are known while tests of matches run, and forgotten afterwards: other tests count the games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.games import registry


@pytest.fixture(autouse=True, scope="module")
def small_games() -> Iterator[None]:
    known = dict(registry._loaded)
    registry.load(Path(__file__).with_name("toy.py"))
    registry.load(Path(__file__).parents[1] / "games" / "hexapawn.py")
    yield
    registry._loaded.clear()
    registry._loaded.update(known)
