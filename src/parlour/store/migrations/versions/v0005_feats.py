"""Store the feats of a game in the libraries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("entries", sa.Column("feats", KEY, nullable=False, server_default=""))
