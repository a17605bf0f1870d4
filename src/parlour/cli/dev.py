"""`parlour dev`: write a game and see it in the browser."""

from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.serve import warn_if_interpreted
from parlour.cli.shared.language import choose_cli_language
from parlour.cli.shared.server_extra import needs_server_extra
from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.terminal.text import terminal_text

if TYPE_CHECKING:
    from parlour.server.app import Application

app = typer.Typer(add_completion=False)


@app.command()
def dev(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="A game in a Python file. Its code is run.")],
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="N", help="Port; default: 8420.")] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, or only print the address.")
    ] = True,
) -> None:
    """Serve a game while you write it.

    The page reloads when the file is saved, and shows which checks fail. Games played here are stored in the folder
    “dev” of the data folder, apart from yours.
    """
    with needs_server_extra():
        from parlour.server import run
        from parlour.server.dev.dev_page import add_dev_page
        from parlour.server.dev.watched_game import WatchedGame
        from parlour.server.settings import from_environment
    from parlour.games.registry import data_path

    if not file.is_file():
        raise localized_error(ParlourError, "terminal.author.no-file", file=str(file))
    warn_if_interpreted()
    watched = WatchedGame(file.resolve())
    stop = Event()
    watching = Thread(target=watched.watch, args=(stop,), daemon=True)

    def prepare(application: "Application") -> None:
        add_dev_page(application, watched)
        watching.start()

    def ready(addresses: tuple[str, ...], owner: str) -> None:
        typer.echo(terminal_text("author.served", choose_cli_language(), file=str(file), address=addresses[0]))
        if browser:
            run.open_browser(owner)

    settings = from_environment(folder=data_path() / "dev")
    try:
        run.serve(settings, port=port, ready=ready, prepare=prepare)
    except run.AlreadyRunning as other:
        raise localized_error(ParlourError, "terminal.author.already-served", address=other.address) from other
    finally:
        stop.set()
