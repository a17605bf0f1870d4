"""The first tables."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import (
    KEY,
    TIME,
    create_event_table,
    create_partial_index,
    create_table,
    reference,
    required,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_table("persons", *required(id=KEY, name=sa.Text, created=TIME, seen=TIME), key=("id",))
    op.create_index("ix_persons_seen", "persons", ["seen"])
    create_table("servers", *required(id=KEY, beat=TIME, runs=sa.Boolean), key=("id",))
    create_table(
        "accounts",
        *required(person=KEY, name_key=KEY, password=sa.Text, created=TIME),
        key=("person",),
        cascade={"person": "persons.id"},
        unique="name_key",
    )
    create_table(
        "logins",
        *required(hash=KEY, id=KEY, person=KEY, created=TIME, used=TIME, expires=TIME, label=sa.Text),
        key=("hash",),
        cascade={"person": "persons.id"},
        unique="id",
    )
    op.create_index("ix_logins_expires", "logins", ["expires"])
    op.create_index("ix_logins_person", "logins", ["person"])
    _create_matches()
    create_table(
        "positions",
        *required(id=KEY, person=KEY, name=sa.Text, game=KEY, options=sa.Text, text=sa.Text),
        *required(created=TIME, updated=TIME),
        key=("id",),
        cascade={"person": "persons.id"},
    )
    op.create_index("ix_positions_person_updated", "positions", ["person", "updated"])
    create_table("preferences", *required(person=KEY, data=sa.Text), key=("person",), cascade={"person": "persons.id"})
    _create_entries()
    _create_events()
    create_table(
        "seats",
        *required(match_id=KEY, seat=sa.SmallInteger, player=KEY),
        sa.Column("person", KEY),
        *required(name=sa.Text),
        sa.Column("level", KEY),
        sa.Column("style", KEY),
        *required(result=KEY, undo=sa.Integer, hints=sa.Integer, analysis=sa.Integer, used=TIME),
        reference("seats", "match_id", "matches.id", "CASCADE"),
        reference("seats", "person", "persons.id", "SET NULL"),
        key=("match_id", "seat"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def _create_matches() -> None:
    create_table(
        "matches",
        *required(id=KEY, game=KEY, options=sa.Text, kind=KEY, status=KEY, version=sa.Integer, plies=sa.Integer),
        *required(created=TIME, updated=TIME),
        sa.Column("ended", TIME),
        *required(reason=KEY),
        sa.Column("host", KEY),
        sa.Column("code", KEY),
        *required(public=sa.Boolean, rated=sa.Boolean, tournament=sa.Boolean, origin=KEY),
        sa.Column("follows", KEY),
        sa.Column("flag_at", TIME),
        *required(ticking=sa.Boolean, bot_to_move=sa.Boolean),
        sa.ForeignKeyConstraint(
            ["follows"],
            ["matches.id"],
            name="fk_matches_follows",
            ondelete="SET NULL",
            initially="DEFERRED",
            deferrable=True,
        ),
        reference("matches", "host", "persons.id", "SET NULL"),
        key=("id",),
    )
    create_partial_index("ix_matches_bot_to_move", "matches", "updated", rule="bot_to_move", sqlite="bot_to_move = 1")
    create_partial_index("ix_matches_flag_at", "matches", "flag_at", rule="flag_at IS NOT NULL")
    op.create_index("ix_matches_host", "matches", ["host"])
    create_partial_index("ix_matches_open", "matches", "updated", rule="ended IS NULL")
    create_partial_index("ix_matches_ticking", "matches", "updated", rule="ticking", sqlite="ticking = 1")
    create_partial_index("uq_matches_code", "matches", "code", rule="code IS NOT NULL", unique=True)
    create_partial_index("uq_matches_follows", "matches", "follows", rule="follows IS NOT NULL", unique=True)


def _create_entries() -> None:
    create_table(
        "entries",
        *required(person=KEY, match_id=KEY),
        sa.Column("seat", sa.SmallInteger()),
        *required(title=sa.Text, game=KEY, opponent=sa.Text, against=KEY),
        sa.Column("level", KEY),
        *required(result=KEY, assisted=sa.Boolean, counts=sa.Boolean, used=TIME, plies=sa.Integer),
        *required(created=TIME, updated=TIME),
        sa.Column("ended", TIME),
        *required(words=KEY, opponent_key=KEY),
        sa.Column("deleted", TIME),
        key=("person", "match_id"),
        cascade={"match_id": "matches.id", "person": "persons.id"},
    )
    create_partial_index("ix_entries_deleted", "entries", "deleted", rule="deleted IS NOT NULL")
    op.create_index("ix_entries_match_id", "entries", ["match_id"])
    op.create_index("ix_entries_person_updated", "entries", ["person", "updated", "match_id"])


def _create_events() -> None:
    create_event_table("events", "match_id", "matches.id")
    create_table(
        "moves",
        *required(match_id=KEY, seq=sa.Integer, ply=sa.Integer, seat=sa.SmallInteger, text=sa.Text),
        *required(at=TIME, spent=TIME, times=sa.Text, last=sa.Boolean, automatic=sa.Boolean, again=sa.Boolean),
        sa.Column("taken_back", sa.Integer()),
        key=("match_id", "seq"),
        cascade={"match_id": "matches.id"},
    )
    create_partial_index("uq_moves_standing", "moves", "match_id", "ply", rule="taken_back IS NULL", unique=True)
