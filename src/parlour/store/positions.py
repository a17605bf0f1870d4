"""Saved positions of a person: set-ups from the editor, and places in games to come back to."""

from __future__ import annotations

import msgspec

from parlour.games.core import Position
from parlour.games.options import Value
from parlour.store.database import Database

MOST = 10_000
"""So many positions one person can save."""


class SavedPosition(msgspec.Struct, frozen=True):
    """A position under a name."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    text: str
    created: int
    updated: int


class Positions:
    """The saved positions of all people; every method speaks of one person's and raises `NotFound` for others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, person: str, name: str, position: Position, now: int) -> SavedPosition:
        """Keeps a position; raises `TooMuch` beyond `MOST`."""
        raise NotImplementedError

    async def get(self, person: str, id: str) -> SavedPosition:
        """One of them."""
        raise NotImplementedError

    async def of(self, person: str, game: str | None = None, limit: int = 200, offset: int = 0) -> list[SavedPosition]:
        """All of them, or those of one game, the last changed first."""
        raise NotImplementedError

    async def change(
        self, person: str, id: str, now: int, *, name: str | None = None, position: Position | None = None
    ) -> SavedPosition:
        """Another name or another position."""
        raise NotImplementedError

    async def delete(self, person: str, id: str) -> None:
        """Removes one."""
        raise NotImplementedError
