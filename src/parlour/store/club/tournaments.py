"""Tournaments: set-ups and events, the matches of their games, and the people in them.

As with matches, the version of a tournament is the number of its last event, and a writer increases it from the version
it knows. The match of a game is stored in one transaction with its place in the tournament, so that each game has at
most one match, even if several servers start it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.club.tournaments.entrants import Entrant
from parlour.club.tournaments.events import (
    AnyTournamentEvent,
    Entered,
    EntrantsSeeded,
    TournamentFormat,
    TournamentSetup,
)
from parlour.club.tournaments.tournament import Tournament, TournamentStatus
from parlour.errors import Conflict, NotFound, TournamentError
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent
from parlour.match.match import Match, Status
from parlour.match.records.record import Record
from parlour.match.seats import Account, Guest
from parlour.store.database.database import Repository, new_id, require_row
from parlour.store.database.write_lock import Urgency
from parlour.store.library.exported_records import export_records
from parlour.store.matches.matches import MatchInfo, infos, insert_match
from parlour.store.matches.new_match import are_known, require_people
from parlour.store.matches.rows import Row, event_row
from parlour.store.tables import matches, tournament_events, tournament_matches, tournament_people, tournaments

T = TypeVar("T")

MAX_ORGANISED = 20
"""Tournaments of one organiser that are not over."""
_SETUP = "setup"
_ENTRANTS = ("entered", "seeded")
"""Event kinds that contain players."""
_event = msgspec.json.Decoder(AnyTournamentEvent)
_setup = msgspec.json.Decoder(TournamentSetup)


class TournamentInfo(msgspec.Struct, frozen=True):
    """Summary of a tournament for lists. `organiser` is the person who set it up, unless they were deleted."""

    id: str
    name: str
    format: TournamentFormat
    status: TournamentStatus
    version: int
    entrants: int
    created: int
    updated: int
    organiser: str | None


class TournamentRevision(NamedTuple):
    """Numbers, one of which changes with every change of a tournament or its matches."""

    version: int
    matches: int
    ended_matches: int


class TournamentViewRevision(NamedTuple):
    """Revision numbers: any change of what a page shows, such as names and the organiser, changes one of them."""

    version: int
    updated: int
    organiser: str | None
    matches: int
    ended_matches: int
    paused_matches: int


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament as it is stored."""

    info: TournamentInfo
    setup: TournamentSetup
    events: tuple[AnyTournamentEvent, ...]

    def tournament(self) -> Tournament:
        """Return the state that the events lead to."""
        return Tournament(self.setup, self.events)


class TournamentMatch(NamedTuple):
    """The match of a game: the game at place `game` of the round that began, or was replayed, with event `started`."""

    started: int
    game: int
    id: str
    status: Status
    ended: int | None
    plies: int


