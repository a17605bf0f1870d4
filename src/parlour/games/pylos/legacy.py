"""The file format of an older program: a line of headings, then a line per game with eleven fields separated by `|`.

    number | duration | winner/loser | size | square | alignment | inputs | list | colours | background | names
    7|03:41|Anna/Ben|4x4|Yes|No|12|3,1,1+3,2,2+…|…|…|Anna-_-*-_-Ben

An input is `layer,row,column` counted from 0; layer 0 is the top. A raise is two inputs (the ball, then the cell), a
ball taken back is one. The old rules require taking back exactly two balls, let a stuck player pass, and count any four
in line if alignment was on. Nothing was escaped, so a name may contain a `|`; the size field anchors the others.
"""

from __future__ import annotations

import re

from parlour.errors import IllegalMove, RecordError
from parlour.games.contract.board import FILES
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyGame
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

_LINE = re.compile(
    r"\s*(?P<number>\d+)\|(?P<duration>[^|]*)\|(?P<result>.*)\|(?P<size>\d+)\s*[xX×]\s*\d+\|(?P<square>yes|no)\|"
    r"(?P<line>yes|no)\|(?P<count>\d+)\|(?P<inputs>[^|]*)(?:\|(?P<rest>.*))?",
    re.IGNORECASE,
)


def read_legacy(game: Game, text: str) -> list[LegacyGame]:
    """Return the games in a text; none if neither its first nor its second line is a game."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not any(_LINE.fullmatch(line) for _, line in lines[:2]):
        return []
    games = []
    for n, line in lines:
        fields = _LINE.fullmatch(line)
        if fields is not None:
            games.append(_game(fields, n, game))
        elif n != lines[0][0]:
            raise localized_error(RecordError, "pylos.legacy.fields", n)
    return games


def _game(fields: re.Match[str], line: int, game: Game) -> LegacyGame:
    size = int(fields["size"])
    if not 3 <= size <= 7:
        raise localized_error(RecordError, "pylos.legacy.no-board", line, size=size)
    options: dict[str, Value] = {
        "size": size,
        "square": fields["square"].lower() == "yes",
        "line": "four" if fields["line"].lower() == "yes" and size > 3 else "off",
        "take": "two",
        "stuck": "passes",
    }
    if not options["square"] and options["line"] == "off":
        del options["take"]  # There is nothing to take back.
    position = game.start(game.check(options))
    inputs = [part for part in fields["inputs"].replace(" ", "").split("+") if part]
    if len(inputs) != int(fields["count"]):
        raise localized_error(RecordError, "pylos.legacy.inputs", line, has=len(inputs), stated=fields["count"])
    moves: list[str] = []
    lifted = ""
    for n, given in enumerate(inputs, 1):
        cell = _cell(given, size, line, n)
        if position.is_over():
            break  # The old game had no repetition rule and no turn limit.
        forced = position.automatic()
        if forced is not None:
            moves.append(position.write_move(forced))
            position.play(forced)
        stage = position.text().split(" ")[2]
        if stage != "play":
            written = f"-{cell}"
        elif not lifted and _is_own(position, cell):
            lifted = cell
            continue
        elif lifted == cell:
            lifted = ""  # The ball was placed back.
            continue
        else:
            written = f"{lifted}>{cell}" if lifted else cell
            lifted = ""
        try:
            move = position.read_move(written)
        except IllegalMove as wrong:
            raise localized_error(
                RecordError, "pylos.legacy.input", line, n=n, given=given[:20], written=written, why=wrong
            ) from wrong
        moves.append(written)
        position.play(move)
    return LegacyGame(options, moves=tuple(moves), tags=_tags(fields), outcome=_outcome(fields))


def _is_own(position: Position, cell: str) -> bool:
    site = position.game.board(position.options).site(cell)
    return any(piece.place == site and piece.owner == position.seat for piece in position.placement())


def _cell(given: str, size: int, line: int, n: int) -> str:
    match = re.fullmatch(r"(\d),(\d),(\d)", given, re.ASCII)
    if match is not None:
        layer, row, column = (int(part) for part in match.groups())
        level = size - layer
        if level >= 1 and max(row, column) < size - level + 1:
            return f"{level}{FILES[column]}{row + 1}"
    raise localized_error(RecordError, "pylos.legacy.no-cell", line, n=n, given=given[:20], size=size)


def _names(fields: re.Match[str]) -> list[str]:
    """Return both names in the order of play, from the last fields."""
    rest = (fields["rest"] or "").split("|", 2)
    names = re.split(r"\s*(?:[^\w\s]|_){3,}\s*", rest[2].strip(), maxsplit=1) if len(rest) == 3 else []
    return [re.sub(r"[\x00-\x1f\x7f]", " ", name).strip() for name in names]


def _tags(fields: re.Match[str]) -> dict[str, str]:
    tags = {f"Seat{n}": name for n, name in enumerate(_names(fields), 1) if name}
    return {**tags, "Round": fields["number"], "Duration": re.sub(r"[\x00-\x1f\x7f]", " ", fields["duration"]).strip()}


def _outcome(fields: re.Match[str]) -> Outcome | None:
    """Return the winner if the board does not show it."""
    names = _names(fields)
    if len(names) == 2 and names[0] != names[1]:
        if fields["result"].strip().startswith(f"{names[0]}/"):
            return Outcome((1.0, 0.0), "adjudication")
        if fields["result"].strip().startswith(f"{names[1]}/"):
            return Outcome((0.0, 1.0), "adjudication")
    return None
