"""Store a move on PostgreSQL in one statement, which saves round trips."""

from __future__ import annotations

from sqlalchemy import Insert, Integer, bindparam, func, insert, select, update

from parlour.errors import StoreUnavailable
from parlour.store.database.database import Database
from parlour.store.database.group_commit import MoveBatchItem
from parlour.store.tables import entries, matches, moves


async def append_move(database: Database, item: MoveBatchItem) -> bool:
    """Store a single move; return False if the match has another version than the one known.

    A lost connection leaves open whether the move was stored; if it was, the second attempt finds another version.
    """
    try:
        return await _attempt(database, item)
    except StoreUnavailable:
        return await _attempt(database, item) or await _is_stored(database, item)


async def _is_stored(database: Database, item: MoveBatchItem) -> bool:
    """Return whether this very move is stored, not another with its number."""
    move = item.moves[0]
    async with database.read() as connection:
        query = select(moves).where(moves.c.match_id == move["match_id"], moves.c.seq == move["seq"])
        stored = (await connection.execute(query)).mappings().one_or_none()
    return stored is not None and {**stored, "taken_back": None} == move


async def _attempt(database: Database, item: MoveBatchItem) -> bool:
    # Parameters may not have the names of columns, which SQLAlchemy would set all.
    match = {f"match_{name}": value for name, value in item.match.items()}
    move = {f"move_{name}": value for name, value in item.moves[0].items()}
    async with database.autocommit() as connection:
        return (await connection.execute(_APPEND_MOVE, match | move)).rowcount == 1


def _append_move() -> Insert:
    """Return the statement: raise the version of the match, insert the move, and update the library entries."""
    raised = ("version", "plies", "flag_at", "ticking", "bot_to_move", "to_move", "updated")
    claimed = (
        update(matches)
        .where(matches.c.id == bindparam("match_match_id"), matches.c.version == bindparam("match_known"))
        .where(
            matches.c.plan_changes
            == func.coalesce(bindparam("match_known_plans", type_=Integer), matches.c.plan_changes)
        )
        .values({name: bindparam(f"match_{name}") for name in raised})
        .returning(matches.c.id)
        .cte("claimed")
    )
    entered = (
        update(entries)
        .where(entries.c.match_id == claimed.c.id)
        .values(plies=bindparam("match_plies"), updated=bindparam("match_updated"))
        .cte("entered")
    )
    columns = [column for column in moves.c if column.name != "match_id"]
    values = select(claimed.c.id, *(bindparam(f"move_{column.name}", type_=column.type) for column in columns))
    return insert(moves).from_select(["match_id", *(column.name for column in columns)], values).add_cte(entered)


_APPEND_MOVE = _append_move()
