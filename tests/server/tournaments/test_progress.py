"""The course of tournaments when several servers, or faults, interfere."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest

from parlour.club.tournaments.events import AnyTournamentEvent, TournamentGame, TournamentSetup
from parlour.club.tournaments.tournament import Tournament
from parlour.match.commands import Adjudicate, Sender
from parlour.match.seats import Guest
from parlour.server.channels.channels import make_channels
from parlour.server.http.auth import Visitor
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.process.match_time import MatchTime
from parlour.server.tournaments.messages import TournamentView
from parlour.server.tournaments.progress import TournamentProgress
from parlour.server.tournaments.shared_views import SharedTournamentViews
from parlour.store import Store, StoredTournament
from parlour.store.club.tournaments import TournamentRevision, TournamentViewRevision
from parlour.store.people.logins import Login

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(folder=tmp_path) as opened:
        yield opened


async def open_server(store: Store, name: str) -> TournamentProgress:
    channels = make_channels(None, lambda _: None)
    await channels._on_startup()
    return TournamentProgress(store, LiveMatches(store, channels, name, MatchTime()), channels)


async def announce(store: Store) -> str:
    people = [await store.people.create_guest(1, name) for name in ("Anna", "Ben")]
    teams = ("Owls", "Cats")
    setup = TournamentSetup("Cup", "swiss", (TournamentGame("sim"),), rounds=2, automatic=False, teams=teams)
    id = (await store.tournaments.create(setup, 1, organiser=people[0].id)).id
    for person in people:
        tournament = (await store.tournaments.load(id)).tournament()
        await store.tournaments.append(id, tournament, tournament.enter(Guest(person.name, person.id), 1))
    return id


async def test_matches_that_another_server_starts_meanwhile_continue(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    here, elsewhere = await open_server(store, "here"), await open_server(store, "elsewhere")
    original = (store.tournaments.load, store.tournaments.matches)
    calls = 0

    async def pair_elsewhere() -> None:
        """Between the two queries of this server, start the round at the other one."""
        nonlocal calls
        calls += 1
        if calls == 2:
            await elsewhere.do(id, lambda state: state.pair_round(2))

    async def load(of: str) -> StoredTournament:
        await pair_elsewhere()
        return await original[0](of)

    async def matches(of: str) -> object:
        await pair_elsewhere()
        return await original[1](of)

    monkeypatch.setattr(store.tournaments, "load", load)
    monkeypatch.setattr(store.tournaments, "matches", matches)
    await here.advance(id)
    (match,) = await original[1](id)
    assert match.ended is None


async def test_decisions_of_all_tournaments_are_computed_one_at_a_time_in_a_thread_of_their_own(store: Store) -> None:
    here, threads = await open_server(store, "here"), set[str]()

    def pair(state: Tournament) -> Sequence[AnyTournamentEvent]:
        threads.add(threading.current_thread().name)
        return state.pair_round(2)

    await asyncio.gather(*[here.do(await announce(store), pair) for _ in range(3)])
    assert threads == {"tournaments_0"}


async def test_a_tournament_with_a_fault_does_not_stop_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = sorted([await announce(store), await announce(store)])
    for id in ids:
        tournament = (await store.tournaments.load(id)).tournament()
        await store.tournaments.append(id, tournament, tournament.pair_round(2))
    checked: list[str] = []
    here = await open_server(store, "here")
    done = asyncio.Event()

    async def advance(id: str, *, mark: TournamentRevision | None = None) -> None:
        checked.append(id)
        if id == ids[0]:
            raise ValueError("a fault")
        done.set()

    monkeypatch.setattr(here, "advance", advance)
    await here.start()
    await asyncio.wait_for(done.wait(), 60)
    await here.stop()
    assert checked[:2] == ids


async def test_a_tournament_that_waits_for_its_players_is_not_loaded_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    here = await open_server(store, "here")
    tournament = (await store.tournaments.load(id)).tournament()
    await store.tournaments.append(id, tournament, tournament.pair_round(2))
    await here.check_begun()  # starts the match
    await here.check_begun()
    loaded: list[str] = []
    original = store.tournaments.load

    async def load(of: str) -> StoredTournament:
        loaded.append(of)
        return await original(of)

    monkeypatch.setattr(store.tournaments, "load", load)
    await here.check_begun()
    assert loaded == []

    [played] = await store.tournaments.matches(id)
    elsewhere = LiveMatches(store, make_channels(None, lambda _: None), "elsewhere", MatchTime())
    await elsewhere.do(played.id, Adjudicate(results=(1, 0)), lambda _: Sender(host=True))
    await here.check_begun()
    assert loaded != [], "a match has ended"
    assert not (await original(id)).tournament().open_games


async def test_a_view_is_computed_once_for_all_visitors_and_again_after_a_change(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    loads = 0
    original = store.tournaments.load

    async def load(of: str) -> StoredTournament:
        nonlocal loads
        loads += 1
        return await original(of)

    monkeypatch.setattr(store.tournaments, "load", load)
    views = SharedTournamentViews(store)
    people = [one.player for one in (await original(id)).tournament().entrants.values()]
    visitors = [
        Visitor(Login("", await store.people.find(person.id), 1, 1, 2, ""), None, owner=False)
        for person in people
        if isinstance(person, Guest)
    ]

    async def show(visitor: Visitor) -> TournamentView:
        return msgspec.json.decode(await views.show(id, visitor, "en"), type=TournamentView)

    seen = await asyncio.gather(*map(show, visitors))
    assert [view.you for view in seen] == [1, 2]
    assert [view.organiser for view in seen] == [True, False]
    assert seen[0].entrants == seen[1].entrants
    assert [entrant.player.name for entrant in seen[0].entrants] == ["Anna", "Ben"]
    assert loads == 1
    tournament = (await original(id)).tournament()
    await store.tournaments.append(id, tournament, tournament.pair_round(2))
    assert (await show(visitors[0])).status == "running"
    assert loads == 2


async def test_a_person_leaves_with_both_places_and_a_tournament_that_has_just_ended_is_left_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    here = await open_server(store, "here")
    tournament = (await store.tournaments.load(id)).tournament()
    anna, ben = (entrant.player for entrant in tournament.entrants.values())
    assert isinstance(anna, Guest)
    assert isinstance(ben, Guest)
    await store.people.adopt(anna.id, ben.id, 2)
    await here.withdraw_everywhere(anna.id)
    tournament = (await store.tournaments.load(id)).tournament()
    assert all(entrant.withdrawn for entrant in tournament.entrants.values())

    async def of_person(_: str) -> list[str]:
        return [id]

    monkeypatch.setattr(store.tournaments, "of_person", of_person)
    await here.do(id, lambda state: state.end(3))
    await here.withdraw_everywhere(anna.id)


async def test_requests_that_come_together_share_one_query_and_none_gets_an_older_state(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    views, queries = SharedTournamentViews(store, lambda: 0.0), 0
    original = store.tournaments.view_revision
    first, go_on = asyncio.Event(), asyncio.Event()

    async def view_revision(of: str) -> TournamentViewRevision:
        nonlocal queries
        queries += 1
        found = await original(of)
        if queries == 1:
            first.set()
            await go_on.wait()
        return found

    async def show() -> str:
        return msgspec.json.decode(
            await views.show(id, Visitor(None, None, owner=False), "en"), type=TournamentView
        ).status

    monkeypatch.setattr(store.tournaments, "view_revision", view_revision)
    before = asyncio.create_task(show())
    await first.wait()
    tournament = (await store.tournaments.load(id)).tournament()
    await store.tournaments.append(id, tournament, tournament.pair_round(2))
    after = [asyncio.create_task(show()) for _ in range(20)]
    go_on.set()
    assert [await one for one in after] == ["running"] * 20
    await before
    assert queries == 2


async def test_views_of_a_tournament_that_changes_all_the_time_take_a_tenth_of_the_time_at_most(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await announce(store)
    now = 0.0
    original = store.tournaments.load

    async def load(of: str) -> StoredTournament:
        nonlocal now
        now += 0.02  # what a view takes
        return await original(of)

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    views = SharedTournamentViews(store, lambda: now, sleep)
    monkeypatch.setattr(store.tournaments, "load", load)
    for number in range(5):
        tournament = (await original(id)).tournament()
        await store.tournaments.append(id, tournament, tournament.assign_team(1, "Owls" if number % 2 else "Cats", 2))
        view = msgspec.json.decode(await views.show(id, Visitor(None, None, owner=False), "en"), type=TournamentView)
        assert view.version == tournament.seq + 1, "the newest state"
    assert now == pytest.approx(5 * 0.02 + 4 * 0.18)
    await views.show(id, Visitor(None, None, owner=False), "en")
    assert now == pytest.approx(5 * 0.02 + 4 * 0.18), "nothing has changed"
