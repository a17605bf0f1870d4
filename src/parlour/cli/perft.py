"""`parlour perft`: count the lines of play from a position, split by the first move."""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from parlour.cli.game_options import ALLOW_GAME_OPTIONS, GameArgument, GameFile, PresetOption, choose_game, show_help

app = typer.Typer(add_completion=False)


@app.command(context_settings=ALLOW_GAME_OPTIONS, add_help_option=False)
def perft(
    context: typer.Context,
    game: GameArgument = None,
    file: GameFile = None,
    preset: PresetOption = None,
    depth: Annotated[int, typer.Option(min=1, max=40, metavar="N", help="How many moves, or turns, deep.")] = 3,
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="Count from this position.")] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Count distinct turns instead of moves.")] = False,
    help_: Annotated[bool, typer.Option("--help", "-h", is_eager=True, help="Show this help.")] = False,
) -> None:
    """Count the lines of play from a position, split by the first move.

    The counts of well-known positions prove that rules are right.
    """
    if help_:
        show_help(context, game, file)
    found, options = choose_game(game, file, context.args, preset)
    start = found.start(options) if position is None else found.read(position, options)
    console = Console(stderr=True)
    began = time.perf_counter()
    total = 0
    for move in track(start.candidate_moves() if turns else start.moves(), "counting", console=console, transient=True):
        text = start.write_move(move)
        deeper = depth - 1 if not turns or start.turn_over(move) else depth
        start.play(move)  # and not a copy, which would not know what the turn has already done
        count = start.perft_turns(deeper) if turns else start.perft(deeper)
        start.undo()
        typer.echo(f"{text}: {count}")
        total += count
    seconds = time.perf_counter() - began
    typer.echo(f"{total} {'turns' if turns else 'moves'} at depth {depth}")
    console.print(f"{total / max(seconds, 1e-9) / 1e6:.1f} million a second", highlight=False)
