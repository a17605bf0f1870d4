"""`parlour calibrate`: fit the curve from search scores to winning chances."""

from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from parlour.cli.shared.game_options import GameChoice, GamesFile, Processes, RandomSeed, RayAddress, game_app
from parlour.errors import ParlourError


def calibrate(
    choice: GameChoice,
    games: Annotated[int, typer.Option(min=2, metavar="N", help="Number of games.")] = 200,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Bot that plays them against itself.")] = "5",
    nodes: Annotated[int, typer.Option(min=10, metavar="N", help="Nodes per search.")] = 30_000,
    out: GamesFile = None,
    processes: Processes = None,
    ray: RayAddress = None,
    seed: RandomSeed = 1,
) -> None:
    """Calibrate scores: measure how often the side with a given score wins.

    A bot plays against itself, positions of its games are searched, and the maximum-likelihood curves are shown. No
    file of the game is changed: set its `odds_scale` and `draw_margin` yourself.
    """
    from parlour.engine.report import Limits
    from parlour.lab import score_calibration as measuring
    from parlour.lab.arena import Arena

    found, options = choice.find()
    if len(found.sides(options)) != 2:
        raise ParlourError("Only games with two seats can be calibrated: with more, a search reports chances itself.")
    arena = Arena(measuring.equal_play(found, options, bot, seed), out)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=games, completed=len(arena.played))
        for _ in arena.run(games, processes=processes, ray=ray):
            progress.update(task, completed=len(arena.played))
        random, limits = Random(seed), Limits(nodes=nodes)
        work = progress.track(sorted(arena.played.values(), key=lambda one: one.number), description="searching")
        data = [one for played in work for one in measuring.scored(played.record, limits, random)]
    if not data:
        raise ParlourError("Every position of these games is decided: there is nothing to measure.")
    result = measuring.fit_curves(found, data)
    Console().print(
        f"scale {result.curves.scale}, margin {result.curves.margin}: mean log loss {result.loss:.4f}, "
        f"with the present curves {result.loss_before:.4f}; "
        f"{result.samples} positions, {result.drawn:.0%} of them drawn.",
        highlight=False,
        soft_wrap=True,
    )


app = game_app(calibrate)
