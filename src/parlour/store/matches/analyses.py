"""Engine analyses of finished games, stored with the game."""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import delete, insert, select

from parlour.engine.review import PositionReview
from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.records.record import Record
from parlour.store.database.database import Repository
from parlour.store.tables import analyses, matches

_evaluations = msgspec.json.Decoder(tuple[PositionReview, ...])


class StoredAnalysis(msgspec.Struct, frozen=True):
    """Evaluation of a game before every turn and at its end; `effort` is the search time per position in ms."""

    evaluations: tuple[PositionReview, ...]
    effort: int
    created: int


class Analyses(Repository):
    """Stored analyses, one per game. An analysis is dropped when moves of the game change."""

    async def put(self, match: str, record: Record, found: StoredAnalysis) -> None:
        """Store the analysis of a game and replace an earlier one."""
        row = {
            "match_id": match,
            "digest": digest(record),
            "effort": found.effort,
            "data": msgspec.json.encode(found.evaluations).decode(),
            "created": found.created,
        }
        async with self._database.write() as connection:
            if await connection.scalar(select(matches.c.id).where(matches.c.id == match)) is None:
                raise localized_error(NotFound, "store.none.match")
            await connection.execute(delete(analyses).where(analyses.c.match_id == match))
            await connection.execute(insert(analyses).values(row))

    async def get(self, match: str, record: Record) -> StoredAnalysis | None:
        """Return the analysis of a game in its current state, or None."""
        query = select(analyses).where(analyses.c.match_id == match, analyses.c.digest == digest(record))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else StoredAnalysis(_evaluations.decode(row["data"]), row["effort"], row["created"])


def digest(record: Record) -> str:
    """Return a hash of the options, the start position and the moves of a game."""
    content = [record.game, sorted(record.options.items()), record.start, [move.text for move in record.moves]]
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
