"""Computations that take long, in a thread and in short slices, so that moves do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import thread_time
from typing import Generic, TypeVar

SLICE_SECONDS = 0.004

T = TypeVar("T")


class TimeSlices:
    """Computes one slice at a time for all tasks of this process.

    Only one thread can run Python at a time. So after each slice comes a pause as long as its CPU time, in which the
    event loop and the thread that stores moves run undisturbed.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self.pauses = True
        """Whether to pause after each slice; not needed where nobody plays."""

    async def run(self, items: Iterator[T]) -> AsyncIterator[list[T]]:
        """Yield the items of an iterator, those of a slice together; raise its exceptions after the last items."""
        ended = False
        while not ended:
            slice_ = Slice(items)
            async with self._turn:
                (fault,) = await asyncio.gather(asyncio.to_thread(slice_.take), return_exceptions=True)
                await asyncio.sleep(slice_.cpu_seconds if self.pauses else 0)
            if slice_.taken:
                yield slice_.taken
            if fault is not None:
                raise fault
            ended = slice_.last


class Slice(Generic[T]):
    """The items that are computed in one slice."""

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self.taken: list[T] = []
        self.cpu_seconds = SLICE_SECONDS
        self.last = False

    def take(self) -> None:
        """Compute items for `SLICE_SECONDS`, in a thread."""
        begun = thread_time()
        for item in self._items:
            self.taken.append(item)
            self.cpu_seconds = thread_time() - begun
            if self.cpu_seconds >= SLICE_SECONDS:
                return
        self.last = True
