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
    rowid: bool | None = None,
) -> None:
    """Create a table. Its rows are deleted with the rows that the columns of `cascade` reference.

    In SQLite it has a `rowid`, unless its key has several columns and so is a better order of the rows.
    """
    references = [reference(name, column, target, "CASCADE") for column, target in (cascade or {}).items()]
    keys: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*key, name=f"pk_{name}")]
    if unique:
        keys.append(sa.UniqueConstraint(unique, name=f"uq_{name}_{unique}"))
    op.create_table(name, *items, *references, *keys, sqlite_with_rowid=len(key) == 1 if rowid is None else rowid)


def create_event_table(name: str, owner: str, target: str) -> None:
    """Create the table of the numbered events of matches or tournaments."""
    create_table(
        name,
        *required(**{owner: KEY}, seq=sa.Integer, kind=KEY, at=TIME, data=sa.Text),
        key=(owner, "seq"),
        cascade={owner: target},
    )


def create_partial_index(
    name: str, table: str, *columns: str, rule: str, sqlite: str = "", unique: bool = False
) -> None:
    """Create an index of the rows that fulfil a rule; SQLite may need a different expression."""
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=sa.text(sqlite or rule),
        postgresql_where=sa.text(rule),
    )
