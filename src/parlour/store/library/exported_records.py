"""Records of many games: read in small batches and written in a thread, so that moves do not wait for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from parlour.match.records.record import Record
from parlour.store.database.batches import batches
from parlour.store.database.database import Database
from parlour.store.library.notes import Notes, read_notes_of, with_notes
from parlour.store.matches.matches import MatchRows, StoredMatch, load_rows

T = TypeVar("T")


def record_with_notes(stored: StoredMatch, notes: Notes) -> Record:
    """Return the record of a game with its date and the owner's notes."""
    record = stored.record()
    day = datetime.fromtimestamp(stored.info.created / 1000, UTC).strftime("%Y-%m-%d")
    return with_notes(msgspec.structs.replace(record, tags={"Date": day, **record.tags}), notes)


async def export_records(
    database: Database, person: str | None, games: Sequence[tuple[str, int]], write: Callable[[str, Record], T]
) -> AsyncIterator[tuple[str, T]]:
    """Apply a function to the ids and records of games, and yield ids and results; `games` are ids and plies.

    With a person, the records have the notes in their library. Games that are deleted in the meantime are left out.
    """

    def written(found: Iterable[MatchRows], notes: dict[str, Notes]) -> Iterator[tuple[str, T]]:
        for game in found:
            if game.info.id in notes:
                yield game.info.id, write(game.info.id, record_with_notes(game.decode(), notes[game.info.id]))

    for some_games in batches(games, lambda game: game[1]):
        ids = [id for id, _ in some_games]
        async with database.read() as connection:
            found = await load_rows(connection, ids)
            notes = dict.fromkeys(ids, Notes()) if person is None else await read_notes_of(connection, person, ids)
        async for some in database.time_slices.run(written(found, notes)):
            for one in some:
                yield one
