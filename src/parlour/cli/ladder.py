"""`parlour ladder`: measure a game's levels against each other."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.game_options import ALLOW_GAME_OPTIONS, GameArgument, GameFile, PresetOption, choose_game, show_help

app = typer.Typer(add_completion=False)


@app.command(context_settings=ALLOW_GAME_OPTIONS, add_help_option=False)
def ladder(
    context: typer.Context,
    game: GameArgument = None,
    file: GameFile = None,
    preset: PresetOption = None,
    results: Annotated[Path, typer.Option(metavar="FOLDER", help="Where all games are kept.")] = Path("build/ladder"),
    book: Annotated[Path, typer.Option(metavar="FILE", help="The results that the page shows.")] = Path(
        "docs/strength.json"
    ),
    games: Annotated[int, typer.Option(min=2, max=400, metavar="N", help="At most so many games a match.")] = 400,
    processes: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many games at once.")] = None,
    only: Annotated[str | None, typer.Option(metavar="N,N…", help="Only the matches of these levels.")] = None,
    help_: Annotated[bool, typer.Option("--help", "-h", is_eager=True, help="Show this help.")] = False,
) -> None:
    """Measure a game's levels against each other, and write the page about it.

    Each level plays the one below and the second one below until a sequential test is certain. It can be broken off
    with Ctrl-C and goes on where it ended. The page is written beside the book: strength.md and strength.svg.
    """
    if help_:
        show_help(context, game, file)
    from parlour.cli.arena import plain
    from parlour.cli.match_view import follow
    from parlour.engine.levels import HIGHEST
    from parlour.match import ladder as ladders
    from parlour.match.arena import Arena

    found, options = choose_game(game, file, context.args, preset)
    console = Console()
    results.mkdir(parents=True, exist_ok=True)
    wanted = {int(level) for level in only.split(",")} if only else set(range(1, HIGHEST + 1))
    for pairing, test, section in ladders.ladder(found.key, options):
        if int(pairing.first[0]) not in wanted:
            continue
        chosen = "-".join(f"{key}={value}" for key, value in options.items())
        path = results / f"{found.key}-{chosen}-{plain(pairing.first)}-v-{plain(pairing.second)}.jsonl"
        arena = Arena(pairing, path)
        follow(arena, games, test, processes, console)
        kept = ladders.Book.load(book)
        kept.put(ladders.summary(arena, section))
        kept.save(book)
        ladders.write_page(kept, book.parent)
    typer.echo(f"The page is {book.parent / 'strength.md'}.")
