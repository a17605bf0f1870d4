"""Computations that take long, in a thread and in short slices, so that moves do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from time import thread_time
from typing import Generic, TypeAlias, TypeVar

SLICE_SECONDS = 0.004
MAX_SIZE_IN_LOOP = 300
"""Computations on at most this many moves are made in the event loop; a game rarely has more."""

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""A computation that yields after every small step and returns its result."""


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

    async def compute(self, steps: Steps[T], size: int) -> T:
        """Return the result of a computation on a number of moves; raise its exceptions."""
        if size <= MAX_SIZE_IN_LOOP:
            return run_steps(steps)
        results: list[T] = []
        async for _ in self.run(_keep_result(steps, results)):
            pass
        return results[0]

    async def call(self, function: Callable[[], T], size: int) -> T:
        """Return the result of a function as `compute`, but in a single slice."""
        return await self.compute(_only_step(function), size)


def run_steps(steps: Steps[T]) -> T:
    """Return the result of a computation, made at once."""
    results: list[T] = []
    for _ in _keep_result(steps, results):
        pass
    return results[0]


def _keep_result(steps: Steps[T], results: list[T]) -> Iterator[None]:
    results.append((yield from steps))


def _only_step(function: Callable[[], T]) -> Steps[T]:
    yield
    return function()


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
