"""`parlour ratings`: rate the archive again."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from parlour.cli import app
from parlour.store import Store
from parlour.store.tables import rating_changes
from tests.store.club.test_ratings import lost, people
from tests.store.play import NOW, sitting


def test_ratings_reports_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")

    async def play() -> None:
        async with await Store.open() as store:
            anna, ben = await people(store, "Anna", "Ben")
            for game in range(2):
                await lost(store, [sitting(anna), sitting(ben)], 0, NOW + 1000 * game)

    async def falsify() -> None:
        async with await Store.open() as store, store.database.write() as connection:
            first = rating_changes.c.ended < NOW + 1000, rating_changes.c.seat == 0
            await connection.execute(update(rating_changes).where(*first).values(result="won", mean=1.0))

    asyncio.run(play())
    assert CliRunner().invoke(app, "ratings").output == "Rated games: 2. Changed ratings: 0.\n"
    asyncio.run(falsify())
    assert CliRunner().invoke(app, "ratings").output == "Rated games: 2. Changed ratings: 1. Corrected games: 1.\n"
    assert CliRunner().invoke(app, "ratings").output == "Rated games: 2. Changed ratings: 0.\n"
