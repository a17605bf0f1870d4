"""The library: the list of games of each person.

A game is in the library of everybody who sat in it and of its host, each with its owner's notes (`notes.py`). Deleting
removes it from the person's library; the match is removed when it is in no library.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Select, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.engine.levels import Level
from parlour.errors import NotFound, QueryError
from parlour.games import game as find_game
from parlour.games.contract.options import Value, write_value
from parlour.i18n.errors import localized_error
from parlour.match.clock import DAY_MS
from parlour.match.match import Result
from parlour.match.names import name_key
from parlour.match.records.record import Record
from parlour.store.database.database import Repository
from parlour.store.library.exported_records import export_records, record_with_notes
from parlour.store.library.imports import Imported, import_games
from parlour.store.library.notes import has_tag, read_notes, split_tags
from parlour.store.matches.match_batches import write_matches_in_batches
from parlour.store.matches.matches import MatchInfo, infos, load_rows
from parlour.store.matches.player_rewrite import lock
from parlour.store.tables import entries, matches, moves

UNDO_WINDOW_MS = 30 * DAY_MS
"""How long a deleted game can be restored."""
MAX_PAGE_SIZE = 200

T = TypeVar("T")

Sort = Literal[
    "updated", "created", "ended", "game", "opponent", "level", "result", "plies", "used", "duration", "title", "star"
]


class Query(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A library query. Filters that are not given match everything."""

    game: str | None = None
    matches: tuple[str, ...] = ()
    """Only these matches; empty for all."""
    options: dict[str, Value] = {}
    """Values that the game's options must have; needs `game`."""
    opponent: str | None = None
    """Another player's name, compared like all names."""
    against: Literal["people", "bots"] | None = None
    level: Level | None = None
    results: tuple[Result, ...] = ()
    finished: bool | None = None
    since: int | None = None
    until: int | None = None
    """When the game was set up: `since` inclusive, `until` exclusive."""
    shortest: int | None = None
    longest: int | None = None
    """Number of turns played, both inclusive."""
    text: str = ""
    """Part of a title or of any player's name, ignoring case."""
    assisted: bool | None = None
    star: bool | None = None
    tag: str | None = None
    """A tag of the game, compared like names."""
    commented: bool | None = None
    """Whether the owner has commented on the game or on one of its moves."""
    deleted: bool = False
    """Show deleted games, which can be restored, instead of the others."""
    unplayed: bool = False
    """Also games without a move."""
    sort: Sort = "updated"
    descending: bool = True
    offset: int = 0
    limit: int = 50

    @property
    def counts_turns(self) -> bool:
        """Return whether the moves of every game in the library have to be counted."""
        return self.sort == "plies" or self.shortest is not None or self.longest is not None


class EntryColumns(msgspec.Struct, frozen=True, kw_only=True):
    """Columns of a library entry: what depends on the owner of the library.

    `seat` is None for the host of others' game. `opponent` has the names of the other players, `duration` is the
    thinking time of all players in milliseconds, and `remarks` and `turns` are counts.
    """

    title: str
    seat: int | None
    result: Result
    opponent: str
    assisted: bool
    deleted: int | None
    duration: int
    star: bool
    tags: tuple[str, ...]
    comment: str
    remarks: int
    turns: int


class Entry(EntryColumns, frozen=True, kw_only=True):
    """A game in a library: its match, and the columns that depend on the owner."""

    match: MatchInfo


class Page(msgspec.Struct, frozen=True):
    """Some entries, and the total number."""

    entries: tuple[Entry, ...]
    total: int


