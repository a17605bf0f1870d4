"""`parlour backup`: write a backup."""

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.shared.progress import progress_bar

app = typer.Typer(add_completion=False)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file; compressed if the name ends in .gz.")],
) -> None:
    """Write all games and people to one file.

    Parlour may be running. The file can be restored into SQLite and PostgreSQL, by this version and later ones. It
    contains all games and password hashes: keep it private.
    """
    from parlour.store import Store
    from parlour.store.archive import Counts, write_archive

    async def write() -> Counts:
        async with await Store.open() as store:
            with progress_bar() as progress:
                return await write_archive(store.database, file, int(time.time() * 1000), progress)

    counts = asyncio.run(write())
    Console().print(f"{counts.matches:,} games and {counts.people:,} people are in {file}.", highlight=False)
