"""How a person likes to begin: the first moves of their games, and how those games went."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from sqlalchemy import Select, select

from parlour.store.database import Database
from parlour.store.rows import read_setup
from parlour.store.statistics import Tally, of_person
from parlour.store.tables import entries, events, moves

LOOKED_AT = 400
"""So many of the last games are looked at."""
LONG = 24
"""No first turn has more moves than this."""


class Opening(msgspec.Struct, frozen=True):
    """Moves up to and with the first turn of a seat, from a start with options, and how the games went."""

    game: str
    options: dict[str, Any]
    start: str
    seat: int
    moves: tuple[str, ...]
    tally: Tally


class Openings:
    """The openings of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str, game: str) -> tuple[Opening, ...]:
        """How a person began their last games of a kind, the most frequent first."""
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
            openings.append(Opening(game, options, start, seat, begun, Tally(**numbers)))
        return tuple(sorted(openings, key=lambda one: (-games(one.tally), one.seat, one.moves)))


def games(tally: Tally) -> int:
    """How many games that count."""
    return tally.won + tally.drawn + tally.lost


def opening(first: list[Any], seat: int) -> tuple[str, ...]:
    """The moves up to the end of a seat's first turn; none if it has not finished one."""
    texts = []
    for row in first:
        texts.append(row.text)
        if row.seat == seat and row.last:
            return tuple(texts)
    return ()


def latest(person: str, game: str) -> Select[Any]:
    """The last games of a kind that count, with their set-ups."""
    columns = entries.c.match_id, entries.c.seat, entries.c.result, events.c.data
    return (
        select(*columns)
        .join(events, (events.c.match_id == entries.c.match_id) & (events.c.seq == 0))
        .where(*of_person(person, game), entries.c.counts)
        .order_by(entries.c.ended.desc(), entries.c.match_id)
        .limit(LOOKED_AT)
    )


def first_moves(ids: list[str]) -> Select[Any]:
    """The first moves of some matches that stand."""
    columns = moves.c.match_id, moves.c.seat, moves.c.text, moves.c.last
    which = moves.c.match_id.in_(ids), moves.c.ply <= LONG, moves.c.taken_back.is_(None)
    return select(*columns).where(*which).order_by(moves.c.match_id, moves.c.ply)
