"""`parlour check`: check a game against the contract."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
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
    from parlour.games.conformance.warnings import warnings_of
    from parlour.games.contract.options import write_options

    found, _ = choose_game(None, Path(game)) if game.endswith(".py") else choose_game(game, None)
    console = Console()
    failures: list[Failure] = []
    work = plan(found, seed, combinations)
    started = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"checking {found.title}", total=len(work))
        for options, seed_of_step in work:
            progress.update(task, description=f"{found.title} {'' if options is None else write_options(options)}")
            failures += conform_to(found, (options, seed_of_step))
            progress.advance(task)
    if not any(failure.check in ("description", "board") for failure in failures):
        for sentence in warnings_of(found):
            console.print(f"[yellow]![/yellow] {escape(sentence)}", highlight=False, soft_wrap=True)
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
    sets = "1 set" if len(work) == 2 else f"{len(work) - 1} sets"
    seconds = time.monotonic() - started
    console.print(f"[green]✓[/green] {found.title} passes all checks under {sets} of options ({seconds:.1f} s).")
