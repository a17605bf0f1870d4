"""Statistics of the club: which games are counted, results, people and the openings tree."""

import asyncio
from collections.abc import Sequence
from typing import Literal

import pytest

from parlour.engine.levels import Bot
from parlour.match.clock import DAY_MS, HOUR_MS, MINUTE_MS, Clock, Limit
from parlour.match.commands import PlayMove, Resign
from parlour.match.match import Match
from parlour.match.seats import Guest, Player, Seat, Setup
from parlour.store import Person, Store
from parlour.store.club.club_games import ClubFilter, start_key, step_query
from tests.store.play import ALL, NOW, append, do, sitting
from tests.store.query_plans import explain

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
ALL_GAMES = ClubFilter()
MONDAY = 1_700_438_400_000
"""20 November 2023, 00:00 UTC."""


async def played(
    store: Store,
    players: Sequence[Player],
    moves: str = "A-B C-D",
    *,
    loser: int = 1,
    at: int = NOW,
    kind: Literal["local", "network"] = "network",
    public: bool = True,
    rated: bool = False,
    clock: Clock | None = None,
) -> str:
    """Play a game of Sim that one seat resigns; return its id."""
    setup = Setup(
        game="sim",
        seats=tuple(Seat(player) for player in players),
        kind=kind,
        rated=rated,
        options={"players": len(players)} if len(players) > 2 else {},
        clock=clock or Clock(),
    )
    match, events = Match.new(setup, at)
    id = (await store.matches.create(match, events, at, public=public)).id
    for ply, text in enumerate(moves.split()):
        current = (await store.matches.load(id)).match()
        await append(store, id, current, current.decide(PlayMove(ply=ply, text=text), ALL, at))
    await do(store, id, Resign(seat=loser), at)
    return id


@pytest.fixture
async def people(store: Store) -> list[Person]:
    return [await store.people.create_guest(NOW, name) for name in ("Anna", "Ben", "Cora")]


async def test_only_games_that_everybody_could_see_are_counted(store: Store, people: list[Person]) -> None:
    two = [sitting(person) for person in people[:2]]
    await played(store, two)
    await played(store, two, rated=True, public=False)
    await played(store, two, public=False)  # by invitation
    await played(store, [two[0], Guest("Ben")], kind="local", public=False)
    await played(store, two, moves="A-B")  # left before both had moved
    assert await store.club.update() == 2
    assert await store.club.update() == 0
    counts = await store.club.by_game(ALL_GAMES)
    assert {game: (count.games, count.drawn, count.won) for game, count in counts.items()} == {
        ("sim", 2): (2, 0, {0: 2})
    }
    assert (await store.club.by_game(ClubFilter(rated=True)))["sim", 2].games == 1


