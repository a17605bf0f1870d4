"""`parlour backup`: everything that is kept, in one file."""

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.progress import shown

app = typer.Typer(add_completion=False)


@app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A new file; with a name that ends in .gz it is packed.")
    ],
) -> None:
    """Write all games and people into one file.

    Parlour may be running meanwhile. The file can be restored into SQLite and into PostgreSQL, by this version of
    Parlour and by later ones. It holds everybody's games and the hashes of passwords: keep it to yourself.
    """
    from parlour.store import Store
    from parlour.store.archive import Counts, write_archive

    async def write() -> Counts:
        async with await Store.open() as store:
            with shown() as progress:
                return await write_archive(store.database, file, int(time.time() * 1000), progress)

    counts = asyncio.run(write())
    Console().print(f"{counts.matches:,} games and {counts.people:,} people are in {file}.", highlight=False)
