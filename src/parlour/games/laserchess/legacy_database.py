"""The SQLite database of an older program: one table of games, with start, moves, winner and computer opponent."""

from __future__ import annotations

import re
from typing import Any

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyDatabase, LegacyGame, Rows
from parlour.i18n.errors import localized_error

NEEDED = ("id", "cpu_enabled", "winner", "moves")
FURTHER = ("cpu_depth", "start_fen_string", "final_fen_string", "fen_string", "created_dt")
BOTS = {2: "classic-easy", 3: "classic-medium", 4: "classic-hard"}
"""By depth of search. The computer was always Red."""
RESULTS = {0: (1.0, 0.0), 1: (0.0, 1.0), 2: (0.5, 0.5)}
_MOVE = re.compile(r"[FPRNSfprns]?[a-j][1-8](?:[-=x]?[a-j][1-8]|[<>])\S*")


def read_legacy_database(game: Game, rows: Rows) -> LegacyDatabase | None:
    """Return the content of a database; None if it has no such table."""
    found = rows("games", NEEDED, FURTHER)
    if not found:
        return None
    read = [_game(game, row) for row in found]
    games = tuple(one for one in read if isinstance(one, LegacyGame))
    return LegacyDatabase((), games, tuple(one for one in read if isinstance(one, RecordError)))


def _game(game: Game, row: dict[str, Any]) -> LegacyGame | RecordError:
    id = str(row["id"])[:20]
    start = str(row.get("start_fen_string") or "").strip()
    tags = {"Date": str(row.get("created_dt") or "")[:10], "Seat1": "Player 1", **_opponent(row)}
    winner = row["winner"]
    if winner is not None and winner not in RESULTS:
        return localized_error(RecordError, "laserchess.database.winner", id=id, winner=str(winner)[:20])
    outcome = None if winner is None else Outcome(RESULTS[winner], "agreement" if winner == 2 else "adjudication")
    try:
        position = game.read(start) if start else game.start()
        moves = _moves(position, str(row["moves"]))
        reached = position.outcome()
        if reached is not None and (outcome is None or reached.results != outcome.results):
            return localized_error(RecordError, "laserchess.database.other-winner", id=id)
        final = str(row.get("final_fen_string") or row.get("fen_string") or "").strip()
        if final and final.split(" ")[0] != position.text().split(" ")[0]:
            return localized_error(RecordError, "laserchess.database.final", id=id)
    except ParlourError as wrong:
        return localized_error(RecordError, "laserchess.database.game", id=id, why=wrong)
    return LegacyGame(start=start, moves=moves, tags=tags, outcome=None if reached else outcome)


def _moves(position: Any, text: str) -> tuple[str, ...]:
    """Play the moves in a list and return them; times and numbers between them are left out. Raise `IllegalMove`."""
    moves: list[str] = []
    for word in re.split(r"[\s,;|\"'\[\]]+", text):
        if not word or re.fullmatch(r"[\d.:]+|None|null", word):
            continue
        if not _MOVE.fullmatch(word):
            raise localized_error(IllegalMove, "laserchess.read.no-turn", text=word[:40])
        move = position.read_move(word)
        moves.append(position.write_move(move))
        position.play(move)
    return tuple(moves)


def _opponent(row: dict[str, Any]) -> dict[str, str]:
    if not row["cpu_enabled"]:
        return {"Seat2": "Player 2"}
    bot = BOTS.get(row.get("cpu_depth") or 0)
    return {"Bot2": f"{bot} balanced"} if bot else {"Seat2": "CPU"}
