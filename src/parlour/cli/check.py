"""`parlour check`: check a game against the contract."""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from parlour.cli.shared.game_options import RandomSeed
from parlour.cli.shared.language import choose_cli_language
from parlour.terminal.text import terminal_text

app = typer.Typer(add_completion=False)


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="FILE.py|GAME", help="A game in a Python file, or the key of a game.")],
    seed: RandomSeed = 1,
    combinations: Annotated[int, typer.Option(min=0, metavar="N", help="Number of random option sets.")] = 50,
) -> None:
    """Run the checks that every game must pass, and explain each failure.

    Exit status 0 if the game passes, 1 if it does not.
    """
    from parlour.games import game as find_game
    from parlour.games import load
    from parlour.games.conformance import Failure, conform_to, find_warnings, plan, translate
    from parlour.games.contract.options import write_options

    found = load(game) if game.endswith(".py") else find_game(game)
    console, language = Console(), choose_cli_language()
    failures: list[Failure] = []
    work = plan(found, seed, combinations)
    started = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(terminal_text("author.checking", language, game=found.title), total=len(work))
        for step in work:
            options, _ = step
            progress.update(task, description=f"{found.title} {'' if options is None else write_options(options)}")
            failures += conform_to(found, step)
            progress.advance(task)
    warnings, failed_there = find_warnings(found, failures)
    failures += failed_there
    for warning in warnings:
        console.print(f"[yellow]![/yellow] {escape(translate(warning, language))}", highlight=False, soft_wrap=True)
    shown: set[tuple[str, str]] = set()
    for failure in failures:
        # The same fault shows under many option sets: one example each is enough.
        if failure.fault in shown:
            continue
        shown.add(failure.fault)
        console.print(f"[red]✗[/red] [bold]{failure.title(language)}[/bold] [dim]{escape(failure.options)}[/dim]")
        console.print(f"  {failure.explain(language)}", markup=False, highlight=False, soft_wrap=True)
    if failures:
        failed = terminal_text("author.failed", language, game=found.title, n=len(shown), seen=len(failures))
        console.print(f"\n{escape(failed)}")
        raise typer.Exit(1)
    seconds = f"{time.monotonic() - started:.1f}"
    passed = terminal_text("author.passed", language, game=found.title, n=len(work) - 1, seconds=seconds)
    console.print(f"[green]✓[/green] {escape(passed)}")
