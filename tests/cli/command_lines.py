"""Checks of command lines that are written in documents."""

from typing import Any

import typer.main

from parlour.cli import COMMANDS, app
from parlour.games import games


def unknown_words(line: list[str]) -> set[str]:
    """Return the command or options of a line, without `parlour`, that do not exist."""
    group: Any = typer.main.get_command(app)
    command = group
    unknown = set()
    for word in line:
        name = word.partition("=")[0]
        if command is group and not name.startswith("-"):
            if name not in COMMANDS:
                return {name}
            command = group.get_command(None, name)
        elif name.startswith("--") and name not in {"--help", *options(command)}:
            unknown.add(name)
    return unknown


def options(command: Any) -> set[str]:
    """Return the options of a command; those that play a game have the options of all games."""
    found = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    if "--preset" in found:
        found |= {f"--{option.key}" for game in games() for option in game.declared}
    return found
