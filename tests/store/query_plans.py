"""How the database executes a query."""

from typing import Any

from sqlalchemy import Select, text

from parlour.store import Store


async def explain(store: Store, statement: Select[Any]) -> str:
    """Return the query plan. PostgreSQL is kept from scanning and sorting small tables where an index would do."""
    engine = store.database.engine.sync_engine
    sql = statement.compile(engine, compile_kwargs={"literal_binds": True})
    async with store.database.read() as connection:
        if store.database.sqlite:
            return "\n".join(row.detail for row in await connection.execute(text(f"EXPLAIN QUERY PLAN {sql}")))
        await connection.execute(text("SET LOCAL enable_seqscan = off"))
        await connection.execute(text("SET LOCAL enable_sort = off"))
        return "\n".join(await connection.scalars(text(f"EXPLAIN {sql}")))
