"""`parlour ladder`: measure the strength of the levels of a game."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.shared.game_options import GameChoice, Processes, RayAddress, game_app
from parlour.errors import ParlourError


def ladder(
    choice: GameChoice,
    results: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the games.")] = Path("build/ladder"),
    page: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the strength page.")] = Path("docs"),
    games: Annotated[int, typer.Option(min=2, max=400, metavar="N", help="Maximum number of games per match.")] = 400,
    processes: Processes = None,
    ray: RayAddress = None,
    what: Annotated[
        str, typer.Option(metavar="SECTION,…", help="Comma-separated: step, double step, baseline, method, style.")
    ] = "step,double step",
    only: Annotated[str | None, typer.Option(metavar="BOT", help="Only matches whose first bot is this one.")] = None,
) -> None:
    """Measure the levels of a game against each other, and write the strength page.

    Each level plays the one below and the second one below until a sequential test is decided; other sections measure
    styles, search methods and the baselines. Ctrl-C interrupts it; the same command resumes.
    """
    from parlour.cli.arena import plain
    from parlour.cli.shared.match_view import follow
    from parlour.lab import ladder as ladders
    from parlour.lab import strength_report
    from parlour.lab.arena import Arena

    found, options = choice.find()
    sections = {section.strip() for section in what.split(",")}
    unknown = sections - set(strength_report.SECTIONS)
    if unknown:
        raise ParlourError(f"There is no section {', '.join(unknown)} to measure.")
    console = Console()
    results.mkdir(parents=True, exist_ok=True)
    for task in ladders.tasks(found.key, options):
        if task.section not in sections or only not in (None, task.pairing.first.partition(",")[0]):
            continue
        chosen = "-".join(f"{key}={value}" for key, value in options.items())
        path = results / f"{found.key}-{chosen}-{plain(task.pairing.first)}-v-{plain(task.pairing.second)}.jsonl"
        arena = Arena(task.pairing, path)
        follow(arena, min(games, task.games), task.test, processes, ray, console)
        with strength_report.StrengthMeasurements.edited(page, found.key) as book:
            book.put(ladders.summary(arena, task.section, task.trait))
    typer.echo(f"The page is {page / 'strength.md'}.")


app = game_app(ladder)
