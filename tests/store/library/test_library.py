"""The library: each person's own list of games, in any order, with any filter."""

import itertools

import msgspec
import pytest

from parlour.engine.levels import Bot
from parlour.errors import NameRefused, NotFound, OptionError, QueryError
from parlour.games import registry
from parlour.match.commands import Assist, Draw, Resign
from parlour.match.records.json_format import write_json
from parlour.match.records.text_format import write_record
from parlour.match.seats import Account, Guest
from parlour.store import Changes, Page, Person, Query, Store
from parlour.store.library.library import UNDO_WINDOW_MS, Sort, conditions, ordered
from parlour.store.people.statistics import results, tallies
from parlour.store.tables import entries
from tests.store.play import NOW, begin, do, play, sitting
from tests.store.query_plans import explain

pytestmark = pytest.mark.anyio


def ids(page: Page) -> list[str]:
    return [entry.match.id for entry in page.entries]


@pytest.fixture
async def anna(store: Store) -> Person:
    return await store.people.create_guest(NOW, "Anna")


@pytest.fixture
async def games(store: Store, anna: Person) -> dict[str, str]:
    """Return some games of Anna's: won against a bot, lost against Ben, drawn with Äsop with help, two unfinished."""
    played: dict[str, str] = {}

    async def game(name: str, *others: Account | Guest | Bot, size: int = 14, plies: int | None = None) -> str:
        number = len(played)
        info = await begin(store, sitting(anna), *others, now=NOW + number * 1000, host=anna, size=size)
        await play(store, info.id, NOW + number * 1000 + 500, plies)
        played[name] = info.id
        return info.id

    await game("bot", Bot(3), size=14)
    await do(store, await game("ben", Guest("Ben"), plies=4), Resign(seat=0), NOW + 1700)
    helped = await game("äsop", Guest("Äsop"), size=23, plies=4)
    await do(store, helped, Assist(seat=0, help="hints"), NOW + 2800)
    await do(store, helped, Draw(ply=4), NOW + 2900)
    await game("four", Guest("Ben"), Bot(5), Bot(5), plies=3)
    await game("later", Bot("perfect"), plies=1)
    await store.notes.change(anna.id, played["four"], Changes(title="Four at the table"))
    return played


async def test_a_game_is_listed_from_its_first_move(store: Store, anna: Person) -> None:
    info = await begin(store, sitting(anna), Bot(1))
    assert await store.library.page(anna.id) == Page((), 0)
    assert ids(await store.library.page(anna.id, Query(unplayed=True))) == [info.id]
    await play(store, info.id, NOW, 1)
    assert ids(await store.library.page(anna.id)) == [info.id]


async def test_an_entry_describes_the_game_for_its_owner(store: Store, anna: Person, games: dict[str, str]) -> None:
    entry = await store.library.entry(anna.id, games["ben"])
    assert (entry.seat, entry.result, entry.opponent, entry.assisted) == (0, "lost", "Ben", False)
    assert (entry.match.created, entry.match.ended) == (NOW + 1000, NOW + 1700)
    assert entry.match.reason == "resign"
    entry = await store.library.entry(anna.id, games["äsop"])
    assert (entry.result, entry.assisted, entry.opponent) == ("drawn", True, "Äsop")
    entry = await store.library.entry(anna.id, games["four"])
    assert (entry.result, entry.title, entry.opponent) == (
        "unfinished",
        "Four at the table",
        "Ben, Level 5, Level 5",
    )


async def test_unfinished_games_are_listed_to_continue(store: Store, anna: Person, games: dict[str, str]) -> None:
    found = await store.library.unfinished(anna.id)
    assert [entry.match.id for entry in found] == [games["later"], games["four"]]


FILTERS: list[tuple[Query, set[str]]] = [
    (Query(), {"bot", "ben", "äsop", "four", "later"}),
    (Query(game="heap"), {"bot", "ben", "äsop", "four", "later"}),
    (Query(game="surakarta"), set()),
    (Query(opponent="BEN"), {"ben", "four"}),
    (Query(opponent="Be"), set()),
    (Query(opponent="äSOP"), {"äsop"}),
    (Query(against="bots"), {"bot", "later"}),
    (Query(against="people"), {"ben", "äsop"}),
    (Query(level=3), {"bot"}),
    (Query(level=5), set()),
    (Query(level="perfect"), {"later"}),
    (Query(results=("lost", "drawn")), {"ben", "äsop"}),
    (Query(finished=True), {"bot", "ben", "äsop"}),
    (Query(finished=False), {"four", "later"}),
    (Query(since=NOW + 1000, until=NOW + 3000), {"ben", "äsop"}),
    (Query(shortest=2, longest=2), {"ben", "äsop"}),
    (Query(longest=1), {"four", "later"}),
    (Query(shortest=2_000), set()),
    (Query(text="table"), {"four"}),
    (Query(text="ÄSO"), {"äsop"}),
    (Query(text="LEVEL"), {"bot", "four"}),
    (Query(text="perfect"), {"later"}),
    (Query(text="%"), set()),
    (Query(text="_"), set()),
    (Query(assisted=True), {"äsop"}),
    (Query(game="heap", options={"size": 23}), {"äsop"}),
    (Query(game="heap", options={"size": "14", "seats": 4}), {"four"}),
    (Query(game="heap", options={"noble": True}), set()),
    (Query(deleted=True), set()),
    (Query(against="people", finished=True, results=("lost",), text="ben"), {"ben"}),
]

