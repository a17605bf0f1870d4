"""`parlour perft`: count the lines of play from a position, split by the first move."""

import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from parlour.cli.shared.game_options import GameChoice, game_app
from parlour.cli.shared.report_view import large_number

if TYPE_CHECKING:
    from parlour.games import Position


def perft(
    choice: GameChoice,
    depth: Annotated[int, typer.Option(min=1, max=40, metavar="N", help="Depth in moves, or in turns.")] = 3,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Count from this position or share string.")
    ] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Count distinct turns instead of moves.")] = False,
) -> None:
    """Count the lines of play from a position, split by the first move.

    Known counts of positions verify the rules.
    """
    start = choice.start(position)
    console = Console(stderr=True)
    began = time.perf_counter()
    total = 0
    for move in track(start.candidate_moves() if turns else start.moves(), "counting", console=console, transient=True):
        count = turns_with(start, move, depth) if turns else start.after(move).perft(depth - 1)
        typer.echo(f"{start.write_move(move)}: {count}")
        total += count
    seconds = time.perf_counter() - began
    typer.echo(f"{total} {'turns' if turns else 'moves'} at depth {depth}")
    console.print(f"{large_number(total / max(seconds, 1e-9))} per second", highlight=False)


app = game_app(perft)


def turns_with(position: "Position", move: int, depth: int) -> int:
    """Return the number of lines of distinct turns that continue with a move. Plays out to the end of the turn here: a
    copy in the middle of a turn would not know which orders have been counted.
    """
    over = position.turn_over(move)
    position.play(move)
    try:
        if over:
            return position.perft_turns(depth - 1)
        return sum(turns_with(position, following, depth) for following in position.candidate_moves())
    finally:
        position.undo()
