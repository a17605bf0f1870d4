"""Store the feats of a game in the libraries."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("entries", sa.Column("feats", KEY, nullable=False, server_default=""))
