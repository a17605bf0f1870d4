"""Studies of people, and the analyses of finished games."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_table, required

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    create_table(
        "studies",
        *required(id=KEY, person=KEY, name=sa.Text, game=KEY, moves=sa.Integer, data=sa.Text),
        *required(created=TIME, updated=TIME),
        key=("id",),
        cascade={"person": "persons.id"},
    )
    op.create_index("ix_studies_person_updated", "studies", ["person", "updated"])
    create_table(
        "analyses",
        *required(match_id=KEY, digest=KEY, effort=TIME, data=sa.Text, created=TIME),
        key=("match_id",),
        cascade={"match_id": "matches.id"},
    )
