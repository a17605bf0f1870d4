"""Import a file on the server's own machine: records, or the database of an older program with its accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from parlour.errors import NameRefused, NotFound, ParlourError, RecordError
from parlour.games import Game, LegacyDatabase, LegacyGame
from parlour.i18n.errors import localized_error
from parlour.match.records.imports import replay_legacy, split_any
from parlour.match.records.legacy_database import is_sqlite, read_database
from parlour.match.records.record import MAX_FILE_CHARACTERS
from parlour.match.seats import Account
from parlour.server.http.auth import now
from parlour.server.library.game_imports import convert_record
from parlour.store import Imported, Person, Store
from parlour.store.archive import Progress


class ImportReport(msgspec.Struct):
    """What was imported and what was not: `results` are finished games whose moves are not known."""

    accounts: int = 0
    games: int = 0
    results: int = 0
    skipped: list[ParlourError] = []


async def import_file(store: Store, path: Path, into: str | None, progress: Progress = lambda *_: None) -> ImportReport:
    """Import a file: records into the account named `into`; a database into it, or into accounts of its own.

    Raise `RecordError` if the file cannot be read, or if the owner of the games is not given.
    """
    owner = None if into is None else await _account(store, into)
    if await asyncio.to_thread(is_sqlite, path):
        game, database = await asyncio.to_thread(read_database, path)
        return await _import_database(store, game, database, owner, progress)
    if owner is None:
        raise localized_error(RecordError, "server.import.into")
    text = await asyncio.to_thread(_read_text, path)
    records, report = split_any(text), ImportReport()
    for done, read in enumerate(records, 1):  # first check all of them
        convert_record(read())
        progress("checking", done, len(records))
    games = (convert_record(read()) for read in records)
    await _store(store, owner, games, report, lambda: progress("storing", report.games + report.results, len(records)))
    return report


async def _account(store: Store, name: str) -> Person:
    try:
        return await store.people.find_account(name)
    except NotFound as unknown:
        raise localized_error(RecordError, "server.import.nobody", name=name[:40]) from unknown


def _read_text(path: Path) -> str:
    if path.stat().st_size > 4 * MAX_FILE_CHARACTERS:
        raise localized_error(
            RecordError, "match.record.file-long", most=f"{MAX_FILE_CHARACTERS:,}", has=f"{path.stat().st_size:,}"
        )
    return path.read_text(encoding="utf-8", errors="replace")


async def _import_database(
    store: Store, game: Game, database: LegacyDatabase, owner: Person | None, progress: Progress
) -> ImportReport:
    report = ImportReport(skipped=[*database.skipped])
    total = len(database.games) + sum(len(account.games) for account in database.accounts)

    def stored() -> None:
        progress("storing", report.games + report.results, total)

    if owner is None and database.games:
        raise localized_error(RecordError, "server.import.into")
    if owner is not None:
        every = [*database.games, *(one for account in database.accounts for one in account.games)]
        await _store(store, owner, _read(game, every, owner, report), report, stored)
        return report
    for account in database.accounts:
        if not account.password:
            report.skipped.append(localized_error(RecordError, "server.import.password", name=account.name[:40]))
            continue
        try:
            person = await store.people.import_account(account.name, account.password, _time(account.created), now())
        except NameRefused as refused:
            report.skipped.append(
                localized_error(RecordError, "server.import.account", name=account.name[:40], why=refused)
            )
            continue
        report.accounts += 1
        await _store(store, person, _read(game, account.games, person, report), report, stored)
    return report


def _read(
    game: Game, games: list[LegacyGame] | tuple[LegacyGame, ...], owner: Person, report: ImportReport
) -> Iterator[Imported]:
    """Yield games that the rules accept; note the others."""
    for one in games:
        try:
            yield convert_record(replay_legacy(game, one), Account(owner.id, owner.name))
        except ParlourError as wrong:
            report.skipped.append(localized_error(RecordError, "server.import.game", name=owner.name, why=wrong))


async def _store(
    store: Store, owner: Person, games: Iterator[Imported], report: ImportReport, stored_some: Callable[[], None]
) -> None:
    async for stored in store.library.import_games(owner.id, games, now()):
        unplayed = sum(1 for info in stored if info.plies == 0 and info.ended is not None)
        report.results += unplayed
        report.games += len(stored) - unplayed
        stored_some()


def _time(date: str) -> int:
    """Return a date in milliseconds since 1970; now if there is none."""
    try:
        found = int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return now()
    return found if 0 < found <= now() else now()
