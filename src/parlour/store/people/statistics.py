"""Statistics of a person: results, opponents, thinking time, streaks.

Games that count for nobody (aborted, abandoned, left before each side had moved, imported) are excluded. A win with
help (take-backs, hints, analysis) is a win and also counted separately; it beats no level.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, RowMapping, Select, case, func, select

from parlour.engine.levels import Level
from parlour.match.achievements import FinishedGame
from parlour.match.clock import DAY_MS
from parlour.match.names import name_key
from parlour.match.seats import read_level
from parlour.store.database.database import Repository
from parlour.store.tables import entries, matches, seats

Opponent = Literal["people", "bots", "mixed"]
MAX_NAMES = 20
"""Number of names whose results are returned."""


class ResultTally(msgspec.Struct, frozen=True):
    """Numbers of games. `assisted` wins were won with help; `used` is the thinking time in milliseconds."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    unfinished: int = 0
    assisted: int = 0
    used: int = 0

    @property
    def played(self) -> int:
        """Return the number of games with a result."""
        return self.won + self.drawn + self.lost


class OpponentResults(msgspec.Struct, frozen=True):
    """Results in one game against one kind of opponent."""

    game: str
    opponent: Opponent
    level: Level | None
    """Level of the bots, if all opponents are bots of one level."""
    tally: ResultTally


class Streak(msgspec.Struct, frozen=True):
    """Consecutive games with the same result, and when the last one ended."""

    result: Literal["won", "drawn", "lost"]
    length: int
    ended: int


class Encounter(msgspec.Struct, frozen=True):
    """A game that counts against bots of one level, played without help."""

    level: float
    result: Literal["won", "drawn", "lost"]
    ended: int


class Day(msgspec.Struct, frozen=True):
    """Results of one day in one game; `day` counts days since 1970 in the reader's time zone."""

    day: int
    game: str
    tally: ResultTally


class NamedResults(msgspec.Struct, frozen=True):
    """Results of a player who shares a person's screen under a name, or of a person against a named opponent."""

    name: str
    tally: ResultTally


class Profile(msgspec.Struct, frozen=True):
    """A person's statistics."""

    total: ResultTally
    games: dict[str, ResultTally]
    against: tuple[OpponentResults, ...]
    beaten: dict[str, tuple[int | Literal["perfect"], ...]]
    """By game: the levels of bots that were beaten without help."""
    now: Streak | None
    """The current streak."""
    best: Streak | None
    """The longest winning streak."""
    first: int | None
    last: int | None
    """When the first and the last game were set up."""


