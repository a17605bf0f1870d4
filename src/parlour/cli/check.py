"""`parlour check`: check a game against the contract."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from parlour.cli.game_options import choose_game

app = typer.Typer(add_completion=False)


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="FILE.py|GAME", help="A game in a Python file, or the key of a game.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    combinations: Annotated[int, typer.Option(min=0, metavar="N", help="Number of random option sets.")] = 50,
) -> None:
    """Run the checks that every game must pass, and explain each failure.

    Exit status 0 if the game passes, 1 if it does not.
    """
    from parlour.games.conformance import Failure, conform_to, plan

    found, _ = choose_game(None, Path(game)) if game.endswith(".py") else choose_game(game, None)
    console = Console()
    failures: list[Failure] = []
    work = plan(found, seed, combinations)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for step in progress.track(work, description=f"checking {found.title}"):
            failures += conform_to(found, step)
    shown: set[tuple[str, str]] = set()
    for failure in failures:
        # The same fault shows under many option sets: one example each is enough.
        if (failure.check, failure.why.partition(" (")[0]) in shown:
            continue
        shown.add((failure.check, failure.why.partition(" (")[0]))
        console.print(f"[red]✗[/red] [bold]{failure.check}[/bold] [dim]{failure.options}[/dim]")
        console.print(f"  {failure.why}", markup=False, highlight=False, soft_wrap=True)
    if failures:
        console.print(f"\n{found.title} does not pass: {len(shown)} faults, seen {len(failures)} times.")
        raise typer.Exit(1)
    console.print(f"[green]✓[/green] {found.title} passes all checks under {len(work) - 1} sets of options.")
