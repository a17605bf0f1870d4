"""Temporary registration of games, so that a test's games do not affect the next test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.games import registry

HEXAPAWN = Path(__file__).with_name("hexapawn.py")
"""A sixth game, in one plain file."""


@contextmanager
def known(*files: Path) -> Iterator[None]:
    """Load games from files, and afterwards unregister everything loaded meanwhile except Parlour's own games."""
    before = dict(registry._loaded)
    try:
        for path in files:
            registry.load(path)
        yield
    finally:
        for key in registry._loaded.keys() - before.keys() - set(registry.own_keys()):
            del registry._loaded[key]
        registry._loaded.update(before)
