"""`parlour restore`: restore a backup."""

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from parlour.cli.shared.language import choose_cli_language
from parlour.cli.shared.progress import progress_bar
from parlour.cli.shared.server_extra import needs_server_extra
from parlour.errors import ArchiveError
from parlour.i18n.errors import localized_error

app = typer.Typer(add_completion=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File written by “parlour backup”.")],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace the current games and people; they are backed up first."),
    ] = False,
) -> None:
    """Restore all games and people from a backup.

    The file is checked completely before anything changes. Everybody has to log in again afterwards. Parlour may be
    running: its pages reconnect.
    """
    from parlour.store import Store, data_folder
    from parlour.store.archive import Counts, restore_archive, write_archive

    console = Console()

    async def bring_back() -> Counts | None:
        now = int(time.time() * 1000)
        async with await Store.open() as store:
            if await store.watch.alive(now) or await store.watch.alive():
                return None
            with progress_bar() as progress:
                if replace:
                    before = data_folder() / time.strftime("before-restore-%Y%m%d-%H%M%S.jsonl.gz")
                    await write_archive(store.database, before, now, progress)
                    console.print(f"The previous data is in {before}.", highlight=False, soft_wrap=True)
                return await restore_archive(store.database, file, replace=replace, progress=progress)

    counts = asyncio.run(bring_back())
    if counts is None:
        matches, people = restore_running(console, file, replace=replace)
    else:
        matches, people = counts.matches, counts.people
    console.print(f"{matches:,} games and {people:,} people restored.", highlight=False)


def restore_running(console: Console, file: Path, *, replace: bool) -> tuple[int, int]:
    """Restore through the running server; return the number of games and people."""
    from parlour.store import Secrets, data_folder

    with needs_server_extra():
        from parlour.server import run
        from parlour.server.settings import from_environment

    settings = from_environment()
    try:
        address = run.FolderLock(data_folder(settings.folder)).running_address()
    except run.CannotServe as fault:
        raise ArchiveError("Parlour is running somewhere else on this database. End it first, then restore.") from fault
    headers = {
        "authorization": f"Bearer {Secrets.load(settings.folder).owner}",
        "content-type": "application/json",
        "accept-language": choose_cli_language(),
    }
    body = json.dumps({"file": str(file.resolve()), "replace": replace}).encode()
    asked = urllib.request.Request(f"{address}/api/owner/restore", body, headers, method="POST")
    try:
        with urllib.request.urlopen(asked, context=run.local_context(settings.folder)) as answer, progress_bar() as bar:
            done = _follow(answer, bar)
    except urllib.error.HTTPError as refused:
        raise ArchiveError(json.loads(refused.read())["text"]) from refused
    except OSError as wrong:
        raise localized_error(run.CannotServe, "server.serve.silent", address=address, why=str(wrong)) from wrong
    if done["before"] is not None:
        console.print(f"The previous data is in {done['before']}.", highlight=False, soft_wrap=True)
    return done["matches"], done["people"]


def _follow(answer: Iterable[bytes], progress: Callable[[str, int, int], None]) -> Any:
    """Show the progress of a restore and return what was restored; raise `ArchiveError` if nothing was."""
    for line in answer:
        step = json.loads(line)
        if step["error"] is not None:
            raise ArchiveError(step["error"]["text"])
        if step["done"]:
            return step["restored"]
        progress(step["step"], step["count"], step["total"])
    raise ArchiveError("The server stopped before the backup was restored.")
