"""Homework of classes: attempts are stored with the matches, and progress survives what happens to people and games."""

import json

import pytest

from parlour.club.homework import MAX_HOMEWORK, Homework, PositionTask, PuzzleTask, TaskProgress, replace_tasks
from parlour.engine.levels import Bot
from parlour.errors import ClassroomError, Conflict, NotFound
from parlour.games import game as find_game
from parlour.games.learning.puzzles import puzzles_of
from parlour.match.commands import PlayTurn, Rematch, Resign, Restart, Sender, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Assignment, Seat, Setup
from parlour.store import Person, Store, StoredHomework
from tests.store.play import NOW, do, follow, sitting

pytestmark = pytest.mark.anyio
PUZZLE = next(iter(puzzles_of(find_game("surakarta"))))
START = ".11.2./....1./....../....../....../...... 1 0"
POSITION = PositionTask("surakarta", {}, START, seat=0, level=1)
ME = Sender(frozenset({0}), host=True)


async def a_class(store: Store, *names: str) -> tuple[str, Person, list[Person]]:
    anna = await store.people.create_guest(NOW, "Anna")
    code = (await store.classrooms.create(anna.id, "7b", NOW)).code
    pupils = [await store.people.create_guest(NOW, name) for name in names]
    for pupil in pupils:
        await store.classrooms.join(code, pupil.id, NOW)
    return code, anna, pupils


async def assign(store: Store, code: str) -> StoredHomework:
    content = replace_tasks(Homework("Corners", ()), [PuzzleTask("surakarta", PUZZLE), POSITION])
    return await store.homework.create(code, content, NOW)


async def begin(store: Store, stored: StoredHomework, pupil: Person, now: int = NOW) -> str:
    seats = Seat(sitting(pupil)), Seat(Bot(1))
    assigned = Assignment(stored.code, stored.id, 2)
    made = Match.new(Setup("surakarta", seats, start=START, assignment=assigned), now)
    return (await store.homework.begin(stored.id, 2, pupil.id, made, now)).id


async def win(store: Store, match: str, now: int = NOW + 5) -> None:
    await do(store, match, PlayTurn(ply=0, text="1,4x0,4"), now, ME)


async def progress(store: Store, stored: StoredHomework, pupil: Person) -> tuple[TaskProgress, ...]:
    return (await store.homework.work_of(pupil.id)).progress(await store.homework.get(stored.id))


async def test_puzzles_and_matches_count_by_themselves(store: Store) -> None:
    code, _, (ben, cleo) = await a_class(store, "Ben", "Cleo")
    stored = await assign(store, code)
    await store.learning.note(ben.id, "surakarta", "puzzle", PUZZLE, NOW + 1, solved=False)
    await store.learning.note(ben.id, "surakarta", "puzzle", PUZZLE, NOW + 2, solved=True)
    match = await begin(store, stored, ben)
    assert (await progress(store, stored, ben))[1].match == match
    await win(store, match)
    puzzle, position = await progress(store, stored, ben)
    assert (puzzle.done, puzzle.attempts, puzzle.clean) == (NOW + 2, 2, False)
    assert (position.done, position.attempts, position.clean, position.match) == (NOW + 5, 1, True, None)
    assert await progress(store, stored, cleo) == (TaskProgress(), TaskProgress())
    assert set(await store.homework.work_of_class(code)) == {ben.id}
    assert [one.id for one in await store.homework.of_pupil(ben.id)] == [stored.id]


async def test_a_pupil_has_the_nearest_due_date_first(store: Store) -> None:
    code, _, (ben,) = await a_class(store, "Ben")
    for title, due in (("Never", None), ("Later", NOW + 2), ("Soon", NOW + 1), ("Closed", NOW)):
        closed = NOW if title == "Closed" else None
        await store.homework.create(code, Homework(title, (), due=due, closed=closed), NOW)
    assert [one.homework.title for one in await store.homework.of_pupil(ben.id)] == ["Soon", "Later", "Never"]


async def test_a_restart_is_another_attempt_and_a_rematch_is_not(store: Store) -> None:
    code, _, (ben,) = await a_class(store, "Ben")
    stored = await assign(store, code)
    match = await begin(store, stored, ben)
    await do(store, match, Resign(seat=0), NOW + 1, ME)
    again = (await follow(store, match, Restart(), NOW + 2, ME)).info.id
    assert (await progress(store, stored, ben))[1] == TaskProgress(None, 2, match=again)
    await win(store, again)
    assert (await progress(store, stored, ben))[1].done == NOW + 5
    other = await follow(store, again, Rematch(), NOW + 6, ME)
    assert other.setup.assignment is None
    assert (await progress(store, stored, ben))[1].attempts == 2


