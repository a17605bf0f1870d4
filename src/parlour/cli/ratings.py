"""`parlour ratings`: rate all games of the archive again."""

import asyncio

import typer
from rich.console import Console

from parlour.cli.shared.server_extra import needs_server_extra

app = typer.Typer(add_completion=False)


@app.command()
def ratings() -> None:
    """Rate all rated games again, in the order in which they ended.

    This changes nothing unless the rating model or the measured strength of the bots has changed.
    """
    from parlour.store import Store

    async def recalculate() -> tuple[int, int]:
        async with await Store.open() as store:
            return await store.ratings.recalculate()

    with needs_server_extra():
        games, changed = asyncio.run(recalculate())
    Console().print(f"{games:,} rated games; {changed:,} ratings have changed.", highlight=False)
