"""Matches: set-ups, moves and events, and the transaction that decides races between servers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Literal

import msgspec
from sqlalchemy import Integer, RowMapping, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import BrokenMatch, Conflict, NotFound, UnknownGame
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent, Followed, HelpCount, Moved, Shifted, TakenBack
from parlour.match.match import Match, Result, Status
from parlour.match.records.record import Record, RecordedMove
from parlour.match.seats import Player, Setup
from parlour.store.club.homework_attempts import begin_attempt, note_attempt
from parlour.store.database.database import Repository, random_code
from parlour.store.database.group_commit import MoveBatchItem
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP, Steps
from parlour.store.database.write_lock import Urgency
from parlour.store.matches import rows
from parlour.store.matches.library_entries import update_entries
from parlour.store.matches.new_match import insert_matches, new_match, require_people, store_matches
from parlour.store.matches.postgresql_moves import append_move
from parlour.store.matches.rows import Row
from parlour.store.tables import entries, events, matches, moves, plans, seats

Origin = Literal["played", "imported"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as lists show it; `used` is the thinking time in milliseconds once the match is over."""

    player: Player
    result: Result
    helped: HelpCount
    used: int


class MatchHeader(msgspec.Struct, frozen=True, kw_only=True):
    """Public summary of a match for lists. `version` is the number of the last event.

    The lobby lists a `public` match. `followed_by` is its restart or rematch. `flag_at` is when the time of the seat
    `to_move` runs out; correspondence matches have `days_per_turn`.
    """

    id: str
    game: str
    kind: Literal["local", "network", "bots"]
    status: Status
    version: int
    plies: int
    created: int
    updated: int
    ended: int | None
    reason: str
    rated: bool
    public: bool
    followed_by: str | None
    to_move: int | None
    flag_at: int | None
    days_per_turn: int | None


class MatchInfo(MatchHeader, frozen=True, kw_only=True):
    """Summary of a match, available without replaying it.

    `options` are written as by `write_options`. The `host` has set it up, and acts for the players of a local match who
    are only names. `code` is the join code until the match is over. `follows` is the match of which this one is the
    restart or rematch.
    """

    options: str
    seats: tuple[SeatInfo, ...]
    host: str | None
    code: str | None
    tournament: bool
    origin: Origin
    follows: str | None


