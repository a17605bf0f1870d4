"""Tournaments: their events, the people in them, and their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", KEY, nullable=False),
        sa.Column("status", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entrants", sa.Integer(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.Column("organiser", KEY, nullable=True),
        sa.ForeignKeyConstraint(["organiser"], ["persons.id"], name="fk_tournaments_organiser", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_updated", "tournaments", ["updated"])
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        _tournament("tournament_events"),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="pk_tournament_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        _tournament("tournament_people"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_tournament_people_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tournament_id", "person", name="pk_tournament_people"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_people_person", "tournament_people", ["person"])
    op.create_table(
        "tournament_matches",
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("started", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("game", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("match_id", KEY, nullable=False),
        _tournament("tournament_matches"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_tournament_matches_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "started", "game", name="pk_tournament_matches"),
        sa.UniqueConstraint("match_id", name="uq_tournament_matches_match_id"),
        sqlite_with_rowid=False,
    )


def _tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"], ["tournaments.id"], name=f"fk_{table}_tournament_id", ondelete="CASCADE"
    )
