"""The course of tournaments when several servers, or faults, interfere."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.club.tournaments.events import TournamentGame, TournamentSetup
from parlour.match.commands import Adjudicate, Sender
from parlour.match.seats import Guest
from parlour.server.channels import make_channels
from parlour.server.http.auth import Visitor
from parlour.server.match_time import MatchTime
from parlour.server.matches.live import LiveMatches
from parlour.server.tournaments.progress import TournamentProgress
from parlour.server.tournaments.shared_views import SharedTournamentViews
from parlour.store import Store, StoredTournament
from parlour.store.logins import Login
from parlour.store.tournaments import TournamentMark

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
    setup = TournamentSetup("Cup", "swiss", (TournamentGame("sim"),), rounds=2, automatic=False)
    id = (await store.tournaments.create(setup, 1, organiser=people[0].id)).id
    for person in people:
        tournament = (await store.tournaments.load(id)).tournament()
        await store.tournaments.append(id, tournament, tournament.enter(Guest(person.name, person.id), 1))
    return id


async def test_matches_that_another_server_starts_meanwhile_go_on(
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
    assert match.match.ended is None


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

    async def advance(id: str, *, mark: TournamentMark | None = None) -> None:
        checked.append(id)
        if id == ids[0]:
            raise ValueError("a fault")
        done.set()

    monkeypatch.setattr(here, "advance", advance)
    await here.start()
    await asyncio.wait_for(done.wait(), 60)
    await here.stop()
    assert checked == ids


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
    await elsewhere.do(played.match.id, Adjudicate(results=(1, 0)), lambda _: Sender(host=True))
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
    seen = await asyncio.gather(*(views.show(id, visitor, "en") for visitor in visitors))
    assert [view.you for view in seen] == [1, 2]
    assert [view.organiser for view in seen] == [True, False]
    assert loads == 1
    tournament = (await original(id)).tournament()
    await store.tournaments.append(id, tournament, tournament.pair_round(2))
    assert (await views.show(id, visitors[0], "en")).status == "running"
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
