"""`parlour new-game`: write a small working game with its test."""

import re
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.shared.language import choose_cli_language
from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.terminal.text import terminal_text

app = typer.Typer(add_completion=False)

GAME = '''"""TITLE: the first player with three in a row wins. Change it step by step into your own game."""

from collections.abc import Sequence
from typing import ClassVar

from parlour.games import Board, Kind, Options, Piece, PlainGame, Side, square_board

SIZE = 3
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

State = tuple[str, int]  # the squares from a1 to c3 ("x", "o", "."), and the seat to move
Step = int  # the square of the new piece


class CLASS(PlainGame):
    key = "KEY"
    title = "TITLE"
    description = "Place pieces in turn. The first player with three in a row wins."
    kinds = (Kind("stone", "stone", "stone", "s"),)
    reasons = ("row", "full")
    showpiece = "x.o.x.... o"  # the picture of the game
    templates: ClassVar = {
        "reason.row": "{winner_seat} has three in a row",
        "reason.full": "the board is full",
    }

    # ---- What the game looks like

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Cross", "#c8452f", "red", "x"), Side("Circle", "#3d6fb4", "blue", "o")

    def draw_board(self, options: Options) -> Board:
        return square_board(SIZE, SIZE)

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "stone", "xo".index(sign), site) for site, sign in enumerate(state[0]) if sign != "."]

    # ---- The rules

    def first(self, options: Options) -> State:
        return "." * SIZE * SIZE, 0

    def seat(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Sequence[Step]:
        return [site for site, sign in enumerate(state[0]) if sign == "."]

    def play(self, state: State, move: Step) -> State:
        squares, seat = state
        return squares[:move] + "xo"[seat] + squares[move + 1 :], 1 - seat

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        squares = state[0]
        for row in ROWS:
            signs = {squares[site] for site in row}
            if len(signs) == 1 and signs != {"."}:
                return ((1, 0) if signs == {"x"} else (0, 1)), "row"
        return None if "." in squares else ((0.5, 0.5), "full")

    # ---- Positions and moves as text

    def text(self, state: State) -> str:
        return f"{state[0]} {'xo'[state[1]]}"

    def read_state(self, text: str, options: Options) -> State:
        squares, _, seat = text.strip().partition(" ")
        if len(squares) != SIZE * SIZE or set(squares) - set("xo.") or seat not in ("x", "o"):
            raise ValueError("Write nine signs x, o or . from a1 to c3, a blank, and x or o.")
        return squares, "xo".index(seat)

    def notation(self, state: State, move: Step) -> str:
        return f"{'abc'[move % SIZE]}{move // SIZE + 1}"
'''

TEST = '''"""Tests of TITLE: pytest FILE_TEST"""

from pathlib import Path

from parlour.games import load
from parlour.games.conformance import conform

GAME = load(Path(__file__).with_name("FILE_GAME"))


def test_the_game_passes_all_checks() -> None:
    assert list(conform(GAME)) == []


def test_three_in_a_row_win() -> None:
    position = GAME.start()
    for text in ("a1", "a2", "b1", "b2", "c1"):
        position.play(text)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "row")
'''


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Key of the game: lower-case letters, digits, hyphens.")],
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where to write the files.")] = Path(),
) -> None:
    """Write a small working game and its test, to change into your own.

    NAME.py is the game, test_NAME.py its test. Nothing is overwritten.
    """
    language = choose_cli_language()
    game, test = write_new_game(name, folder)
    typer.echo(terminal_text("author.written", language, game=str(game), test=str(test)))
    for command, purpose in (
        (f"parlour dev {game}", terminal_text("author.then-dev", language)),
        (f"parlour check {game}", terminal_text("author.then-check", language)),
        (f"parlour play --game {game}", terminal_text("author.then-play", language)),
        (f"pytest {test}", terminal_text("author.then-test", language)),
    ):
        typer.echo(f"  {command:<40} {purpose}")


def write_new_game(name: str, folder: Path) -> tuple[Path, Path]:
    """Write a game and its test; return both files."""
    from parlour.games import keys

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise localized_error(ParlourError, "terminal.author.bad-key", name=name[:40])
    if name in keys():
        raise localized_error(ParlourError, "terminal.author.key-taken", name=name)
    if not folder.is_dir():
        raise localized_error(ParlourError, "terminal.author.no-folder", folder=str(folder))
    game, test = folder / f"{name}.py", folder / f"test_{name.replace('-', '_')}.py"
    for path in (game, test):
        if path.exists():
            raise localized_error(ParlourError, "terminal.author.file-exists", path=str(path))
    words = name.split("-")
    class_name = "".join(word.capitalize() for word in words)
    if re.search(rf"\b{class_name}\b", GAME):  # it would replace a name that the game uses
        class_name += "Game"
    values = {
        "KEY": name,
        "TITLE": " ".join(words).capitalize(),
        "CLASS": class_name,
        "FILE_GAME": game.name,
        "FILE_TEST": test.name,
    }
    for path, template in ((game, GAME), (test, TEST)):
        path.write_text(re.sub("|".join(values), lambda found: values[found[0]], template), encoding="utf-8")
    return game, test
