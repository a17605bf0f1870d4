"""Preferences and saved positions: private to each person."""

import asyncio

import pytest

from parlour.errors import NameRefused, NotFound, TooMuch
from parlour.games import game
from parlour.store import Positions, Store
from tests.store.play import NOW

pytestmark = pytest.mark.anyio


async def test_preferences_return_what_was_stored(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    assert await store.preferences.get(anna.id) == {}
    await store.preferences.put(anna.id, {"theme": "dark", "volume": {"music": 0.5}})
    assert await store.preferences.change(anna.id, {"theme": None, "speed": 2}) == {
        "volume": {"music": 0.5},
        "speed": 2,
    }
    await store.preferences.put(anna.id, {"only": "this"})
    assert await store.preferences.get(anna.id) == {"only": "this"}


async def test_preferences_are_there_when_the_database_is_opened_again(address: str) -> None:
    async with await Store.open(address) as first:
        anna = await first.people.create_guest(NOW)
        await first.preferences.put(anna.id, {"theme": "dark"})
    async with await Store.open(address) as second:
        assert await second.preferences.get(anna.id) == {"theme": "dark"}


async def test_changes_from_two_pages_do_not_undo_each_other(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    await store.preferences.put(anna.id, {"a": 0})
    await asyncio.gather(*(store.preferences.change(anna.id, {f"key{n}": n}) for n in range(10)))
    assert await store.preferences.get(anna.id) == {"a": 0, **{f"key{n}": n for n in range(10)}}


async def test_too_many_preferences_are_refused(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    await store.preferences.put(anna.id, {"a": 1})
    with pytest.raises(TooMuch, match="64 KiB"):
        await store.preferences.change(anna.id, {"b": "x" * 70_000})
    assert await store.preferences.get(anna.id) == {"a": 1}
    with pytest.raises(NotFound):
        await store.preferences.put("nobody", {})


async def test_a_position_is_saved_found_changed_and_removed(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    start = game("surakarta").start()
    saved = await store.positions.save(anna.id, "  The   start ", start, NOW)
    assert (saved.name, saved.game, saved.text) == ("The start", "surakarta", start.text())
    assert game(saved.game).read(saved.text, game(saved.game).check(saved.options)).text() == start.text()
    other = await store.positions.save(anna.id, "heap", game("heap").start(), NOW + 1)
    assert [one.id for one in await store.positions.of(anna.id)] == [other.id, saved.id]
    assert [one.id for one in await store.positions.of(anna.id, "surakarta")] == [saved.id]
    start.play(start.moves()[0])
    changed = await store.positions.change(anna.id, saved.id, NOW + 2, name="A move later", position=start)
    assert (changed.name, changed.text, changed.created) == ("A move later", start.text(), NOW)
    assert [one.id for one in await store.positions.of(anna.id)] == [saved.id, other.id]
    await store.positions.delete(anna.id, saved.id)
    with pytest.raises(NotFound):
        await store.positions.get(anna.id, saved.id)


async def test_positions_are_private(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    other = await store.people.create_guest(NOW)
    saved = await store.positions.save(anna.id, "mine", game("heap").start(), NOW)
    for asked in (
        store.positions.get(other.id, saved.id),
        store.positions.change(other.id, saved.id, NOW, name="yours"),
        store.positions.delete(other.id, saved.id),
        store.positions.save("nobody", "x", game("heap").start(), NOW),
    ):
        with pytest.raises(NotFound):
            await asked
    assert await store.positions.get(anna.id, saved.id) == saved


async def test_the_number_of_saved_positions_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Positions, "max_per_person", 2)
    anna = await store.people.create_guest(NOW)
    for n in range(2):
        await store.positions.save(anna.id, str(n), game("heap").start(), NOW)
    with pytest.raises(TooMuch):
        await store.positions.save(anna.id, "one more", game("heap").start(), NOW)


@pytest.mark.parametrize("name", ["x" * 121, "x" * 5000, "a\u202eb", "\x00"])
async def test_titles_that_cannot_be_shown_are_refused(store: Store, name: str) -> None:
    anna = await store.people.create_guest(NOW)
    with pytest.raises(NameRefused):
        await store.positions.save(anna.id, name, game("heap").start(), NOW)
