"""Types and operations that the migrations share. Released migrations use them: their SQL must not change."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.BigInteger()


def required(**types: TypeEngine[Any] | type[TypeEngine[Any]]) -> list[sa.Column[Any]]:
    """Return columns that are never NULL, by name."""
    return [sa.Column(name, type, nullable=False) for name, type in types.items()]


def reference(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    """Return the foreign key of one column."""
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete=ondelete)


def create_table(
    name: str,
    *items: sa.Column[Any] | sa.Constraint,
    key: tuple[str, ...],
    cascade: Mapping[str, str] | None = None,
    unique: str | None = None,
    rowid: bool = True,
) -> None:
    """Create a table. Its rows are deleted with the rows that the columns of `cascade` reference."""
    references = [reference(name, column, target, "CASCADE") for column, target in (cascade or {}).items()]
    keys: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*key, name=f"pk_{name}")]
    if unique:
        keys.append(sa.UniqueConstraint(unique, name=f"uq_{name}_{unique}"))
    op.create_table(name, *items, *references, *keys, sqlite_with_rowid=rowid)


def create_partial_index(
    name: str, table: str, *columns: str, rule: str, sqlite: str = "", unique: bool = False
) -> None:
    """Create an index of the rows that fulfil a rule, which SQLite may need in other words."""
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=sa.text(sqlite or rule),
        postgresql_where=sa.text(rule),
    )
