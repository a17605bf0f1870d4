"""Resumable jobs: numbered items of work on all cores or machines, each written to a log file when it ends.

The file has one line of JSON for the job and one for each finished item. Running the same job again continues where
it stopped, even after it was killed in the middle of a line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from parlour.errors import ParlourError
from parlour.games.registry import load_files, loaded_files

Work = TypeVar("Work")
Item = TypeVar("Item")


class JobLogError(ParlourError):
    """A file that is not a job log, or one of another job."""


class DifferentJobError(JobLogError):
    """A log file of another job; `work` is that job."""

    work: object = None


class JobLog(Generic[Work, Item]):
    """The log file of a job; without a path nothing is stored."""

    def __init__(self, work: Work, item: type[Item], path: Path | None) -> None:
        self.work = work
        self.path = path
        self.items: list[Item] = self._resume(path, item) if path is not None and path.exists() else []

    def _resume(self, path: Path, item: type[Item]) -> list[Item]:
        lines = path.read_bytes().splitlines()
        try:
            known = msgspec.json.decode(lines[0], type=type(self.work)) if lines else self.work
            found = [msgspec.json.decode(line, type=item) for line in lines[1:-1]]
            if len(lines) > 1:
                # The last line may be incomplete if the job was interrupted.
                try:
                    found.append(msgspec.json.decode(lines[-1], type=item))
                except msgspec.DecodeError:
                    path.write_bytes(b"".join(line + b"\n" for line in lines[:-1]))
        except (msgspec.DecodeError, msgspec.ValidationError) as fault:
            raise JobLogError(f"{path} is not a results file: {fault}.") from fault
        if known != self.work:
            other = DifferentJobError(f"{path} contains results of another job.")
            other.work = known
            raise other
        return found

    def add(self, item: Item) -> None:
        """Store a finished item."""
        self.items.append(item)
        if self.path is not None:
            fresh = not self.path.exists() or not self.path.stat().st_size
            with self.path.open("ab") as file:
                if fresh:
                    file.write(msgspec.json.encode(self.work) + b"\n")
                file.write(msgspec.json.encode(item) + b"\n")


class WorkPool(Protocol):
    """Processes that run items of work, here or on other machines."""

    workers: int
    """Number of items that run at the same time."""

    def submit(self, do: Callable[[Work, int], Item], work: Work, number: int, /) -> Future[Item]:
        """Run an item."""

    def close(self) -> None:
        """Accept no more items, and wait for those that run."""


class LocalPool:
    """Processes of this machine, by default one per core."""

    def __init__(self, processes: int | None = None) -> None:
        self.workers = processes or os.cpu_count() or 1
        # Processes that are not forks of this one have not loaded the games from files.
        self._processes = ProcessPoolExecutor(self.workers, initializer=load_files, initargs=(loaded_files(),))

    def submit(self, do: Callable[[Work, int], Item], work: Work, number: int, /) -> Future[Item]:
        return self._processes.submit(do, work, number)

    def close(self) -> None:
        self._processes.shutdown()


class NumberedItem(Protocol):
    """A finished item, which knows its number."""

    @property
    def number(self) -> int: ...


NumberedT = TypeVar("NumberedT", bound=NumberedItem)


class ResumableJob(Generic[Work, NumberedT]):
    """Items of a job that `do` makes, and those done so far; with a path they are also in a log file."""

    def __init__(
        self, do: Callable[[Work, int], NumberedT], work: Work, item: type[NumberedT], path: Path | None
    ) -> None:
        self.job = work
        self._do = do
        self._log = JobLog(work, item, path)
        self.done: dict[int, NumberedT] = {one.number: one for one in self._log.items}

    def run(
        self,
        count: int,
        *,
        processes: int | None = None,
        ray: str | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[NumberedT]:
        """Do items until the given number is done, and yield each when it ends."""
        todo = [number for number in range(count) if number not in self.done]
        for item in run_parallel(self._do, self.job, todo, make_pool(processes, ray), stopped):
            self.done[item.number] = item
            self._log.add(item)
            yield item

    def in_order(self) -> list[NumberedT]:
        """Return the items done so far, in the order of their numbers."""
        return [self.done[number] for number in sorted(self.done)]


def make_pool(processes: int | None, ray: str | None) -> WorkPool:
    """Return processes of this machine, or of the Ray cluster at an address."""
    if ray is None:
        return LocalPool(processes)
    from parlour.lab.ray_pool import RayPool

    return RayPool(ray, processes)


def run_parallel(
    do: Callable[[Work, int], Item],
    work: Work,
    numbers: Iterable[int],
    pool: WorkPool,
    ended: Callable[[], bool] = lambda: False,
) -> Iterator[Item]:
    """Run items in a pool, which is closed at the end, until all are done or `ended` returns True."""
    todo = iter(numbers)
    running: set[Future[Item]] = set()
    try:
        while not ended():
            while len(running) < pool.workers and (number := next(todo, None)) is not None:
                running.add(pool.submit(do, work, number))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in running:
            future.cancel()
        pool.close()
