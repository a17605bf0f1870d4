"""The library: every person's list of games.

A game stands in the library of everybody who sat in it and of its host, in each with the title its owner gave it. To
delete it is to take it out of one's own library; the match itself goes when it stands in none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, QueryError
from parlour.games import game as find_game
from parlour.games.options import Value, write_value
from parlour.match.match import Result
from parlour.match.names import name_key
from parlour.match.record import Record
from parlour.match.seats import Level
from parlour.store import rows
from parlour.store.database import Database
from parlour.store.identity import lock
from parlour.store.matches import MatchInfo, infos, load
from parlour.store.said import fault
from parlour.store.tables import entries, matches, seats
from parlour.store.titles import check_title

DAY = 24 * 60 * 60 * 1000
UNDO_WINDOW = 30 * DAY
"""For so long a deleted game can be brought back."""
MOST = 200
"""No page is longer."""

Sort = Literal["updated", "created", "ended", "game", "opponent", "level", "result", "plies", "used", "title"]


class Query(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What of a library is asked for. Filters that are not given let everything through."""

    game: str | None = None
    options: dict[str, Value] = {}
    """Values that the game's options must have; needs `game`."""
    opponent: str | None = None
    """Another player's name, compared as names are."""
    against: Literal["people", "bots"] | None = None
    level: Level | None = None
    results: tuple[Result, ...] = ()
    finished: bool | None = None
    since: int | None = None
    until: int | None = None
    """When the game was set up: `since` inclusive, `until` exclusive."""
    text: str = ""
    """Part of a title or of any player's name, without case."""
    assisted: bool | None = None
    deleted: bool = False
    """What was deleted and can be brought back, instead of what stands there."""
    unplayed: bool = False
    """Also games without a move."""
    sort: Sort = "updated"
    descending: bool = True
    offset: int = 0
    limit: int = 50


class Entry(msgspec.Struct, frozen=True):
    """A game in a library: its match, and what it is to the library's owner."""

    match: MatchInfo
    title: str
    seat: int | None
    """Where the owner sat; None for the host of others' game."""
    result: Result
    opponent: str
    """The other players' names."""
    assisted: bool
    deleted: int | None


class Page(msgspec.Struct, frozen=True):
    """Some entries, and how many there are in all."""

    entries: tuple[Entry, ...]
    total: int


