"""Import Parlour records, files of older programs and plain lists of turns, detected by their content.

In this order: the database of an older program, encoded; a record in JSON or text; the legacy formats of every game
(`Game.read_legacy`); and, if the game is given, turns without a header. Everything is replayed through the rules, and
the whole text is refused if anything in it is wrong.
"""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games import Game, LegacyGame, Options, Outcome
from parlour.games import game as find_game
from parlour.games import games as all_games
from parlour.games.contract.argument_checks import instance
from parlour.i18n.errors import localized_error
from parlour.match.records.json_format import FORMAT, decode, split_json_records
from parlour.match.records.legacy_database import is_sqlite, read_database
from parlour.match.records.record import (
    MAX_CHARACTERS,
    MAX_FILE_CHARACTERS,
    MAX_MOVES,
    MAX_RECORDS,
    Record,
    RecordedMove,
)
from parlour.match.records.text_format import read_turns, split_records

DATABASE_PREFIX = "data:application/vnd.sqlite3;base64,"
"""Prefix of the text in which a page sends a database."""


def read_any(text: str, game: str | None = None, options: dict[str, object] | None = None) -> list[Record]:
    """Return the games in a text; raise `RecordError` with what is wrong and where.

    `game` and `options` apply to a plain list of turns.
    """
    return [read() for read in split_any(text, game, options)]


def split_any(
    text: str, game: str | None = None, options: dict[str, object] | None = None, most: int = MAX_RECORDS
) -> list[Callable[[], Record]]:
    """Return a function for each game in a text that reads it; all of them can raise `RecordError`."""
    if len(instance(text, str, "text")) > MAX_FILE_CHARACTERS:
        raise localized_error(
            RecordError, "match.record.file-long", most=f"{MAX_FILE_CHARACTERS:,}", has=f"{len(text):,}"
        )
    content = text.lstrip("\ufeff \t\r\n")
    if not content:
        raise localized_error(RecordError, "match.record.empty")
    if content.startswith(DATABASE_PREFIX):
        return _split_database(content.removeprefix(DATABASE_PREFIX))
    if re.match(r"\[\s*[A-Za-z]", content) and re.search(r"\n\[Game\s", f"\n{content}"):
        return split_records(text, most)
    if content[0] in "{[" and _says_record(content):
        return split_json_records(text, most)
    # Older programs wrote small files, and looking for all their formats in a large text takes long.
    candidates = [find_game(game)] if game is not None else all_games()
    for one in candidates if len(content) <= MAX_CHARACTERS else ():
        found = one.read_legacy(content)
        if found:
            if len(found) > most:
                raise localized_error(RecordError, "match.record.many", most=f"{most:,}", has=f"{len(found):,}")
            return [partial(_numbered, one, legacy, n, len(found)) for n, legacy in enumerate(found, 1)]
    if content[0] == "{":
        decode(text)  # It may be a damaged record.
        raise localized_error(RecordError, "match.json.unknown", format=FORMAT)
    if game is not None:
        known = find_game(game)
        return [partial(read_turns, known, known.check(options), text)]
    raise localized_error(RecordError, "match.record.unknown")


def _split_database(encoded: str) -> list[Callable[[], Record]]:
    """Return functions that read the games of an older program's database; raise `RecordError` if one is unreadable.

    Results of games whose moves are not known are left out: they are statistics of the program's accounts.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "database"
        try:
            path.write_bytes(base64.b64decode(encoded, validate=True))
        except ValueError as wrong:
            raise localized_error(RecordError, "match.database.damaged", why=str(wrong)) from wrong
        if not is_sqlite(path):
            raise localized_error(RecordError, "match.database.foreign")
        game, database = read_database(path)
    for skipped in database.skipped:
        raise skipped
    every = [*database.games, *(one for account in database.accounts for one in account.games)]
    shown = [one for one in every if one.start or one.moves]
    return [partial(_numbered, game, one, n, len(shown)) for n, one in enumerate(shown, 1)]


def _says_record(content: str) -> bool:
    return re.search(rf'"format"\s*:\s*"{FORMAT}"', content) is not None


def _numbered(game: Game, legacy: LegacyGame, number: int, games: int) -> Record:
    """Return the record of an older program's game; if there are several, an error contains its number."""
    try:
        return replay_legacy(game, legacy)
    except RecordError as wrong:
        if games == 1:
            raise
        raise localized_error(RecordError, "match.record.in-game", number=number, why=wrong) from wrong


def replay_legacy(game: Game, legacy: LegacyGame) -> Record:
    """Return the record of an older program's game; raise `RecordError` at an illegal move."""
    try:
        options: Options = game.check(legacy.options)
        position = game.read(legacy.start, options) if legacy.start else game.start(options)
    except ParlourError as wrong:
        raise localized_error(RecordError, "match.record.why", why=wrong) from wrong
    start = position.text()
    if len(legacy.moves) + len(legacy.turns) > MAX_MOVES:
        raise localized_error(RecordError, "match.record.moves", most=f"{MAX_MOVES:,}")
    moves: list[RecordedMove] = []
    for n, text in enumerate([*legacy.moves, *legacy.turns], 1):
        try:
            numbers = [position.read_move(text)] if n <= len(legacy.moves) else position.read_turn(text)
            for move in numbers:
                time = legacy.seconds[len(moves)] if len(moves) < len(legacy.seconds) else None
                moves.append(RecordedMove(position.write_move(move), time))
                position.play(move)
        except IllegalMove as wrong:
            raise localized_error(RecordError, "match.record.move", number=n, text=text[:40], why=wrong) from wrong
    reached: Outcome | None = position.outcome()
    outcome = reached or legacy.outcome
    return Record(game.key, dict(options), start, tuple(moves), outcome, dict(legacy.tags), dict(legacy.extra))
