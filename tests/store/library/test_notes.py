"""Notes: stars, tags, comments on games and moves; visibility, and notes in records."""

import pytest

from parlour.engine.levels import Bot
from parlour.errors import NameRefused, NotFound
from parlour.match.commands import TakeBack
from parlour.match.match import Match
from parlour.match.records.json_format import read_json, write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from parlour.match.seats import Guest, Seat, Setup
from parlour.store import Changes, Imported, Person, Query, Store
from parlour.store.library.notes import Notes, notes_in, with_notes
from tests.store.play import NOW, begin, do, play, sitting

pytestmark = pytest.mark.anyio


@pytest.fixture
async def anna(store: Store) -> Person:
    return await store.people.create_guest(NOW, "Anna")


@pytest.fixture
async def game(store: Store, anna: Person) -> str:
    info = await begin(store, sitting(anna), Guest("Ben"), host=anna)
    await play(store, info.id, NOW, 4)
    return info.id


async def test_omitted_notes_are_unchanged(store: Store, anna: Person, game: str) -> None:
    await store.notes.change(anna.id, game, Changes(title="First", tags=("end  game", "Show", "show")))
    notes = await store.notes.change(anna.id, game, Changes(star=True, comment=" well\nplayed "))
    assert notes == Notes("First", True, ("end game", "Show"), "well\nplayed")
    entry = await store.library.entry(anna.id, game)
    assert (entry.star, entry.tags, entry.comment, entry.remarks) == (True, ("end game", "Show"), "well\nplayed", 0)
    assert (await store.notes.change(anna.id, game, Changes(tags=()))).tags == ()


@pytest.mark.parametrize(
    "changes",
    [
        Changes(tags=("one, two",)),
        Changes(tags=("x" * 41,)),
        Changes(tags=tuple(f"tag {n}" for n in range(21))),
        Changes(tags=("the same",) * 1000),
        Changes(tags=("a\u200bb",)),
        Changes(comment="x" * 4001),
        Changes(title="x" * 121),
    ],
)
async def test_invalid_notes_are_refused_and_change_nothing(
    store: Store, anna: Person, game: str, changes: Changes
) -> None:
    before = await store.notes.read(anna.id, game)
    with pytest.raises(NameRefused):
        await store.notes.change(anna.id, game, changes)
    assert await store.notes.read(anna.id, game) == before


async def test_filters_include_the_notes(store: Store, anna: Person, game: str) -> None:
    plain = await begin(store, sitting(anna), Bot(2), host=anna)
    await play(store, plain.id, NOW, 2)
    await store.notes.change(anna.id, game, Changes(star=True, tags=("Opening",)))
    for query, found in (
        (Query(star=True), {game}),
        (Query(star=False), {plain.id}),
        (Query(tag="opening"), {game}),
        (Query(tag="open"), set()),
        (Query(commented=True), set()),
        (Query(commented=False), {game, plain.id}),
    ):
        assert {entry.match.id for entry in (await store.library.page(anna.id, query)).entries} == found, query
    await store.notes.remark(anna.id, plain.id, 1, "why not")
    assert (await store.library.page(anna.id, Query(commented=True))).total == 1
    words = await store.notes.filter_values(anna.id)
    assert (words.tags, set(words.opponents)) == (("Opening",), {"Ben", "Level 2"})
    assert sum(words.games.values()) == (await store.library.page(anna.id)).total == 2
    assert [e.match.id for e in (await store.library.page(anna.id, Query(sort="star"))).entries] == [game, plain.id]


async def test_several_games_are_labelled_together(store: Store, anna: Person, game: str) -> None:
    other = await begin(store, sitting(anna), Bot(2), host=anna)
    await play(store, other.id, NOW, 2)
    await store.notes.change(anna.id, game, Changes(tags=("old",)))
    assert await store.notes.label(anna.id, [game, other.id, "nothing"], add=["new"], star=True) == 2
    assert (await store.notes.read(anna.id, game)).tags == ("old", "new")
    assert (await store.notes.read(anna.id, other.id)) == Notes(star=True, tags=("new",))


