"""Classes with their pupils and the answers to the question of the teacher."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "classrooms",
        sa.Column("code", KEY, nullable=False),
        sa.Column("teacher", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.ForeignKeyConstraint(["teacher"], ["persons.id"], name="fk_classrooms_teacher", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", name="pk_classrooms"),
    )
    op.create_index("ix_classrooms_teacher", "classrooms", ["teacher"])
    _create_people_table(
        "pupils",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("joined", TIME, nullable=False),
    )
    _create_people_table(
        "answers",
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
    )


def _create_people_table(name: str, *columns: sa.Column[Any]) -> None:
    op.create_table(
        name,
        sa.Column("code", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["code"], ["classrooms.code"], name=f"fk_{name}_code", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=f"fk_{name}_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "person", name=f"pk_{name}"),
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_person", name, ["person"])
