"""`parlour import`: import records, or the database of an older program."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.shared.server_extra import needs_server_extra

app = typer.Typer(add_completion=False)

MAX_SHOWN = 40
"""Maximum number of messages about what was not imported."""


@app.command()
def import_games(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A file of records, or an older database."),
    ],
    into: Annotated[
        str | None, typer.Option("--into", metavar="NAME", help="The account that receives the games.")
    ] = None,
) -> None:
    """Import games from a file, even while Parlour is running.

    From the SQLite database of the earlier Surakarta program, accounts with their passwords, saved games, finished
    games and statistics are imported. That of the earlier Laser Chess program has no accounts: choose one with --into.
    What cannot be imported is listed. Existing data is not changed.
    """
    from parlour.cli.shared.language import choose_cli_language
    from parlour.cli.shared.progress import progress_bar
    from parlour.i18n.translate_error import translate_error
    from parlour.store import Store

    with needs_server_extra():
        from parlour.server.library.legacy_imports import ImportReport, import_file

    async def bring_in() -> ImportReport:
        async with await Store.open() as store:
            with progress_bar() as progress:
                return await import_file(store, file, into, progress)

    report = asyncio.run(bring_in())
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"Imported {report.accounts:,} accounts, {report.games:,} games and {report.results:,} results without moves.",
        markup=False,
    )
    if report.skipped:
        console.print(f"Not imported ({len(report.skipped):,}):", markup=False)
        for one in report.skipped[:MAX_SHOWN]:
            console.print(f"- {translate_error(one, choose_cli_language())}", markup=False)
        if len(report.skipped) > MAX_SHOWN:
            console.print(f"- … and {len(report.skipped) - MAX_SHOWN:,} more", markup=False)
    if report.skipped and not (report.accounts or report.games or report.results):
        raise typer.Exit(2)