SORTS: list[tuple[Sort, str | None, str | None]] = [
    ("updated", "later", "bot"),
    ("created", "later", "bot"),
    ("ended", "äsop", None),
    ("opponent", "äsop", "ben"),
    ("level", "later", None),
    ("result", "bot", "äsop"),
    ("plies", "bot", "later"),
    ("title", "four", None),
    ("game", None, None),
    ("used", None, None),
]
"""First and last of the games in descending order."""


async def test_lengths_are_counted_in_turns_as_lists_show_them(
    store: Store, anna: Person, games: dict[str, str]
) -> None:
    page = await store.library.page(anna.id, Query(sort="plies"))
    turns = {entry.match.id: entry.turns for entry in page.entries}
    assert any(entry.turns < entry.match.plies for entry in page.entries)
    assert list(turns.values()) == sorted(turns.values(), reverse=True)
    for length in {0, *turns.values()}:
        longer = await store.library.page(anna.id, Query(shortest=length))
        shorter = await store.library.page(anna.id, Query(longest=length))
        assert set(ids(longer)) == {id for id, count in turns.items() if count >= length}
        assert set(ids(shorter)) == {id for id, count in turns.items() if count <= length}


async def test_filters(store: Store, anna: Person, games: dict[str, str]) -> None:
    for query, names in FILTERS:
        page = await store.library.page(anna.id, query)
        assert {name for name, id in games.items() if id in ids(page)} == names, query
        assert page.total == len(names)


async def test_a_game_is_found_by_its_id(store: Store, anna: Person, games: dict[str, str]) -> None:
    for id in games.values():
        assert ids(await store.library.page(anna.id, Query(text=f" {id.upper()} "))) == [id]
        assert ids(await store.library.page(anna.id, Query(text=id[:-1]))) == []


async def test_any_column_sorts_both_ways(store: Store, anna: Person, games: dict[str, str]) -> None:
    for sort, first, last in SORTS:
        down = ids(await store.library.page(anna.id, Query(sort=sort)))
        up = ids(await store.library.page(anna.id, Query(sort=sort, descending=False)))
        assert sorted(down) == sorted(up) == sorted(games.values())
        assert first is None or down[0] == games[first], sort
        assert last is None or down[-1] == up[0] == games[last], sort


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("sort", [sort for sort, _, _ in SORTS])
async def test_pages_join_without_gap_or_overlap(
    store: Store, anna: Person, games: dict[str, str], sort: Sort, descending: bool
) -> None:
    query = Query(sort=sort, descending=descending, limit=2)
    pages = [await store.library.page(anna.id, msgspec.structs.replace(query, offset=n)) for n in (0, 2, 4, 6)]
    assert [len(page.entries) for page in pages] == [2, 2, 1, 0]
    assert {page.total for page in pages} == {5}
    joined = list(itertools.chain(*map(ids, pages)))
    assert joined == ids(await store.library.page(anna.id, msgspec.structs.replace(query, limit=5)))
    assert sorted(joined) == sorted(games.values())
    if sort == "game":  # all are of one game, so the ids decide
        assert joined == sorted(joined, reverse=descending)


@pytest.mark.parametrize(
    ("query", "error"),
    [
        (Query(limit=0), QueryError),
        (Query(limit=1000), QueryError),
        (Query(offset=-1), QueryError),
        (Query(options={"size": 3}), QueryError),
        (Query(game="heap", options={"no such": 3}), OptionError),
        (Query(game="heap", options={"size": -5}), OptionError),
    ],
)
async def test_invalid_queries_are_refused(store: Store, anna: Person, query: Query, error: type[Exception]) -> None:
    with pytest.raises(error):
        await store.library.page(anna.id, query)


async def test_each_person_has_their_own_library(store: Store, anna: Person) -> None:
    ben = await store.people.create_guest(NOW, "Ben")
    info = await begin(store, sitting(anna), sitting(ben), host=anna)
    await play(store, info.id, NOW)
    results = {(await store.library.entry(one.id, info.id)).result for one in (anna, ben)}
    assert results == {"won", "lost"}
    await store.notes.change(anna.id, info.id, Changes(title="Against Ben"))
    assert (await store.library.entry(ben.id, info.id)).title == ""
    await store.library.delete(anna.id, [info.id], NOW)
    assert (await store.library.page(anna.id)).total == 0
    assert (await store.library.page(ben.id)).total == 1
    await store.library.purge(NOW + UNDO_WINDOW_MS + 1)
    assert (await store.library.entry(ben.id, info.id)).match.id == info.id
    with pytest.raises(NotFound):
        await store.library.entry(anna.id, info.id)


