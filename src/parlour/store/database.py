"""The database: where it is, how it is opened, and its transactions."""

from __future__ import annotations

from pathlib import Path


class Database:
    """A database with current tables."""

    @staticmethod
    async def open(url: str | None = None, *, folder: Path | None = None) -> Database:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError
