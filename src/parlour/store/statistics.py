"""What a person has played: won, drawn, lost, unfinished; against whom; in which time; in what row.

Games that count for nobody (aborted, abandoned, left before each side had moved, imported) are not counted; a win with
help (take-backs, hints, analysis) is a win and is also counted apart, and no level is beaten by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, RowMapping, Select, case, func, select

from parlour.match.achievements import Played
from parlour.match.seats import Level, read_level
from parlour.store.database import Database
from parlour.store.tables import entries

Opponent = Literal["people", "bots", "mixed"]
DAY = 86_400_000
"""Milliseconds."""


class Tally(msgspec.Struct, frozen=True):
    """Numbers of games. `assisted` of the wins were won with help; `used` is the time thought, in milliseconds."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    unfinished: int = 0
    assisted: int = 0
    used: int = 0


class Against(msgspec.Struct, frozen=True):
    """What was played in one game against one kind of opponent."""

    game: str
    opponent: Opponent
    level: Level | None
    """The bots' level, where all opponents are bots of one level."""
    tally: Tally


class Streak(msgspec.Struct, frozen=True):
    """Games of the same result in a row, and when the last of them ended."""

    result: Literal["won", "drawn", "lost"]
    length: int
    ended: int


class Encounter(msgspec.Struct, frozen=True):
    """A game against bots of one level that counts, played without help."""

    level: float
    result: Literal["won", "drawn", "lost"]
    ended: int


class Day(msgspec.Struct, frozen=True):
    """What was played on one day in one game; `day` counts days since 1970, where the reader is."""

    day: int
    game: str
    tally: Tally


class Profile(msgspec.Struct, frozen=True):
    """A person's statistics."""

    total: Tally
    games: dict[str, Tally]
    against: tuple[Against, ...]
    beaten: dict[str, tuple[int | Literal["perfect"], ...]]
    """By game: the levels of bots that were beaten without help."""
    now: Streak | None
    """The row that is still going on."""
    best: Streak | None
    """The longest row of wins."""
    first: int | None
    last: int | None
    """When the first and the last game were set up."""


class Statistics:
    """The statistics of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, person: str, game: str | None = None) -> Profile:
        """A person's statistics, in all games or in one."""
        which = of_person(person, game)
        async with self._database.read() as connection:
            found = (await connection.execute(tallies(which))).mappings().all()
            ends = (await connection.execute(results(which))).all()
        now, best = rows_of_results(ends)
        groups: dict[tuple[str, Opponent, str | None], Tally] = {}
        for row in found:
            key = row["game"], row["against"], row["level"]
            groups[key] = _sum([groups.get(key, Tally()), _tally(row)])
        against = tuple(Against(game, who, _level(level), tally) for (game, who, level), tally in groups.items())
        games = sorted({one.game for one in against})
        return Profile(
            total=_sum(one.tally for one in against),
            games={game: _sum(one.tally for one in against if one.game == game) for game in games},
            against=tuple(sorted(against, key=lambda one: (one.game, one.opponent, str(one.level)))),
            beaten={game: levels for game in games if (levels := _beaten(against, game))},
            now=now,
            best=best,
            first=min((row["first"] for row in found), default=None),
            last=max((row["last"] for row in found), default=None),
        )

    async def encounters(self, person: str, game: str) -> tuple[Encounter, ...]:
        """A person's games against bots in the order in which they ended, to follow their strength."""
        which = [
            *of_person(person, game),
            entries.c.against == "bots",
            entries.c.counts,
            entries.c.assisted.is_(False),
        ]
        columns = entries.c.level, entries.c.result, entries.c.ended
        async with self._database.read() as connection:
            found = (
                await connection.execute(select(*columns).where(*which).order_by(entries.c.ended, entries.c.match_id))
            ).all()
        return tuple(
            Encounter(level, row.result, row.ended)
            for row in found
            if isinstance(level := _level(row.level), int | float)
        )

    async def past(self, person: str) -> tuple[Played, ...]:
        """All games of a person that count, in the order in which they ended. Also those that were deleted, as long as
        they can be brought back: tidying up takes no achievement away."""
        columns = [entries.c[name] for name in ("game", "result", "against", "level", "assisted", "feats", "ended")]
        which = entries.c.person == person, entries.c.counts
        ordered = select(*columns).where(*which).order_by(entries.c.ended, entries.c.match_id)
        async with self._database.read() as connection:
            found = (await connection.execute(ordered)).all()
        return tuple(
            Played(
                game=row.game,
                result=row.result,
                against=row.against,
                level=_level(row.level),
                assisted=row.assisted,
                feats=tuple(filter(None, row.feats.split(","))),
                ended=row.ended,
            )
            for row in found
        )

    async def days(self, person: str, game: str | None = None, ahead: int = 0) -> tuple[Day, ...]:
        """What a person has played, day by day, where clocks are so many milliseconds ahead of UTC."""
        async with self._database.read() as connection:
            found = (await connection.execute(by_day(of_person(person, game), ahead))).mappings().all()
        tallies: dict[tuple[int, str], Tally] = {}
        for row in found:
            key = int(row["day"]), row["game"]
            tallies[key] = _sum([tallies.get(key, Tally()), _tally(row)])
        return tuple(Day(day, game, tally) for (day, game), tally in sorted(tallies.items()))


