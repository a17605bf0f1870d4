"""The SQLite database of an older program: users, saved games, finished games without moves, and results per level."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from parlour.errors import RecordError
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyAccount, LegacyDatabase, LegacyGame, Rows
from parlour.games.surakarta.legacy import read_legacy
from parlour.i18n.errors import localized_error

MAX_RESULTS = 5_000
"""Maximum number of results in one row of the statistics; a larger number is treated as corrupt."""
BOTS = {"Easy AI": "classic-easy", "Medium AI": "classic-medium", "Hard AI": "classic-hard"}
SAVED = ("user_id", "date_saved", "game_state_string", "opponent_name", "player2_starts", "player1_colour")


def read_legacy_database(game: Game, rows: Rows) -> LegacyDatabase | None:
    """Return the content of a database; None if it has no table of users."""
    users = rows("Users", ("user_id", "username"), ("password", "account_creation_date"))
    if not users:
        return None
    skipped: list[RecordError] = []
    known = {user["user_id"] for user in users}
    found: dict[Any, list[LegacyGame]] = {id: [] for id in known}
    played: Counter[tuple[Any, str, float]] = Counter()
    for row in rows("SavedGames", SAVED, ()):
        _keep(_saved(game, row), row, found, skipped)
    for row in rows("GameHistory", ("user_id", "opponent", "game_date", "winner"), ()):
        name = next((str(user["username"]) for user in users if user["user_id"] == row["user_id"]), "")
        one = _finished(row, name)
        _keep(one, row, found, skipped)
        if isinstance(one, LegacyGame) and one.outcome is not None:
            played[row["user_id"], one.tags.get("Bot2", ""), one.outcome.results[0]] += 1
    for row in rows("AIGameStats", ("user_id", "AI_difficulty", "win_count", "loss_count"), ()):
        for one in _counted(row, played):
            _keep(one, row, found, skipped)
    accounts = tuple(
        LegacyAccount(
            _text(user["username"]),
            _password(user.get("password")),
            _date(user.get("account_creation_date")),
            tuple(found[user["user_id"]]),
        )
        for user in users
    )
    return LegacyDatabase(accounts, (), tuple(skipped))


def _keep(
    one: LegacyGame | RecordError, row: dict[str, Any], found: dict[Any, list[LegacyGame]], skipped: list[RecordError]
) -> None:
    if isinstance(one, RecordError):
        skipped.append(one)
    elif row["user_id"] not in found:
        skipped.append(localized_error(RecordError, "surakarta.database.nobody", user=_text(row["user_id"])))
    else:
        found[row["user_id"]].append(one)


def _saved(game: Game, row: dict[str, Any]) -> LegacyGame | RecordError:
    """Return a game that can be continued, or why it cannot be read."""
    board, starts, colour = (row[name] for name in ("game_state_string", "player2_starts", "player1_colour"))
    columns = ("0", "", _date(row["date_saved"]), board, "", starts, "", "", colour)
    try:
        read = read_legacy(game, "|".join(map(_text, columns)))
    except RecordError as wrong:
        return localized_error(RecordError, "surakarta.database.saved", date=_date(row["date_saved"]) or "?", why=wrong)
    if len(read) != 1:
        return localized_error(RecordError, "surakarta.database.no-board", date=_date(row["date_saved"]) or "?")
    tags = {"Date": _date(row["date_saved"]), **_opponent(_text(row["opponent_name"]))}
    return LegacyGame(start=read[0].start, tags={name: value for name, value in tags.items() if value})


def _finished(row: dict[str, Any], user: str) -> LegacyGame | RecordError:
    """Return a finished game, whose moves the program did not keep."""
    opponent, winner = _text(row["opponent"]), _text(row["winner"])
    if winner not in (user, opponent) or user == opponent:
        return localized_error(
            RecordError, "surakarta.database.winner", date=_date(row["game_date"]) or "?", winner=winner or "–"
        )
    return _result({"Date": _date(row["game_date"]), **_opponent(opponent)}, won=winner == user)


def _counted(row: dict[str, Any], played: Counter[tuple[Any, str, float]]) -> list[LegacyGame] | list[RecordError]:
    """Return the games against a level that are in the statistics, but no longer among the finished games."""
    level = _text(row["AI_difficulty"]).strip().lower().removesuffix(" ai")
    bot = next((bot for bot in BOTS.values() if bot == f"classic-{level}"), None)
    counts = {1.0: row["win_count"], 0.0: row["loss_count"]}
    if bot is None or not all(isinstance(count, int) and 0 <= count <= MAX_RESULTS for count in counts.values()):
        shown = {"level": level or "–", "counts": ", ".join(map(_text, counts.values()))}
        return [localized_error(RecordError, "surakarta.database.counts", **shown)]
    tags = {"Bot2": f"{bot} balanced"}
    return [
        _result(tags, won=result == 1.0)
        for result, count in counts.items()
        for _ in range(count - played[row["user_id"], tags["Bot2"], result])
    ]


def _result(tags: dict[str, str], *, won: bool) -> LegacyGame:
    outcome = Outcome((1.0, 0.0) if won else (0.0, 1.0), "adjudication")
    return LegacyGame(tags={name: value for name, value in tags.items() if value}, outcome=outcome)


def _opponent(name: str) -> dict[str, str]:
    """Return the tags of an opponent: one of the program's own players, or a name."""
    return {"Bot2": f"{BOTS[name]} balanced"} if name in BOTS else {"Seat2": name}


def _password(stored: object) -> str:
    """Return a password hash: the program wrote a salt of 16 bytes and the hash of 64, in hexadecimal digits."""
    text = stored if isinstance(stored, str) else ""
    if not re.fullmatch(r"[0-9a-fA-F]{160}", text):
        return ""
    return f"$pbkdf2-sha512$100000${text[:32].lower()}${text[32:].lower()}"


def _date(value: object) -> str:
    found = re.match(r"\d{4}-\d\d-\d\d", _text(value))
    return found[0] if found else ""


def _text(value: object) -> str:
    """Return a value of the database as one line."""
    return " ".join(str("" if value is None else value).split())[:2000].replace("|", "/")
