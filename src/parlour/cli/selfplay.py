"""`parlour selfplay`: let a bot play against itself."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arena import plain, read_openings
from parlour.cli.shared.game_options import GameChoice, Processes, RandomSeed, RayAddress, game_app
from parlour.cli.shared.progress import follow_games


def selfplay(
    choice: GameChoice,
    bot: Annotated[str, typer.Option(metavar="BOT", help="LEVEL[:STYLE][,name=value…], e.g. 5:blocker.")] = "5",
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="N", help="Number of games.")] = 100,
    openings: Annotated[
        str, typer.Option(metavar="N|FILE", help="Start with N random moves, or with the positions in a file.")
    ] = "4",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for the games; resumes an earlier run.")
    ] = None,
    positions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write training data: one position with move, score and result per line."),
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records of all games.")] = None,
    processes: Processes = None,
    ray: RayAddress = None,
    seed: RandomSeed = 1,
) -> None:
    """Let a bot play against itself, and write games and training data.

    Every game has an opening of its own and depends only on the seed and its number. All games are written to a file;
    the same command resumes an interrupted run. Ctrl-C stops after the games in progress.
    """
    from parlour.lab.selfplay import SelfPlay, selfplay_job

    found, options = choice.find()
    path = out or Path(f"{found.key}-selfplay-{plain(bot)}.jsonl")
    job = SelfPlay(selfplay_job(found.key, dict(options), bot, read_openings(openings), seed), path)
    follow_games(job.run(games, processes=processes, ray=ray), games, lambda: (len(job.done), "games"))
    typer.echo(f"{len(job.done)} games are in {path}.")
    if positions is not None:
        typer.echo(f"{job.write_positions(positions)} positions are in {positions}.")
    if records is not None:
        job.write_records(records)
        typer.echo(f"Their records are in {records}.")


app = game_app(selfplay)
