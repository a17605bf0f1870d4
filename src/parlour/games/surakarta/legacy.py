"""The `$` strings of an older program: 36 tokens from the top left, row by row, joined by `$`; a dot or a colour.

    green$green$…$.$.$…$yellow$yellow

A line is such a string, or a row of the old table of saved games with `|` between its columns: number, user, date,
string, opponent, whether player 2 is to move, pieces of both, player 1's colour. Player 2 is green, or yellow if player
1 is green. If the colours are ambiguous, player 1 is the one whose pieces are lower on the board.
"""

from __future__ import annotations

import re

from parlour.errors import RecordError
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyGame
from parlour.games.surakarta.tables import POINTS, SIZE
from parlour.i18n.errors import localized_error


def read_legacy(game: Game, text: str) -> list[LegacyGame]:
    """Return the saved games in a text, one per line; none if its first line is not a saved game."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or not any(_is_board(column) for column in lines[0][1].split("|")):
        return []
    return [_game(line, n) for n, line in lines]


def _is_board(column: str) -> bool:
    return re.fullmatch(r"\s*[^$|\s]+(\s*\$[^$|]*){8,}", column) is not None


def _game(line: str, number: int) -> LegacyGame:
    columns = [column.strip() for column in line.split("|")]
    place = next((n for n, column in enumerate(columns) if _is_board(column)), None)
    if place is None:
        raise localized_error(RecordError, "surakarta.legacy.no-board", number)
    signs = [sign.strip().lower() for sign in columns[place].split("$")]
    if len(signs) != POINTS:
        raise localized_error(RecordError, "surakarta.legacy.signs", number, points=POINTS, has=len(signs))
    for n, sign in enumerate(signs):
        if not re.fullmatch(r"\.|[a-z]{2,20}", sign):
            raise localized_error(RecordError, "surakarta.legacy.sign", number, number=n + 1, sign=sign[:20])
    colours = sorted({sign for sign in signs if sign != "."})
    if not 1 <= len(colours) <= 2:
        raise localized_error(RecordError, "surakarta.legacy.colours", number, has=len(colours))
    tags: dict[str, str] = {}
    first: str | None = None
    seat = 0
    if place == 3 and len(columns) >= 9:
        # A name may contain the column separator: excess columns belong to it.
        starts, _, _, first = columns[-4:]
        tags = {"Date": columns[2], "Opponent": "|".join(columns[4:-4])}
        seat = 1 if starts.lower() in ("1", "true", "yes") else 0
        first = first.lower()
    if first is None:
        first = _first(signs, colours)
    if first not in colours and len(colours) == 2:
        raise localized_error(
            RecordError, "surakarta.legacy.first", number, first=first[:20], colours=", ".join(colours)
        )
    written = ["." if sign == "." else "1" if sign == first else "2" for sign in signs]
    rows = ["".join(written[SIZE * n : SIZE * n + SIZE]) for n in range(SIZE)]
    tags["Colour1"] = first
    return LegacyGame(start=f"{'/'.join(rows)} {seat + 1} 0", tags={k: v for k, v in tags.items() if v})


def _first(signs: list[str], colours: list[str]) -> str:
    if len(colours) == 2 and "green" in colours and "yellow" not in colours:
        return next(colour for colour in colours if colour != "green")

    def height(colour: str) -> float:
        rows = [n // SIZE for n, sign in enumerate(signs) if sign == colour]
        return sum(rows) / len(rows)

    return max(colours, key=height)
