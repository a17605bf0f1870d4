"""Bot accounts, which belong to an account, and tokens with scopes, which are logins without a browser."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    # SQLite copies the table: it cannot add a column with a foreign key.
    operator = sa.ForeignKey("persons.id", name="fk_accounts_operator", ondelete="CASCADE")
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("operator", KEY, operator))
    op.create_index("ix_accounts_operator", "accounts", ["operator"])
    op.add_column("logins", sa.Column("scopes", KEY))
