"""`parlour ratings`: rate all games of the archive again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer
from rich.console import Console

from parlour.cli.shared.server_extra import needs_server_extra

if TYPE_CHECKING:
    from parlour.store.club.ratings import Recalculation

app = typer.Typer(add_completion=False)


@app.command()
def ratings() -> None:
    """Rate all rated games again, in the order in which they ended.

    This changes nothing unless the rating model or the measured strength of the bots has changed, or a recorded
    rating does not match the result of its game.
    """
    with needs_server_extra():
        games, changed, corrected = asyncio.run(_recalculate())
    text = f"Rated games: {games:,}. Changed ratings: {changed:,}."
    if corrected:
        text += f" Corrected games: {corrected:,}."
    Console().print(text, highlight=False)


async def _recalculate() -> Recalculation:
    from parlour.store import Store

    async with await Store.open() as store:
        return await store.ratings.recalculate()
