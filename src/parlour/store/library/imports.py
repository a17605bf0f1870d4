"""Import games in short transactions, between which moves are stored."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence

import msgspec

from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.store.database.batches import BATCH_SIZE, MAX_BATCH_ROWS
from parlour.store.database.database import Database
from parlour.store.library.notes import Notes, note_columns, remark_rows
from parlour.store.matches.matches import MatchInfo, infos
from parlour.store.matches.new_match import NewMatch, new_match, store_matches
from parlour.store.tables import entries, remarks, seats


class Imported(msgspec.Struct, frozen=True):
    """An imported game with its notes, and when it was played, if known.

    If it `counts`, it is one of the owner's own games, and its result is part of their statistics.
    """

    match: Match
    events: Sequence[AnyEvent]
    notes: Notes = Notes()
    played: int | None = None
    counts: bool = False


async def import_games(
    database: Database, person: str, games: Iterable[Imported], now: int
) -> AsyncIterator[list[MatchInfo]]:
    """Import games with their notes into a library; yield those of each transaction. Raise `NotFound`."""
    new = (_new_match(person, game, now) for game in games)
    async for batch in _batches(database.time_slices.run(new)):
        await store_matches(database, batch)
        async with database.read() as connection:
            yield await infos(connection, [one.id for one in batch])


def _new_match(person: str, game: Imported, now: int) -> NewMatch:
    fixed = {"host": person, "public": False, "code": None, "origin": "imported", "follows": None}
    new = new_match(game.match, game.events, game.played or now, fixed)
    columns = note_columns(game.notes, [player.name for player in game.match.players])
    for row in new.rows[entries.name]:
        row |= columns
    if game.counts and game.match.state.outcome is not None:
        _count_results(new, game.match.state.outcome.results)
    texts = [move.text for move in game.match.state.moves]
    new.rows[remarks.name] = remark_rows(person, new.id, game.notes, texts)
    return new


def _count_results(new: NewMatch, results: Sequence[float]) -> None:
    """Make the results count, also those of games whose moves are not known."""
    for row in (*new.rows[seats.name], *new.rows[entries.name]):
        if row["seat"] is not None:
            value = results[row["seat"]]
            row["result"] = "won" if value == 1 else "lost" if value == 0 else "drawn"
    for row in new.rows[entries.name]:
        row["counts"] = row["seat"] is not None


async def _batches(slices: AsyncIterator[list[NewMatch]]) -> AsyncIterator[list[NewMatch]]:
    """Yield matches in batches for one transaction each."""
    batch: list[NewMatch] = []
    size = 0
    async for some in slices:
        for one in some:
            batch.append(one)
            size += one.size
            if len(batch) >= BATCH_SIZE or size >= MAX_BATCH_ROWS:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch
