"""Statistics of the club: games, times, players, openings and results.

They are public, so they contain only network games that count and were public, rated or part of a tournament. Games on
one screen and games by invitation stay private.

`club_games` has one row for each of them, written after the game has ended, not by its commands. A step in the openings
tree is one index query.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, exists, func, insert, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.club.ratings import Rating, TimeClass, time_class
from parlour.match.clock import DAY_MS, HOUR_MS
from parlour.match.seats import Setup
from parlour.store.club.ratings import NamedPlayer
from parlour.store.database.database import Repository, lock_transaction
from parlour.store.matches.rows import Row, read_setup
from parlour.store.people.openings import first_moves
from parlour.store.people.statistics import ResultTally
from parlour.store.tables import CLUB_TURNS, accounts, club_games, events, matches, persons, rating_changes, seats

HOURS_PER_WEEK = 7 * 24
FIRST_MONDAY_MS = 4 * DAY_MS
"""1970 began on a Thursday."""
DRAWN = 0
"""The bit set of winners of a drawn game."""
MAX_STARTS = 12
"""Maximum number of variants listed for a game."""
GAMES_AT_ONCE = 100
"""Games that are added in one transaction, so that moves do not wait long."""
MARGIN_MS = HOUR_MS
"""Games of other servers may be stored with an earlier time than those already found."""
_LOCK = 7_402_119
"""Key of the advisory lock with which one server at a time adds games on PostgreSQL."""
_RESULTS = ("won", "drawn", "lost")

ClubOpponents = Literal["people", "bots"]


class ClubFilter(msgspec.Struct, frozen=True):
    """Filter for the games that are counted."""

    since: int = 0
    against: ClubOpponents | None = None
    """Games between people only, or games with bots."""
    level: str | None = None
    """The level of all bots in the game."""
    time_class: TimeClass | None = None
    rated: bool = False
    """Rated games only."""
    rating_from: int | None = None
    """Minimum mean rating of the players after the game; only rated games have one."""
    rating_to: int | None = None
    """Exclusive upper bound of that mean."""


class GameCount(msgspec.Struct, frozen=True):
    """Number of games: total, drawn, and won by each seat. At a table several seats can win the same game."""

    games: int
    drawn: int
    won: dict[int, int]


class ClubPlayer(NamedPlayer, frozen=True):
    """A person with their results in two-player games."""

    tally: ResultTally


class OpeningStart(msgspec.Struct, frozen=True):
    """A variant and start position from which games began; `match` is one of these games."""

    key: str
    games: int
    match: str


class NextTurn(msgspec.Struct, frozen=True):
    """A turn that was played in a position of the openings tree, as a sequence of moves."""

    moves: tuple[str, ...]
    count: GameCount


class ClubGames(Repository):
    """The games of the club."""

    _known_until = 0
    """All games that were changed before this time have been found."""

    async def update(self) -> int:
        """Add the games that have ended since the last call; return their number."""
        latest = select(func.max(matches.c.updated)).where(matches.c.ended.is_not(None))
        async with self._database.read() as connection:
            until = (await connection.execute(latest)).scalar_one() or 0
            waiting = (await connection.scalars(_waiting(self._known_until - MARGIN_MS))).all()
        added = 0
        for first in range(0, len(waiting), GAMES_AT_ONCE):
            added += await self._add(waiting[first : first + GAMES_AT_ONCE])
        self._known_until = max(self._known_until, until)
        return added

    async def _add(self, ids: Sequence[str]) -> int:
        async with self._database.read() as connection:
            new = await _new_rows(connection, ids)
        async with self._database.write() as connection:
            await lock_transaction(connection, _LOCK)
            there = set(await connection.scalars(select(club_games.c.match_id).where(club_games.c.match_id.in_(ids))))
            # A game may have been deleted since it was read.
            left = set(await connection.scalars(select(matches.c.id).where(matches.c.id.in_(ids))))
            missing = [row for row in new if row["match_id"] in left - there]
            if missing:
                await connection.execute(insert(club_games), missing)
        return len(missing)

    async def by_game(self, which: ClubFilter) -> dict[tuple[str, int], GameCount]:
        """Return how often each game was played with each number of seats, and the results."""
        columns = club_games.c.game, club_games.c.seats, club_games.c.winners
        query = select(*columns, func.count().label("games")).where(*conditions(which)).group_by(*columns)
        async with self._database.read() as connection:
            found = (await connection.execute(query)).all()
        by_game: dict[tuple[str, int], list[Any]] = {}
        for row in found:
            by_game.setdefault((row.game, row.seats), []).append(row[2:])
        return {key: _count(results) for key, results in by_game.items()}

    async def by_hour(self, which: ClubFilter, game: str | None = None, ahead: int = 0) -> tuple[int, ...]:
        """Return the number of games by hour of the week, from Monday; `ahead` is the offset of the time zone from UTC
        in milliseconds.
        """
        shifted = club_games.c.ended + (ahead - FIRST_MONDAY_MS)
        hour = ((shifted // HOUR_MS) % HOURS_PER_WEEK).label("hour")
        query = select(hour, func.count()).where(*conditions(which, game)).group_by(hour)
        async with self._database.read() as connection:
            found = {int(row[0]): int(row[1]) for row in (await connection.execute(query)).all()}
        return tuple(found.get(number, 0) for number in range(HOURS_PER_WEEK))

    async def by_day(self, which: ClubFilter, game: str | None = None, ahead: int = 0) -> dict[int, int]:
        """Return the number of games by day since 1970 in the reader's time zone."""
        day = ((club_games.c.ended + ahead) // DAY_MS).label("day")
        query = select(day, func.count()).where(*conditions(which, game)).group_by(day)
        async with self._database.read() as connection:
            return {int(row[0]): int(row[1]) for row in (await connection.execute(query)).all()}

    async def players(self, which: ClubFilter, game: str | None = None, limit: int = 50) -> tuple[ClubPlayer, ...]:
        """Return the people with the most two-player games, and their results."""
        sides = []
        for seat, column in enumerate((club_games.c.person_0, club_games.c.person_1)):
            won, drawn = (func.sum(case((club_games.c.winners == one, 1), else_=0)) for one in (1 << seat, DRAWN))
            numbers = won.label("won"), drawn.label("drawn"), func.count().label("games")
            mine = [column.is_not(None), *conditions(which, game)]
            sides.append(select(column.label("person"), *numbers).where(*mine).group_by(column))
        both = union_all(*sides).subquery()
        total = [func.sum(both.c[name]).label(name) for name in ("won", "drawn", "games")]
        ranked = select(both.c.person, *total).group_by(both.c.person)
        async with self._database.read() as connection:
            most = (await connection.execute(ranked.order_by(total[-1].desc(), both.c.person).limit(limit))).all()
            named = (
                select(
                    *(persons.c.id, persons.c.name, accounts.c.operator),
                    accounts.c.person.is_not(None).label("account"),
                )
                .outerjoin(accounts, accounts.c.person == persons.c.id)
                .where(persons.c.id.in_([row.person for row in most]))
            )
            names = {row.id: row for row in (await connection.execute(named)).all()}
        return tuple(
            ClubPlayer(row.person, one.name, bool(one.account), one.operator is not None, _tally(row))
            for row in most
            if (one := names.get(row.person)) is not None
        )

    async def meetings(
        self, people: Sequence[str], which: ClubFilter, game: str | None = None
    ) -> dict[tuple[str, str], ResultTally]:
        """Return the results of people against each other, each pair from both sides."""
        pair = club_games.c.person_0, club_games.c.person_1
        columns = *pair, club_games.c.winners
        among = [column.in_(people) for column in pair]
        query = select(*columns, func.count().label("games")).where(*among, *conditions(which, game))
        async with self._database.read() as connection:
            found = (await connection.execute(query.group_by(*columns))).all()
        numbers: dict[tuple[str, str], Counter[str]] = {}
        for first, second, winners, games in found:
            if first != second:
                for own, seat in (((first, second), 0), ((second, first), 1)):
                    numbers.setdefault(own, Counter())[_result(winners, seat)] += games
        return {own: ResultTally(**counted) for own, counted in numbers.items()}

    async def starts(self, game: str) -> tuple[OpeningStart, ...]:
        """Return the variants and start positions of a game, the most frequent first."""
        count = func.count()
        query = (
            select(club_games.c.start, count, func.min(club_games.c.match_id))
            .where(club_games.c.game == game)
            .group_by(club_games.c.start)
            .order_by(count.desc(), club_games.c.start)
            .limit(MAX_STARTS)
        )
        async with self._database.read() as connection:
            return tuple(OpeningStart(*row) for row in (await connection.execute(query)).all())

    async def setup_of(self, match: str) -> Setup:
        """Return the set-up of a game."""
        setup = select(events.c.data).where(events.c.match_id == match, events.c.seq == 0)
        async with self._database.read() as connection:
            return read_setup((await connection.execute(setup)).scalar_one())

    async def next_turns(
        self, game: str, start: str, turns: Sequence[Sequence[str]], which: ClubFilter
    ) -> tuple[NextTurn, ...]:
        """Return the turns played after a sequence of turns from a start position, the most frequent first."""
        if len(turns) >= CLUB_TURNS:
            return ()
        async with self._database.read() as connection:
            found = (await connection.execute(step_query(game, start, turns, which))).all()
        by_turn: dict[str, list[Any]] = {}
        for row in found:
            by_turn.setdefault(row.turn, []).append(row[1:])
        counted = {turn: _count(results) for turn, results in by_turn.items()}
        ordered = sorted(counted, key=lambda turn: (-counted[turn].games, turn))
        return tuple(NextTurn(tuple(turn.split("\n")), counted[turn]) for turn in ordered)


def step_query(game: str, start: str, turns: Sequence[Sequence[str]], which: ClubFilter) -> Select[Any]:
    """Return the query that counts games by next turn and winners, after a sequence of turns."""
    columns = club_games.c[f"turn_{len(turns) + 1}"].label("turn"), club_games.c.winners
    found = *opening_conditions(start, turns), *conditions(which, game)
    return select(*columns, func.count().label("games")).where(*found).group_by(*columns)


def opening_conditions(start: str, turns: Sequence[Sequence[str]]) -> list[ColumnElement[bool]]:
    """Return the conditions that a game has a sequence of turns after a start position, and one more turn."""
    path = [club_games.c[f"turn_{number}"] == turn_key(moves) for number, moves in enumerate(turns, 1)]
    return [club_games.c.start == start, *path, club_games.c[f"turn_{len(turns) + 1}"] != ""]


def turn_key(moves: Iterable[str]) -> str:
    """Return the moves of a turn as one string."""
    return "\n".join(moves)


def start_key(setup: Setup) -> str:
    """Return a short key that is equal for games with equal options and start positions."""
    begin = msgspec.json.encode((setup.options, setup.start), order="deterministic")
    return hashlib.sha256(begin).hexdigest()[:16]


def _tally(row: Any) -> ResultTally:
    won, drawn = int(row.won), int(row.drawn)
    return ResultTally(won=won, drawn=drawn, lost=int(row.games) - won - drawn)


def _result(winners: int, seat: int) -> str:
    return "drawn" if winners == DRAWN else "won" if winners >> seat & 1 else "lost"


def _count(results: Iterable[Any]) -> GameCount:
    total = drawn = 0
    won: Counter[int] = Counter()
    for winners, games in results:
        total += games
        drawn += games if winners == DRAWN else 0
        won.update({seat: games for seat in range(winners.bit_length()) if winners >> seat & 1})
    return GameCount(total, drawn, dict(sorted(won.items())))


def conditions(which: ClubFilter, game: str | None = None) -> list[ColumnElement[bool]]:
    """Return the conditions of a filter."""
    found = [] if game is None else [club_games.c.game == game]
    if which.since:
        found.append(club_games.c.ended >= which.since)
    if which.against is not None:
        found.append(club_games.c.against == which.against)
    if which.level is not None:
        found.append(club_games.c.level == which.level)
    if which.time_class is not None:
        found.append(club_games.c.time_class == which.time_class)
    if which.rated:
        found.append(club_games.c.rated)
    if which.rating_from is not None or which.rating_to is not None:
        found += [club_games.c.rated, *_in_rating_class(which.rating_from, which.rating_to)]
    return found


def _in_rating_class(least: int | None, below: int | None) -> list[ColumnElement[bool]]:
    """Return conditions for the mean rating of the players of a game, rounded to points."""
    mean = func.avg(rating_changes.c.mean)
    limits = []
    if least is not None:
        limits.append(mean >= Rating.from_points(least - 0.5, 0).mean)
    if below is not None:
        limits.append(mean < Rating.from_points(below - 0.5, 0).mean)
    of_game = select(rating_changes.c.match_id).where(rating_changes.c.match_id == club_games.c.match_id)
    return [exists(of_game.correlate(club_games).group_by(rating_changes.c.match_id).having(and_(*limits)))]


# ---- Games that have ended -------------------------------------------------------------------------------------------


def _waiting(since: int) -> Select[Any]:
    """Return the query for finished games of the club without a row."""
    not_counted = exists().where(seats.c.match_id == matches.c.id, seats.c.result.not_in(_RESULTS))
    known = exists().where(club_games.c.match_id == matches.c.id)
    seen_by_all = or_(matches.c.public, matches.c.rated, matches.c.tournament)
    played = and_(matches.c.kind == "network", matches.c.origin == "played", seen_by_all)
    return select(matches.c.id).where(
        matches.c.ended.is_not(None), matches.c.updated >= since, played, ~known, ~not_counted
    )


async def _new_rows(connection: AsyncConnection, ids: Sequence[str]) -> list[Row]:
    found = (
        select(matches.c.id, matches.c.game, matches.c.ended, matches.c.rated, events.c.data)
        .join(events, and_(events.c.match_id == matches.c.id, events.c.seq == 0))
        .where(matches.c.id.in_(ids))
    )
    sitting: dict[str, list[Any]] = {id: [] for id in ids}
    there = select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
    for row in (await connection.execute(there)).all():
        sitting[row.match_id].append(row)
    played: dict[str, list[Any]] = {id: [] for id in ids}
    for row in (await connection.execute(first_moves(list(ids)))).all():
        played[row.match_id].append(row)
    return [_row(match, sitting[match.id], played[match.id]) for match in (await connection.execute(found)).all()]


def _row(match: Any, sitting: Sequence[Any], played: Sequence[Any]) -> Row:
    setup = read_setup(match.data)
    bots = [row for row in sitting if row.player in ("bot", "program")]
    levels = {row.level for row in bots}
    two = len(sitting) == 2
    turns = _turns(played)
    return {
        "match_id": match.id,
        "game": match.game,
        "start": start_key(setup),
        "ended": match.ended,
        "against": "bots" if bots else "people",
        "level": levels.pop() if len(levels) == 1 else None,
        "time_class": time_class(setup.clock),
        "rated": match.rated,
        "winners": sum(1 << row.seat for row in sitting if row.result == "won"),
        "seats": len(sitting),
        **{f"person_{seat}": sitting[seat].person if two else None for seat in range(2)},
        **{f"turn_{number}": turns[number - 1] if number <= len(turns) else "" for number in range(1, CLUB_TURNS + 1)},
    }


def _turns(played: Sequence[Any]) -> list[str]:
    """Return the first turns of a game that are complete."""
    turns: list[str] = []
    moves: list[str] = []
    for row in played:
        moves.append(row.text)
        if row.last:
            turns.append(turn_key(moves))
            moves = []
    return turns[:CLUB_TURNS]


async def hand_over_club_games(connection: AsyncConnection, guest: str, account: str) -> None:
    """Transfer the games of a guest to an account."""
    for column in (club_games.c.person_0, club_games.c.person_1):
        await connection.execute(update(club_games).where(column == guest).values({column: account}))
