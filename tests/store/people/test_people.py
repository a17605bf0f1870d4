"""Accounts and guests: permanent IDs, unique names, and complete deletion."""

import asyncio
import json
import os
import sys
import threading

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import select, update

from parlour.engine.levels import Bot
from parlour.errors import NameRefused, NotFound, PasswordRefused, WrongPassword
from parlour.match.commands import PlayMove, Rematch, Sit
from parlour.match.seats import Account, Guest
from parlour.match.studies.study import Study
from parlour.store import Changes, Store
from parlour.store.people import passwords
from parlour.store.people.people import FORMER_PLAYER_NAME
from parlour.store.tables import accounts, metadata
from parlour.thread_priority import MAX_NICENESS
from tests.store.play import ALL, NOW, append, begin, do, play, sitting

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


async def everything(store: Store) -> str:
    """Return the whole content of the database as one text."""
    async with store.database.read() as connection:
        tables = [(await connection.execute(select(table))).all() for table in metadata.sorted_tables]
    return str(tables)


async def test_a_guest_needs_no_name(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    assert await store.people.find(guest.id) == guest
    assert (guest.name, guest.account) == ("", False)


async def test_a_person_who_signed_up_can_log_in(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    again = await store.people.log_in("  ANNA ", PASSWORD, NOW + 5)
    assert (again.id, again.name, again.account, again.seen) == (anna.id, "Anna", True, NOW + 5)


@pytest.mark.parametrize(("name", "password"), [("Anna", "wrong horse battery"), ("Nobody else", PASSWORD), ("", "")])
async def test_a_wrong_name_and_a_wrong_password_give_the_same_error(store: Store, name: str, password: str) -> None:
    await store.people.sign_up("Anna", PASSWORD, NOW)
    with pytest.raises(WrongPassword, match="Wrong name or password"):
        await store.people.log_in(name, password, NOW)


async def test_the_password_is_stored_as_an_argon2id_hash_only(store: Store) -> None:
    await store.people.sign_up("Anna", PASSWORD, NOW)
    found = await everything(store)
    assert PASSWORD not in found
    assert "$argon2id$" in found


@pytest.mark.parametrize("name", ["anna", "ANNA", " Anna ", "Ａnna"])
async def test_names_of_accounts_are_unique_without_case(store: Store, name: str) -> None:
    await store.people.sign_up("Anna", PASSWORD, NOW)
    with pytest.raises(NameRefused, match="is taken"):
        await store.people.sign_up(name, PASSWORD, NOW)


async def test_one_of_two_concurrent_sign_ups_with_the_same_name_succeeds(store: Store) -> None:
    tries = [store.people.sign_up(name, PASSWORD, NOW) for name in ("Anna", "anna", "ANNA")]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["NameRefused", "NameRefused", "Person"]


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa", "x" * 300, "annegret"])
async def test_bad_passwords_are_refused_and_nothing_is_stored(store: Store, password: str) -> None:
    with pytest.raises(PasswordRefused):
        await store.people.sign_up("Annegret", password, NOW)
    with pytest.raises(NotFound):
        await store.people.find_account("Annegret")


async def test_an_old_hash_is_renewed_at_the_next_log_in(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    old = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash(PASSWORD)
    async with store.database.write() as connection:
        await connection.execute(update(accounts).values(password=old))
    await store.people.log_in("Anna", PASSWORD, NOW)
    async with store.database.read() as connection:
        stored = (await connection.execute(select(accounts.c.password))).scalar_one()
    assert stored != old
    await store.people.check_password(anna.id, PASSWORD)


async def test_changing_the_password_ends_all_logins(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    token, _ = await store.logins.create(anna.id, NOW)
    with pytest.raises(WrongPassword):
        await store.people.change_password(anna.id, "not the one", "another horse battery")
    with pytest.raises(PasswordRefused):
        await store.people.change_password(anna.id, PASSWORD, "short")
    assert await store.logins.find(token, NOW) is not None
    await store.people.change_password(anna.id, PASSWORD, "another horse battery")
    assert await store.logins.find(token, NOW) is None
    await store.people.log_in("Anna", "another horse battery", NOW)
    with pytest.raises(WrongPassword):
        await store.people.log_in("Anna", PASSWORD, NOW)


async def test_a_guest_has_no_password(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    with pytest.raises(NotFound):
        await store.people.set_password(guest.id, PASSWORD)
    with pytest.raises(WrongPassword):
        await store.people.check_password(guest.id, PASSWORD)


async def test_signing_up_keeps_what_the_guest_did(store: Store) -> None:
    guest = await store.people.create_guest(NOW, "Visitor")
    info = await begin(store, sitting(guest), Bot(1), host=guest)
    await play(store, info.id, NOW)
    await store.preferences.put(guest.id, {"theme": "dark"})
    anna = await store.people.sign_up("Anna", PASSWORD, NOW + 1, guest=guest.id)
    assert anna.id == guest.id
    assert (await store.matches.load(info.id)).match().players[0] == Account(anna.id, "Anna")
    assert (await store.library.page(anna.id)).total == 1
    assert await store.preferences.get(anna.id) == {"theme": "dark"}
    with pytest.raises(NameRefused, match="already have an account"):
        await store.people.sign_up("Berta", PASSWORD, NOW + 2, guest=guest.id)


async def test_an_account_adopts_all_data_of_a_guest(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    guest = await store.people.create_guest(NOW, "Visitor")
    ben = await store.people.create_guest(NOW, "Ben")
    over = await begin(store, sitting(guest), sitting(ben), host=guest)
    await play(store, over.id, NOW)
    await store.notes.change(guest.id, over.id, Changes(title="First win"))
    running = await begin(store, sitting(guest), sitting(ben), host=guest)
    stale = await play(store, running.id, NOW, 2)
    await store.positions.save(guest.id, "here", stale.position, NOW)
    await store.studies.save(guest.id, "a study", Study.of(stale.record()), NOW)
    await store.preferences.put(guest.id, {"theme": "dark"})

    assert await store.people.adopt(anna.id, guest.id, NOW + 1) == 2
    with pytest.raises(NotFound):
        await store.people.find(guest.id)
    page = await store.library.page(anna.id)
    assert {entry.title for entry in page.entries} == {"", "First win"}
    assert (await store.statistics.profile(anna.id)).total.unfinished == 1
    assert [saved.name for saved in await store.positions.of(anna.id)] == ["here"]
    assert [study.name for study in await store.studies.of(anna.id)] == ["a study"]
    assert await store.preferences.get(anna.id) == {"theme": "dark"}
    kept = await store.matches.load(running.id)
    assert kept.info.host == anna.id
    assert kept.match().players[0] == Account(anna.id, "Anna")
    assert (await store.library.page(ben.id)).entries[0].opponent == "Anna"
    live = await play(store, running.id, NOW + 2)
    assert live.status == "over"
    assert (await store.statistics.profile(anna.id)).total.unfinished == 0
    assert guest.id not in await everything(store)


async def test_a_process_with_the_guests_match_learns_of_the_change(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    guest = await store.people.create_guest(NOW, "Visitor")
    info = await begin(store, sitting(guest), Bot(1))
    held = await play(store, info.id, NOW, 1)
    await store.people.adopt(anna.id, guest.id, NOW + 1)
    news = await store.matches.events_after(info.id, held.state.seq)
    held.apply(news)
    assert held.players[0] == Account(anna.id, "Anna")
    await append(store, info.id, held, held.decide(PlayMove(ply=held.ply, index=0), ALL, NOW + 2))


async def test_only_the_games_of_another_guest_are_taken_over(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    berta = await store.people.sign_up("Berta", PASSWORD, NOW)
    guest = await store.people.create_guest(NOW)
    for account, other in ((guest.id, guest.id), (anna.id, berta.id), (guest.id, anna.id)):
        with pytest.raises(NotFound):
            await store.people.adopt(account, other, NOW)


async def test_a_new_name_appears_in_all_games(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    ben = await store.people.sign_up("Ben", PASSWORD, NOW)
    info = await begin(store, sitting(anna), sitting(ben))
    await play(store, info.id, NOW)
    assert (await store.people.rename(anna.id, "Annabel", NOW + 1)).name == "Annabel"
    assert (await store.library.page(ben.id)).entries[0].opponent == "Annabel"
    assert (await store.matches.load(info.id)).match().names() == ("Annabel", "Ben")
    assert (await store.people.log_in("annabel", PASSWORD, NOW)).id == anna.id
    with pytest.raises(NameRefused, match="is taken"):
        await store.people.rename(anna.id, "BEN", NOW + 2)
    with pytest.raises(NameRefused, match="reserved"):
        await store.people.rename(anna.id, "admin", NOW + 2)
    assert (await store.people.find(anna.id)).name == "Annabel"


async def test_a_guests_new_name_leaves_old_games_as_they_were_unless_it_is_for_all(store: Store) -> None:
    guest = await store.people.create_guest(NOW, "Carla")
    info = await begin(store, sitting(guest), Bot(1))
    await store.people.rename(guest.id, "Doris", NOW + 1)
    assert (await store.matches.info(info.id)).seats[0].player == Guest("Carla", guest.id)
    await store.people.rename(guest.id, "Dora", NOW + 2, everywhere=True)
    assert (await store.matches.info(info.id)).seats[0].player == Guest("Dora", guest.id)


async def test_deleting_a_person_keeps_only_games_with_others(store: Store) -> None:
    anna = await store.people.sign_up("Annabella", PASSWORD, NOW)
    ben = await store.people.sign_up("Ben", PASSWORD, NOW)
    alone = await begin(store, sitting(anna), Bot(2), host=anna)
    await play(store, alone.id, NOW)
    shared = await begin(store, sitting(anna), sitting(ben), host=anna)
    await play(store, shared.id, NOW)
    await do(store, shared.id, Rematch(), NOW)
    await store.logins.create(anna.id, NOW, label="Browser")
    await store.preferences.put(anna.id, {"theme": "dark"})
    await store.positions.save(anna.id, "mine", (await store.matches.load(shared.id)).match().position, NOW)

    assert await store.people.delete(anna.id, NOW + 1) == 2
    with pytest.raises(NotFound):
        await store.people.find(anna.id)
    with pytest.raises(NotFound):
        await store.matches.info(alone.id)
    entry = (await store.library.page(ben.id)).entries[0]
    assert (entry.opponent, entry.match.host) == (FORMER_PLAYER_NAME, None)
    tally = (await store.statistics.profile(ben.id)).total
    assert tally.won + tally.lost == 1, "the result stays Ben's"
    found = await everything(store)
    assert "Annabella" not in found
    assert "annabella" not in found
    assert anna.id not in found
    assert (await store.people.sign_up("Annabella", PASSWORD, NOW + 2)).id != anna.id


async def test_deleting_a_person_removes_their_name_from_former_seats(store: Store) -> None:
    anna = await store.people.sign_up("Annabella", PASSWORD, NOW)
    ben = await store.people.sign_up("Ben", PASSWORD, NOW)
    info = await begin(store, sitting(anna), Bot(2), host=ben)
    await do(store, info.id, Sit(seat=0, player=sitting(ben)), NOW)
    await store.people.delete(anna.id, NOW)
    assert "Annabella" not in await everything(store)
    assert (await store.matches.load(info.id)).match().players[0] == Account(ben.id, "Ben")


async def test_an_export_contains_all_data_of_a_person(store: Store) -> None:
    anna = await store.people.sign_up("Anna", PASSWORD, NOW)
    info = await begin(store, sitting(anna), Bot(2))
    await play(store, info.id, NOW)
    await store.notes.change(anna.id, info.id, Changes(title="A good one"))
    await store.preferences.put(anna.id, {"theme": "dark"})
    await store.logins.create(anna.id, NOW, label="Browser")
    position = (await store.matches.load(info.id)).match().position
    await store.positions.save(anna.id, "the end", position, NOW)
    await store.studies.save(anna.id, "a study", Study.of((await store.matches.load(info.id)).match().record()), NOW)
    text = b"".join([piece async for piece in store.people.export(anna.id)])
    data = json.loads(text)
    assert data["format"] == "parlour-person"
    assert data["person"]["name"] == "Anna"
    assert data["preferences"] == {"theme": "dark"}
    assert [login["label"] for login in data["logins"]] == ["Browser"]
    assert [saved["name"] for saved in data["positions"]] == ["the end"]
    assert [(study["name"], study["study"]["format"]) for study in data["studies"]] == [("a study", "parlour-study")]
    (game,) = data["games"]
    assert game["title"] == "A good one"
    assert len(game["record"]["moves"]) == (await store.matches.info(info.id)).plies
    assert b"argon2" not in text
    with pytest.raises(NotFound):
        await anext(store.people.export("nobody"))


async def test_guests_without_data_are_removed(store: Store) -> None:
    gone = await store.people.create_guest(NOW)
    player = await store.people.create_guest(NOW)
    await begin(store, Guest("Carla", player.id), Bot(1))
    account = await store.people.sign_up("Anna", PASSWORD, NOW)
    here = await store.people.create_guest(NOW)
    await store.people.seen(here.id, NOW + 10)
    assert await store.people.forget_guests(NOW + 5) == 1
    for person in (player, account, here):
        await store.people.find(person.id)
    with pytest.raises(NotFound):
        await store.people.find(gone.id)


async def test_a_password_takes_as_long_to_check_where_there_is_no_account() -> None:
    hasher = PasswordHasher()
    with pytest.raises(VerificationError, match="does not match"):
        hasher.verify(passwords._DUMMY_HASH, PASSWORD)
    parts = passwords._DUMMY_HASH.split("$")[1:4]
    assert parts == ["argon2id", "v=19", "m=65536,t=3,p=4"]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux only")
async def test_passwords_are_checked_at_a_lower_priority_than_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    monkeypatch.setattr(passwords, "_verify", lambda *_: found.append(niceness()))
    await passwords.Passwords().verify(PASSWORD, None)
    assert found == [min(niceness() + passwords.NICENESS, MAX_NICENESS)]


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
