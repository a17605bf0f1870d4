"""The library: every person's list of games.

A game stands in the library of everybody who sat in it and of its host, in each with what its owner notes about it
(`notes.py`). To delete it is to take it out of one's own library; the match itself goes when it stands in none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, QueryError
from parlour.games import game as find_game
from parlour.games.contract.options import Value, write_value
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent
from parlour.match.match import Match, Result
from parlour.match.names import name_key
from parlour.match.records.record import Record
from parlour.match.seats import Level
from parlour.store.database import Database
from parlour.store.matches import MatchInfo, infos, insert_match, load
from parlour.store.notes import Notes, has_tag, read_notes, split_tags, with_notes, write_notes
from parlour.store.player_rewrite import lock
from parlour.store.tables import entries, matches, moves

DAY = 24 * 60 * 60 * 1000
UNDO_WINDOW = 30 * DAY
"""For so long a deleted game can be brought back."""
MOST = 200
"""No page is longer."""

Sort = Literal[
    "updated", "created", "ended", "game", "opponent", "level", "result", "plies", "used", "duration", "title", "star"
]


class Query(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What of a library is asked for. Filters that are not given let everything through."""

    game: str | None = None
    matches: tuple[str, ...] = ()
    """These only; none means all."""
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
    shortest: int | None = None
    longest: int | None = None
    """How many moves were played, both inclusive."""
    text: str = ""
    """Part of a title or of any player's name, without case."""
    assisted: bool | None = None
    star: bool | None = None
    tag: str | None = None
    """A tag the game has, compared as names are."""
    commented: bool | None = None
    """Whether something is written about the game or about one of its moves."""
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
    duration: int
    """How long everybody has thought, in milliseconds."""
    star: bool
    tags: tuple[str, ...]
    comment: str
    remarks: int
    """How many moves have a remark."""
    turns: int
    """How many turns were played."""


class Page(msgspec.Struct, frozen=True):
    """Some entries, and how many there are in all."""

    entries: tuple[Entry, ...]
    total: int


class Imported(msgspec.Struct, frozen=True):
    """A game from elsewhere, what is noted about it, and when it was played, if that is known."""

    match: Match
    events: Sequence[AnyEvent]
    notes: Notes = Notes()
    played: int | None = None


class Library:
    """The libraries of all people; every method speaks of one person's and raises `NotFound` for what is not in it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- Looking --------------------------------------------------------------------------------------------------

    async def page(self, person: str, query: Query | None = None) -> Page:
        """A part of a library; raises `QueryError` or `OptionError` for what cannot be asked."""
        query = query or Query()
        if not 0 < query.limit <= MOST or query.offset < 0:
            raise localized_error(QueryError, "store.query.page", most=MOST)
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
            listed = ordered(wanted(person, query), query).with_only_columns(entries.c.match_id)
            for id in (await connection.scalars(listed)).all():
                yield await noted_record(connection, person, id)

    async def record(self, person: str, match: str) -> Record:
        """One game as its owner gives it away: with its date, and with what they wrote about it."""
        async with self._database.read() as connection:
            return await noted_record(connection, person, match)

    # ---- Changing -------------------------------------------------------------------------------------------------

    async def take_in(self, person: str, games: Sequence[Imported], now: int) -> list[MatchInfo]:
        """Keeps games that were played elsewhere, all or none, with what is noted about them."""
        async with self._database.write() as connection:
            ids = []
            for game in games:
                fixed = {"host": person, "public": False, "code": None, "origin": "imported", "follows": None}
                id = await insert_match(connection, game.match, game.events, game.played or now, fixed)
                await write_notes(connection, person, id, game.notes, [move.text for move in game.match.state.moves])
                ids.append(id)
            return await infos(connection, ids)

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
        which.append(entries.c.plies >= query.shortest)
    if query.longest is not None:
        which.append(entries.c.plies <= query.longest)
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
        said = (entries.c.comment != "") | (entries.c.remarks > 0)
        which.append(said if query.commented else ~said)
    return which


def _has_options(query: Query) -> ColumnElement[bool]:
    if query.game is None:
        raise localized_error(QueryError, "store.query.options")
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
    """How many turns were completed in some matches."""
    counted = (
        select(moves.c.match_id, func.count().label("number"))
        .where(moves.c.match_id.in_(ids), moves.c.taken_back.is_(None), moves.c.last)
        .group_by(moves.c.match_id)
    )
    return {row.match_id: row.number for row in await connection.execute(counted)}


async def noted_record(connection: AsyncConnection, person: str, id: str) -> Record:
    """A game as others read it: with its date, and with what its owner wrote about it."""
    notes = await read_notes(connection, person, id)
    kept = await load(connection, id)
    record = kept.record()
    day = datetime.fromtimestamp(kept.info.created / 1000, UTC).strftime("%Y-%m-%d")
    return with_notes(msgspec.structs.replace(record, tags={"Date": day, **record.tags}), notes)
