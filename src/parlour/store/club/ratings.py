"""Ratings after rated games, in the order in which the games ended.

The ratings of one game and time class are a function of its rated games in the order in which they ended. If another
server stores a game out of this order, it is rated in its place, and later games are rated again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.club.bot_ratings import bot_rating
from parlour.club.ratings import TIME_CLASSES, Rating, RatingList, TimeClass, rate, time_class
from parlour.match.seats import read_level
from parlour.store.database.batches import BATCH_SIZE
from parlour.store.database.database import Repository, lock_transaction, new_id
from parlour.store.matches import rows
from parlour.store.matches.rows import Row
from parlour.store.tables import accounts, events, matches, persons, rating_changes, seats

POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
BOT = "bot:"
"""Prefix of bots in the column `player`."""
_FORMER = "former:"
_LOCK = 7_402_118
"""Key of the advisory lock with which one server at a time changes ratings on PostgreSQL."""

_GameKey = tuple[int, str]
"""End time and id of a game: the order in which games are rated."""


class RatingPoint(msgspec.Struct, frozen=True):
    """The rating of a player after a game."""

    ended: int
    rating: Rating


class NamedPlayer(msgspec.Struct, frozen=True):
    """A person in a list of players."""

    id: str
    name: str
    account: bool
    bot: bool
    """Whether the person is a bot account."""


class RatedPlayer(NamedPlayer, frozen=True):
    """A person with a rating."""

    rating: Rating


class SeatChange(msgspec.Struct, frozen=True):
    """What a game changed for the player of a seat."""

    seat: int
    player: str
    before: Rating
    after: Rating


class Recalculation(NamedTuple):
    """What rating all games again has changed."""

    games: int
    changed: int
    """How many ratings after games have changed."""
    corrected: int
    """How many games had stored results that differ from their matches."""


class Ratings(Repository):
    """Ratings of all players, by game and time class."""

    async def update(self) -> int:
        """Rate the finished games that are not rated yet; return their number.

        The games are found before the transaction that rates them, because on SQLite moves wait for it.
        """
        async with self._database.read() as connection:
            waiting = sorted({(row["ended"], row["match_id"]) for row in await _new_changes(connection)})
        rated = 0
        for first in range(0, len(waiting), BATCH_SIZE):
            rated += await self._rate([id for _, id in waiting[first : first + BATCH_SIZE]])
        return rated

    async def _rate(self, ids: Sequence[str]) -> int:
        """Rate the given games that are not rated yet; return their number."""
        async with self._database.write() as connection:
            await lock_transaction(connection, _LOCK)
            new = await _new_changes(connection, ids)
            if new:
                await connection.execute(insert(rating_changes), new)
            for rating_list, first in _first_by_list(new).items():
                await _store_ratings(connection, await _changed_ratings(connection, rating_list, first))
        return len({row["match_id"] for row in new})

    async def recalculate(self) -> Recalculation:
        """Correct the rated games by their matches, and rate all of them again.

        Rates a few games at a time, so that servers can store moves in between.
        """
        await self.update()
        corrected, changed = await self._correct()
        games = 0
        async with self._database.read() as connection:
            lists = [_list_of(row) for row in (await connection.execute(_LISTS)).mappings()]
        for rating_list in lists:
            last: _GameKey = (-1, "")
            while found := await self._games_after(rating_list, last):
                changed += await self._rate_again(rating_list, found[0], found[-1])
                games, last = games + len(found), found[-1]
        return Recalculation(games, changed, corrected)

    async def _correct(self) -> tuple[int, int]:
        """Replace games that differ from their matches; return their number, and how many ratings changed."""
        corrected = changed = 0
        there = rating_changes.c.match_id.in_(select(matches.c.id))
        async with self._database.read() as connection:
            rated = (await connection.scalars(select(rating_changes.c.match_id).where(there).distinct())).all()
        for first in range(0, len(rated), BATCH_SIZE):
            ids = rated[first : first + BATCH_SIZE]
            async with self._database.read() as connection:
                if not (await _corrections(connection, ids))[0]:
                    continue
            async with self._database.write() as connection:
                await lock_transaction(connection, _LOCK)
                old, new = await _corrections(connection, ids)
                wrong = {row["match_id"] for row in old}
                await connection.execute(delete(rating_changes).where(rating_changes.c.match_id.in_(wrong)))
                if new:
                    await connection.execute(insert(rating_changes), new)
                for rating_list, begin in _first_by_list([*old, *new]).items():
                    rows_changed = await _changed_ratings(connection, rating_list, begin)
                    await _store_ratings(connection, rows_changed)
                    changed += len(rows_changed)
            corrected += len(wrong)
        return corrected, changed

    async def _games_after(self, rating_list: RatingList, key: _GameKey) -> list[_GameKey]:
        """Return the next games of a list, as many as are rated in one transaction."""
        columns = rating_changes.c.ended, rating_changes.c.match_id
        later = select(*columns).distinct().where(_in_list(rating_list), tuple_(*columns) > key)
        async with self._database.read() as connection:
            rows = (await connection.execute(later.order_by(*columns).limit(BATCH_SIZE))).all()
        return [(row[0], row[1]) for row in rows]

    async def _rate_again(self, rating_list: RatingList, first: _GameKey, last: _GameKey) -> int:
        """Rate some games again; return the number of ratings that changed. Write only if there are any."""
        async with self._database.read() as connection:
            if not await _changed_ratings(connection, rating_list, first, last):
                return 0
        began = monotonic()
        async with self._database.write() as connection:
            await lock_transaction(connection, _LOCK)
            changed = await _changed_ratings(connection, rating_list, first, last)
            await _store_ratings(connection, changed)
        await asyncio.sleep(monotonic() - began)
        return len(changed)

    async def history(self, player: str) -> dict[RatingList, list[RatingPoint]]:
        """Return the ratings of a player after each game, by game and time class."""
        own = select(rating_changes).where(rating_changes.c.player == player).order_by(*_ORDER)
        found: dict[RatingList, list[RatingPoint]] = {}
        async with self._database.read() as connection:
            for row in (await connection.execute(own)).mappings():
                found.setdefault(_list_of(row), []).append(RatingPoint(row["ended"], _rating_of(row)))
        return found

    async def largest_list(self, games: Iterable[str], time: TimeClass | None = None) -> RatingList | None:
        """Return the list with most people among those of some games, and of a time class if given."""
        columns = rating_changes.c.game, rating_changes.c.time_class
        which = [rating_changes.c.games == 1, ~rating_changes.c.player.startswith(BOT), columns[0].in_(list(games))]
        if time is not None:
            which.append(columns[1] == time)
        largest = select(*columns).where(*which).group_by(*columns).order_by(func.count().desc(), *columns).limit(1)
        async with self._database.read() as connection:
            row = (await connection.execute(largest)).mappings().first()
        return None if row is None else _list_of(row)

    async def players(self, rating_list: RatingList) -> list[RatedPlayer]:
        """Return all people with a rating, the strongest first."""
        latest = _latest(_in_list(rating_list)).subquery()
        query = (
            select(latest, persons.c.name, accounts.c.person.is_not(None).label("account"), accounts.c.operator)
            .join(persons, persons.c.id == latest.c.player)
            .outerjoin(accounts, accounts.c.person == persons.c.id)
            .order_by(latest.c.mean.desc(), persons.c.id)
        )
        async with self._database.read() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [
            RatedPlayer(row["player"], row["name"], bool(row["account"]), row["operator"] is not None, _rating_of(row))
            for row in found
        ]

    async def of_people(self, rating_list: RatingList, people: Iterable[str]) -> dict[str, Rating]:
        """Return the ratings of people, without those who have none."""
        latest = _latest(and_(_in_list(rating_list), rating_changes.c.player.in_(sorted(people))))
        async with self._database.read() as connection:
            return {row["player"]: _rating_of(row) for row in (await connection.execute(latest)).mappings()}

    async def changes(self, match: str) -> list[SeatChange]:
        """Return what a game changed, by seat; nothing if it is not rated."""
        async with self._database.read() as connection:
            of_match = select(rating_changes).where(rating_changes.c.match_id == match).order_by(rating_changes.c.seat)
            found = (await connection.execute(of_match)).mappings().all()
            if not found:
                return []
            players = {row["player"] for row in found}
            before = await _ratings_before(connection, _list_of(found[0]), (found[0]["ended"], match), players)
        return [
            SeatChange(row["seat"], row["player"], _rating_of(row), _rating_of(row))
            if row["player"].startswith(BOT)
            else SeatChange(row["seat"], row["player"], before.get(row["player"], Rating()), _rating_of(row))
            for row in found
        ]


# ---- Rating ----------------------------------------------------------------------------------------------------------

_ORDER = (rating_changes.c.ended, rating_changes.c.match_id, rating_changes.c.seat)


_LISTS = select(rating_changes.c.game, rating_changes.c.time_class).distinct()


async def _changed_ratings(
    connection: AsyncConnection, rating_list: RatingList, first: _GameKey, last: _GameKey | None = None
) -> list[Row]:
    """Compute the ratings after the games of a list from `first` to `last`; return those that differ."""
    key = tuple_(rating_changes.c.ended, rating_changes.c.match_id)
    which = [_in_list(rating_list), key >= first] + ([] if last is None else [key <= last])
    found = (await connection.execute(select(rating_changes).where(*which).order_by(*_ORDER))).mappings().all()
    ratings = await _ratings_before(connection, rating_list, first, {row["player"] for row in found})
    changed: list[Row] = []
    for _, game in groupby(found, key=lambda row: row["match_id"]):
        seated = list(game)
        before = [_before(rating_list.game, row["player"], ratings) for row in seated]
        after = rate(before, [POINTS[row["result"]] for row in seated])
        for row, was, rating in zip(seated, before, after, strict=True):
            new = was if row["player"].startswith(BOT) else rating
            ratings[row["player"]] = new
            if new != _rating_of(row):
                changed.append({"of": row["match_id"], "at": row["seat"], **msgspec.structs.asdict(new)})
    return changed


async def _store_ratings(connection: AsyncConnection, changed: list[Row]) -> None:
    if changed:
        one = rating_changes.c.match_id == bindparam("of"), rating_changes.c.seat == bindparam("at")
        columns: Row = {name: bindparam(name) for name in Rating.__struct_fields__}
        await connection.execute(update(rating_changes).where(*one).values(columns), changed)


def _before(game: str, player: str, ratings: dict[str, Rating]) -> Rating:
    if player.startswith(BOT):
        return bot_rating(game, read_level(player.removeprefix(BOT))) or Rating()
    return ratings.get(player, Rating())


async def _ratings_before(
    connection: AsyncConnection, rating_list: RatingList, key: _GameKey, players: Iterable[str]
) -> dict[str, Rating]:
    """Return the ratings of players before a game; those without an earlier one are missing."""
    earlier = tuple_(rating_changes.c.ended, rating_changes.c.match_id) < key
    which = and_(_in_list(rating_list), earlier, rating_changes.c.player.in_(sorted(players)))
    return {row["player"]: _rating_of(row) for row in (await connection.execute(_latest(which))).mappings()}


def _latest(which: Any) -> Select[Any]:
    """Return the query for the last change of each player."""
    number = func.row_number().over(partition_by=rating_changes.c.player, order_by=[column.desc() for column in _ORDER])
    numbered = select(rating_changes, number.label("number")).where(which).subquery()
    return select(numbered).where(numbered.c.number == 1)


def _in_list(rating_list: RatingList) -> Any:
    return and_(rating_changes.c.game == rating_list.game, rating_changes.c.time_class == rating_list.time_class)


def _list_of(row: Any) -> RatingList:
    return RatingList(row["game"], TIME_CLASSES[TIME_CLASSES.index(row["time_class"])])


def _rating_of(row: Any) -> Rating:
    return Rating(row["mean"], row["deviation"], row["games"])


# ---- Games that are rated --------------------------------------------------------------------------------------------

_COPIED = ("match_id", "seat", "player", "game", "time_class", "ended", "result")
"""The columns that follow from the match."""


async def _new_changes(connection: AsyncConnection, ids: Sequence[str] | None = None) -> list[Row]:
    """Return rows without ratings for finished rated games that have none: for all games or the given ones."""
    new = ~exists().where(rating_changes.c.match_id == matches.c.id)
    return await _changes(connection, new if ids is None else and_(new, matches.c.id.in_(ids)))


async def _corrections(connection: AsyncConnection, ids: Sequence[str]) -> tuple[list[Row], list[Row]]:
    """Return the rows of rated games that differ from their matches, and those that replace them.

    Rows of matches that have been deleted stay.
    """
    stored = (await connection.execute(select(rating_changes).where(rating_changes.c.match_id.in_(ids)))).mappings()
    before = {(row["match_id"], row["seat"]): dict(row) for row in stored}
    keyed = [((row["match_id"], row["seat"]), row) for row in await _changes(connection, matches.c.id.in_(ids), before)]
    # The ratings stay until the games are rated again.
    after = {key: before.get(key, row) | {name: row[name] for name in _COPIED} for key, row in keyed}
    different = {key[0] for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    # Asked last: a match may have been deleted in between.
    different &= set(await connection.scalars(select(matches.c.id).where(matches.c.id.in_(ids))))
    return [row for key, row in before.items() if key[0] in different], [
        row for key, row in after.items() if key[0] in different
    ]


async def _changes(
    connection: AsyncConnection, which: ColumnElement[bool], known: Mapping[tuple[str, int], Row] | None = None
) -> list[Row]:
    """Return rows without ratings for finished rated games. Players who were deleted are those of `known` rows.

    Games that were left before each side had moved have no result; games with help do not count.
    """
    helped = seats.c.undo + seats.c.hints + seats.c.analysis > 0
    not_counted = exists().where(seats.c.match_id == matches.c.id, seats.c.result.not_in(tuple(POINTS)) | helped)
    counted = (
        select(matches.c.id, matches.c.game, matches.c.ended, events.c.data)
        .join(events, and_(events.c.match_id == matches.c.id, events.c.seq == 0))
        .where(matches.c.rated, matches.c.ended.is_not(None), matches.c.origin == "played", ~not_counted, which)
    )
    found = {row["id"]: row for row in (await connection.execute(counted)).mappings()}
    sitting: dict[str, list[Any]] = {id: [] for id in found}
    ids = counted.with_only_columns(matches.c.id)
    there = select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
    for row in (await connection.execute(there)).mappings() if found else ():
        sitting[row["match_id"]].append(row)
    changes: list[Row] = []
    for id, match in found.items():
        changes += _changes_of(match, sitting[id], known or {})
    return changes


def _changes_of(match: Any, sitting: Sequence[Any], known: Mapping[tuple[str, int], Row]) -> list[Row]:
    """Return the rows of one game; none if one of its players cannot be rated."""
    players = [_player(match["game"], seat, known.get((match["id"], seat["seat"]))) for seat in sitting]
    people = [player for player in players if player is not None and not player.startswith(BOT)]
    if None in players or not people or len(set(people)) < len(people):
        return []
    of_time = time_class(rows.read_setup(match["data"]).clock)
    fixed = {"match_id": match["id"], "game": match["game"], "time_class": of_time, "ended": match["ended"]}
    not_rated = msgspec.structs.asdict(Rating())
    return [
        fixed | not_rated | {"seat": seat["seat"], "player": player, "result": seat["result"]}
        for seat, player in zip(sitting, players, strict=True)
    ]


def _player(game: str, seat: Any, known: Row | None) -> str | None:
    if seat["player"] != "bot":
        person: str | None = seat["person"]
        return known["player"] if person is None and known is not None else person
    return None if bot_rating(game, read_level(seat["level"])) is None else f"{BOT}{seat['level']}"


def _first_by_list(changes: Iterable[Row]) -> dict[RatingList, _GameKey]:
    """Return the earliest game of each list."""
    first: dict[RatingList, _GameKey] = {}
    for row in changes:
        key = row["ended"], row["match_id"]
        first[_list_of(row)] = min(key, first.get(_list_of(row), key))
    return first


# ---- Guests and deleted people ---------------------------------------------------------------------------------------


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Transfer the rated games of a guest to an account, and rate later games again.

    Games between the two no longer count.
    """
    await lock_transaction(connection, _LOCK)
    own = select(rating_changes).where(rating_changes.c.player == guest)
    taken = (await connection.execute(own)).mappings().all()
    if not taken:
        return
    theirs = rating_changes.alias("theirs")
    against_each_other = select(theirs.c.match_id).where(theirs.c.player == account)
    of_guest = select(rating_changes.c.match_id).where(rating_changes.c.player == guest)
    both = rating_changes.c.match_id.in_(against_each_other.intersect(of_guest))
    await connection.execute(delete(rating_changes).where(both))
    await connection.execute(update(rating_changes).where(rating_changes.c.player == guest).values(player=account))
    for rating_list, first in _first_by_list([dict(row) for row in taken]).items():
        await _store_ratings(connection, await _changed_ratings(connection, rating_list, first))


async def keep_for_others(connection: AsyncConnection, person: str) -> None:
    """Keep the rated games of a deleted person under an unused id, because others played against them."""
    await lock_transaction(connection, _LOCK)
    own = rating_changes.c.player == person
    await connection.execute(update(rating_changes).where(own).values(player=f"{_FORMER}{new_id()}"))
