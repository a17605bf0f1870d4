"""`parlour puzzles`: find puzzles for a game."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from parlour.cli.shared.game_options import GameChoice, Processes, RandomSeed, RayAddress, game_app
from parlour.cli.shared.progress import follow_games
from parlour.errors import ParlourError


def puzzles(
    choice: GameChoice,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Number of games to examine.")] = 100,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Examine recorded games instead of games between bots.")
    ] = None,
    finds: Annotated[Path | None, typer.Option(metavar="FILE", help="File for all findings; reused next time.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a selection here, one file per goal.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Size of the selection.")] = 60,
    processes: Processes = None,
    ray: RayAddress = None,
    seed: RandomSeed = 1,
) -> None:
    """Find puzzles: forced wins, saves and best captures, each proven by the engine.

    Every turn of games between bots, or of recorded games, is examined. Ctrl-C interrupts it; the same command resumes.
    With --out the most varied puzzles are added to the existing ones.
    """
    from parlour.lab import puzzle_mining
    from parlour.match.records.imports import read_any
    from parlour.match.records.text_format import write_record

    found, options = choice.find()
    texts: tuple[str, ...] = ()
    if records is not None:
        try:
            texts = tuple(write_record(one) for one in read_any(records.read_text(encoding="utf-8"), found.key))
        except (OSError, UnicodeDecodeError) as fault:
            raise ParlourError(f"The records {records} cannot be read: {fault}.") from fault
    path = finds or Path(f"{found.key}-puzzles.jsonl")
    mine = puzzle_mining.PuzzleMine(puzzle_mining.MiningJob(found.key, dict(options), seed, texts), path)
    console = Console()
    total = min(games, len(texts)) if texts else games
    follow_games(
        mine.run(total, processes=processes, ray=ray),
        total,
        lambda: (len(mine.done), f"games ({len(mine.puzzles)} puzzles found)"),
    )
    table = Table("theme", "turns", "grade", "puzzles", box=None, padding=(0, 2))
    for (theme, turns, grade), number in sorted(puzzle_mining.tally(mine.puzzles).items()):
        table.add_row(theme, str(turns), str(grade), str(number))
    console.print(table)
    typer.echo(f"All findings are in {path}.")
    if out is not None:
        kept = puzzle_mining.publish(found, mine.puzzles, out, count)
        typer.echo(f"{kept} puzzles are in {out}.")


app = game_app(puzzles)