def _sum(parts: Iterable[Tally]) -> Tally:
    return Tally(*(sum(column) for column in zip(*(msgspec.structs.astuple(part) for part in parts), strict=True)))


def _level(text: str | None) -> Level | None:
    return None if text is None else read_level(text)


def _beaten(against: Iterable[Against], game: str) -> tuple[Any, ...]:
    levels = [
        one.level
        for one in against
        if one.game == game
        and (isinstance(one.level, int) or one.level == "perfect")
        and one.tally.won > one.tally.assisted
    ]
    return tuple(sorted(levels, key=lambda level: (isinstance(level, str), level)))


# ---- Statements ------------------------------------------------------------------------------------------------------


def of_person(person: str, game: str | None = None) -> list[ColumnElement[bool]]:
    """The games in which a person sits, all or those of one kind; not what was deleted."""
    which = [entries.c.person == person, entries.c.deleted.is_(None), entries.c.seat.is_not(None)]
    return which if game is None else [*which, entries.c.game == game]


def by_day(which: list[ColumnElement[bool]], ahead: int) -> Select[Any]:
    """Numbers of games that count, by the day on which they ended, game and result."""
    group = ((entries.c.ended + ahead) // DAY).label("day"), entries.c.game, entries.c.result
    return (
        select(
            *group,
            func.count().label("games"),
            func.sum(case((entries.c.assisted, 1), else_=0)).label("assisted"),
            func.sum(entries.c.used).label("used"),
        )
        .where(*which, entries.c.counts)
        .group_by(*group)
    )


def tallies(which: list[ColumnElement[bool]]) -> Select[Any]:
    """Numbers of games, by game, opponent and result."""
    group = entries.c.game, entries.c.against, entries.c.level, entries.c.result
    counted = entries.c.counts | ((entries.c.result == "unfinished") & (entries.c.plies > 0))
    return (
        select(
            *group,
            func.count().label("games"),
            func.sum(case((entries.c.assisted, 1), else_=0)).label("assisted"),
            func.sum(entries.c.used).label("used"),
            func.min(entries.c.created).label("first"),
            func.max(entries.c.created).label("last"),
        )
        .where(*which, counted)
        .group_by(*group)
    )


def _tally(row: RowMapping) -> Tally:
    numbers = {row["result"]: row["games"], "used": int(row["used"])}
    if row["result"] == "won":
        numbers["assisted"] = int(row["assisted"])
    return Tally(**numbers)


def results(which: list[ColumnElement[bool]]) -> Select[Any]:
    """What counts, in the order in which it ended. Finding rows of equal ones by window functions takes five times as
    long as looking at 10,000 results here."""
    ended = entries.c.ended
    return select(entries.c.result, ended).where(*which, entries.c.counts).order_by(ended, entries.c.match_id)


def rows_of_results(games: Iterable[Any]) -> tuple[Streak | None, Streak | None]:
    """The row of results that goes on, and the longest row of wins (the latest of equal ones).

    >>> rows_of_results([("won", 1), ("won", 2), ("lost", 3)])
    (Streak(result='lost', length=1, ended=3), Streak(result='won', length=2, ended=2))
    """
    now: Streak | None = None
    best: Streak | None = None
    for result, ended in games:
        now = Streak(result, now.length + 1 if now is not None and now.result == result else 1, ended)
        if result == "won" and (best is None or now.length >= best.length):
            best = now
    return now, best
