"""Computations that take long, in a thread and in short slices, so that moves do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import monotonic
from typing import TypeVar

SLICE_SECONDS = 0.004

T = TypeVar("T")


class TimeSlices:
    """Computes one slice at a time for all tasks of this process.

    Only one thread can run Python at a time. So after each slice comes a pause of the same length, in which the event
    loop and the thread that stores moves run undisturbed.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, items: Iterator[T]) -> AsyncIterator[list[T]]:
        """Yield the items of an iterator, those of a slice together; raise its exceptions after the last items."""
        ended = False
        while not ended:
            some: list[T] = []
            async with self._turn:
                begun = monotonic()
                (result,) = await asyncio.gather(asyncio.to_thread(_take, items, some), return_exceptions=True)
                await asyncio.sleep(monotonic() - begun)
            if some:
                yield some
            if isinstance(result, BaseException):
                raise result
            ended = result


def _take(items: Iterator[T], some: list[T]) -> bool:
    """Add the items of one slice to a list; return whether they were the last ones."""
    end = monotonic() + SLICE_SECONDS
    for item in items:
        some.append(item)
        if monotonic() >= end:
            return False
    return True
