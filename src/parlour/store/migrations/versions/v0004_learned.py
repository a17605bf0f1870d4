"""What people learned: steps of lessons, and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "learned",
        sa.Column("person", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("item", KEY, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("clean", sa.Boolean(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("solved", sa.BigInteger()),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_learned_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", "kind", "item", name="pk_learned"),
        sqlite_with_rowid=False,
    )