class Tournaments(Repository):
    """Tournaments of all people."""

    async def create(self, setup: TournamentSetup, now: int, *, organiser: str) -> TournamentInfo:
        """Store a new tournament; raise `NotFound` for an unknown person, `TournamentError` if they have too many."""
        id = new_id()
        row: Row = {"id": id, "name": setup.name, "format": setup.format, "organiser": organiser}
        row |= {"status": "open", "version": 0, "entrants": 0, "created": now, "updated": now}
        data = msgspec.json.encode(setup).decode()
        async with self._database.write() as connection:
            await require_people(connection, [organiser])
            own = select(func.count()).where(tournaments.c.organiser == organiser, tournaments.c.status != "over")
            if (await connection.scalar(own) or 0) >= MAX_ORGANISED:
                raise localized_error(TournamentError, "store.tournament.most", most=MAX_ORGANISED)
            await connection.execute(insert(tournaments).values(row))
            first = {"tournament_id": id, "seq": 0, "kind": _SETUP, "at": now, "data": data}
            await connection.execute(insert(tournament_events).values(first))
            return await _info(connection, id)

    async def append(self, id: str, before: Tournament, events: Sequence[AnyTournamentEvent]) -> None:
        """Store the events that follow a state: all of them or none.

        Raise `Conflict` if the tournament has newer events, or if the id of an entrant has changed because a guest has
        logged in: events with players must not restore the old id.
        """
        after = before.after(events)
        people = {person_of(one) for one in after.entrants.values()} - {""}
        known = {person_of(one) for one in before.entrants.values()}
        named = people & known if any(isinstance(event, EntrantsSeeded) for event in events) else set()
        row = {"version": after.seq, "status": after.status, "entrants": len(after.entrants), "updated": events[-1].at}
        async with self._database.write() as connection:
            this = tournaments.c.id == id, tournaments.c.version == before.seq
            if (await connection.execute(update(tournaments).where(*this).values(row))).rowcount == 0:
                await _info(connection, id)
                raise localized_error(Conflict, "store.conflict.tournament")
            if not await are_known(connection, named):
                raise localized_error(Conflict, "store.conflict.tournament")
            values = [event_row(event, tournament_id=id) for event in events]
            await connection.execute(insert(tournament_events), values)
            if new := sorted(people - known):
                await require_people(connection, new)
                rows = [{"tournament_id": id, "person": person} for person in new]
                await connection.execute(insert(tournament_people), rows)

    async def add_match(
        self, id: str, started: int, game: int, made: tuple[Match, Sequence[AnyEvent]], now: int, *, public: bool
    ) -> MatchInfo:
        """Store the match of a game; raise `Conflict` if the game has one already."""
        match, events = made
        fixed = {"host": None, "public": public, "code": None, "origin": "played", "follows": None}
        try:
            async with self._database.write(Urgency.COMMAND) as connection:
                match_id = await insert_match(connection, match, events, now, fixed)
                place = {"tournament_id": id, "started": started, "game": game, "match_id": match_id}
                await connection.execute(insert(tournament_matches).values(place))
                return (await infos(connection, [match_id]))[0]
        except IntegrityError as doubled:
            raise localized_error(Conflict, "store.conflict.tournament") from doubled

    async def load(self, id: str) -> StoredTournament:
        """Return a tournament; raise `NotFound`."""
        async with self._database.read() as connection:
            info = await _info(connection, id)
            of = select(tournament_events.c.data).where(tournament_events.c.tournament_id == id)
            setup, *events = (await connection.scalars(of.order_by(tournament_events.c.seq))).all()
        return StoredTournament(info, _setup.decode(setup), tuple(_event.decode(event) for event in events))

    async def info(self, id: str) -> TournamentInfo:
        """Return the summary of a tournament; raise `NotFound`."""
        async with self._database.read() as connection:
            return await _info(connection, id)

    async def latest(self, limit: int = 100) -> list[TournamentInfo]:
        """Return tournaments: unfinished ones first, each the latest first."""
        query = select(tournaments).order_by(tournaments.c.status == "over", tournaments.c.updated.desc()).limit(limit)
        async with self._database.read() as connection:
            return [_read_info(row) for row in (await connection.execute(query)).mappings()]

    async def of_person(self, person: str) -> list[str]:
        """Return the tournaments that are not over and in which a person takes part."""
        return await self._ids(tournaments.c.status != "over", _takes_part(person))

    async def begun(self) -> dict[str, TournamentRevision]:
        """Return the tournaments in which something may be due: they have begun and are not over."""
        counts = func.count(tournament_matches.c.match_id), func.count(matches.c.ended)
        query = (
            select(tournaments.c.id, tournaments.c.version, *counts)
            .select_from(tournaments.outerjoin(tournament_matches).outerjoin(matches))
            .where(tournaments.c.status.in_(("running", "paused")))
            .group_by(tournaments.c.id, tournaments.c.version)
            .order_by(tournaments.c.id)
        )
        async with self._database.read() as connection:
            return {row[0]: TournamentRevision(*row[1:]) for row in await connection.execute(query)}

    async def view_revision(self, id: str) -> TournamentViewRevision:
        """Return the revision numbers of what a page shows of a tournament; raise `NotFound`."""
        shown = tournaments.c.version, tournaments.c.updated, tournaments.c.organiser
        paused = func.count().filter(matches.c.status == "paused")
        query = (
            select(*shown, func.count(tournament_matches.c.match_id), func.count(matches.c.ended), paused)
            .select_from(tournaments.outerjoin(tournament_matches).outerjoin(matches))
            .where(tournaments.c.id == id)
            .group_by(*shown)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise localized_error(NotFound, "store.none.tournament")
        return TournamentViewRevision(*row)

    async def _ids(self, *which: ColumnElement[bool]) -> list[str]:
        query = select(tournaments.c.id).where(*which).order_by(tournaments.c.id)
        async with self._database.read() as connection:
            return list(await connection.scalars(query))

    async def matches(self, id: str) -> list[TournamentMatch]:
        """Return the matches of a tournament, also those of withdrawn rounds."""
        played = tournament_matches.c
        query = (
            select(played.started, played.game, matches.c.id, matches.c.status, matches.c.ended, matches.c.plies)
            .join_from(tournament_matches, matches)
            .where(played.tournament_id == id)
        )
        async with self._database.read() as connection:
            return [TournamentMatch(*row) for row in await connection.execute(query)]

    async def written_records(
        self, played: Sequence[TournamentMatch], write: Callable[[str, Record], T]
    ) -> AsyncIterator[T]:
        """Apply a slow function to the ids and records of matches and yield the results."""
        async for _, written in export_records(self._database, None, [(one.id, one.plies) for one in played], write):
            yield written

    async def of_match(self, match: str) -> str | None:
        """Return the tournament to which a match belongs, if any."""
        query = select(tournament_matches.c.tournament_id).where(tournament_matches.c.match_id == match)
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(query)
            return found

    async def delete(self, id: str, version: int) -> None:
        """Delete a tournament; its matches stay in the libraries. Raise `NotFound`, or `Conflict` if it has newer
        events.
        """
        async with self._database.write() as connection:
            this = tournaments.c.id == id, tournaments.c.version == version
            if (await connection.execute(delete(tournaments).where(*this))).rowcount == 0:
                await _info(connection, id)
                raise localized_error(Conflict, "store.conflict.tournament")


def person_of(entrant: Entrant) -> str:
    """Return the id of the person who is an entrant; empty for a bot and for a name only."""
    return getattr(entrant.player, "id", "")


async def rewrite_entrant(
    connection: AsyncConnection, person: str, change: Callable[[Account | Guest], Account | Guest], now: int
) -> None:
    """Replace a person in all tournaments that they entered."""
    mine = select(tournament_people.c.tournament_id).where(tournament_people.c.person == person)
    ids = (await connection.scalars(mine)).all()
    if not ids:
        return
    await connection.execute(update(tournaments).where(tournaments.c.id.in_(ids)).values(updated=now))
    named = tournament_events.c.tournament_id.in_(ids), tournament_events.c.kind.in_(_ENTRANTS)
    for row in (await connection.execute(select(tournament_events).where(*named))).mappings().all():
        event = _with_entrants(_event.decode(row["data"]), person, change)
        this = tournament_events.c.tournament_id == row["tournament_id"], tournament_events.c.seq == row["seq"]
        data = msgspec.json.encode(event).decode()
        if data != row["data"]:
            await connection.execute(update(tournament_events).where(*this).values(data=data))


async def hand_over_tournaments(
    connection: AsyncConnection, guest: str, person: str, change: Callable[[Account | Guest], Account | Guest], now: int
) -> None:
    """Transfer the places and the organisation of a guest to another person; if both take part, both stay entrants."""
    await rewrite_entrant(connection, guest, change, now)
    theirs = tournament_people.alias("theirs")
    both = exists().where(theirs.c.tournament_id == tournament_people.c.tournament_id, theirs.c.person == person)
    own = tournament_people.c.person == guest
    await connection.execute(delete(tournament_people).where(own, both))
    await connection.execute(update(tournament_people).where(own).values(person=person))
    hosted = tournaments.c.organiser == guest
    await connection.execute(update(tournaments).where(hosted).values(organiser=person))


def _takes_part(person: str) -> Any:
    here = tournament_people.c.tournament_id == tournaments.c.id
    return exists().where(here, tournament_people.c.person == person)


def _with_entrants(
    event: AnyTournamentEvent, person: str, change: Callable[[Account | Guest], Account | Guest]
) -> AnyTournamentEvent:
    def changed(entrant: Entrant) -> Entrant:
        if isinstance(entrant.player, Account | Guest) and entrant.player.id == person:
            return msgspec.structs.replace(entrant, player=change(entrant.player))
        return entrant

    match event:
        case Entered():
            return msgspec.structs.replace(event, entrant=changed(event.entrant))
        case EntrantsSeeded():
            return msgspec.structs.replace(event, entrants=tuple(map(changed, event.entrants)))
        case _:
            return event


async def _info(connection: AsyncConnection, id: str) -> TournamentInfo:
    query = select(tournaments).where(tournaments.c.id == id)
    return _read_info(await require_row(connection, query, "store.none.tournament"))


def _read_info(row: Any) -> TournamentInfo:
    return TournamentInfo(**{field: row[field] for field in TournamentInfo.__struct_fields__})
