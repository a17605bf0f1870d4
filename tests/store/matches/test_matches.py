"""Matches are stored as they are played, and of two concurrent changes one wins."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.engine.levels import Bot
from parlour.errors import Conflict, NotFound
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    AnyCommand,
    Assist,
    Draw,
    Flag,
    Pause,
    PlayMove,
    Redo,
    Rematch,
    Resign,
    Restart,
    Sit,
    TakeBack,
)
from parlour.match.events import Moved
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Vacant
from parlour.store import Store
from tests.store.play import ALL, NOW, append, begin, do, follow, play, setup_of, sitting

pytestmark = pytest.mark.anyio

ANNA, BEN = Guest("Anna"), Guest("Ben")


async def test_a_loaded_match_is_the_match_that_was_played(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    live = await play(store, info.id, NOW + 5000, 5)
    kept = await store.matches.load(info.id)
    assert kept.match().state == live.state
    assert kept.match().position.text() == live.position.text()
    assert kept.info.version == live.state.seq
    assert kept.info.plies == 5
    assert kept.info.updated == NOW + 5000


async def test_a_match_continues_in_another_store_on_the_same_database(address: str) -> None:
    async with await Store.open(address) as first:
        info = await begin(first, ANNA, BEN)
        live = await play(first, info.id, NOW, 3)
    async with await Store.open(address) as second:
        assert (await second.matches.load(info.id)).match().state == live.state


async def test_undone_plies_are_reused_and_stay_in_history(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    await play(store, info.id, NOW, 4)
    await do(store, info.id, TakeBack(ply=4, to=2), NOW)
    await do(store, info.id, PlayMove(ply=2, text="right"), NOW)
    kept = await store.matches.load(info.id)
    match = kept.match()
    assert [move.text for move in match.state.moves] == ["left", "l1", "right"]
    assert [event.ply for event in kept.events if isinstance(event, Moved)] == [1, 2, 3, 4, 3]
    assert match.state.helped[1].undo + match.state.helped[0].undo == 1


async def test_moves_can_be_taken_back_and_played_again_and_again(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    live = await play(store, info.id, NOW, 4)
    for _ in range(3):
        await do(store, info.id, TakeBack(ply=4, to=2), NOW)
        live = await do(store, info.id, Redo(ply=2), NOW)
    assert (await store.matches.load(info.id)).match().state == live.state


async def test_any_number_of_moves_is_stored_with_the_same_number_of_statements(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await begin(store, ANNA, BEN, size=60)
    await play(store, info.id, NOW, 30)
    statements, here = 0, threading.get_ident()
    execute = AsyncConnection.execute

    async def counted(*given: Any, **named: Any) -> Any:
        nonlocal statements
        statements += threading.get_ident() == here  # servers of other tests may run in threads of this process
        return await execute(*given, **named)

    async def statements_of(command: AnyCommand) -> int:
        nonlocal statements
        match = (await store.matches.load(info.id)).match()
        statements = 0
        await append(store, info.id, match, match.decide(command, ALL, NOW))
        return statements

    monkeypatch.setattr(AsyncConnection, "execute", counted)
    few, many = 28, 2
    found = []
    for ply in (few, many):
        await do(store, info.id, TakeBack(ply=30, to=ply), NOW)
        found.append(await statements_of(Redo(ply=ply)))
    assert found[0] == found[1]


async def test_one_of_many_concurrent_moves_wins(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    match = (await store.matches.load(info.id)).match()

    async def move(text: str) -> str | None:
        try:
            await append(store, info.id, match, match.decide(PlayMove(ply=0, text=text), ALL, NOW))
        except Conflict:
            return None
        return text

    won = [text for text in await asyncio.gather(*(move(t) for t in ["left", "right"] * 10)) if text]
    assert len(won) == 1
    kept = await store.matches.load(info.id)
    assert [move.text for move in kept.match().state.moves] == won


async def test_a_concurrent_move_and_flag_do_not_both_happen(store: Store) -> None:
    limits = (Limit(base=10_000),)
    info = await begin(store, ANNA, BEN, clock=Clock("down", limits, from_start=True))
    match = (await store.matches.load(info.id)).match()
    move = match.decide(PlayMove(ply=0, text="left"), ALL, NOW + 9_999)
    flag = match.decide(Flag(ply=0), ALL, NOW + 10_000)
    done = await asyncio.gather(
        *(append(store, info.id, match, events) for events in (move, flag)), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "Match"]
    after = (await store.matches.load(info.id)).match()
    assert (after.ply, after.status) in ((1, "running"), (0, "over"))


async def test_a_conflict_changes_nothing(store: Store) -> None:
    anna = await store.people.create_guest(NOW, "Anna")
    info = await begin(store, sitting(anna), BEN)
    old = (await store.matches.load(info.id)).match()
    await play(store, info.id, NOW + 1, 2)
    before = await store.matches.load(info.id), await store.library.entry(anna.id, info.id)
    with pytest.raises(Conflict, match="has changed"):
        await append(store, info.id, old, old.decide(Resign(seat=0), ALL, NOW + 2))
    assert (await store.matches.load(info.id), await store.library.entry(anna.id, info.id)) == before


async def test_events_for_another_state_of_the_match_are_a_conflict(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    match = (await store.matches.load(info.id)).match()
    events = match.decide(PlayMove(ply=0, text="left"), ALL, NOW)
    after = await append(store, info.id, match, events)
    with pytest.raises(Conflict):
        await store.matches.append(info.id, after, after, events)


async def test_nothing_to_store_is_no_conflict(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    match = (await store.matches.load(info.id)).match()
    assert await store.matches.append(info.id, match, match, []) is None


async def test_the_end_is_in_the_list_and_can_be_withdrawn(store: Store) -> None:
    info = await begin(store, ANNA, Bot(3))
    await play(store, info.id, NOW + 1)
    over = await store.matches.info(info.id)
    assert (over.status, over.reason) == ("over", "last")
    assert sorted(seat.result for seat in over.seats) == ["lost", "won"]
    await do(store, info.id, TakeBack(ply=over.plies), NOW + 2)
    again = await store.matches.info(info.id)
    assert (again.status, again.reason, again.ended) == ("running", "", None)
    assert [seat.result for seat in again.seats] == ["unfinished", "unfinished"]
    assert again.seats[0].helped.undo == 1


async def test_a_match_resigned_before_each_side_moved_does_not_count(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    await do(store, info.id, Resign(seat=0), NOW)
    assert [seat.result for seat in (await store.matches.info(info.id)).seats] == ["none", "none"]


async def test_a_rematch_is_created_with_the_agreement(store: Store) -> None:
    anna = await store.people.create_guest(NOW, "Anna")
    info = await begin(store, sitting(anna), BEN, host=anna)
    await play(store, info.id, NOW)
    rematch = await follow(store, info.id, Rematch(), NOW + 1)
    assert rematch.info.follows == info.id
    assert (await store.matches.info(info.id)).followed_by == rematch.info.id
    assert [seat.player.name for seat in rematch.info.seats] == ["Ben", "Anna"]
    assert rematch.info.host == anna.id
    assert rematch.match().setup.series.games == 1


async def test_a_restart_leaves_the_old_match_abandoned(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    await play(store, info.id, NOW, 6)
    restarted = await follow(store, info.id, Restart(), NOW + 1)
    old = await store.matches.info(info.id)
    assert (old.status, old.reason) == ("over", "abandoned")
    assert [seat.result for seat in old.seats] == ["none", "none"]
    assert [seat.player.name for seat in restarted.info.seats] == ["Anna", "Ben"]


async def test_concurrent_rematch_requests_create_one_match(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    match = await play(store, info.id, NOW)
    wishes = [match.decide(Rematch(), ALL, NOW + 1) for _ in range(2)]
    done = await asyncio.gather(*(append(store, info.id, match, events) for events in wishes), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "Match"]


async def test_missed_events_are_returned(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    await play(store, info.id, NOW, 4)
    everything = (await store.matches.load(info.id)).events
    assert await store.matches.events_after(info.id, 2) == everything[2:]
    assert await store.matches.events_after(info.id, len(everything)) == ()


async def test_people_join_by_a_code_until_the_match_is_over(store: Store) -> None:
    host = await store.people.create_guest(NOW, "Hanna")
    match, events = Match.new(setup_of(sitting(host), Vacant(), kind="network"), NOW)
    info = await store.matches.create(match, events, NOW, host=host.id, code=True)
    assert info.status == "waiting"
    assert info.code is not None
    typed = f" {info.code[:3].lower()} {info.code[3:]} "
    assert (await store.matches.by_code(typed)).id == info.id
    guest = await store.people.create_guest(NOW, "Ben")
    await do(store, info.id, Sit(seat=1, player=sitting(guest)), NOW)
    joined = await store.matches.info(info.id)
    assert joined.status == "running"
    assert joined.seats[1].player == Guest("Ben", guest.id)
    assert (await store.library.page(guest.id)).total == 0, "a game without a move is not in the way"
    await play(store, info.id, NOW)
    assert (await store.library.page(guest.id)).total == 1
    with pytest.raises(NotFound):
        await store.matches.by_code(info.code)


async def test_the_lobby_lists_public_matches(store: Store) -> None:
    host = await store.people.create_guest(NOW, "Hanna")
    match, events = Match.new(setup_of(sitting(host), Vacant(), kind="network"), NOW)
    private = await store.matches.create(match, events, NOW, host=host.id)
    public = await store.matches.create(match, events, NOW + 1, host=host.id, public=True)
    assert [(info.id, clock) for info, clock in await store.public_matches.waiting()] == [
        (public.id, match.setup.clock)
    ]
    assert await store.public_matches.running() == []
    await do(store, public.id, Sit(seat=1, player=Guest("Ben")), NOW + 2)
    assert [info.id for info in await store.public_matches.running()] == [public.id]
    other = await store.matches.create(match, events, NOW + 1, host=host.id, public=True)
    await do(store, other.id, Sit(seat=1, player=Guest("Ben")), NOW + 3)
    assert [info.id for info in await store.public_matches.running()] == [other.id, public.id]
    assert [info.id for info in await store.public_matches.running(1)] == [other.id]
    assert [info.id for info in await store.public_matches.longest_idle()] == [public.id, other.id]
    assert private.id != public.id


async def test_an_unknown_person_cannot_take_a_seat(store: Store) -> None:
    match, events = Match.new(setup_of(Account("nobody", "Nora"), BEN), NOW)
    with pytest.raises(NotFound, match="Person"):
        await store.matches.create(match, events, NOW)
    info = await begin(store, ANNA, BEN)
    with pytest.raises(NotFound, match="Person"):
        await do(store, info.id, Sit(seat=0, player=Account("nobody", "Nora")), NOW)
    assert (await store.matches.info(info.id)).version == info.version


async def test_a_missing_match_is_not_found(store: Store) -> None:
    match, events = Match.new(setup_of(ANNA, BEN), NOW)
    for asked in (
        store.matches.load("none"),
        store.matches.info("none"),
        store.matches.events_after("none", 0),
        store.matches.by_code("AAAAAA"),
        append(store, "none", match, match.decide(Pause(), ALL, NOW)),
    ):
        with pytest.raises(NotFound):
            await asked
    assert events


async def test_help_is_counted_in_the_list(store: Store) -> None:
    info = await begin(store, ANNA, Bot(2))
    await do(store, info.id, Assist(seat=0, help="hints"), NOW)
    seats = (await store.matches.info(info.id)).seats
    assert (seats[0].helped.hints, seats[1].helped.hints) == (1, 0)


async def test_a_draw_is_a_result(store: Store) -> None:
    info = await begin(store, ANNA, BEN)
    await play(store, info.id, NOW, 4)
    await do(store, info.id, Draw(ply=4), NOW)
    assert [seat.result for seat in (await store.matches.info(info.id)).seats] == ["drawn", "drawn"]


async def test_a_game_of_four_has_one_loser(store: Store) -> None:
    info = await begin(store, ANNA, BEN, Guest("Carl"), Bot(1))
    await play(store, info.id, NOW)
    assert sorted(seat.result for seat in (await store.matches.info(info.id)).seats) == ["lost", "won", "won", "won"]
