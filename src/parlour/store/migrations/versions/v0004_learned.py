"""Learning progress: steps of lessons, and puzzles."""

import sqlalchemy as sa

from parlour.store.migrations.operations import KEY, TIME, create_table, required

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    create_table(
        "learned",
        *required(person=KEY, game=KEY, kind=KEY, item=KEY, tries=sa.Integer, clean=sa.Boolean, begun=TIME),
        sa.Column("solved", TIME),
        key=("person", "game", "kind", "item"),
        cascade={"person": "persons.id"},
    )
