"""Preferences of a person: JSON values that the client defines."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, TooMuch
from parlour.i18n.errors import localized_error
from parlour.store.database.database import Repository
from parlour.store.tables import persons, preferences

MAX_BYTES = 64 * 1024


class Preferences(Repository):
    """Preferences of all people."""

    async def get(self, person: str) -> dict[str, Any]:
        """Return the preferences of a person."""
        async with self._database.read() as connection:
            return await _get(connection, person)

    async def put(self, person: str, values: dict[str, Any]) -> None:
        """Replace all preferences; raise `TooMuch` beyond `MAX_BYTES`, `NotFound` for an unknown person."""
        async with self._database.write() as connection:
            await _lock(connection, person)
            await _put(connection, person, values)

    async def change(self, person: str, values: dict[str, Any]) -> dict[str, Any]:
        """Set some keys and keep the others; None removes a key. Return all preferences."""
        async with self._database.write() as connection:
            await _lock(connection, person)
            merged = {**await _get(connection, person), **values}
            merged = {key: value for key, value in merged.items() if value is not None}
            await _put(connection, person, merged)
            return merged


async def hand_over_preferences(connection: AsyncConnection, guest: str, account: str) -> None:
    """Transfer a guest's preferences to an account that has none."""
    own = exists().where(preferences.alias("theirs").c.person == account)
    await connection.execute(update(preferences).where(preferences.c.person == guest, ~own).values(person=account))


async def _lock(connection: AsyncConnection, person: str) -> None:
    """Lock a person's preferences; raise `NotFound`."""
    if await connection.scalar(select(persons.c.id).where(persons.c.id == person).with_for_update()) is None:
        raise localized_error(NotFound, "store.none.person")


async def _get(connection: AsyncConnection, person: str) -> dict[str, Any]:
    data = await connection.scalar(select(preferences.c.data).where(preferences.c.person == person))
    found: dict[str, Any] = msgspec.json.decode(data) if data else {}
    return found


async def _put(connection: AsyncConnection, person: str, values: dict[str, Any]) -> None:
    data = msgspec.json.encode(values).decode()
    if len(data.encode()) > MAX_BYTES:
        raise localized_error(TooMuch, "store.too-much.preferences", most=MAX_BYTES // 1024)
    await connection.execute(delete(preferences).where(preferences.c.person == person))
    await connection.execute(insert(preferences).values(person=person, data=data))
