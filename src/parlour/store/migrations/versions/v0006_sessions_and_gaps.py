"""Revocable sessions of the owner, and since when each server runs without a gap."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_table, required

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("servers", sa.Column("resumed", TIME, nullable=False, server_default="0"))
    op.add_column("servers", sa.Column("heard", TIME, nullable=False, server_default="0"))
    create_table(
        "owner_logins",
        *required(hash=KEY, id=KEY, created=TIME, used=TIME, expires=TIME, label=sa.Text),
        key=("hash",),
        unique="id",
    )
