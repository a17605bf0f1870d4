"""Classes with their pupils and the answers to the question of the teacher."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_table, required

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    create_table(
        "classrooms",
        *required(code=KEY, teacher=KEY, name=sa.Text, version=sa.Integer, board=sa.Text, created=TIME, updated=TIME),
        key=("code",),
        cascade={"teacher": "persons.id"},
    )
    op.create_index("ix_classrooms_teacher", "classrooms", ["teacher"])
    _create_people_table("pupils", *required(number=sa.Integer, joined=TIME))
    _create_people_table("answers", *required(question=sa.Integer, turn=sa.Text, at=TIME))


def _create_people_table(name: str, *columns: sa.Column[Any]) -> None:
    create_table(
        name,
        *required(code=KEY, person=KEY),
        *columns,
        key=("code", "person"),
        cascade={"code": "classrooms.code", "person": "persons.id"},
    )
    op.create_index(f"ix_{name}_person", name, ["person"])
