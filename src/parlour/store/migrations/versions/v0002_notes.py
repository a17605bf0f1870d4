"""What people note about their games: stars, tags, comments on games and on moves; and how long a game took in all."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


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
    tagged = sa.text("tags <> ''")
    op.create_index("ix_entries_tagged", "entries", ["person"], sqlite_where=tagged, postgresql_where=tagged)
    op.execute(
        "UPDATE entries SET duration = "
        "(SELECT coalesce(sum(seats.used), 0) FROM seats WHERE seats.match_id = entries.match_id)"
    )
    op.create_table(
        "remarks",
        sa.Column("person", KEY, nullable=False),
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person", "match_id"],
            ["entries.person", "entries.match_id"],
            name="fk_remarks_person",
            ondelete="CASCADE",
            onupdate="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", "match_id", "ply", name="pk_remarks"),
        sqlite_with_rowid=False,
    )
