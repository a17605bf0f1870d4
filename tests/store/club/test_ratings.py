"""Stored ratings."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from parlour.club.ratings import Rating, RatingList
from parlour.engine.levels import Bot
from parlour.match.clock import MINUTE_MS, Clock, Limit
from parlour.match.commands import PlayMove, Resign
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Seat, Setup
from parlour.store import Person, Store
from parlour.store.club import ratings
from parlour.store.tables import matches, rating_changes, seats
from tests.club.rating_table import Played, ratings_after
from tests.store.play import ALL, NOW, append, do, sitting

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
UNTIMED = RatingList("sim", "untimed")
NO_CLOCK = Clock()
BLITZ = Clock("down", (Limit(base=3 * MINUTE_MS),))


async def lost(
    store: Store,
    players: Sequence[Player],
    loser: int,
    now: int,
    *,
    plies: int = 2,
    rated: bool = True,
    clock: Clock = NO_CLOCK,
) -> str:
    """Play a rated game of Sim that one seat resigns, and return its id."""
    setup = Setup(
        game="sim",
        seats=tuple(Seat(player) for player in players),
        kind="network",
        options={"players": len(players)} if len(players) > 2 else {},
        rated=rated,
        clock=clock,
    )
    match, events = Match.new(setup, now)
    id = (await store.matches.create(match, events, now)).id
    for ply in range(plies):
        current = (await store.matches.load(id)).match()
        text = current.position.write_move(current.position.moves()[0])
        events = current.decide(PlayMove(ply=ply, text=text), ALL, now)
        await append(store, id, current, events)
    await do(store, id, Resign(seat=loser), now + 10)
    return id


async def people(store: Store, *names: str) -> list[Person]:
    return [await store.people.create_guest(NOW, name) for name in names]


async def points(store: Store, rating_list: RatingList = UNTIMED) -> dict[str, int]:
    return {player.name: player.rating.points for player in await store.ratings.players(rating_list)}


async def everything(store: Store) -> list[tuple[object, ...]]:
    async with store.database.read() as connection:
        ordered = select(rating_changes).order_by(rating_changes.c.match_id, rating_changes.c.seat)
        rows = await connection.execute(ordered)
        return [tuple(row) for row in rows]


async def test_ratings_follow_from_the_results_in_their_order(store: Store) -> None:
    anna, ben, carla = await people(store, "Anna", "Ben", "Carla")
    games: list[Played] = []
    generator = random.Random(4)
    for game in range(12):
        pair = generator.sample([anna, ben, carla], 2)
        loser = generator.randrange(2)
        await lost(store, [sitting(one) for one in pair], loser, NOW + 1000 * game)
        results = (0.0, 1.0) if loser == 0 else (1.0, 0.0)
        games.append(Played(tuple(one.id for one in pair), results))
        if game % 3 == 2:
            assert await store.ratings.update() == 3
    found = {player.id: player.rating for player in await store.ratings.players(UNTIMED)}
    assert found == ratings_after(games)
    assert [point.rating.games for point in (await store.ratings.history(anna.id))[UNTIMED]] == list(
        range(1, found[anna.id].games + 1)
    )
    before = await everything(store)
    assert await store.ratings.recalculate() == (12, 0, 0)
    async with store.database.write() as connection:
        await connection.execute(delete(rating_changes))
    assert await store.ratings.recalculate() == (12, 0, 0)
    assert await everything(store) == before, "the archive alone gives the same numbers"


async def test_a_recalculation_repairs_changed_numbers(store: Store) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    for game in range(3):
        await lost(store, [sitting(anna), sitting(ben)], 1, NOW + 1000 * game)
    await store.ratings.update()
    before = await everything(store)
    async with store.database.write() as connection:
        await connection.execute(update(rating_changes).values(mean=1.0, games=7))
    assert await store.ratings.recalculate() == (3, 6, 0)
    assert await everything(store) == before


@pytest.mark.parametrize(
    ("seat", "wrong"),
    [(0, {"result": "won"}), (1, {"player": "nobody"}), (1, {"ended": NOW + 9000}), (0, {"time_class": "blitz"})],
)
async def test_a_recalculation_corrects_games_that_differ_from_their_matches(
    store: Store, seat: int, wrong: dict[str, Any]
) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    ids = [await lost(store, [sitting(anna), sitting(ben)], 0, NOW + 1000 * game) for game in range(3)]
    await store.ratings.update()
    before = await everything(store)
    async with store.database.write() as connection:
        of_seat = rating_changes.c.match_id == ids[1], rating_changes.c.seat == seat
        await connection.execute(update(rating_changes).where(*of_seat).values(wrong | {"mean": 1.0}))
    found = await store.ratings.recalculate()
    assert found == (3, 1, 1)
    assert await everything(store) == before
    assert await store.ratings.recalculate() == (3, 0, 0)


async def test_a_recalculation_removes_games_that_do_not_count_but_keeps_those_that_are_deleted(store: Store) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    ids = [await lost(store, [sitting(anna), sitting(ben)], 0, NOW + 1000 * game) for game in range(3)]
    await store.ratings.update()
    async with store.database.write() as connection:
        await connection.execute(update(seats).where(seats.c.match_id == ids[0]).values(hints=1))
        await connection.execute(delete(matches).where(matches.c.id == ids[1]))
    found = await store.ratings.recalculate()
    assert (found.games, found.corrected) == (2, 1)
    assert sorted({str(row[0]) for row in await everything(store)}) == sorted(ids[1:])
    expected = ratings_after([Played((anna.id, ben.id), (0.0, 1.0))] * 2)
    assert {one.id: one.rating for one in await store.ratings.players(UNTIMED)} == expected


async def test_a_recalculation_writes_few_games_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its transactions moves are stored."""
    anna, ben = await people(store, "Anna", "Ben")
    for game in range(7):
        await lost(store, [sitting(anna), sitting(ben)], game % 2, NOW + 1000 * (game // 2))
    await store.ratings.update()
    before = await everything(store)
    async with store.database.write() as connection:
        await connection.execute(update(rating_changes).values(mean=1.0))
    write, transactions = store.database.write, 0

    def counted() -> Any:
        nonlocal transactions
        transactions += 1
        return write()

    monkeypatch.setattr(ratings, "BATCH_SIZE", 2)
    monkeypatch.setattr(store.database, "write", counted)
    assert await store.ratings.recalculate() == (7, 14, 0)
    assert transactions == 4
    assert await everything(store) == before
    assert await store.ratings.recalculate() == (7, 0, 0)
    assert transactions == 4, "nothing is written where nothing changes"


async def test_a_game_that_is_stored_late_is_rated_in_its_place(store: Store) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    players = [sitting(anna), sitting(ben)]
    for game, loser in ((0, 1), (2, 0), (3, 1)):
        await lost(store, players, loser, NOW + 1000 * game)
    await store.ratings.update()
    late = await lost(store, players, 0, NOW + 1000)
    await store.ratings.update()
    expected = ratings_after(
        Played((anna.id, ben.id), results) for results in ((1.0, 0.0), (0.0, 1.0), (0.0, 1.0), (1.0, 0.0))
    )
    assert {one.id: one.rating for one in await store.ratings.players(UNTIMED)} == expected
    first, second = await store.ratings.changes(late)
    assert first.after.points < first.before.points
    assert second.after.points > second.before.points
    assert (first.before.games, first.after.games) == (1, 2)


async def test_only_rated_games_with_a_result_count(store: Store) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    players = [sitting(anna), sitting(ben)]
    await lost(store, players, 0, NOW, rated=False)
    await lost(store, players, 0, NOW, plies=1)
    with_take_back = await lost(store, players, 0, NOW)
    async with store.database.write() as connection:
        await connection.execute(update(seats).where(seats.c.match_id == with_take_back).values(undo=1))
    await lost(store, [sitting(anna), Bot("perfect")], 0, NOW)
    assert await store.ratings.update() == 0
    assert await points(store) == {}
    assert await store.ratings.changes(with_take_back) == []


async def test_time_classes_and_several_players_have_their_own_place(store: Store) -> None:
    anna, ben, carla = await people(store, "Anna", "Ben", "Carla")
    await lost(store, [sitting(anna), sitting(ben)], 0, NOW, clock=BLITZ)
    await lost(store, [sitting(anna), sitting(ben), sitting(carla)], 2, NOW, plies=3)
    await store.ratings.update()
    blitz, untimed = await points(store, RatingList("sim", "blitz")), await points(store)
    assert blitz["Anna"] < 1500 < blitz["Ben"]
    assert untimed["Carla"] < 1500 < untimed["Anna"] == untimed["Ben"]


async def test_bots_keep_their_measured_rating(store: Store) -> None:
    (anna,) = await people(store, "Anna")
    id = await lost(store, [sitting(anna), Bot(6)], 0, NOW)
    await store.ratings.update()
    person, bot = await store.ratings.changes(id)
    assert (bot.before.points, bot.after.points) == (1870, 1870)
    assert person.after.points < person.before.points == 1500
    assert [one.name for one in await store.ratings.players(UNTIMED)] == ["Anna"]


async def test_a_guest_who_logs_in_brings_the_rated_games_along(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    ben, guest = await people(store, "Ben", "Visitor")
    between = await lost(store, [Account(anna.id, "Anna"), Guest("Visitor", guest.id)], 0, NOW)
    await lost(store, [Guest("Visitor", guest.id), sitting(ben)], 1, NOW + 1000)
    await lost(store, [Account(anna.id, "Anna"), sitting(ben)], 1, NOW + 2000)
    await store.ratings.update()
    await store.people.adopt(anna.id, guest.id, NOW + 5000)
    assert await store.ratings.changes(between) == []
    expected = ratings_after([Played((anna.id, ben.id), (1.0, 0.0))] * 2)
    assert {one.id: one.rating for one in await store.ratings.players(UNTIMED)} == expected
    assert (await store.ratings.recalculate())[1] == 0


async def test_two_servers_change_ratings_one_after_the_other(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    ben, guest = await people(store, "Ben", "Visitor")
    for game in range(6):
        await lost(store, [Guest("Visitor", guest.id), sitting(ben)], game % 2, NOW + 1000 * game)
        await asyncio.gather(store.ratings.update(), store.ratings.update())
    await lost(store, [Guest("Visitor", guest.id), sitting(ben)], 1, NOW + 7000)
    await asyncio.gather(store.people.adopt(anna.id, guest.id, NOW + 9000), store.ratings.update())
    await store.ratings.update()
    assert {one.id: one.rating.games for one in await store.ratings.players(UNTIMED)} == {anna.id: 7, ben.id: 7}
    assert (await store.ratings.recalculate())[1] == 0


async def test_no_transaction_waits_for_ratings_if_no_game_has_ended(store: Store) -> None:
    (anna,) = await people(store, "Anna")
    await lost(store, [sitting(anna), Guest("Also Anna", anna.id)], 0, NOW)
    async with store.database.write():
        assert await asyncio.wait_for(store.ratings.update(), 60) == 0


async def test_ratings_of_others_stay_when_a_person_is_deleted(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    (ben,) = await people(store, "Ben")
    for game in range(2):
        await lost(store, [Account(anna.id, "Anna"), sitting(ben)], 0, NOW + 1000 * game)
    await store.ratings.update()
    before = await points(store)
    await store.people.delete(anna.id, NOW + 5000)
    assert await points(store) == {"Ben": before["Ben"]}
    assert await store.ratings.recalculate() == (2, 0, 0)
    assert anna.id not in str(await everything(store))


async def test_a_guest_with_rated_games_is_not_deleted(store: Store) -> None:
    anna, ben = await people(store, "Anna", "Ben")
    await lost(store, [sitting(anna), sitting(ben)], 0, NOW)
    await store.ratings.update()
    assert await store.people.forget_guests(NOW + 10**9) == 0
    assert Rating() not in [one.rating for one in await store.ratings.players(UNTIMED)]
