"""`parlour solve`: compute the exact value of every position of a game."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from parlour.cli.shared.game_options import GameChoice, game_app
from parlour.cli.shared.progress import progress_bar
from parlour.errors import ParlourError

RESULTS = {1: "the first player wins", -1: "the second player wins", 0: "a draw"}


def solve(
    choice: GameChoice,
    device: Annotated[Literal["cpu", "cuda"], typer.Option(help="Solve on the processor or on a GPU.")] = "cpu",
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the solution.")] = Path(),
    threads: Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of threads.")] = None,
    distances: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Store the length of the game up to this number of pieces.")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Store the length of the game for all positions, uncompressed.")
    ] = False,
) -> None:
    """Compute the exact value of every position of a game and store it for perfect play.

    Ctrl-C interrupts it; the same command resumes. Set PARLOUR_PYLOS_TABLE to the folder to use the solution.
    """
    from parlour.games.contract.solution import SolverSettings

    found, options = choice.find()
    solver = found.solver(options)
    if solver is None:
        raise ParlourError(f"{found.title} cannot be solved with these options.")
    request = SolverSettings(folder, device, threads or os.cpu_count() or 1, distances, full)
    with progress_bar() as report_progress:
        summary = solver.solve(request, report_progress)
    console = Console()
    ending = "" if summary.turns is None else f" in {summary.turns} turns"
    console.print(f"{found.title}: {RESULTS[summary.result]}{ending}.")
    table = Table("pieces", "won", "drawn", "lost", "zugzwangs", box=None, padding=(0, 2))
    for pieces, counts in enumerate(zip(summary.won, summary.drawn, summary.lost, summary.zugzwangs, strict=True)):
        table.add_row(str(pieces), *(f"{count:,}" for count in counts))
    totals = (sum(counts) for counts in (summary.won, summary.drawn, summary.lost, summary.zugzwangs))
    table.add_row("all", *(f"{count:,}" for count in totals))
    console.print(table)
    console.print(f"Longest win {summary.longest_win} turns, longest loss {summary.longest_loss}.")
    console.print(f"{summary.path}: {summary.bytes / 1e6:.1f} MB, solved in {summary.seconds:.0f} s.")


app = game_app(solve)