async def test_a_remark_belongs_to_its_move(store: Store, anna: Person, game: str) -> None:
    await store.notes.remark(anna.id, game, 0, "from the start")
    await store.notes.remark(anna.id, game, 3, "first")
    notes = await store.notes.remark(anna.id, game, 3, "second")
    assert notes.remarks == {0: "from the start", 3: "second"}
    assert (await store.library.entry(anna.id, game)).remarks == 2
    with pytest.raises(NotFound):
        await store.notes.remark(anna.id, game, 5, "beyond the end")
    with pytest.raises(NotFound):
        await store.notes.remark(anna.id, game, -1, "before the start")
    await do(store, game, TakeBack(ply=4, to=2), NOW)
    assert (await store.notes.read(anna.id, game)).remarks == {0: "from the start"}
    assert (await store.notes.remark(anna.id, game, 0, "")).remarks == {}


async def test_notes_are_private(store: Store, anna: Person) -> None:
    ben = await store.people.create_guest(NOW, "Ben")
    info = await begin(store, sitting(anna), sitting(ben), host=anna)
    await play(store, info.id, NOW, 2)
    await store.notes.change(anna.id, info.id, Changes(star=True, comment="for me"))
    await store.notes.remark(anna.id, info.id, 1, "mine")
    assert await store.notes.read(ben.id, info.id) == Notes()
    stranger = await store.people.create_guest(NOW, "Carl")
    for attempt in (
        store.notes.read(stranger.id, info.id),
        store.notes.change(stranger.id, info.id, Changes(star=True)),
        store.notes.remark(stranger.id, info.id, 1, "not mine"),
    ):
        with pytest.raises(NotFound):
            await attempt


async def test_logging_in_keeps_a_guests_notes(store: Store, anna: Person, game: str) -> None:
    await store.notes.change(anna.id, game, Changes(star=True))
    await store.notes.remark(anna.id, game, 1, "kept")
    account = await store.people.sign_up("Anna Account", "a long password", NOW)
    await store.people.adopt(account.id, anna.id, NOW)
    assert await store.notes.read(account.id, game) == Notes(star=True, remarks={1: "kept"})


async def test_notes_are_purged_with_the_game(store: Store, anna: Person, game: str) -> None:
    await store.notes.remark(anna.id, game, 1, "gone soon")
    await store.library.delete(anna.id, [game], NOW)
    assert await store.library.purge(NOW + 40 * 24 * 3600 * 1000) == 1
    with pytest.raises(NotFound):
        await store.notes.read(anna.id, game)


async def test_notes_survive_export_and_import(store: Store, anna: Person, game: str) -> None:
    await store.notes.change(anna.id, game, Changes(title="T", star=True, tags=("a", "b c"), comment="so\nit was"))
    await store.notes.remark(anna.id, game, 2, "12 is {too} many")
    record = await store.library.record(anna.id, game)
    again = Notes("T", True, ("a", "b c"), "so it was", {2: "12 is {too} many"})
    assert notes_in(read_record(write_record(record))) == again
    assert notes_in(read_json(write_json(record))) == again
    match, events = Match.from_record(Setup("heap", (Seat(Guest("A")), Seat(Guest("B")))), record, NOW, to_the_end=True)
    games = [Imported(match, events, notes_in(record), NOW - 5000)]
    ((info,),) = [batch async for batch in store.library.import_games(anna.id, games, NOW)]
    assert await store.notes.read(anna.id, info.id) == again
    assert (info.origin, info.created) == ("imported", NOW - 5000)
    assert (await store.library.page(anna.id, Query(text="t"))).total >= 1


def test_a_record_without_notes_is_unchanged() -> None:
    record = Record("heap", {}, "")
    assert with_notes(record, Notes()) == record
    assert notes_in(record) == Notes()
