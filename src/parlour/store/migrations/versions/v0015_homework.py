"""Homework of classes, and the matches that pupils play for it."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_table, required

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    create_table(
        "homework",
        *required(id=KEY, code=KEY, title=sa.Text, comment=sa.Text, tasks=sa.Text, last_task=sa.Integer),
        *required(version=sa.Integer, created=TIME, updated=TIME),
        sa.Column("due", TIME),
        sa.Column("closed", TIME),
        key=("id",),
        cascade={"code": "classrooms.code"},
    )
    op.create_index("ix_homework_code", "homework", ["code"])
    create_table(
        "homework_attempts",
        *required(match_id=KEY, homework=KEY, person=KEY, task=sa.Integer, began=TIME, result=KEY, assisted=sa.Boolean),
        sa.Column("ended", TIME),
        key=("match_id",),
        cascade={"homework": "homework.id", "person": "persons.id"},
        rowid=False,
    )
    for column in ("homework", "person"):
        op.create_index(f"ix_homework_attempts_{column}", "homework_attempts", [column])
