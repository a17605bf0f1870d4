"""The seat to move, and the days per turn of correspondence matches."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import create_partial_index

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("matches", sa.Column("to_move", sa.SmallInteger()))
    op.add_column("matches", sa.Column("days_per_turn", sa.SmallInteger()))
    create_partial_index("ix_entries_unfinished", "entries", "person", rule="ended IS NULL")