class Library(Repository):
    """Libraries of all people; methods raise `NotFound` for games that are not in the library of the person."""

    # ---- Reading --------------------------------------------------------------------------------------------------

    async def page(self, person: str, query: Query | None = None) -> Page:
        """Return a page of a library; raise `QueryError` or `OptionError` for an invalid query."""
        query = query or Query()
        if not 0 < query.limit <= MAX_PAGE_SIZE or query.offset < 0:
            raise localized_error(QueryError, "store.query.page", most=MAX_PAGE_SIZE)
        which = conditions(person, query)
        async with self._database.read() as connection:
            found = await _entries(connection, ordered(which, query).limit(query.limit).offset(query.offset))
            if not query.offset and len(found) < query.limit:
                return Page(found, len(found))
            count = select(func.count()).select_from(entries).where(*which)
            return Page(found, (await connection.execute(count)).scalar_one())

    async def unfinished(self, person: str, limit: int = 50) -> tuple[Entry, ...]:
        """Return unfinished games, the most recently played first."""
        return (await self.page(person, Query(finished=False, limit=limit))).entries

    async def entry(self, person: str, match: str) -> Entry:
        """Return one game."""
        async with self._database.read() as connection:
            return await _entry(connection, person, match)

    async def records(self, person: str, query: Query | None = None) -> AsyncIterator[Record]:
        """Yield the records of all games that match a query, in its order, ignoring the page."""
        sizes = await self.sizes(person, query or Query())
        async for record in self.written_records(person, sizes, lambda record: record):
            yield record

    async def sizes(self, person: str, query: Query) -> Sequence[tuple[str, int]]:
        """Return the ids of all games that match a query, and their numbers of plies, ignoring the page.

        Raise `QueryError` or `OptionError` for an invalid query.
        """
        listed = ordered(conditions(person, query), query).with_only_columns(entries.c.match_id, entries.c.plies)
        async with self._database.read() as connection:
            return [(id, plies) for id, plies in await connection.execute(listed)]

    async def written_records(
        self, person: str, games: Sequence[tuple[str, int]], write: Callable[[Record], T]
    ) -> AsyncIterator[T]:
        """Apply a slow function to the records of games and yield the results."""
        async for _, written in export_records(self._database, person, games, lambda _, record: write(record)):
            yield written

    async def record(self, person: str, match: str) -> Record:
        """Return the record of a game with its date and the owner's notes."""
        async with self._database.read() as connection:
            notes = await read_notes(connection, person, match)
            (stored,) = await load_rows(connection, [match])
        return await self._database.time_slices.call(
            lambda: record_with_notes(stored.decode(), notes), len(stored.moves)
        )

    # ---- Changing -------------------------------------------------------------------------------------------------

    def import_games(self, person: str, games: Iterable[Imported], now: int) -> AsyncIterator[list[MatchInfo]]:
        """Import games with their notes; yield those of each transaction. An iterator is advanced in a thread."""
        return import_games(self._database, person, games, now)

    async def delete(self, person: str, matches: Iterable[str], now: int) -> int:
        """Delete games from a library, restorable for `UNDO_WINDOW_MS`; return how many were deleted."""
        return await self._mark_deleted(person, matches, entries.c.deleted.is_(None), now)

    async def undelete(self, person: str, matches: Iterable[str]) -> int:
        """Restore deleted games; return how many."""
        return await self._mark_deleted(person, matches, entries.c.deleted.is_not(None), None)

    async def _mark_deleted(
        self, person: str, matches: Iterable[str], which: ColumnElement[bool], deleted: int | None
    ) -> int:
        async def mark(connection: AsyncConnection, ids: Sequence[str]) -> int:
            there = entries.c.person == person, entries.c.match_id.in_(ids), which
            return (await connection.execute(update(entries).where(*there).values(deleted=deleted))).rowcount

        return await self._database.write_in_batches(list(matches), mark)

    async def purge(self, now: int) -> int:
        """Remove what was deleted longer ago than `UNDO_WINDOW_MS`; return how many matches were removed."""
        old = entries.c.deleted < now - UNDO_WINDOW_MS
        async with self._database.read() as connection:
            found = (await connection.scalars(select(entries.c.match_id).where(old).distinct())).all()

        async def remove(connection: AsyncConnection, ids: Sequence[str]) -> int:
            await lock(connection, ids)
            await connection.execute(delete(entries).where(old, entries.c.match_id.in_(ids)))
            nowhere = ~exists().where(entries.c.match_id == matches.c.id)
            return (await connection.execute(delete(matches).where(matches.c.id.in_(ids), nowhere))).rowcount

        return await write_matches_in_batches(self._database, found, remove)


# ---- Statements ------------------------------------------------------------------------------------------------------


_COMPLETE_TURN = moves.c.taken_back.is_(None) & moves.c.last
_TURNS = select(func.count()).where(moves.c.match_id == entries.c.match_id, _COMPLETE_TURN).scalar_subquery()
"""The number of turns of an entry's match, as lists show it."""


