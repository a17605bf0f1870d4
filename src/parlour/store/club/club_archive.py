"""The archive of the club: the games of its statistics, listed and exported."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Select, false, func, or_, select

from parlour.errors import QueryError
from parlour.i18n.errors import localized_error
from parlour.match.names import name_key
from parlour.match.records.record import Record
from parlour.store.club.club_games import ClubFilter, conditions, opening_conditions, turn_key
from parlour.store.database.database import Repository
from parlour.store.library.exported_records import export_records
from parlour.store.library.library import MAX_PAGE_SIZE
from parlour.store.matches.matches import MatchInfo, infos
from parlour.store.tables import CLUB_TURNS, accounts, club_games, matches, persons, seats

T = TypeVar("T")


class ClubOpening(msgspec.Struct, frozen=True):
    """A position of the openings tree: a start, the turns after it, and the moves of an incomplete turn."""

    start: str
    turns: tuple[tuple[str, ...], ...] = ()
    partial: tuple[str, ...] = ()


class ArchiveQuery(msgspec.Struct, frozen=True):
    """Which games of the archive are listed. Filters that are not given match everything."""

    games: tuple[str, ...]
    """The keys of the games."""
    which: ClubFilter = ClubFilter()
    players: tuple[str, ...] = ()
    """Names of people who all played; guests may share a name."""
    opening: ClubOpening | None = None
    """Only the games that the openings tree counts in this position."""
    offset: int = 0
    limit: int = 50


class ArchivePage(msgspec.Struct, frozen=True):
    """Some games, and the total number."""

    matches: tuple[MatchInfo, ...]
    total: int


class ClubArchive(Repository):
    """The finished games of the club, the latest first."""

    async def page(self, query: ArchiveQuery) -> ArchivePage:
        """Return a page of the games that match a query; raise `QueryError` for an invalid page."""
        if not 0 < query.limit <= MAX_PAGE_SIZE or query.offset < 0:
            raise localized_error(QueryError, "store.query.page", most=MAX_PAGE_SIZE)
        listed = archive_query(query)
        async with self._database.read() as connection:
            ids = (await connection.scalars(listed.limit(query.limit).offset(query.offset))).all()
            found = tuple(await infos(connection, ids))
            if not query.offset and len(ids) < query.limit:
                return ArchivePage(found, len(found))
            count = select(func.count()).select_from(listed.order_by(None).subquery())
            return ArchivePage(found, (await connection.execute(count)).scalar_one())

    async def sizes(self, query: ArchiveQuery) -> Sequence[tuple[str, int]]:
        """Return the ids of all games that match a query, and their numbers of plies."""
        listed = archive_query(query).join(matches, matches.c.id == club_games.c.match_id)
        async with self._database.read() as connection:
            return [(id, plies) for id, plies in await connection.execute(listed.add_columns(matches.c.plies))]

    async def written_records(self, sizes: Sequence[tuple[str, int]], write: Callable[[Record], T]) -> AsyncIterator[T]:
        """Apply a slow function to the records of games and yield the results."""
        async for _, written in export_records(self._database, None, sizes, lambda _, record: write(record)):
            yield written


def archive_query(query: ArchiveQuery) -> Select[Any]:
    """Return the ids of the games that match a query; ties are ordered by id, so that pages do not overlap."""
    found = [club_games.c.game.in_(query.games), *conditions(query.which), *map(_played, query.players)]
    if query.opening is not None:
        found += _in_opening(query.opening)
    order = club_games.c.ended.desc(), club_games.c.match_id.desc()
    return select(club_games.c.match_id).where(*found).order_by(*order)


def _played(name: str) -> ColumnElement[bool]:
    """Return the condition that a person with a name played; names of accounts are compared like all names."""
    named = (
        select(persons.c.id)
        .outerjoin(accounts, accounts.c.person == persons.c.id)
        .where(or_(accounts.c.name_key == name_key(name), persons.c.name == name))
    )
    return club_games.c.match_id.in_(select(seats.c.match_id).where(seats.c.person.in_(named)))


def _in_opening(opening: ClubOpening) -> Sequence[ColumnElement[bool]]:
    """Return the conditions that a game continued from a position of the openings tree."""
    if len(opening.turns) >= CLUB_TURNS:
        return [false()]
    found = opening_conditions(opening.start, opening.turns)
    if opening.partial:
        here, begun = club_games.c[f"turn_{len(opening.turns) + 1}"], turn_key(opening.partial)
        found.append(or_(here == begun, func.substr(here, 1, len(begun) + 1) == begun + "\n"))
    return found
