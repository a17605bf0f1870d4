"""`parlour arena`: play a match between two bots."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from parlour.cli.shared.game_options import GameChoice, Processes, RandomSeed, RayAddress, game_app
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.lab.elo import Sprt


def arena(
    choice: GameChoice,
    first: Annotated[
        str | None, typer.Argument(metavar="BOT", help="LEVEL[:STYLE][,name=value…], e.g. 5:blocker.")
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="BOT", help="The other bot; it takes all other seats.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="N", help="Number of games.")] = 100,
    openings: Annotated[
        str, typer.Option(metavar="N|FILE", help="Start with N random moves, or with the positions in a file.")
    ] = "4",
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGH", help="Stop when the sequential test accepts LOW or HIGH as share of points."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for results and records; resumes an earlier match.")
    ] = None,
    processes: Processes = None,
    ray: RayAddress = None,
    seed: RandomSeed = 1,
) -> None:
    """Play a match between two bots.

    Each opening is played once with the first bot in each seat. All games are written to a file; the same command
    resumes an interrupted match. Ctrl-C stops after the games in progress.
    """
    from parlour.cli.shared.match_view import follow
    from parlour.lab.arena import Arena, Pairing

    if choice.file is not None and second is None:  # the file determines the game, so the first word is a bot
        choice, first, second = choice._replace(key=None), choice.key, first
    if first is None or second is None:
        raise ParlourError("Name the two bots: parlour arena GAME BOT BOT.")
    found, options = choice.find()
    pairing = Pairing(found.key, dict(options), first, second, *read_openings(openings), seed=seed)
    path = out or Path(f"{found.key}-{plain(first)}-v-{plain(second)}.jsonl")
    follow(Arena(pairing, path), games, read_sprt(sprt), processes, ray, Console())
    typer.echo(f"All games are in {path}.")


app = game_app(arena)


def plain(bot: str) -> str:
    """Return a bot's name in a form that file names allow."""
    return "".join(sign if sign.isalnum() or sign in ".=" else "-" for sign in bot)


def read_openings(text: str) -> tuple[int, tuple[str, ...]]:
    """Return a number of random moves, or the positions in a file, one per line."""
    if text.isdecimal():
        return int(text), ()
    try:
        lines = Path(text).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise ParlourError(f"The openings {text} cannot be read: {fault}.") from fault
    positions = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    if not positions:
        raise ParlourError(f"There is no position in {text}.")
    return 0, positions


def read_sprt(text: str | None) -> "Sprt | None":
    """Return the sequential test of `LOW,HIGH`, both as shares of the points between 0 and 1."""
    from parlour.lab.elo import Sprt

    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as fault:
        raise ParlourError("Write the test as LOW,HIGH, for example 0.55,0.65.") from fault
    if not 0 < low < high < 1:
        raise ParlourError("A test needs 0 < LOW < HIGH < 1.")
    return Sprt(low, high)