async def test_a_win_that_is_taken_back_does_not_count(store: Store) -> None:
    code, _, (ben,) = await a_class(store, "Ben")
    stored = await assign(store, code)
    match = await begin(store, stored, ben)
    await win(store, match)
    await do(store, match, TakeBack(ply=1, to=0), NOW + 6, ME)
    assert (await progress(store, stored, ben))[1].done is None
    await win(store, match, NOW + 9)
    found = (await progress(store, stored, ben))[1]
    assert (found.done, found.clean) == (NOW + 9, False)


async def test_a_pupil_plays_one_match_for_a_task_at_a_time(store: Store) -> None:
    code, _, (ben,) = await a_class(store, "Ben")
    stored = await assign(store, code)
    match = await begin(store, stored, ben)
    with pytest.raises(Conflict):
        await begin(store, stored, ben)
    running = await store.homework.running(stored.id, 2, ben.id)
    assert running is not None
    assert running.id == match
    await store.library.delete(ben.id, [match], NOW)
    assert await begin(store, stored, ben) != match


async def test_homework_is_edited_closed_and_deleted(store: Store) -> None:
    code, _, (ben,) = await a_class(store, "Ben")
    stored = await assign(store, code)
    closed = await store.homework.change(
        stored.id, 0, lambda one: Homework("Ends", one.tasks, closed=NOW, last_task=one.last_task), NOW
    )
    assert (closed.version, closed.homework.title) == (1, "Ends")
    with pytest.raises(Conflict, match="changed in the meantime"):
        await store.homework.change(stored.id, 0, lambda one: one, NOW)
    assert await store.homework.of_pupil(ben.id) == []
    assert [one.id for one in await store.homework.of_class(code)] == [stored.id]
    match = await begin(store, closed, ben)
    await win(store, match)
    assert (await progress(store, stored, ben))[1].done is None
    await store.homework.delete(stored.id)
    for call in (store.homework.get(stored.id), store.homework.delete(stored.id)):
        with pytest.raises(NotFound):
            await call
    restarted = await follow(store, match, Restart(), NOW, ME)  # the game continues without the homework
    assert (await store.homework.work_of(ben.id)).attempts == {}
    assert restarted.info.status == "running"


async def test_the_amount_of_homework_is_limited(store: Store) -> None:
    code, *_ = await a_class(store)
    for _ in range(MAX_HOMEWORK):
        await assign(store, code)
    with pytest.raises(ClassroomError, match=f"at most {MAX_HOMEWORK}"):
        await assign(store, code)
    with pytest.raises(NotFound):
        await assign(store, "NOSUCH")


async def test_guests_take_their_progress_to_their_account(store: Store) -> None:
    code, _, (ben, account) = await a_class(store, "Ben", "Ben at home")
    stored = await assign(store, code)
    await store.learning.note(ben.id, "surakarta", "puzzle", PUZZLE, NOW, solved=True)
    await win(store, await begin(store, stored, ben))
    await begin(store, stored, account, NOW + 1)
    await store.people.adopt(account.id, ben.id, NOW)
    puzzle, position = await progress(store, stored, account)
    assert (puzzle.done, position.done, position.attempts) == (NOW, NOW + 5, 2)
    exported = json.loads(b"".join([piece async for piece in store.people.export(account.id)]))
    assert [(one["title"], one["result"]) for one in exported["homework"]] == [
        ("Corners", "won"),
        ("Corners", "unfinished"),
    ]


async def test_progress_outlives_the_game_but_not_the_person_or_the_class(store: Store) -> None:
    code, anna, (ben, cleo) = await a_class(store, "Ben", "Cleo")
    stored = await assign(store, code)
    for pupil in (ben, cleo):
        match = await begin(store, stored, pupil)
        await win(store, match)
    await store.library.delete(cleo.id, [match], NOW)
    await store.library.purge(NOW + 400 * 24 * 60 * 60 * 1000)
    with pytest.raises(NotFound):
        await store.matches.load(match)
    assert (await progress(store, stored, cleo))[1].done == NOW + 5
    await store.people.delete(ben.id, NOW)
    assert set(await store.homework.work_of_class(code)) == {cleo.id}
    await store.people.delete(anna.id, NOW)
    assert (await store.homework.work_of(cleo.id)).attempts == {}
    with pytest.raises(NotFound):
        await store.homework.get(stored.id)
