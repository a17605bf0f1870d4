"""Openings a person plays: the first moves of their games, and the results."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from sqlalchemy import Select, select

from parlour.store.database.database import Repository
from parlour.store.matches.rows import read_setup
from parlour.store.people.statistics import ResultTally, of_person
from parlour.store.tables import entries, events, moves

MAX_GAMES = 400
"""Number of latest games that are examined."""
MAX_OPENING_PLIES = 24
"""Maximum ply at which a first turn ends."""


class Opening(msgspec.Struct, frozen=True):
    """Moves up to the first turn of a seat, from a start with options, and the results of the games."""

    game: str
    options: dict[str, Any]
    start: str
    seat: int
    moves: tuple[str, ...]
    tally: ResultTally


class Openings(Repository):
    """Openings of all people."""

    async def of(self, person: str, game: str) -> tuple[Opening, ...]:
        """Return the openings of a person in one game, the most frequent first."""
        async with self._database.read() as connection:
            found = (await connection.execute(latest(person, game))).all()
            ids = [row.match_id for row in found]
            first = (await connection.execute(first_moves(ids))).all()
        written: dict[str, list[Any]] = {}
        for row in first:
            written.setdefault(row.match_id, []).append(row)
        results: Counter[tuple[bytes, int, tuple[str, ...], str]] = Counter()
        for row in found:
            begun = opening(written.get(row.match_id, []), row.seat)
            if begun:
                setup = read_setup(row.data)
                begin = msgspec.json.encode((setup.options, setup.start), order="deterministic")
                results[begin, row.seat, begun, row.result] += 1
        tallies: dict[tuple[bytes, int, tuple[str, ...]], dict[str, int]] = {}
        for (begin, seat, begun, result), count in results.items():
            tallies.setdefault((begin, seat, begun), {})[result] = count
        openings = []
        for (begin, seat, begun), numbers in tallies.items():
            options, start = msgspec.json.decode(begin, type=tuple[dict[str, Any], str])
            openings.append(Opening(game, options, start, seat, begun, ResultTally(**numbers)))
        return tuple(sorted(openings, key=lambda one: (-games(one.tally), one.seat, one.moves)))


def games(tally: ResultTally) -> int:
    """Return the number of games that count."""
    return tally.won + tally.drawn + tally.lost


def opening(first: list[Any], seat: int) -> tuple[str, ...]:
    """Return the moves up to the end of a seat's first turn; none if it has not finished one."""
    texts = []
    for row in first:
        texts.append(row.text)
        if row.seat == seat and row.last:
            return tuple(texts)
    return ()


def latest(person: str, game: str) -> Select[Any]:
    """Return the latest games of a game type that count, with their set-ups."""
    columns = entries.c.match_id, entries.c.seat, entries.c.result, events.c.data
    return (
        select(*columns)
        .join(events, (events.c.match_id == entries.c.match_id) & (events.c.seq == 0))
        .where(*of_person(person, game), entries.c.counts)
        .order_by(entries.c.ended.desc(), entries.c.match_id)
        .limit(MAX_GAMES)
    )


def first_moves(ids: list[str]) -> Select[Any]:
    """Return the first moves of matches, without those taken back."""
    columns = moves.c.match_id, moves.c.seat, moves.c.text, moves.c.last
    which = moves.c.match_id.in_(ids), moves.c.ply <= MAX_OPENING_PLIES, moves.c.taken_back.is_(None)
    return select(*columns).where(*which).order_by(moves.c.match_id, moves.c.ply)