class Library:
    """The libraries of all people; every method speaks of one person's and raises `NotFound` for what is not in it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- Looking --------------------------------------------------------------------------------------------------

    async def page(self, person: str, query: Query | None = None) -> Page:
        """A part of a library; raises `QueryError` or `OptionError` for what cannot be asked."""
        query = query or Query()
        if not 0 < query.limit <= MOST or query.offset < 0:
            raise fault(QueryError, "query.page", most=MOST)
        which = wanted(person, query)
        async with self._database.read() as connection:
            found = await _entries(connection, ordered(which, query).limit(query.limit).offset(query.offset))
            if not query.offset and len(found) < query.limit:
                return Page(found, len(found))
            count = select(func.count()).select_from(entries).where(*which)
            return Page(found, (await connection.execute(count)).scalar_one())

    async def unfinished(self, person: str, limit: int = 50) -> tuple[Entry, ...]:
        """Games to go on with, the last played first."""
        return (await self.page(person, Query(finished=False, limit=limit))).entries

    async def entry(self, person: str, match: str) -> Entry:
        """One game."""
        async with self._database.read() as connection:
            return await _entry(connection, person, match)

    async def records(self, person: str, query: Query | None = None) -> AsyncIterator[Record]:
        """The records of all games that a query finds, whatever its page, in its order."""
        query = query or Query()
        async with self._database.read() as connection:
            listed = ordered(wanted(person, query), query).with_only_columns(entries.c.match_id, entries.c.title)
            for id, title in (await connection.execute(listed)).all():
                yield await _record(connection, id, title)

    # ---- Changing -------------------------------------------------------------------------------------------------

    async def rename(self, person: str, match: str, title: str) -> Entry:
        """Gives a game a title (empty: none); raises `NameRefused`."""
        title = check_title(title)
        async with self._database.write() as connection:
            names = select(seats.c.name).where(seats.c.match_id == match).order_by(seats.c.seat)
            words = rows.search_words(title, (await connection.scalars(names)).all())
            await connection.execute(update(entries).where(*_this(person, match)).values(title=title, words=words))
            return await _entry(connection, person, match)

    async def delete(self, person: str, matches: Iterable[str], now: int) -> int:
        """Takes games out of a library, for `UNDO_WINDOW` with a way back; how many were there to take out."""
        there = entries.c.person == person, entries.c.match_id.in_(list(matches)), entries.c.deleted.is_(None)
        async with self._database.write() as connection:
            return (await connection.execute(update(entries).where(*there).values(deleted=now))).rowcount

    async def undelete(self, person: str, matches: Iterable[str]) -> int:
        """Puts deleted games back; how many there were."""
        there = entries.c.person == person, entries.c.match_id.in_(list(matches)), entries.c.deleted.is_not(None)
        async with self._database.write() as connection:
            return (await connection.execute(update(entries).where(*there).values(deleted=None))).rowcount

    async def purge(self, now: int) -> int:
        """Removes what was deleted longer ago than `UNDO_WINDOW`; how many matches are gone for good."""
        old = entries.c.deleted < now - UNDO_WINDOW
        async with self._database.write() as connection:
            ids = set(await connection.scalars(select(entries.c.match_id).where(old)))
            await lock(connection, ids)
            await connection.execute(delete(entries).where(old))
            nowhere = ~exists().where(entries.c.match_id == matches.c.id)
            return (await connection.execute(delete(matches).where(matches.c.id.in_(ids), nowhere))).rowcount


# ---- Statements ------------------------------------------------------------------------------------------------------


def wanted(person: str, query: Query) -> list[ColumnElement[bool]]:
    """What the entries that a query means have in common."""
    deleted = entries.c.deleted
    which = [entries.c.person == person, deleted.is_not(None) if query.deleted else deleted.is_(None)]
    if not query.unplayed:
        which.append(entries.c.plies > 0)
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
    if query.text.strip():
        which.append(entries.c.words.contains(name_key(query.text), autoescape=True))
    if query.assisted is not None:
        which.append(entries.c.assisted == query.assisted)
    return which


def _has_options(query: Query) -> ColumnElement[bool]:
    if query.game is None:
        raise fault(QueryError, "query.options")
    game = find_game(query.game)
    said = [f",{key}={write_value(game.option(key).read(value))}," for key, value in query.options.items()]
    return exists().where(
        matches.c.id == entries.c.match_id, *(matches.c.options.contains(pair, autoescape=True) for pair in said)
    )


def ordered(which: list[ColumnElement[bool]], query: Query) -> Select[Any]:
    """The entries that a query means, in its order; equal ones in that of their ids, so that pages do not overlap."""
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
        raise fault(NotFound, "none.game")
    return found[0]


async def _entries(connection: AsyncConnection, listed: Select[Any]) -> tuple[Entry, ...]:
    found = (await connection.execute(listed)).mappings().all()
    known = await infos(connection, [row["match_id"] for row in found])
    names = [name for name in Entry.__struct_fields__ if name != "match"]
    return tuple(
        Entry(match=match, **{name: row[name] for name in names}) for match, row in zip(known, found, strict=True)
    )


async def _record(connection: AsyncConnection, id: str, title: str) -> Record:
    """A game as others read it: with its date, and with the title its owner gave it."""
    kept = await load(connection, id)
    record = kept.record()
    day = datetime.fromtimestamp(kept.info.created / 1000, UTC).strftime("%Y-%m-%d")
    tags = {"Date": day, **({"Title": title} if title else {}), **record.tags}
    return msgspec.structs.replace(record, tags=tags)
