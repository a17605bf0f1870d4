"""`parlour play`: play a game in this terminal."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.game_options import ALLOW_GAME_OPTIONS, GameArgument, GameFile, PresetOption, choose_game, show_help
from parlour.errors import ParlourError

app = typer.Typer(add_completion=False)


@app.command(context_settings=ALLOW_GAME_OPTIONS, add_help_option=False)
def play(
    context: typer.Context,
    game: GameArgument = None,
    file: GameFile = None,
    preset: PresetOption = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", metavar="NAME", help="A player's name, one for each side in turn."),
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Start from this position instead of the usual one.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    moves: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play what is in a file, a line a turn or command, and ask nothing."),
    ] = None,
    help_: Annotated[bool, typer.Option("--help", "-h", is_eager=True, help="Show this help.")] = False,
) -> None:
    """Play a game in this terminal.

    Two or more people at one keyboard; “help” lists what can be typed.

    Each option of the game is a flag of its own: [bold]parlour play GAME --help[/bold] shows them.

    From a pipe or with --moves nothing is asked, and the exit status tells how it went: 0 played to the end, 1 the
    input ended first, 2 a line could not be played.
    """
    if help_:
        show_help(context, game, file)
    from parlour.terminal.play import check_name, converse
    from parlour.terminal.table import Table

    names = name or []
    for n, given in enumerate(names):
        check_name(given, names[:n])
    if resume is not None:
        if game is not None or context.args or position is not None or preset is not None:
            raise ParlourError("A saved game knows its game, options and start: give --resume alone.")
        if file is not None:
            choose_game(None, file)
        table = Table.load(resume)
        table.names = [*names, *table.names[len(names) :]][: len(table.names)]
    else:
        chosen, options = choose_game(game, file, context.args, preset)
        table = Table(chosen.start(options) if position is None else chosen.read(position, options), names)
    if len(names) > len(table.sides):
        raise ParlourError(f"{table.position.game.title} has {len(table.sides)} sides here, not {len(names)}.")
    raise typer.Exit(converse(table, moves=moves, named=bool(names) or resume is not None))
