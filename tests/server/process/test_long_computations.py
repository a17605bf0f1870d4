"""Long computations of a visitor wait for each other, and too many are refused."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.server.http.error_responses import Busy
from parlour.server.process.long_computations import MAX_COMPUTATIONS, MAX_WAITING_COMPUTATIONS, LongComputations
from parlour.store.database.time_slices import Steps, TimeSlices

pytestmark = pytest.mark.anyio


def request_of(person: str, host: str = "127.0.0.1") -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=person), client=SimpleNamespace(host=host))


def steps(released: list[bool]) -> Steps[int]:
    while not released:
        yield
    return 1


async def started(
    computations: LongComputations, people: list[str], released: list[bool], host: str = "127.0.0.1"
) -> list[asyncio.Task[int]]:
    tasks = [asyncio.create_task(computations.compute(request_of(who, host), steps(released))) for who in people]
    await asyncio.sleep(0)
    return tasks


async def test_each_visitor_may_wait_for_a_few_computations() -> None:
    computations, released = LongComputations(TimeSlices()), list[bool]()
    running = await started(computations, ["anna"] * (MAX_WAITING_COMPUTATIONS + 1), released)
    with pytest.raises(Busy):
        await computations.compute(request_of("anna"), steps(released))
    running += await started(computations, ["ben"], released)
    assert await computations.call(request_of("anna"), lambda: 2, size=1) == 2, "what is quick is not counted"
    released.append(True)
    assert await asyncio.gather(*running) == [1] * (MAX_WAITING_COMPUTATIONS + 2)
    assert await computations.compute(request_of("anna"), steps(released)) == 1


async def test_the_computations_of_all_visitors_are_limited() -> None:
    computations, released = LongComputations(TimeSlices()), list[bool]()
    running = await started(computations, [f"person {n}" for n in range(MAX_COMPUTATIONS)], released)
    with pytest.raises(Busy):
        await computations.compute(request_of("anna"), steps(released))
    released.append(True)
    await asyncio.gather(*running)
    assert await computations.compute(request_of("anna"), steps(released)) == 1


async def test_an_address_leaves_half_of_the_computations_to_others() -> None:
    """A visitor can be any number of guests."""
    computations, released = LongComputations(TimeSlices()), list[bool]()
    guests = [f"guest {n}" for n in range(MAX_COMPUTATIONS // 2)]
    running = await started(computations, guests, released, "192.0.2.1")
    with pytest.raises(Busy):
        await computations.compute(request_of("one more", "192.0.2.1"), steps(released))
    running += await started(computations, ["anna"], released, "192.0.2.2")
    released.append(True)
    assert await asyncio.gather(*running) == [1] * (len(guests) + 1)
