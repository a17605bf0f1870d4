"""Positions and games of older programs: position texts, one per line.

    sc3ncfcncpb2/… b          a position
    Pj4-j3 Pe4>               moves may follow, in our notation

A line that follows from the one before by one move continues its game; any other line begins another record.
"""

from __future__ import annotations

import re

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyGame
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

_TEXT = re.compile(r"(?:\d+[.:)]\s*)?([fprnsFPRNSabcd\d]+(?:/[fprnsFPRNSabcd\d]+){7} [br](?: \d+)?)")


def read_legacy(game: Game, text: str) -> list[LegacyGame]:
    """Return the games in a text; none if its first line is not a position."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or not _TEXT.fullmatch(lines[0][1]):
        return []
    games: list[tuple[str, list[str]]] = []
    position: Position | None = None
    for n, line in lines:
        match = _TEXT.fullmatch(line)
        if match is not None:
            try:
                there = game.read(match[1])
            except ParlourError as wrong:
                raise localized_error(RecordError, "laserchess.legacy.line", n, why=wrong) from wrong
            move = None if position is None else _between(position, there)
            if position is not None and move is not None:
                games[-1][1].append(position.write_move(move))
                position.play(move)
            else:
                position = there
                games.append((match[1], []))
            continue
        assert position is not None
        for word in line.split():
            if re.fullmatch(r"\d+\.+|\*|[01]-[01]|1/2-1/2", word):
                continue
            try:
                move = position.read_move(word)
            except IllegalMove as wrong:
                raise localized_error(
                    RecordError, "laserchess.legacy.move", n, line.index(word) + 1, word=word[:40], why=wrong
                ) from wrong
            games[-1][1].append(position.write_move(move))
            position.play(move)
    return [LegacyGame(start=start, moves=tuple(moves)) for start, moves in games]


def _between(position: Position, there: Position) -> int | None:
    """Return the move that leads from one position to another, if one does."""
    board = there.text().split(" ")[:2]
    if board == position.text().split(" ")[:2]:
        return None
    for move in position.moves():
        if position.after(move).text().split(" ")[:2] == board:
            return int(move)
    return None
