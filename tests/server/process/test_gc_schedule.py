"""Garbage collection runs in quiet moments."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from parlour.server.process.gc_schedule import MAX_CHECKS_WITHOUT_COLLECTION, YOUNG_OBJECTS, GcSchedule


class Work:
    def __init__(self) -> None:
        self.done = 0.0

    def __call__(self) -> float:
        return self.done


def test_garbage_is_not_collected_before_any_work() -> None:
    assert not any(GcSchedule(Work()).is_due() for _ in range(3 * MAX_CHECKS_WITHOUT_COLLECTION))


def test_garbage_is_collected_once_in_the_first_idle_moment() -> None:
    work = Work()
    schedule = GcSchedule(work)
    work.done = 5
    assert [schedule.is_due() for _ in range(4)] == [False, True, False, False]


def test_collection_waits_for_moves_but_not_forever() -> None:
    work = Work()
    schedule = GcSchedule(work)
    looks = 0
    while True:
        work.done += 1
        looks += 1
        if schedule.is_due():
            break
    assert looks == MAX_CHECKS_WITHOUT_COLLECTION


@pytest.fixture
def thresholds() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    yield before
    gc.unfreeze()
    gc.set_threshold(*before)
    gc.enable()


def test_python_collects_garbage_as_usual_after_the_server_has_ended(thresholds: tuple[int, int, int]) -> None:
    gc.disable()  # as the command line does while the server starts

    async def serve() -> None:
        task = asyncio.create_task(GcSchedule(Work()).run())
        await asyncio.sleep(0)
        assert gc.get_threshold()[:2] == (YOUNG_OBJECTS, thresholds[1])
        assert gc.get_threshold()[2] > 1_000_000
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(serve())
    assert gc.get_threshold() == thresholds
    assert gc.get_freeze_count() == 0