async def test_a_game_that_ends_later_is_added_and_a_deleted_one_disappears(store: Store, people: list[Person]) -> None:
    two = [sitting(person) for person in people[:2]]
    first = await played(store, two)
    await store.club.update()
    await played(store, two, at=NOW + HOUR_MS, loser=0)
    await played(store, two, at=NOW - HOUR_MS // 2, loser=0)  # stored by another server
    assert await store.club.update() == 2
    assert (await store.club.by_game(ALL_GAMES))["sim", 2].won == {0: 1, 1: 2}
    for person in people[:2]:
        await store.library.delete(person.id, [first], NOW)
    await store.library.purge(NOW + 365 * DAY_MS)
    assert (await store.club.by_game(ALL_GAMES))["sim", 2].games == 2


async def test_seats_that_share_a_win_have_all_won(store: Store, people: list[Person]) -> None:
    players = [sitting(person) for person in people]
    await played(store, players[:2])
    for loser in (0, 0, 2):
        await played(store, players, moves="A-B A-C A-D", loser=loser)
    await store.club.update()
    counts = await store.club.by_game(ALL_GAMES)
    assert {key: (one.games, one.drawn, one.won) for key, one in counts.items()} == {
        ("sim", 2): (1, 0, {0: 1}),
        ("sim", 3): (3, 0, {0: 1, 1: 3, 2: 2}),
    }
    start = (await store.club.starts("sim"))[0]
    (root,) = await store.club.next_turns("sim", start.key, [], ALL_GAMES)
    assert (root.count.drawn, root.count.won) == (0, {0: 1, 1: 3, 2: 2})


async def test_servers_that_add_games_simultaneously_add_each_once(store: Store, people: list[Person]) -> None:
    for n in range(4):
        await played(store, [sitting(person) for person in people[:2]], at=NOW + n)
    await asyncio.gather(*(store.club.update() for _ in range(3)))
    assert (await store.club.by_game(ALL_GAMES))["sim", 2].games == 4


async def test_games_are_counted_by_hour_of_the_week_and_by_day_where_the_reader_is(
    store: Store, people: list[Person]
) -> None:
    two = [sitting(person) for person in people[:2]]
    for at in (MONDAY + 30, MONDAY + 6 * DAY_MS + 23 * HOUR_MS, MONDAY + 14 * DAY_MS):
        await played(store, two, at=at)
    await store.club.update()
    hours = await store.club.by_hour(ALL_GAMES)
    assert (len(hours), hours[0], hours[-1], sum(hours)) == (168, 2, 1, 3)
    assert (await store.club.by_hour(ALL_GAMES, ahead=HOUR_MS))[:2] == (1, 2)
    day = MONDAY // DAY_MS
    assert await store.club.by_day(ClubFilter(since=MONDAY + DAY_MS)) == {day + 6: 1, day + 14: 1}
    assert await store.club.by_day(ALL_GAMES, ahead=HOUR_MS) == {day: 1, day + 7: 1, day + 14: 1}


async def test_people_have_results_against_each_other(store: Store, people: list[Person]) -> None:
    anna, ben, cora = (sitting(person) for person in people)
    await played(store, [anna, ben])
    await played(store, [ben, anna], loser=1)
    await played(store, [anna, ben], loser=1, rated=True)
    await played(store, [cora, anna], loser=0)
    await played(store, [cora, Bot(3)], loser=0)
    await played(store, [anna, ben, cora], moves="A-B A-C A-D", loser=0)  # not a game for two
    await store.club.update()
    players = await store.club.players(ALL_GAMES)
    shown = [(one.name, one.tally.won, one.tally.drawn, one.tally.lost) for one in players]
    assert sorted(shown) == [("Anna", 3, 0, 1), ("Ben", 1, 0, 2), ("Cora", 0, 0, 2)]
    assert shown[0][0] == "Anna"
    meetings = await store.club.meetings([person.id for person in people], ALL_GAMES)
    first, second, third = (person.id for person in people)
    assert (meetings[first, second].won, meetings[first, second].lost) == (2, 1)
    assert (meetings[second, first].won, meetings[second, first].lost) == (1, 2)
    assert meetings[first, third].won == 1
    assert (second, third) not in meetings
    assert (await store.club.meetings([first, second], ClubFilter(rated=True)))[first, second].won == 1
    assert await store.club.players(ALL_GAMES, "pylos") == ()


async def test_the_games_of_a_guest_follow_into_an_account_and_a_deleted_person_leaves_no_name(
    store: Store, people: list[Person]
) -> None:
    anna, ben, _ = people
    await played(store, [sitting(anna), sitting(ben)])
    await store.club.update()
    account = await store.people.sign_up("Anneliese", PASSWORD, NOW)
    await store.people.adopt(account.id, anna.id, NOW)
    assert {one.name for one in await store.club.players(ALL_GAMES)} == {"Anneliese", "Ben"}
    await store.people.delete(account.id, NOW)
    assert [one.name for one in await store.club.players(ALL_GAMES)] == ["Ben"]
    assert (await store.club.by_game(ALL_GAMES))["sim", 2].games == 1


async def test_the_tree_has_the_turns_of_a_position_with_results(store: Store, people: list[Person]) -> None:
    two = [sitting(person) for person in people[:2]]
    await played(store, two, "A-B C-D A-C")
    await played(store, two, "A-B C-D A-D", loser=0, rated=True, clock=Clock("down", (Limit(base=3 * MINUTE_MS),)))
    await played(store, [two[0], Bot(2)], "A-B A-C", loser=0)
    await played(store, two, "E-F A-C", loser=0, at=NOW + DAY_MS)
    await store.club.update()
    (start,) = await store.club.starts("sim")
    assert start.games == 4
    assert start_key(await store.club.setup_of(start.match)) == start.key
    root = await store.club.next_turns("sim", start.key, [], ALL_GAMES)
    assert [(one.moves, one.count.games, one.count.won) for one in root] == [
        (("A-B",), 3, {0: 1, 1: 2}),
        (("E-F",), 1, {1: 1}),
    ]
    deeper = await store.club.next_turns("sim", start.key, [["A-B"], ["C-D"]], ALL_GAMES)
    assert [one.moves for one in deeper] == [("A-C",), ("A-D",)]
    for which, games in (
        (ClubFilter(against="people"), 3),
        (ClubFilter(against="bots"), 1),
        (ClubFilter(level="2"), 1),
        (ClubFilter(level="3"), 0),
        (ClubFilter(rated=True), 1),
        (ClubFilter(time_class="blitz"), 1),
        (ClubFilter(since=NOW + 1), 1),
    ):
        found = await store.club.next_turns("sim", start.key, [], which)
        assert sum(one.count.games for one in found) == games, which
    assert await store.club.next_turns("sim", start.key, [["A-B"]] * 8, ALL_GAMES) == ()
    assert await store.club.next_turns("sim", "elsewhere", [], ALL_GAMES) == ()


async def test_the_tree_is_filtered_by_the_mean_rating_of_the_players(store: Store, people: list[Person]) -> None:
    anna, ben, cora = (sitting(person) for person in people)
    await played(store, [anna, ben], "A-B C-D")  # not rated
    await played(store, [anna, Bot(1)], "A-C C-D", loser=0, rated=True)
    lost = [await played(store, [cora, Bot(5)], "A-D C-D", loser=0, rated=True, at=NOW + n) for n in range(4)]
    await store.ratings.update()
    await store.club.update()
    (start,) = await store.club.starts("sim")

    async def first_turns(rating_from: int | None, rating_to: int | None) -> dict[str, int]:
        which = ClubFilter(rating_from=rating_from, rating_to=rating_to)
        found = await store.club.next_turns("sim", start.key, [], which)
        return {one.moves[0]: one.count.games for one in found}

    assert await first_turns(None, 1500) == {"A-C": 1}
    assert await first_turns(1500, None) == {"A-D": 4}
    assert await first_turns(0, 5000) == {"A-C": 1, "A-D": 4}
    # Each game counts with the ratings that the players had then.
    means = [round(sum(one.after.points for one in await store.ratings.changes(id)) / 2) for id in lost]
    assert means == sorted(set(means), reverse=True)
    assert await first_turns(means[2] + 1, means[1] + 1) == {"A-D": 1}


async def test_a_step_of_the_tree_searches_one_index(unused_store: Store) -> None:
    """With a filter by rating, also the primary key of the ratings of each game."""
    for which in (ALL_GAMES, ClubFilter(since=1, against="people"), ClubFilter(rating_from=1500, rating_to=1700)):
        for turns in ([], [["A-B"], ["C-D"]]):
            plan = await explain(unused_store, step_query("sim", "start", turns, which))
            assert "ix_club_games_tree" in plan
            assert "SCAN club_games" not in plan
            assert "SCAN rating_changes" not in plan
            assert "Seq Scan" not in plan
