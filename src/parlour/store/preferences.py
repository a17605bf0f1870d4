"""Preferences: what a person has set, as the client likes to have it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, TooMuch
from parlour.store.database import Database
from parlour.store.tables import persons, preferences

MAX_BYTES = 64 * 1024


class Preferences:
    """The preferences of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: str) -> dict[str, Any]:
        """What a person has set; empty if nothing."""
        async with self._database.read() as connection:
            return await _get(connection, person)

    async def put(self, person: str, values: dict[str, Any]) -> None:
        """Replaces all of it; raises `TooMuch` beyond `MAX_BYTES`, `NotFound` for nobody."""
        async with self._database.write() as connection:
            await _put(connection, person, values)

    async def change(self, person: str, values: dict[str, Any]) -> dict[str, Any]:
        """Sets some keys and leaves the others; None takes a key away. All of it afterwards."""
        async with self._database.write() as connection:
            merged = {**await _get(connection, person, lock=True), **values}
            merged = {key: value for key, value in merged.items() if value is not None}
            await _put(connection, person, merged)
            return merged


async def _get(connection: AsyncConnection, person: str, *, lock: bool = False) -> dict[str, Any]:
    wanted = select(preferences.c.data).where(preferences.c.person == person)
    data = await connection.scalar(wanted.with_for_update() if lock else wanted)
    found: dict[str, Any] = msgspec.json.decode(data) if data else {}
    return found


async def _put(connection: AsyncConnection, person: str, values: dict[str, Any]) -> None:
    data = msgspec.json.encode(values).decode()
    if len(data.encode()) > MAX_BYTES:
        raise TooMuch(f"Preferences have at most {MAX_BYTES // 1024} KiB.")
    known = select(persons.c.id).where(persons.c.id == person).with_for_update()
    if await connection.scalar(known) is None:
        raise NotFound("There is no such person.")
    await connection.execute(delete(preferences).where(preferences.c.person == person))
    await connection.execute(insert(preferences).values(person=person, data=data))
