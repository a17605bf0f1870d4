"""The compact line format of an older program, also used to record test games: `n=6 k=2: 1-3 0-4 …`.

`n` is the number of dots, `k` that of players (default 2); the strokes follow in the order of play, separated by blanks
or commas. A file contains one game per line.
"""

from __future__ import annotations

import re

from parlour.errors import RecordError
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyGame
from parlour.i18n.errors import localized_error

_HEAD = re.compile(r"\s*n\s*=\s*(-?\w+)\s*[,;]?\s*(?:k\s*=\s*(-?\w+)\s*)?:(.*)", re.IGNORECASE)


def read_legacy(game: Game, text: str) -> list[LegacyGame]:
    """Return the games in a text; none if its first line is not a game."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or not _HEAD.fullmatch(lines[0][1]):
        return []
    games = []
    for n, line in lines:
        head = _HEAD.fullmatch(line)
        if head is None:
            raise localized_error(RecordError, "sim.legacy.head", n)
        strokes = head[3].replace(",", " ").split()
        for stroke in strokes:
            if not re.fullmatch(r"\d+-\d+", stroke, re.ASCII):
                column = line.index(stroke, head.start(3)) + 1
                raise localized_error(RecordError, "sim.legacy.stroke", n, column, stroke=stroke[:20])
        games.append(LegacyGame({"vertices": head[1], "players": head[2] or "2"}, turns=tuple(strokes)))
    return games