def conditions(person: str, query: Query) -> list[ColumnElement[bool]]:
    """Return the conditions of a query."""
    deleted = entries.c.deleted
    which = [entries.c.person == person, deleted.is_not(None) if query.deleted else deleted.is_(None)]
    if not query.unplayed:
        which.append(entries.c.plies > 0)
    if query.matches:
        which.append(entries.c.match_id.in_(query.matches))
    if query.game is not None:
        which.append(entries.c.game == query.game)
    if query.options:
        which.append(_has_options(query))
    if query.opponent is not None:
        which.append(entries.c.opponent_key.contains(f"\n{name_key(query.opponent)}\n", autoescape=True))
    if query.against is not None:
        which.append(entries.c.against == query.against)
    if query.level is not None:
        which.append(entries.c.level == str(query.level))
    if query.results:
        which.append(entries.c.result.in_(query.results))
    if query.finished is not None:
        which.append(entries.c.ended.is_not(None) if query.finished else entries.c.ended.is_(None))
    if query.since is not None:
        which.append(entries.c.created >= query.since)
    if query.until is not None:
        which.append(entries.c.created < query.until)
    if query.shortest is not None:
        which += [entries.c.plies >= query.shortest, query.shortest <= _TURNS]  # a turn has at least one ply
    if query.longest is not None:
        which.append(query.longest >= _TURNS)
    if query.text.strip():
        named = entries.c.words.contains(name_key(query.text), autoescape=True)
        which.append(named | (entries.c.match_id == query.text.strip().lower()))
    if query.assisted is not None:
        which.append(entries.c.assisted == query.assisted)
    if query.star is not None:
        which.append(entries.c.star == query.star)
    if query.tag is not None:
        which.append(has_tag(query.tag))
    if query.commented is not None:
        has_comment = (entries.c.comment != "") | (entries.c.remarks > 0)
        which.append(has_comment if query.commented else ~has_comment)
    return which


def _has_options(query: Query) -> ColumnElement[bool]:
    if query.game is None:
        raise localized_error(QueryError, "store.query.options")
    game = find_game(query.game)
    pairs = [f",{key}={write_value(game.option(key).read(value))}," for key, value in query.options.items()]
    return exists().where(
        matches.c.id == entries.c.match_id, *(matches.c.options.contains(pair, autoescape=True) for pair in pairs)
    )


def ordered(which: list[ColumnElement[bool]], query: Query) -> Select[Any]:
    """Return the entries of a query in its order; ties are ordered by id, so that pages do not overlap."""
    if query.sort == "plies":
        order = _TURNS.desc() if query.descending else _TURNS.asc()
    else:
        column = entries.c["opponent_key" if query.sort == "opponent" else query.sort]
        order = column.desc() if query.descending else column.asc()
        if column.nullable:
            order = order.nulls_last()
    last = entries.c.match_id.desc() if query.descending else entries.c.match_id.asc()
    return select(entries).where(*which).order_by(order, last)


def _this(person: str, match: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return entries.c.person == person, entries.c.match_id == match


async def _entry(connection: AsyncConnection, person: str, match: str) -> Entry:
    found = await _entries(connection, select(entries).where(*_this(person, match)))
    if not found:
        raise localized_error(NotFound, "store.none.game")
    return found[0]


async def _entries(connection: AsyncConnection, listed: Select[Any]) -> tuple[Entry, ...]:
    found = (await connection.execute(listed)).mappings().all()
    ids = [row["match_id"] for row in found]
    known = await infos(connection, ids)
    played = await _turns(connection, ids)
    names = [name for name in Entry.__struct_fields__ if name not in ("match", "tags", "turns")]
    return tuple(
        Entry(
            match=match,
            tags=split_tags(row["tags"]),
            turns=played.get(match.id, 0),
            **{name: row[name] for name in names},
        )
        for match, row in zip(known, found, strict=True)
    )


async def _turns(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of completed turns of some matches."""
    counted = (
        select(moves.c.match_id, func.count().label("number"))
        .where(moves.c.match_id.in_(ids), _COMPLETE_TURN)
        .group_by(moves.c.match_id)
    )
    return {row.match_id: row.number for row in await connection.execute(counted)}
