"""`parlour games`: list games, or show one."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from parlour.cli.game_options import GameArgument, GameFile, choose_game, options_table
from parlour.games import games as all_games
from parlour.games.learning.rule_diagrams import plain_page

app = typer.Typer(add_completion=False)


@app.command()
def games(
    game: GameArgument = None,
    file: GameFile = None,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rules.")] = False,
) -> None:
    """List the games, or show one with its options."""
    console = Console()
    if game is None and file is None:
        table = Table(box=None, show_header=False, padding=(0, 2))
        for found in all_games():
            table.add_row(f"[bold]{found.key}[/bold]", found.title, found.description)
        console.print(table)
        return
    found, options = choose_game(game, file)
    if rules:
        console.print(Markdown(plain_page(found)))
        return
    console.print(f"[bold]{found.title}[/bold]\n{found.description}\n")
    console.print(options_table(found))
    console.print(f"\n{found.start(options).diagram()}", markup=False, highlight=False)
