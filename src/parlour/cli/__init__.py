"""The command line: `parlour COMMAND ...`.

Each command is a module `cli/<command>.py` with a Typer app called `app`, and its name is in `COMMANDS`. It is imported
on use, so that `parlour --version` does not load a web server.

Exit status: 0 success, 2 invalid input with a message on standard error, 130 Ctrl-C.
"""

import importlib
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from parlour.errors import ParlourError

if TYPE_CHECKING:
    from typer._click import Command, Context

__all__ = ["COMMANDS", "app", "main"]

# In the order of the help page: the most common commands first.
COMMANDS: tuple[str, ...] = (
    "play",
    "serve",
    "worker",
    "games",
    "analyse",
    "backup",
    "restore",
    "import",
    "ratings",
    "arena",
    "selfplay",
    "ladder",
    "tune",
    "calibrate",
    "puzzles",
    "solve",
    "perft",
    "engine",
    "bridge",
    "check",
    "new-game",
    "dev",
)


class Commands(TyperGroup):
    """The commands of `COMMANDS`, each imported on first use."""

    def list_commands(self, ctx: "Context") -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            # `import` is a Python keyword.
            name = "import_games" if cmd_name == "import" else cmd_name.replace("-", "_")
            module = importlib.import_module(f"{__name__}.{name}")
            command = typer.main.get_command(module.app)
            command.name = cmd_name
            # Typer keeps the line breaks of docstrings, which do not fit the width of the terminal.
            command.help = re.sub(r"(?<!\n)\n(?!\n)", " ", command.help or "")
            self.commands[cmd_name] = command
        return self.commands[cmd_name]

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        if ctx.params.get("terminal"):  # parlour --terminal GAME …
            return "play", self.get_command(ctx, "play"), args
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Commands,
    name="parlour",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,  # a defect shows Python's own traceback, which can be copied into a report
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(requested: bool) -> None:
    if requested:
        from parlour.cli.version import version_text

        typer.echo(version_text())
        raise typer.Exit


@app.callback()
def parlour(
    context: typer.Context,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal: parlour --terminal GAME [OPTIONS].")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, or only print the address.")
    ] = True,
    game: Annotated[
        list[Path] | None,
        typer.Option("--game", metavar="FILE.py", help="A game in a Python file. Its code is run."),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_version,
            is_eager=True,
            help="Show the version and whether the rules are compiled.",
        ),
    ] = False,
) -> None:
    """Abstract strategy board games: play, analyse and save them.

    Without a command, Parlour opens its page in your browser.

    [bold]parlour COMMAND --help[/bold] explains a command.
    """
    if context.invoked_subcommand is not None:
        return
    if terminal:
        from parlour.cli.play import choose_and_play

        raise typer.Exit(choose_and_play())
    from parlour.cli.serve import start_here

    start_here(game, browser=browser)


def main() -> None:
    """Run the command line on `sys.argv` and exit with its status."""
    sys.exit(run())


def run(args: list[str] | None = None) -> int:
    status = 0
    try:
        try:
            app(args, prog_name="parlour")
        except SystemExit as done:  # raised by Typer at the end, even after a usage error or Ctrl-C
            status = exit_status(done.code)
        sys.stdout.flush()
    except ParlourError as error:
        from parlour.cli.shared.language import choose_cli_language
        from parlour.i18n.translate_error import translate_error

        print(f"parlour: {translate_error(error, choose_cli_language())}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # `parlour ... | head`: the pipe is closed, and Python must not flush it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1  # as Typer exits in this case
    return status


def exit_status(code: Any) -> int:
    """Return the exit status for `SystemExit.code`, as Python computes it."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    print(code, file=sys.stderr)
    return 1
