"""`parlour worker`: run the searches of servers that use the same queue."""

from typing import Annotated

import typer

from parlour.cli.serve import GameFiles, load_games
from parlour.cli.shared.server_extra import needs_server_extra

app = typer.Typer(add_completion=False)


@app.command()
def worker(
    game: GameFiles = None,
    searches: Annotated[
        int | None,
        typer.Option(min=1, max=1024, metavar="N", help="Searches at a time; default: the number of processors."),
    ] = None,
) -> None:
    """Run the searches of servers: bots, analysis, hints and reviews. Needs PARLOUR_QUEUE_URL."""
    with needs_server_extra():
        from parlour.server.process.worker_process import run_worker
        from parlour.server.settings import from_environment

    load_games(game)
    settings = from_environment(searches=searches)
    run_worker(settings, lambda places: typer.echo(f"Waiting for searches of servers, {places} at a time."))
