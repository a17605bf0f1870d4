"""Rewrite a player's name and id in stored matches.

A name occurs in the events of a match (set-up, seating, follow-up match), in its seats, and in the libraries of the
others. In a running match the change is also an event: processes that hold the match notice it like a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import RowMapping, bindparam, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.match.events import AnyEvent, Followed, Seated
from parlour.match.seats import Account, Guest, Player, Setup
from parlour.store.matches import rows
from parlour.store.matches.rows import Row
from parlour.store.tables import entries, events, matches, seats

ReplacePlayer = Callable[[Account | Guest], Player]

NAMED = (rows.SETUP, "seated", "followed")
"""Event kinds that contain players."""


async def matches_of(connection: AsyncConnection, person: str, *, ever: bool = False) -> list[str]:
    """Return the ids of matches a person sits in or has in the library; with `ever`, also those they once sat in."""
    places = [
        select(seats.c.match_id).where(seats.c.person == person),
        select(entries.c.match_id).where(entries.c.person == person),
    ]
    if ever:
        named = events.c.kind.in_(NAMED) & events.c.data.contains(person, autoescape=True)
        places.append(select(events.c.match_id).where(named))
    return sorted(await connection.scalars(union(*places)))


async def rewrite_player(
    connection: AsyncConnection, ids: Sequence[str], person: str, change: ReplacePlayer, now: int
) -> None:
    """Replace a player in a few matches."""

    def changed(player: Player) -> Player:
        return change(player) if isinstance(player, Account | Guest) and player.id == person else player

    if not ids:
        return
    await lock(connection, ids)
    await _rewrite_events(connection, ids, changed)
    await _rewrite_seats(connection, ids, person, changed, now)
    await _rewrite_entries(connection, ids)


async def lock(connection: AsyncConnection, ids: Iterable[str]) -> None:
    """Lock matches for writing. Every writer first locks the match's own row, and several matches in the order of their
    ids, so that no deadlock is possible.
    """
    query = select(matches.c.id).where(matches.c.id.in_(ids)).order_by(matches.c.id).with_for_update()
    await connection.execute(query)


async def _rewrite_events(connection: AsyncConnection, ids: Sequence[str], changed: Callable[[Player], Player]) -> None:
    named = select(events).where(events.c.match_id.in_(ids), events.c.kind.in_(NAMED))
    new: list[Row] = []
    for row in (await connection.execute(named)).mappings().all():
        data = _with_players(row, changed)
        if data != row["data"]:
            new.append({"of": row["match_id"], "number": row["seq"], "data": data})
    if new:
        one = events.c.match_id == bindparam("of"), events.c.seq == bindparam("number")
        await connection.execute(update(events).where(*one).values(data=bindparam("data")), new)


def _with_players(row: RowMapping, changed: Callable[[Player], Player]) -> str:
    """Return the stored JSON of an event with players replaced."""
    if row["kind"] == rows.SETUP:
        return msgspec.json.encode(_setup_with(rows.read_setup(row["data"]), changed)).decode()
    event: AnyEvent = rows.read_event(row["data"])
    if isinstance(event, Seated):
        event = msgspec.structs.replace(event, player=changed(event.player))
    elif isinstance(event, Followed):
        event = msgspec.structs.replace(event, setup=_setup_with(event.setup, changed))
    return msgspec.json.encode(event).decode()


def _setup_with(setup: Setup, changed: Callable[[Player], Player]) -> Setup:
    sitting = (msgspec.structs.replace(seat, player=changed(seat.player)) for seat in setup.seats)
    return msgspec.structs.replace(setup, seats=tuple(sitting))


async def _rewrite_seats(
    connection: AsyncConnection, ids: Sequence[str], person: str, changed: Callable[[Player], Player], now: int
) -> None:
    theirs = (
        select(seats, matches.c.ended, matches.c.version)
        .join(matches, matches.c.id == seats.c.match_id)
        .where(seats.c.match_id.in_(ids), seats.c.person == person)
    )
    for row in (await connection.execute(theirs)).mappings().all():
        id, seat, player = row["match_id"], row["seat"], changed(rows.read_player(row))
        this = seats.c.match_id == id, seats.c.seat == seat
        await connection.execute(update(seats).where(*this).values(rows.player_columns(player)))
        if row["ended"] is None:
            later = update(matches).where(matches.c.id == id).values(version=matches.c.version + 1, updated=now)
            seq = (await connection.execute(later.returning(matches.c.version))).scalar_one()
            seated = Seated(seq=seq, at=now, seat=seat, player=player)
            await connection.execute(insert(events).values(rows.event_row(seated, match_id=id)))


async def _rewrite_entries(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Update the names in library entries from the seats."""
    sitting: dict[str, list[Player]] = {id: [] for id in ids}
    there = select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
    for row in (await connection.execute(there)).mappings():
        sitting[row["match_id"]].append(rows.read_player(row))
    listed = select(entries.c.person, entries.c.match_id, entries.c.seat, entries.c.title)
    new: list[Row] = []
    for row in (await connection.execute(listed.where(entries.c.match_id.in_(ids)))).mappings():
        players = tuple(sitting[row["match_id"]])
        against = rows.opponents(players, row["seat"])
        words = rows.search_text(row["title"], (player.name for player in players))
        new.append({"of": row["match_id"], "whose": row["person"], "words": words, **against})
    if new:
        one = entries.c.match_id == bindparam("of"), entries.c.person == bindparam("whose")
        columns = ("words", "opponent", "opponent_key", "against", "level")
        change = update(entries).where(*one).values({entries.c[name]: bindparam(name) for name in columns})
        await connection.execute(change, new)


async def update_search_text(connection: AsyncConnection, id: str, names: Sequence[str]) -> None:
    """Update the search text of a match after a name in it has changed."""
    there = select(entries.c.person, entries.c.title).where(entries.c.match_id == id)
    for person, title in (await connection.execute(there)).all():
        await connection.execute(
            update(entries)
            .where(entries.c.match_id == id, entries.c.person == person)
            .values(words=rows.search_text(title, names))
        )
