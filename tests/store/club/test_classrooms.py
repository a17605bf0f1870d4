"""Classes: their boards, pupils and answers."""

import pytest

from parlour.club.classroom import ShownPosition, ask, end_lesson, reveal, show
from parlour.errors import ClassroomError, NotFound
from parlour.games import game as find_game
from parlour.store import Person, Store
from parlour.store.club.classrooms import MAX_CLASSES
from tests.store.play import NOW

pytestmark = pytest.mark.anyio
START = find_game("surakarta").start()
SHOWN = ShownPosition("surakarta", dict(START.options), START.text())


async def people(store: Store) -> tuple[Person, Person]:
    return await store.people.create_guest(NOW, "Anna"), await store.people.create_guest(NOW, "Ben")


async def a_question(store: Store, teacher: Person, pupil: Person) -> str:
    code = (await store.classrooms.create(teacher.id, "7b", NOW)).code
    await store.classrooms.join(code, pupil.id, NOW)
    await store.classrooms.change(code, lambda board: ask(show(board, SHOWN)), NOW)
    return code


async def test_answers_are_kept_until_the_next_question(store: Store) -> None:
    anna, ben = await people(store)
    code = await a_question(store, anna, ben)
    assert await store.classrooms.answer(code, ben.id, 1, ["4,1-3,1"], NOW) == "4,1-3,1"
    assert await store.classrooms.answer(code, ben.id, 1, ["4,0-3,0"], NOW) == "4,0-3,0"
    found = await store.classrooms.pupils(code)
    assert [(one.number, one.name, one.turn) for one in found] == [(1, "Ben", "4,0-3,0")]
    after = await store.classrooms.change(code, lambda board: reveal(board, ["4,0-3,0"]), NOW)
    assert after.version == 2
    with pytest.raises(ClassroomError, match="has been shown"):
        await store.classrooms.answer(code, ben.id, 1, ["4,1-3,1"], NOW)
    await store.classrooms.change(code, ask, NOW)
    assert await store.classrooms.answer_of(code, ben.id) is None


async def test_pupils_with_one_name_are_told_apart(store: Store) -> None:
    code = (await store.classrooms.create((await people(store))[0].id, "7b", NOW)).code
    for name in ("Änne", "änne", "", "", "Zoe"):
        await store.classrooms.join(code, (await store.people.create_guest(NOW, name)).id, NOW)
    assert [one.name for one in await store.classrooms.pupils(code)] == ["Änne", "änne (2)", "", "", "Zoe"]


async def test_only_pupils_answer(store: Store) -> None:
    anna, ben = await people(store)
    code = await a_question(store, anna, ben)
    with pytest.raises(NotFound, match="not in the class"):
        await store.classrooms.answer(code, anna.id, 1, ["4,0-3,0"], NOW)
    with pytest.raises(ClassroomError, match="You teach"):
        await store.classrooms.join(code, anna.id, NOW)
    await store.classrooms.join(code, ben.id, NOW)  # again changes nothing
    assert (await store.classrooms.get(code)).pupils == 1
    await store.classrooms.leave(code, ben.id)
    assert not await store.classrooms.is_pupil(code, ben.id)


async def test_a_class_ends_without_losing_its_pupils(store: Store) -> None:
    anna, ben = await people(store)
    code = await a_question(store, anna, ben)
    ended = await store.classrooms.change(code, end_lesson, NOW)
    assert (ended.board.shown, ended.pupils, ended.teacher_name) == (None, 1, "Anna")
    assert [one.code for one in await store.classrooms.taught_by(anna.id)] == [code]
    assert [one.code for one in await store.classrooms.joined_by(ben.id)] == [code]
    await store.classrooms.rename(code, " 8b ", NOW)
    assert (await store.classrooms.get(code)).name == "8b"
    await store.classrooms.delete(code)
    for call in (store.classrooms.get(code), store.classrooms.delete(code), store.classrooms.rename(code, "x", NOW)):
        with pytest.raises(NotFound):
            await call


async def test_the_number_of_classes_is_limited_and_they_need_names(store: Store) -> None:
    anna, _ = await people(store)
    with pytest.raises(ClassroomError, match="needs a name"):
        await store.classrooms.create(anna.id, "  ", NOW)
    for _ in range(MAX_CLASSES):
        await store.classrooms.create(anna.id, "7b", NOW)
    with pytest.raises(ClassroomError, match=f"up to {MAX_CLASSES}"):
        await store.classrooms.create(anna.id, "7b", NOW)


async def test_guests_take_their_classes_to_their_account(store: Store) -> None:
    anna, ben = await people(store)
    code = await a_question(store, anna, ben)
    await store.classrooms.answer(code, ben.id, 1, ["4,0-3,0"], NOW)
    account = await store.people.create_guest(NOW, "Ben at home")
    await store.classrooms.join(code, account.id, NOW)
    await store.people.adopt(account.id, ben.id, NOW)
    assert [one.person for one in await store.classrooms.pupils(code)] == [account.id]
    await store.people.adopt(account.id, anna.id, NOW)
    assert (await store.classrooms.get(code)).teacher == account.id
    assert await store.classrooms.pupils(code) == []


async def test_guests_in_a_class_are_not_deleted(store: Store) -> None:
    anna, ben = await people(store)
    await a_question(store, anna, ben)
    assert await store.people.forget_guests(NOW + 1) == 0
