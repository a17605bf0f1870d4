"""`parlour play`: play a game in this terminal."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.shared.game_options import GameChoice, choose_game, game_app
from parlour.cli.shared.language import choose_cli_language
from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.terminal.text import terminal_text

if TYPE_CHECKING:
    from parlour.terminal.game_state import TerminalGame

PeopleFirst = Annotated[bool, typer.Option("--first/--second", help="Whether people or bots sit in the first seats.")]
Seed = Annotated[
    int | None, typer.Option(metavar="N", help="Random seed that repeats the bots' play exactly (levels 1 to 7).")
]
StartPosition = Annotated[str | None, typer.Option(metavar="TEXT", help="Start from this position or share string.")]
MovesFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Play the lines of a file (turns or commands) without prompts.")
]
FullScreen = Annotated[
    bool, typer.Option("--full-screen", "-f", help="Play on the whole screen, with mouse and arrow keys.")
]
ClockText = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Time for each side, such as 5:00 or 5:00+3; with --full-screen."),
]
Keep = Annotated[
    bool | None,
    typer.Option("--keep/--no-keep", help="Store the game in your library; default: yes, unless a script plays it."),
]
LanguageCode = Annotated[
    str | None, typer.Option(metavar="CODE", help="Language, en or de; default: that of this machine.")
]


def play(
    choice: GameChoice,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", metavar="NAME", help="A player's name. Repeat it for each side, in order."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="BOT", help="A bot: LEVEL[:STYLE], level 1 to 8. Repeat it for each bot."),
    ] = None,
    first: PeopleFirst = True,
    seed: Seed = None,
    position: StartPosition = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    moves: MovesFile = None,
    full_screen: FullScreen = False,
    clock: ClockText = None,
    keep: Keep = None,
    language: LanguageCode = None,
) -> None:
    """Play a game in this terminal.

    Two or more people at one keyboard, or people and bots; “help” lists the commands.

    Each option of the game is a flag: [bold]parlour play GAME --help[/bold] shows them.

    From a pipe or with --moves nothing is asked, and the exit status is the result: 0 played to the end, 1 the input
    ended first, 2 a line could not be played.
    """
    from parlour.match.names import check_name
    from parlour.terminal.game_state import TerminalGame
    from parlour.terminal.session import run_session

    chosen_language = choose_cli_language(language)
    names: list[str] = []
    for given in name or []:
        names.append(check_name(given, names))
    if resume is not None:
        if position is not None:
            raise localized_error(ParlourError, "terminal.refusal.resume-alone")
        table = load_saved(resume, choice, names, chosen_language)
    else:
        table = TerminalGame(choice.start(position), names, language=chosen_language)
    seat_bots(table, bot or [], first, seed)
    if len(names) > len(table.sides):
        title = table.position.game.title
        raise localized_error(
            ParlourError, "terminal.refusal.sides", game=title, sides=len(table.sides), names=len(names)
        )
    if full_screen:
        if moves is not None:
            raise localized_error(ParlourError, "terminal.refusal.script-screen")
        from parlour.terminal.fullscreen.app import run_full_screen

        raise typer.Exit(run_full_screen(table, clock=clock, keep=keep is not False))
    if clock is not None:
        raise localized_error(ParlourError, "terminal.refusal.clock-screen")
    raise typer.Exit(run_session(table, moves=moves, named=bool(names) or resume is not None, keep=keep))


app = game_app(play)


def load_saved(file: Path, choice: GameChoice, names: list[str], language: str) -> "TerminalGame":
    """Load a saved game, which has its own options; names replace those of the first seats."""
    from parlour.terminal.game_state import TerminalGame

    if choice.key is not None or choice.flags or choice.preset is not None:
        raise localized_error(ParlourError, "terminal.refusal.resume-alone")
    if choice.file is not None:
        choose_game(None, choice.file)
    table = TerminalGame.load(file, language)
    table.names = [*names, *table.names[len(names) :]][: len(table.names)]
    return table


def seat_bots(table: "TerminalGame", bots: list[str], people_first: bool, seed: int | None) -> None:
    """Seat bots in the last seats, or in the first ones."""
    from parlour.engine.bot import BotPlayer
    from parlour.engine.levels import bot_name, read_bot, settings

    seats = len(table.sides)
    if len(bots) > seats:
        raise localized_error(ParlourError, "terminal.refusal.seats", seats=seats, bots=len(bots))
    first_seat = seats - len(bots) if people_first else 0
    game, options = table.position.game, table.position.options
    for seat, text in enumerate(bots, first_seat):
        chosen = read_bot(text)
        settings(chosen, game, options)
        start = secrets.randbelow(1 << 30) if seed is None else seed + seat
        table.bots[seat] = BotPlayer(chosen, game, options, start)
        table.names[seat] = bot_name(chosen, game, table.language, ranked=True)


def choose_and_play() -> int:
    """Ask for a game and play it."""
    import sys

    from parlour.games import games
    from parlour.terminal.game_state import TerminalGame
    from parlour.terminal.session import run_session

    found = list(games())
    if not sys.stdin.isatty():
        raise localized_error(ParlourError, "terminal.refusal.which-game", games="|".join(game.key for game in found))
    for n, one in enumerate(found, 1):
        typer.echo(f"  {n}  {one.title}")
    while True:
        answer = typer.prompt(terminal_text("which-game", choose_cli_language()), default="1").strip().lower()
        chosen = [one for n, one in enumerate(found, 1) if answer in (str(n), one.key, one.title.lower())]
        if chosen:
            return run_session(TerminalGame(chosen[0].start(), language=choose_cli_language()))
        typer.echo(terminal_text("no-game", choose_cli_language(), wanted=answer[:40]))
