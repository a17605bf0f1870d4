"""Analyses of finished games, kept with the game so that nobody has to wait for them twice."""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import delete, insert, select

from parlour.engine.review import Standing
from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.records.record import Record
from parlour.store.database import Database
from parlour.store.tables import analyses, matches

_standings = msgspec.json.Decoder(tuple[Standing, ...])


class KeptAnalysis(msgspec.Struct, frozen=True):
    """How a game stood before every turn and at its end; found with so many milliseconds for each."""

    standings: tuple[Standing, ...]
    effort: int
    created: int


class Analyses:
    """The analyses of all games, one each. A game that has gone another way since has none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, match: str, record: Record, found: KeptAnalysis) -> None:
        """Keeps the analysis of a game, in place of an earlier one."""
        row = {
            "match_id": match,
            "digest": digest(record),
            "effort": found.effort,
            "data": msgspec.json.encode(found.standings).decode(),
            "created": found.created,
        }
        async with self._database.write() as connection:
            if await connection.scalar(select(matches.c.id).where(matches.c.id == match)) is None:
                raise localized_error(NotFound, "store.none.match")
            await connection.execute(delete(analyses).where(analyses.c.match_id == match))
            await connection.execute(insert(analyses).values(row))

    async def get(self, match: str, record: Record) -> KeptAnalysis | None:
        """The analysis of a game as it is now, if there is one."""
        wanted = select(analyses).where(analyses.c.match_id == match, analyses.c.digest == digest(record))
        async with self._database.read() as connection:
            row = (await connection.execute(wanted)).mappings().one_or_none()
        return None if row is None else KeptAnalysis(_standings.decode(row["data"]), row["effort"], row["created"])


def digest(record: Record) -> str:
    """Names a game by its options, its start and its moves."""
    told = [record.game, sorted(record.options.items()), record.start, [move.text for move in record.moves]]
    return hashlib.blake2b(msgspec.json.encode(told), digest_size=16).hexdigest()
