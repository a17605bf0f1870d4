"""`parlour games`: list games, or show one."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from parlour.cli.shared.game_options import GameArgument, GameFile, choose_game, options_table
from parlour.cli.shared.language import choose_cli_language
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games import keys
from parlour.games.learning.rule_diagrams import plain_page
from parlour.i18n.translate_error import translate_error

app = typer.Typer(add_completion=False)


@app.command()
def games(
    game: GameArgument = None,
    file: GameFile = None,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rules.")] = False,
) -> None:
    """List the games, or show one with its options.

    Games of other packages or of the data folder that cannot be loaded are listed with the reason.
    """
    console = Console()
    if game is None and file is None:
        list_games(console)
        return
    found, options = choose_game(game, file)
    if rules:
        console.print(Markdown(plain_page(found)))
        return
    console.print(f"[bold]{found.title}[/bold]\n{found.description}\n")
    console.print(options_table(found))
    console.print(f"\n{found.start(options).diagram()}", markup=False, highlight=False)


def list_games(console: Console) -> None:
    """Print a table of the games, then those that cannot be loaded, each with the reason."""
    table = Table(box=None, show_header=False, padding=(0, 2))
    language = choose_cli_language()
    faults: list[str] = []
    for key in keys():
        try:
            found = find_game(key)
        except ParlourError as fault:
            faults.append(f"[red]✗[/red] [bold]{escape(key)}[/bold] {escape(translate_error(fault, language))}")
            continue
        table.add_row(f"[bold]{escape(found.key)}[/bold]", escape(found.title), escape(found.description))
    console.print(table)
    for fault_line in faults:
        console.print(fault_line, highlight=False, soft_wrap=True)
