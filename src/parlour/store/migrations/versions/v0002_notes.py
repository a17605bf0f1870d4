"""Notes about games: stars, tags, comments on games and on moves; and the total duration of a game."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, create_partial_index, create_table, required

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("duration", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("star", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("tags", sa.Text(), nullable=False, server_default=""),
        sa.Column("tag_keys", KEY, nullable=False, server_default=""),
        sa.Column("comment", sa.Text(), nullable=False, server_default=""),
        sa.Column("remarks", sa.Integer(), nullable=False, server_default="0"),
    ):
        op.add_column("entries", column)
    create_partial_index("ix_entries_tagged", "entries", "person", rule="tags <> ''")
    op.execute(
        "UPDATE entries SET duration = "
        "(SELECT coalesce(sum(seats.used), 0) FROM seats WHERE seats.match_id = entries.match_id)"
    )
    create_table(
        "remarks",
        *required(person=KEY, match_id=KEY, ply=sa.Integer, move=sa.Text, text=sa.Text),
        sa.ForeignKeyConstraint(
            ["person", "match_id"],
            ["entries.person", "entries.match_id"],
            name="fk_remarks_person",
            ondelete="CASCADE",
            onupdate="CASCADE",
        ),
        key=("person", "match_id", "ply"),
    )
