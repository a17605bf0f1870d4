"""Revocable sessions of the owner, and since when each server runs without a gap."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("servers", sa.Column("resumed", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("servers", sa.Column("heard", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_table(
        "owner_logins",
        sa.Column("hash", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_owner_logins"),
        sa.UniqueConstraint("id", name="uq_owner_logins_id"),
    )
