"""Games that are known for a while: what a test loads must not be there for the next one, which may count the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.games import registry

HEXAPAWN = Path(__file__).with_name("hexapawn.py")
"""A sixth game, in one plain file."""


@contextmanager
def known(*files: Path) -> Iterator[None]:
    """Loads games from files, and afterwards forgets whatever has been loaded meanwhile, except Parlour's own."""
    before = dict(registry._loaded)
    try:
        for path in files:
            registry.load(path)
        yield
    finally:
        for key in registry._loaded.keys() - before.keys() - set(registry.own_keys()):
            del registry._loaded[key]
        registry._loaded.update(before)
