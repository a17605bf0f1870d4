"""Commands about a game: the arguments they share, and the declared options of the game as flags."""

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from parlour.errors import ClusterError, OptionError, UnknownGame
from parlour.games import Game, Options, Position, game, keys, load
from parlour.games.contract.game import split_share
from parlour.games.contract.options import Option, write_value
from parlour.i18n.errors import localized_error

ALLOW_GAME_OPTIONS: dict[str, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Settings of a command whose further flags are the game's options."""

GameArgument = Annotated[str | None, typer.Argument(metavar="GAME", help="Game key; “parlour games” lists them.")]
GameFile = Annotated[
    Path | None, typer.Option("--game", metavar="FILE.py", help="A game in a Python file. Its code is run.")
]

Processes = Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of parallel games.")]
RayAddress = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on the Ray cluster at this address (HOST:PORT).")
]
GamesFile = Annotated[Path | None, typer.Option(metavar="FILE", help="File for the games; reused next time.")]
RandomSeed = Annotated[int, typer.Option(metavar="N", help="Random seed.")]


class GameChoice(NamedTuple):
    """The game that a command line asks for, with its options as flags; not looked up yet."""

    key: str | None
    file: Path | None
    flags: list[str]
    preset: str | None

    def find(self) -> tuple[Game, Options]:
        """Return the game and its options."""
        return choose_game(self.key, self.file, self.flags, self.preset)

    def start(self, position: str | None) -> Position:
        """Return the position to start from: that of a text or a share string, or the start position.

        A share string names the game and its options; flags change them.
        """
        if position is None or ";" not in position:
            found, options = self.find()
            return found.start(options) if position is None else found.read(position, options)
        key, shared, text = split_share(position)
        # The game argument is optional then, so it may have caught a flag.
        named = None if self.key is not None and self.key.startswith("-") else self.key
        flags = self.flags if named == self.key else [str(self.key), *self.flags]
        if self.file is not None:
            load(self.file)
        if named not in (None, key):
            raise localized_error(UnknownGame, "shared.game.another", path=position, holds=key, wanted=str(named)[:40])
        found = game(key)
        preset = {} if self.preset is None else found.preset(self.preset).values
        return found.read(text, {**shared, **preset, **read_flags(found, flags)})


def game_app(function: Callable[..., None]) -> typer.Typer:
    """Return the app of a command whose first parameter is a `GameChoice`.

    The command gets the arguments GAME, --game and --preset, and a --help that lists the options of the game.
    """

    @wraps(function)
    def command(context: typer.Context, **given: Any) -> None:
        choice = GameChoice(given.pop("game"), given.pop("file"), context.args, given.pop("preset"))
        if given.pop("help_"):
            show_help(context, choice.key, choice.file)
        if given.get("ray") is not None and choice.file is not None:
            raise ClusterError("A Ray cluster plays only games that are installed on its machines.")
        function(choice, **given)

    own = list(inspect.signature(function).parameters.values())[1:]
    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    *shared, show = inspect.signature(_shared_parameters).parameters.values()
    parameters = [*shared, *own, show]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # Typer reads it
    app = typer.Typer(add_completion=False)
    app.command(context_settings=ALLOW_GAME_OPTIONS, add_help_option=False)(command)
    return app


def _shared_parameters(
    context: typer.Context,
    *,
    game: GameArgument = None,
    file: GameFile = None,
    preset: Annotated[str | None, typer.Option(metavar="PRESET", help="A named set of the game's options.")] = None,
    help_: Annotated[bool, typer.Option("--help", "-h", is_eager=True, help="Show this help.")] = False,
) -> None:
    """Declare the parameters that all commands about a game have."""


def choose_game(
    key: str | None, file: Path | None, flags: list[str] | None = None, preset: str | None = None
) -> tuple[Game, Options]:
    """Return the game that was asked for, and its options from the remaining flags."""
    if file is not None:
        found = load(file)
        if key is not None and key != found.key:
            if key.startswith("-"):
                flags = [key, *(flags or [])]
            else:
                raise localized_error(
                    UnknownGame, "shared.game.another", path=str(file), holds=found.key, wanted=key[:40]
                )
    elif key is None:
        raise localized_error(UnknownGame, "shared.game.which", known=", ".join(keys()))
    else:
        found = game(key)
    return found, found.check(read_flags(found, flags or []), preset)


def read_flags(found: Game, flags: list[str]) -> dict[str, str]:
    """Return the values of flags such as `--size 4`, `--size=4`, `--square` and `--no-square`."""
    values: dict[str, str] = {}
    waiting = list(flags)
    while waiting:
        flag = waiting.pop(0)
        if not flag.startswith("--"):
            raise localized_error(OptionError, "shared.option.neither", flag=flag[:40])
        name, equals, value = flag[2:].partition("=")
        if not equals and name.startswith("no-") and is_switch(found.option(name[3:])):
            name, value = name[3:], "off"
        elif not equals:
            option = found.option(name)
            if is_switch(option) and (not waiting or waiting[0].startswith("--")):
                value = "on"
            elif not waiting:
                raise localized_error(OptionError, "shared.option.no-value", name=name, range=option.range_in_words())
            else:
                value = waiting.pop(0)
        if name in values:
            raise localized_error(OptionError, "shared.option.twice", key=f"--{name}")
        values[name] = value
    return values


def is_switch(option: Option) -> bool:
    """Return whether an option is a switch (on or off)."""
    return isinstance(option.default, bool)


def show_help(context: typer.Context, key: str | None, file: Path | None) -> None:
    """Print the help of a command with the flags of its game, and exit."""
    typer.echo(context.get_help())
    if key is not None or file is not None:
        found, _ = choose_game(key, file)
        Console().print(options_table(found))
    raise typer.Exit


def options_table(found: Game) -> Table:
    """Return the options and presets of a game as a table of flags."""
    table = Table(title=f"Options of {found.title}", title_justify="left", show_header=False, box=None, padding=(0, 2))
    for option in found.declared:
        values = "on, off" if is_switch(option) else ", ".join(write_value(value) for value in option.values())
        table.add_row(f"--{option.key}", values, f"{option.help} Default: {write_value(option.default)}.")
    for preset in found.presets:
        table.add_row(f"--preset {preset.key}", "", f"{preset.label}: {preset.help}")
    return table