class Statistics(Repository):
    """Statistics of all people."""

    async def profile(self, person: str, game: str | None = None) -> Profile:
        """Return a person's statistics, in all games or one."""
        which = of_person(person, game)
        async with self._database.read() as connection:
            found = (await connection.execute(tallies(which))).mappings().all()
            ends = (await connection.execute(results(which))).all()
        now, best = find_streaks(ends)
        groups: dict[tuple[str, Opponent, str | None], ResultTally] = {}
        for row in found:
            key = row["game"], row["against"], row["level"]
            groups[key] = _sum([groups.get(key, ResultTally()), _tally(row)])
        against = tuple(
            OpponentResults(game, who, _level(level), tally) for (game, who, level), tally in groups.items()
        )
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

    async def shared_screen(self, person: str, game: str | None = None) -> tuple[NamedResults, ...]:
        """Return the results of the names that played on a person's screen, those with most games first."""
        async with self._database.read() as connection:
            found = (await connection.execute(by_name(person, game))).mappings().all()
        names: dict[str, str] = {}
        tallies: dict[str, ResultTally] = {}
        for row in found:
            key = name_key(row["name"])
            names.setdefault(key, row["name"])
            part = ResultTally(**{row["result"]: row["games"], "used": int(row["used"])})
            tallies[key] = _sum([tallies.get(key, ResultTally()), part])
        ordered = sorted(tallies, key=lambda key: (-tallies[key].played, key))
        return tuple(NamedResults(names[key], tallies[key]) for key in ordered[:MAX_NAMES])

    async def opponents(self, person: str, game: str | None = None) -> tuple[NamedResults, ...]:
        """Return a person's results against single people, by their names; those with most games first."""
        async with self._database.read() as connection:
            found = (await connection.execute(by_opponent(of_person(person, game)))).mappings().all()
        tallies: dict[str, ResultTally] = {}
        for row in found:
            tallies[row["opponent"]] = _sum([tallies.get(row["opponent"], ResultTally()), _tally(row)])
        ordered = sorted(tallies, key=lambda name: (-tallies[name].played, name))
        return tuple(NamedResults(name, tallies[name]) for name in ordered[:MAX_NAMES])

    async def encounters(self, person: str, game: str) -> tuple[Encounter, ...]:
        """Return a person's games against bots in order, to estimate their rating."""
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

    async def past(self, person: str) -> tuple[FinishedGame, ...]:
        """Return a person's games that count, in order. Deleted games are included while they can be restored: clearing
        the library removes no achievement.
        """
        columns = [entries.c[name] for name in ("game", "result", "against", "level", "assisted", "feats", "ended")]
        which = entries.c.person == person, entries.c.counts
        ordered = select(*columns).where(*which).order_by(entries.c.ended, entries.c.match_id)
        async with self._database.read() as connection:
            found = (await connection.execute(ordered)).all()
        return tuple(
            FinishedGame(
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
        """Return a person's results day by day; `ahead` is the offset of the time zone from UTC in milliseconds."""
        async with self._database.read() as connection:
            found = (await connection.execute(by_day(of_person(person, game), ahead))).mappings().all()
        tallies: dict[tuple[int, str], ResultTally] = {}
        for row in found:
            key = int(row["day"]), row["game"]
            tallies[key] = _sum([tallies.get(key, ResultTally()), _tally(row)])
        return tuple(Day(day, game, tally) for (day, game), tally in sorted(tallies.items()))


def _sum(parts: Iterable[ResultTally]) -> ResultTally:
    return ResultTally(
        *(sum(column) for column in zip(*(msgspec.structs.astuple(part) for part in parts), strict=True))
    )


def _level(text: str | None) -> Level | None:
    return None if text is None else read_level(text)


def _beaten(against: Iterable[OpponentResults], game: str) -> tuple[Any, ...]:
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
    """Return the conditions for the games of a person, in all games or one, without deleted ones."""
    which = [entries.c.person == person, entries.c.deleted.is_(None), entries.c.seat.is_not(None)]
    return which if game is None else [*which, entries.c.game == game]


def by_day(which: list[ColumnElement[bool]], ahead: int) -> Select[Any]:
    """Return the query for games that count, by day, game and result."""
    group = ((entries.c.ended + ahead) // DAY_MS).label("day"), entries.c.game, entries.c.result
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


def by_opponent(which: list[ColumnElement[bool]]) -> Select[Any]:
    """Return the query for games that count against people, by the names of the opponents and result."""
    group = entries.c.opponent, entries.c.result
    return (
        select(
            *group,
            func.count().label("games"),
            func.sum(case((entries.c.assisted, 1), else_=0)).label("assisted"),
            func.sum(entries.c.used).label("used"),
        )
        .where(*which, entries.c.counts, entries.c.against == "people")
        .group_by(*group)
    )


def by_name(person: str, game: str | None) -> Select[Any]:
    """Return the query for results of seats that were played under a name only, in matches of a person's library."""
    listed = [entries.c.person == person, entries.c.deleted.is_(None)]
    which = listed if game is None else [*listed, entries.c.game == game]
    return (
        select(
            seats.c.name,
            seats.c.result,
            func.count().label("games"),
            func.sum(seats.c.used).label("used"),
        )
        .select_from(entries.join(matches, matches.c.id == entries.c.match_id))
        .join(seats, seats.c.match_id == entries.c.match_id)
        .where(*which, matches.c.origin == "played", matches.c.kind == "local")
        .where(seats.c.player == "guest", seats.c.person.is_(None), seats.c.result.in_(("won", "drawn", "lost")))
        .group_by(seats.c.name, seats.c.result)
        .order_by(seats.c.name)
    )


def tallies(which: list[ColumnElement[bool]]) -> Select[Any]:
    """Return the query for numbers of games by game, opponent and result."""
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


def _tally(row: RowMapping) -> ResultTally:
    numbers = {row["result"]: row["games"], "used": int(row["used"])}
    if row["result"] == "won":
        numbers["assisted"] = int(row["assisted"])
    return ResultTally(**numbers)


def results(which: list[ColumnElement[bool]]) -> Select[Any]:
    """Return the query for results in order. Finding streaks with window functions takes five times as long as scanning
    10,000 results here.
    """
    ended = entries.c.ended
    return select(entries.c.result, ended).where(*which, entries.c.counts).order_by(ended, entries.c.match_id)


def find_streaks(games: Iterable[Any]) -> tuple[Streak | None, Streak | None]:
    """Return the current streak, and the longest winning streak (the latest of equal ones).

    >>> find_streaks([("won", 1), ("won", 2), ("lost", 3)])
    (Streak(result='lost', length=1, ended=3), Streak(result='won', length=2, ended=2))
    """
    now: Streak | None = None
    best: Streak | None = None
    for result, ended in games:
        now = Streak(result, now.length + 1 if now is not None and now.result == result else 1, ended)
        if result == "won" and (best is None or now.length >= best.length):
            best = now
    return now, best
