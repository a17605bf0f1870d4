"""Learning progress: the first answer counts, and progress follows the person."""

import asyncio
import json

import pytest

from parlour.errors import NotFound
from parlour.store import Store, streaks
from tests.store.play import NOW

pytestmark = pytest.mark.anyio


async def test_the_first_answer_counts_and_later_ones_solve(store: Store) -> None:
    anna = (await store.people.create_guest(NOW)).id
    await store.learning.note(anna, "sim", "puzzle", "a", NOW, solved=True)
    await store.learning.note(anna, "sim", "puzzle", "a", NOW + 1, solved=False)
    await store.learning.note(anna, "sim", "puzzle", "b", NOW + 2, solved=False)
    await store.learning.note(anna, "sim", "puzzle", "b", NOW + 3, solved=True)
    await store.learning.note(anna, "pylos", "lesson", "raise", NOW + 4, solved=True)
    found = [(row.item, row.tries, row.clean, row.solved) for row in await store.learning.of(anna)]
    assert found == [("a", 2, True, NOW), ("b", 2, False, NOW + 3), ("raise", 1, True, NOW + 4)]
    assert [row.item for row in await store.learning.of(anna, "pylos")] == ["raise"]
    assert (streaks(await store.learning.of(anna)).now, streaks(await store.learning.of(anna)).best) == (0, 1)


async def test_two_pages_that_solve_the_same_puzzle_keep_it_once(store: Store) -> None:
    anna = (await store.people.create_guest(NOW)).id
    await asyncio.gather(
        *(store.learning.note(anna, "sim", "puzzle", "a", NOW + n, solved=n % 2 == 0) for n in range(8))
    )
    (row,) = await store.learning.of(anna)
    assert row.tries == 8
    assert row.solved is not None


async def test_a_new_person_has_no_progress(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.learning.note("nobody", "sim", "puzzle", "a", NOW, solved=True)
    assert await store.learning.of("nobody") == []


async def test_an_account_adopts_a_guests_progress_and_deletes_it_with_itself(store: Store) -> None:
    anna = (await store.people.sign_up("Anna", "a long password of words", NOW)).id
    guest = (await store.people.create_guest(NOW)).id
    await store.learning.note(anna, "sim", "puzzle", "both", NOW, solved=True)
    await store.learning.note(guest, "sim", "puzzle", "both", NOW, solved=False)
    await store.learning.note(guest, "sim", "puzzle", "new", NOW, solved=True)
    await store.people.adopt(anna, guest, NOW)
    assert {(row.item, row.clean) for row in await store.learning.of(anna)} == {("both", True), ("new", True)}
    data = json.loads(b"".join([part async for part in store.people.export(anna)]))
    assert [one["item"] for one in data["learned"]] == ["both", "new"]
    await store.people.delete(anna, NOW)
    assert await store.learning.of(anna) == []
