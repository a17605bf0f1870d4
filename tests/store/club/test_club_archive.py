"""The archive of the club: which games it lists, its filters, and their records."""

import pytest

from parlour.engine.levels import Bot
from parlour.errors import QueryError
from parlour.match.records.record import Record
from parlour.store import Person, Store
from parlour.store.club.club_archive import ArchiveQuery, ClubOpening
from parlour.store.club.club_games import ClubFilter
from parlour.store.library.notes import Changes
from tests.store.club.test_club_games import PASSWORD, played
from tests.store.play import NOW, sitting

pytestmark = pytest.mark.anyio

SIM = ("sim",)


@pytest.fixture
async def people(store: Store) -> list[Person]:
    return [await store.people.create_guest(NOW, name) for name in ("Anna", "Ben", "Cora")]


async def ids(store: Store, query: ArchiveQuery) -> list[str]:
    return [info.id for info in (await store.club_archive.page(query)).matches]


async def test_games_are_listed_in_pages_the_latest_first_without_private_ones(
    store: Store, people: list[Person]
) -> None:
    two = [sitting(person) for person in people[:2]]
    seen = [await played(store, two, at=NOW + n, rated=n == 1, public=n != 1) for n in range(3)]
    await played(store, two, public=False)  # by invitation
    await played(store, two, kind="local", public=False)
    await store.club.update()
    assert await ids(store, ArchiveQuery(SIM)) == seen[::-1]
    page = await store.club_archive.page(ArchiveQuery(SIM, offset=1, limit=1))
    assert ([info.id for info in page.matches], page.total) == ([seen[1]], 3)
    assert await ids(store, ArchiveQuery(("pylos",))) == []
    for offset, limit in ((-1, 10), (0, 0), (0, 1000)):
        with pytest.raises(QueryError):
            await store.club_archive.page(ArchiveQuery(SIM, offset=offset, limit=limit))


async def test_games_are_found_by_players_and_filters(store: Store, people: list[Person]) -> None:
    anna, ben, cora = (sitting(person) for person in people)
    first = await played(store, [anna, ben], at=NOW + 1)
    second = await played(store, [cora, anna], at=NOW + 2, rated=True)
    third = await played(store, [cora, Bot(3)], at=NOW + 3, loser=0)
    fourth = await played(store, [anna, ben, cora], "A-B A-C A-D", at=NOW + 4)
    await store.club.update()
    for names, found in (
        (("Anna",), [fourth, second, first]),
        (("Cora", "Anna"), [fourth, second]),
        (("Ben", "Anna", "Cora"), [fourth]),
        (("Zoe",), []),
        (("Anna", "%"), []),
    ):
        assert await ids(store, ArchiveQuery(SIM, players=names)) == found, names
    assert await ids(store, ArchiveQuery(SIM, ClubFilter(level="3"))) == [third]
    assert await ids(store, ArchiveQuery(SIM, ClubFilter(rated=True), players=("Anna",))) == [second]


async def test_an_account_is_found_however_its_name_is_written_and_a_deleted_one_no_longer(
    store: Store, people: list[Person]
) -> None:
    account = await store.people.sign_up("Anneliese", PASSWORD, NOW)
    match = await played(store, [sitting(account), sitting(people[1])])
    await store.club.update()
    assert await ids(store, ArchiveQuery(SIM, players=("anneliese",))) == [match]
    await store.people.delete(account.id, NOW)
    assert await ids(store, ArchiveQuery(SIM, players=("Anneliese",))) == []
    (left,) = (await store.club_archive.page(ArchiveQuery(SIM))).matches
    assert "Anneliese" not in [seat.player.name for seat in left.seats]


async def test_an_opening_has_the_games_that_the_tree_counts(store: Store, people: list[Person]) -> None:
    two = [sitting(person) for person in people[:2]]
    first = await played(store, two, "A-B C-D A-C", at=NOW + 1)
    second = await played(store, two, "A-B C-D", at=NOW + 2)
    await played(store, two, "E-F A-C", at=NOW + 3)
    await store.club.update()
    (start,) = await store.club.starts("sim")
    for turns, partial, found in (
        ((("A-B",),), (), [second, first]),
        ((("A-B",), ("C-D",)), (), [first]),
        ((), ("A-B",), [second, first]),
        ((), ("A-",), []),
        ((("A-B",),) * 8, (), []),
    ):
        assert await ids(store, ArchiveQuery(SIM, opening=ClubOpening(start.key, turns, partial))) == found
        counted = await store.club.next_turns("sim", start.key, turns, ClubFilter())
        games = sum(one.count.games for one in counted if one.moves[: len(partial)] == partial)
        assert games == len(found)


async def test_records_have_the_date_and_no_notes_of_the_players(store: Store, people: list[Person]) -> None:
    two = [sitting(person) for person in people[:2]]
    matches = [await played(store, two, at=NOW + n, loser=n) for n in range(2)]
    await store.notes.change(people[0].id, matches[0], Changes(title="Secret", comment="A trap"))
    await store.club.update()

    def write(record: Record) -> Record:
        return record

    sizes = await store.club_archive.sizes(ArchiveQuery(SIM, limit=1))
    found = [record async for record in store.club_archive.written_records(sizes, write)]
    assert [[move.text for move in record.moves] for record in found] == [["A-B", "C-D"]] * 2
    assert all("Date" in record.tags and not {"Title", "Comment"} & record.tags.keys() for record in found)
