"""Tournaments: their events, the people in them, and their matches."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_event_table, create_table, reference, required

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_table(
        "tournaments",
        *required(id=KEY, name=sa.Text, format=KEY, status=KEY, version=sa.Integer, entrants=sa.Integer),
        *required(created=TIME, updated=TIME),
        sa.Column("organiser", KEY),
        reference("tournaments", "organiser", "persons.id", "SET NULL"),
        key=("id",),
    )
    op.create_index("ix_tournaments_updated", "tournaments", ["updated"])
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    create_event_table("tournament_events", "tournament_id", "tournaments.id")
    create_table(
        "tournament_people",
        *required(tournament_id=KEY, person=KEY),
        key=("tournament_id", "person"),
        cascade={"tournament_id": "tournaments.id", "person": "persons.id"},
    )
    op.create_index("ix_tournament_people_person", "tournament_people", ["person"])
    create_table(
        "tournament_matches",
        *required(tournament_id=KEY, started=sa.Integer, game=sa.Integer, match_id=KEY),
        key=("tournament_id", "started", "game"),
        cascade={"tournament_id": "tournaments.id", "match_id": "matches.id"},
        unique="match_id",
    )
