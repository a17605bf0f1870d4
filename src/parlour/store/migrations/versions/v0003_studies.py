"""Studies of people, and the analyses of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_studies_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
    )
    op.create_index("ix_studies_person_updated", "studies", ["person", "updated"])
    op.create_table(
        "analyses",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("digest", KEY, nullable=False),
        sa.Column("effort", TIME, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name="pk_analyses"),
    )
