"""Turns that players have planned."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, create_table, required

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("matches", sa.Column("plan_changes", sa.Integer(), nullable=False, server_default="0"))
    create_table(
        "plans",
        *required(match_id=KEY, person=KEY, data=sa.Text),
        key=("match_id", "person"),
        cascade={"match_id": "matches.id", "person": "persons.id"},
    )
    op.create_index("ix_plans_person", "plans", ["person"])