EVENTS_PER_STEP = 20


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as it is stored."""

    info: MatchInfo
    setup: Setup
    events: tuple[AnyEvent, ...]

    def match(self) -> Match:
        """Return the live match; raise `BrokenMatch` if the stored events are inconsistent."""
        return Match.load(self.setup, self.events)

    def match_for_viewers(self) -> Steps[Match]:
        """Return the live match with the pieces of all positions, computed in steps; raise as `match`."""
        match = Match.load(self.setup, ())
        match.position.pieces()
        for first in range(0, len(self.events), EVENTS_PER_STEP):
            match.apply(self.events[first : first + EVENTS_PER_STEP])
            match.position.pieces()
            yield
        return match

    def record(self) -> Record:
        """Return the match as a record; if its game is no longer installed, without what only the game knows."""
        try:
            return self.match().record()
        except UnknownGame:
            moves: list[RecordedMove] = []
            for event in self.events:
                if isinstance(event, Moved):
                    moves.append(RecordedMove(event.text, event.spent / 1000))
                elif isinstance(event, TakenBack):
                    del moves[event.ply :]
            names = {f"Seat{n}": seat.player.name for n, seat in enumerate(self.info.seats, 1)}
            return Record(self.setup.game, self.setup.options, self.setup.start, tuple(moves), tags=names)


class Matches(Repository):
    """Matches of all people."""

    async def create(
        self,
        match: Match,
        events: Sequence[AnyEvent],
        now: int,
        *,
        host: str | None = None,
        public: bool = False,
        code: bool = False,
        origin: Origin = "played",
    ) -> MatchInfo:
        """Store a new match from `Match.new`. With `code` it can be joined with a short code.

        It is added to the library of everybody who sits in it and of its host. Raise `NotFound` for an unknown person.
        """
        fixed = {"host": host, "public": public, "origin": origin, "follows": None}
        if len(events) > MAX_SIZE_IN_LOOP:
            return await self._create_long(match, events, now, fixed, code=code)
        async with self._database.write(Urgency.COMMAND) as connection:
            given = await _free_code(connection) if code else None
            id = await insert_match(connection, match, events, now, {**fixed, "code": given})
            return await _info(connection, id)

    async def _create_long(
        self, match: Match, events: Sequence[AnyEvent], now: int, fixed: Row, *, code: bool
    ) -> MatchInfo:
        """Store a new match with many moves, whose rows are made and inserted in threads."""
        async with self._database.read() as connection:
            given = await _free_code(connection) if code else None
        columns = {**fixed, "code": given}
        new = await self._database.time_slices.call(lambda: new_match(match, events, now, columns), len(events))
        await store_matches(self._database, [new], Urgency.COMMAND)
        return await self.info(new.id)

    async def append(
        self, id: str, before: Match, after: Match, events: Sequence[AnyEvent], *, plan_changes: int | None = None
    ) -> StoredMatch | None:
        """Store the events that lead from `before` to `after`: all of them or none, or none if the plans of the match
        have changed more often than `plan_changes` says.

        Return the match that follows if the events have a restart or rematch; it is created in the same transaction.
        Raise `Conflict` if another process was faster: load the match and decide again.
        """
        if not events:
            return None
        if events[0].seq != before.state.seq + 1:
            raise localized_error(Conflict, "store.conflict.gone-on")
        try:
            if self._is_fast(events):
                item = await self._database.time_slices.call(
                    lambda: _batch_item(id, before, after, events, plan_changes), len(events)
                )
                if not await self._store_moves(item):
                    await self.info(id)  # raises `NotFound` if the match is gone
                    raise localized_error(Conflict, "store.conflict.gone-on")
                return None
            async with self._database.write(Urgency.COMMAND) as connection:
                host, origin = await _advance(connection, id, before, after, events[-1].at, plan_changes)
                await _store_events(connection, id, events)
                updated = {"this": id, "new_plies": after.ply, "new_updated": events[-1].at}
                await connection.execute(_UPDATE_ENTRIES, updated)
                if not _all_moves(events):
                    await _store_seats(connection, id, before, after)
                    await update_entries(connection, id, before, after, events[-1].at, host, origin)
                if after.setup.assignment is not None and after.state.ended != before.state.ended:
                    await note_attempt(connection, id, after)
                follower = next((event for event in events if isinstance(event, Followed)), None)
                return None if follower is None else await _follow(connection, id, follower, host)
        except IntegrityError as doubled:
            # The version check decides races; the unique keys on event numbers and plies are a second safeguard.
            raise localized_error(Conflict, "store.conflict.gone-on") from doubled

    def appends_in_full(self, events: Sequence[AnyEvent]) -> bool:
        """Return whether `append` ends only after the events have been stored, even if its caller is cancelled."""
        return self._database.group_commit is not None and self._is_fast(events)

    def _is_fast(self, events: Sequence[AnyEvent]) -> bool:
        """Return whether events can take the fast path of the database: moves and outages, with PostgreSQL one move."""
        if self._database.sqlite:
            return all(isinstance(event, Moved | Shifted) for event in events)
        return len(events) == 1 and _all_moves(events)

    async def _store_moves(self, item: MoveBatchItem) -> bool:
        """Store moves by the fast path of the database; return False if the match has another version."""
        if self._database.group_commit is not None:
            return await self._database.group_commit.append(item)
        return await append_move(self._database, item)

    async def load(self, id: str) -> StoredMatch:
        """Return everything needed to continue a match; raise `NotFound`."""
        async with self._database.read() as connection:
            found = await load_rows(connection, [id])
        if not found:
            raise localized_error(NotFound, "store.none.match")
        return await self._database.time_slices.call(found[0].decode, len(found[0].moves))

    async def events_after(self, id: str, seq: int) -> tuple[AnyEvent, ...]:
        """Return the events after a known one, for processes and pages that missed them; raise `NotFound`."""
        async with self._database.read() as connection:
            if await connection.scalar(select(matches.c.version).where(matches.c.id == id)) is None:
                raise localized_error(NotFound, "store.none.match")
            return await _events(connection, id, seq)

    async def info(self, id: str) -> MatchInfo:
        """Return the summary of a match; raise `NotFound`."""
        async with self._database.read() as connection:
            return await _info(connection, id)

    async def by_code(self, code: str) -> MatchInfo:
        """Return the match with a join code, ignoring case and spaces; raise `NotFound`."""
        typed = "".join(code.split()).upper()
        async with self._database.read() as connection:
            id = await connection.scalar(select(matches.c.id).where(matches.c.code == typed))
            if id is None:
                raise localized_error(NotFound, "store.none.code")
            return await _info(connection, id)


# ---- Reading ---------------------------------------------------------------------------------------------------------


class MatchRows(msgspec.Struct, frozen=True):
    """The rows of a match; those of long matches are decoded in a thread."""

    info: MatchInfo
    setup: str | None
    events: Sequence[str]
    moves: Sequence[RowMapping]

    def decode(self) -> StoredMatch:
        """Return the match; raise `BrokenMatch`."""
        if self.setup is None:
            raise BrokenMatch("The set-up is missing.")
        return StoredMatch(self.info, rows.read_setup(self.setup), _decode_events(self.events, self.moves))


async def load_rows(connection: AsyncConnection, ids: Sequence[str]) -> list[MatchRows]:
    """Return the rows of matches, in the order of the ids, without those that do not exist."""
    found = await infos(connection, ids)
    setups: dict[str, str] = {}
    happened: dict[str, list[str]] = {}
    played: dict[str, list[RowMapping]] = {}
    of_matches = select(events.c.match_id, events.c.seq, events.c.data).where(events.c.match_id.in_(ids))
    for id, seq, data in await connection.execute(of_matches):
        if seq == 0:
            setups[id] = data
        else:
            happened.setdefault(id, []).append(data)
    for row in (await connection.execute(select(moves).where(moves.c.match_id.in_(ids)))).mappings():
        played.setdefault(row["match_id"], []).append(row)
    return [MatchRows(info, setups.get(info.id), happened.get(info.id, ()), played.get(info.id, ())) for info in found]


async def _events(connection: AsyncConnection, id: str, after: int) -> tuple[AnyEvent, ...]:
    of_match = select(events.c.data).where(events.c.match_id == id, events.c.seq > after)
    happened = (await connection.scalars(of_match)).all()
    played = select(moves).where(moves.c.match_id == id, moves.c.seq > after)
    return _decode_events(happened, (await connection.execute(played)).mappings().all())


def _decode_events(happened: Iterable[str], played: Iterable[RowMapping]) -> tuple[AnyEvent, ...]:
    found = [*map(rows.read_event, happened), *map(rows.read_move, played)]
    return tuple(sorted(found, key=lambda event: event.seq))


async def _info(connection: AsyncConnection, id: str) -> MatchInfo:
    found = await infos(connection, [id])
    if not found:
        raise localized_error(NotFound, "store.none.match")
    return found[0]


async def infos(connection: AsyncConnection, ids: Sequence[str]) -> list[MatchInfo]:
    """Return summaries of matches, in the order of the ids."""
    if not ids:
        return []
    next_match = matches.alias("next")
    query = (
        select(matches, next_match.c.id.label("followed_by"))
        .outerjoin(next_match, next_match.c.follows == matches.c.id)
        .where(matches.c.id.in_(ids))
    )
    found = {row["id"]: row for row in (await connection.execute(query)).mappings()}
    sitting: dict[str, list[SeatInfo]] = {id: [] for id in found}
    there = select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
    for row in (await connection.execute(there)).mappings():
        helped = HelpCount(row["undo"], row["hints"], row["analysis"])
        sitting[row["match_id"]].append(SeatInfo(rows.read_player(row), row["result"], helped, row["used"]))
    return [_read_info(found[id], tuple(sitting[id])) for id in ids if id in found]


def _read_info(row: Any, sitting: tuple[SeatInfo, ...]) -> MatchInfo:
    given = {field: row[field] for field in MatchInfo.__struct_fields__ if field not in ("seats", "options")}
    return MatchInfo(seats=sitting, options=row["options"].strip(","), **given)


# ---- Writing ---------------------------------------------------------------------------------------------------------


async def insert_match(
    connection: AsyncConnection, match: Match, happened: Sequence[AnyEvent], now: int, fixed: Row
) -> str:
    """Insert a match with all its rows, and return its id; `fixed` are the columns that do not follow from it."""
    new = new_match(match, happened, now, fixed)
    await insert_matches(connection, [new])
    if match.setup.assignment is not None:
        await begin_attempt(connection, new.id, match, now)
    return new.id


async def _free_code(connection: AsyncConnection) -> str:
    while True:
        code = random_code()
        if await connection.scalar(select(matches.c.id).where(matches.c.code == code)) is None:
            return code


async def _advance(
    connection: AsyncConnection, id: str, before: Match, after: Match, updated: int, plan_changes: int | None
) -> tuple[str | None, Origin]:
    """Raise the version of a match if it is still the known one; return its host and origin."""
    columns = {f"new_{name}": value for name, value in (rows.match_row(after) | {"updated": updated}).items()}
    known = {"this": id, "known": before.state.seq, "known_plans": plan_changes}
    claimed = (await connection.execute(_RAISE_VERSION, known | columns)).one_or_none()
    if claimed is None:
        await _info(connection, id)
        raise localized_error(Conflict, "store.conflict.gone-on")
    if after.ply < before.ply or after.state.ended is not None:
        await connection.execute(delete(plans).where(plans.c.match_id == id))
    if after.state.ended is not None:
        await connection.execute(update(matches).where(matches.c.id == id).values(code=None))
    return claimed.host, claimed.origin


# Built once: building these statements takes longer than running them, and every move runs them.
_RAISE_VERSION = (
    update(matches)
    .where(
        matches.c.id == bindparam("this"),
        matches.c.version == bindparam("known"),
        matches.c.plan_changes == func.coalesce(bindparam("known_plans", type_=Integer), matches.c.plan_changes),
    )
    .values({name: bindparam(f"new_{name}") for name in rows.CHANGING_COLUMNS})
    .returning(matches.c.host, matches.c.origin)
)
_UPDATE_ENTRIES = (
    update(entries)
    .where(entries.c.match_id == bindparam("this"))
    .values(plies=bindparam("new_plies"), updated=bindparam("new_updated"))
)
_INSERT_MOVE = insert(moves)


async def _store_events(connection: AsyncConnection, id: str, happened: Sequence[AnyEvent]) -> None:
    for is_move, some in groupby(happened, lambda event: isinstance(event, Moved)):
        if is_move:
            await connection.execute(
                _INSERT_MOVE, [rows.move_row(id, event) for event in some if isinstance(event, Moved)]
            )
        else:
            await _store_other_events(connection, id, some)


async def _store_other_events(connection: AsyncConnection, id: str, happened: Iterable[AnyEvent]) -> None:
    for event in happened:
        await connection.execute(insert(events), rows.event_row(event, match_id=id))
        if isinstance(event, TakenBack):
            await connection.execute(
                update(moves)
                .where(moves.c.match_id == id, moves.c.ply > event.ply, moves.c.taken_back.is_(None))
                .values(taken_back=event.seq)
            )


def _batch_item(
    id: str, before: Match, after: Match, happened: Sequence[AnyEvent], plan_changes: int | None
) -> MoveBatchItem:
    known = {"match_id": id, "known": before.state.seq, "known_plans": plan_changes, "updated": happened[-1].at}
    columns = rows.match_row(after) | known
    moved = [rows.move_row(id, event) for event in happened if isinstance(event, Moved)]
    outages = [rows.event_row(event, match_id=id) for event in happened if isinstance(event, Shifted)]
    return MoveBatchItem(columns, moved, outages)


def _all_moves(happened: Sequence[AnyEvent]) -> bool:
    """Return whether all events are moves: then nothing about the seats has changed."""
    return all(isinstance(event, Moved) for event in happened)


async def _store_seats(connection: AsyncConnection, id: str, before: Match, after: Match) -> None:
    for was, now in zip(rows.seat_rows(before), rows.seat_rows(after), strict=True):
        columns = rows.changed(was, now)
        if columns.get("person") is not None:
            await require_people(connection, [columns["person"]])
        if columns:
            await connection.execute(
                update(seats).where(seats.c.match_id == id, seats.c.seat == now["seat"]).values(columns)
            )


async def _follow(connection: AsyncConnection, id: str, event: Followed, host: str | None) -> StoredMatch:
    """Create the restart or rematch."""
    match, happened = Match.new(event.setup, event.at)
    public = (await connection.execute(select(matches.c.public).where(matches.c.id == id))).scalar_one()
    fixed = {"host": host, "public": public, "code": None, "origin": "played", "follows": id}
    (stored,) = await load_rows(connection, [await insert_match(connection, match, happened, event.at, fixed)])
    return stored.decode()
