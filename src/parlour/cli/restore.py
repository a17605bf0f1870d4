"""`parlour restore`: back to what a backup holds."""

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.progress import shown
from parlour.errors import ArchiveError

app = typer.Typer(add_completion=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What “parlour backup” wrote.")],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace the games and people that are here now; they are backed up first."),
    ] = False,
) -> None:
    """Bring back all games and people from a backup.

    Everything in the file is checked before anything is changed. Everybody has to log in again afterwards.
    """
    from parlour.store import Store, data_folder
    from parlour.store.archive import Counts, restore_archive, write_archive

    console = Console()

    async def bring_back() -> Counts:
        now = int(time.time() * 1000)
        async with await Store.open() as store:
            if await store.watch.alive(now):
                raise ArchiveError("Parlour is running. Quit it first, then restore.")
            with shown() as progress:
                if replace:
                    before = data_folder() / time.strftime("before-restore-%Y%m%d-%H%M%S.jsonl.gz")
                    await write_archive(store.database, before, now, progress)
                    console.print(f"What was here is in {before}.", highlight=False, soft_wrap=True)
                return await restore_archive(store.database, file, replace=replace, progress=progress)

    counts = asyncio.run(bring_back())
    console.print(f"{counts.matches:,} games and {counts.people:,} people are back.", highlight=False)
