"""Sessions: a token that only the browser knows, valid as long as it is used."""

import pytest
from sqlalchemy import select

from parlour.errors import NotFound
from parlour.match.clock import HOUR_MS
from parlour.store import Store
from parlour.store.people.logins import LIFETIME_MS
from parlour.store.tables import logins
from tests.store.play import NOW

pytestmark = pytest.mark.anyio


async def test_a_token_identifies_a_person(store: Store) -> None:
    guest = await store.people.create_guest(NOW, "Anna")
    token, login = await store.logins.create(guest.id, NOW, label="Browser")
    assert await store.logins.find(token, NOW + 1) == login
    assert login.person == guest
    assert await store.logins.find(token + "x", NOW) is None
    assert await store.logins.find("", NOW) is None


async def test_the_database_does_not_contain_the_token(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    token, _ = await store.logins.create(guest.id, NOW)
    async with store.database.read() as connection:
        assert token not in str((await connection.execute(select(logins))).all())


async def test_a_login_ends_when_it_is_not_used(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    token, _ = await store.logins.create(guest.id, NOW)
    assert await store.logins.find(token, NOW + LIFETIME_MS) is None
    assert await store.logins.of(guest.id, NOW + LIFETIME_MS) == []
    assert await store.logins.purge(NOW + LIFETIME_MS) == 1


async def test_a_login_is_extended_while_it_is_used(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    token, _ = await store.logins.create(guest.id, NOW)
    later = NOW + LIFETIME_MS - HOUR_MS
    found = await store.logins.find(token, later)
    assert found is not None
    assert found.expires == later + LIFETIME_MS
    assert await store.logins.find(token, NOW + LIFETIME_MS + HOUR_MS) is not None
    assert (await store.people.find(guest.id)).seen == NOW + LIFETIME_MS + HOUR_MS


async def test_logging_out_here_and_elsewhere(store: Store) -> None:
    guest = await store.people.create_guest(NOW)
    other = await store.people.create_guest(NOW)
    tokens = [(await store.logins.create(guest.id, NOW + n))[0] for n in range(4)]
    await store.logins.revoke(tokens[0])
    listed = await store.logins.of(guest.id, NOW + 5)
    assert [login.created for login in listed] == [NOW + 3, NOW + 2, NOW + 1]
    with pytest.raises(NotFound):
        await store.logins.revoke_one(other.id, listed[0].id)
    await store.logins.revoke_one(guest.id, listed[0].id)
    assert await store.logins.revoke_all(guest.id, but=tokens[2]) == [listed[2].id]
    assert [await store.logins.find(token, NOW + 5) is not None for token in tokens] == [False, False, True, False]


async def test_an_unknown_person_cannot_log_in(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.logins.create("nobody", NOW)
