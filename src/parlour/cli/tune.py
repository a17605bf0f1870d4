"""`parlour tune`: tune the weights of an evaluation."""

from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from parlour.cli.shared.game_options import GameChoice, GamesFile, Processes, RandomSeed, RayAddress, game_app
from parlour.errors import ParlourError


def tune(
    choice: GameChoice,
    games: Annotated[int, typer.Option(min=10, metavar="N", help="Number of games.")] = 1000,
    nodes: Annotated[int, typer.Option(min=10, metavar="N", help="Nodes per move.")] = 1000,
    out: GamesFile = None,
    processes: Processes = None,
    ray: RayAddress = None,
    seed: RandomSeed = 1,
) -> None:
    """Tune the weights of a game's evaluation.

    Bots play against themselves; the weights that fit the results best are shown. No file of the game is changed: try
    them in the arena, then set them in the game.
    """
    from parlour.lab import tuning as tuning
    from parlour.lab.arena import Arena

    found, options = choice.find()
    if not found.terms:
        raise ParlourError(f"The evaluation of {found.title} has no terms to tune.")
    arena = Arena(tuning.self_play(found, options, nodes, seed), out)
    console = Console()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=games, completed=len(arena.played))
        for _ in arena.run(games, processes=processes, ray=ray):
            progress.update(task, completed=len(arena.played))
        random = Random(seed)
        work = progress.track(sorted(arena.played.values(), key=lambda one: one.number), description="reading")
        data = [sample for played in work for sample in tuning.samples(played.record, random)]
    result = tuning.fit(found, data)
    table = Table("term", "weight", "now", box=None, padding=(0, 2))
    for term in found.terms:
        table.add_row(term.name, str(result.weights[term.name]), str(term.weight))
    console.print(table)
    console.print(
        f"{result.samples} positions; mean log loss {result.loss:.4f}, "
        f"with the present weights {result.loss_before:.4f}; scale {result.scale:.0f}.",
        highlight=False,
    )


app = game_app(tune)