async def test_the_host_keeps_games_of_others_at_their_screen(store: Store, anna: Person) -> None:
    info = await begin(store, Guest("Mum"), Guest("Dad"), host=anna)
    await play(store, info.id, NOW)
    entry = await store.library.entry(anna.id, info.id)
    assert (entry.seat, entry.result, entry.opponent) == (None, "none", "Mum, Dad")


async def test_deleting_can_be_undone_until_it_is_too_late(store: Store, anna: Person, games: dict[str, str]) -> None:
    gone = [games["bot"], games["ben"]]
    assert await store.library.delete(anna.id, [*gone, "none"], NOW) == 2
    assert await store.library.delete(anna.id, gone, NOW + 5) == 0
    assert sorted(ids(await store.library.page(anna.id, Query(deleted=True)))) == sorted(gone)
    assert await store.library.undelete(anna.id, gone[:1]) == 1
    assert (await store.library.page(anna.id)).total == 4
    assert await store.library.purge(NOW + UNDO_WINDOW_MS) == 0
    assert await store.library.purge(NOW + UNDO_WINDOW_MS + 1) == 1
    with pytest.raises(NotFound):
        await store.matches.load(games["ben"])
    await store.matches.load(games["bot"])


async def test_nobody_changes_others_libraries(store: Store, anna: Person, games: dict[str, str]) -> None:
    other = await store.people.create_guest(NOW, "Other")
    assert await store.library.delete(other.id, list(games.values()), NOW) == 0
    with pytest.raises(NotFound):
        await store.notes.change(other.id, games["bot"], Changes(title="mine"))
    assert (await store.library.page(anna.id)).total == 5


async def test_a_title_is_found_and_can_be_removed(store: Store, anna: Person, games: dict[str, str]) -> None:
    await store.notes.change(anna.id, games["bot"], Changes(title="  My  Best "))
    assert ids(await store.library.page(anna.id, Query(text="my best"))) == [games["bot"]]
    await store.notes.change(anna.id, games["bot"], Changes(title=""))
    assert (await store.library.page(anna.id, Query(text="my best"))).total == 0
    with pytest.raises(NameRefused):
        await store.notes.change(anna.id, games["bot"], Changes(title="x" * 200))


async def test_games_are_exported_as_records(store: Store, anna: Person, games: dict[str, str]) -> None:
    found = [record async for record in store.library.records(anna.id, Query(sort="created", descending=False))]
    assert [record.tags["Seat2"] for record in found] == [
        "Level 3",
        "Ben",
        "Äsop",
        "Ben",
        "Perfect",
    ]
    assert found[3].tags["Title"] == "Four at the table"
    assert found[0].tags["Date"] == "2023-11-14"
    assert len(found[0].moves) == (await store.matches.info(games["bot"])).plies
    assert "Four at the table" in write_record(found[3])


async def test_games_without_rules_stay_in_the_library(
    store: Store, anna: Person, games: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = (await store.matches.load(games["four"])).match()
    monkeypatch.delitem(registry._loaded, "heap")
    assert (await store.library.page(anna.id)).total == 5
    found = [record async for record in store.library.records(anna.id, Query(text="Four"))]
    assert [move.text for move in found[0].moves] == [move.text for move in played.state.moves]
    assert found[0].tags["Seat3"] == "Level 5"
    assert '"game":"heap"' in write_json(found[0], indent=0)


async def test_lists_are_found_by_index(unused_store: Store) -> None:
    """No query for one library reads the rows of another."""
    mine = [entries.c.person == "someone"]
    asked = [
        ordered(conditions("someone", query), query).limit(50)
        for query in (
            Query(),
            Query(sort="plies"),
            Query(game="heap", results=("won",), text="ben", sort="opponent"),
            Query(game="heap", options={"size": 3}),
        )
    ] + [tallies(mine), results(mine)]
    for statement in asked:
        plan = await explain(unused_store, statement)
        assert "SCAN entries" not in plan
        assert "Seq Scan on entries" not in plan
        assert "SCAN matches" not in plan
        assert "ix_entries_person_updated" in plan or "PRIMARY KEY (person=?" in plan or "pk_entries" in plan


async def test_the_usual_order_needs_no_sorting(unused_store: Store) -> None:
    plan = await explain(unused_store, ordered(conditions("someone", Query()), Query()).limit(50))
    assert "ix_entries_person_updated" in plan
    assert "B-TREE" not in plan
    assert "Sort" not in plan
