"""Divide work into batches, one for each short transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

BATCH_SIZE = 20
"""Matches or people in one transaction, so that moves do not wait long."""
MAX_BATCH_ROWS = 1000
"""Number of rows from which a transaction gets no more matches."""

T = TypeVar("T")


def batches(items: Iterable[T], rows: Callable[[T], int], max_items: int = BATCH_SIZE) -> Iterator[list[T]]:
    """Yield items in batches, which end after `max_items` of them, or as soon as they have `MAX_BATCH_ROWS` rows.

    >>> list(batches([1, 900, 200, 5000, 3], lambda rows: rows))
    [[1, 900, 200], [5000], [3]]
    """
    batch: list[T] = []
    size = 0
    for item in items:
        batch.append(item)
        size += rows(item)
        if len(batch) >= max_items or size >= MAX_BATCH_ROWS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
