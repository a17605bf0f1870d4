"""Preferences: what a person has set, as the client likes to have it."""

from __future__ import annotations

from typing import Any

from parlour.store.database import Database

MAX_BYTES = 64 * 1024


class Preferences:
    """The preferences of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: str) -> dict[str, Any]:
        """What a person has set; empty if nothing."""
        raise NotImplementedError

    async def put(self, person: str, values: dict[str, Any]) -> None:
        """Replaces all of it; raises `TooMuch` beyond `MAX_BYTES`, `NotFound` for nobody."""
        raise NotImplementedError

    async def change(self, person: str, values: dict[str, Any]) -> dict[str, Any]:
        """Sets some keys and leaves the others; None takes a key away. All of it afterwards."""
        raise NotImplementedError
