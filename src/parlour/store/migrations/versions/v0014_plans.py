"""Turns that players have left for later."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("matches", sa.Column("plan_changes", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "plans",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "person", name="pk_plans"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_plans_person", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_plans_person", "plans", ["person"])
