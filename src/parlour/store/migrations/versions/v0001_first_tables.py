"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.BigInteger()


def upgrade() -> None:
    op.create_table(
        "persons",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("seen", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
    )
    op.create_index("ix_persons_seen", "persons", ["seen"])
    op.create_table(
        "servers",
        sa.Column("id", KEY, nullable=False),
        sa.Column("beat", TIME, nullable=False),
        sa.Column("runs", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.create_table(
        "accounts",
        sa.Column("person", KEY, nullable=False),
        sa.Column("name_key", KEY, nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_accounts_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
    )
    op.create_table(
        "logins",
        sa.Column("hash", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("used", TIME, nullable=False),
        sa.Column("expires", TIME, nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_logins_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_logins"),
        sa.UniqueConstraint("id", name="uq_logins_id"),
    )
    op.create_index("ix_logins_expires", "logins", ["expires"])
    op.create_index("ix_logins_person", "logins", ["person"])
    op.create_table(
        "matches",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("status", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.Column("ended", TIME),
        sa.Column("reason", KEY, nullable=False),
        sa.Column("host", KEY),
        sa.Column("code", KEY),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("tournament", sa.Boolean(), nullable=False),
        sa.Column("origin", KEY, nullable=False),
        sa.Column("follows", KEY),
        sa.Column("flag_at", TIME),
        sa.Column("ticking", sa.Boolean(), nullable=False),
        sa.Column("bot_to_move", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["follows"],
            ["matches.id"],
            name="fk_matches_follows",
            ondelete="SET NULL",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["host"], ["persons.id"], name="fk_matches_host", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("code", name="uq_matches_code"),
        sa.UniqueConstraint("follows", name="uq_matches_follows"),
    )
    op.create_index(
        "ix_matches_bot_to_move",
        "matches",
        ["updated"],
        sqlite_where=sa.text("bot_to_move = 1"),
        postgresql_where=sa.text("bot_to_move"),
    )
    op.create_index(
        "ix_matches_flag_at",
        "matches",
        ["flag_at"],
        sqlite_where=sa.text("flag_at IS NOT NULL"),
        postgresql_where=sa.text("flag_at IS NOT NULL"),
    )
    op.create_index("ix_matches_host", "matches", ["host"])
    op.create_index(
        "ix_matches_open",
        "matches",
        ["updated"],
        sqlite_where=sa.text("ended IS NULL"),
        postgresql_where=sa.text("ended IS NULL"),
    )
    op.create_index(
        "ix_matches_ticking",
        "matches",
        ["updated"],
        sqlite_where=sa.text("ticking = 1"),
        postgresql_where=sa.text("ticking"),
    )
    op.create_table(
        "positions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("person", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_positions_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_positions"),
    )
    op.create_index("ix_positions_person_updated", "positions", ["person", "updated"])
    op.create_table(
        "preferences",
        sa.Column("person", KEY, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_preferences_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name="pk_preferences"),
    )
    op.create_table(
        "entries",
        sa.Column("person", KEY, nullable=False),
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("against", KEY, nullable=False),
        sa.Column("level", KEY),
        sa.Column("result", KEY, nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("used", TIME, nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("updated", TIME, nullable=False),
        sa.Column("ended", TIME),
        sa.Column("words", KEY, nullable=False),
        sa.Column("opponent_key", KEY, nullable=False),
        sa.Column("deleted", TIME),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_entries_match_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_entries_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "match_id", name="pk_entries"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_entries_deleted",
        "entries",
        ["deleted"],
        sqlite_where=sa.text("deleted IS NOT NULL"),
        postgresql_where=sa.text("deleted IS NOT NULL"),
    )
    op.create_index("ix_entries_match_id", "entries", ["match_id"])
    op.create_index("ix_entries_person_updated", "entries", ["person", "updated", "match_id"])
    op.create_table(
        "events",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_events_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "moves",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("spent", TIME, nullable=False),
        sa.Column("times", sa.Text(), nullable=False),
        sa.Column("last", sa.Boolean(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("taken_back", sa.Integer()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_moves_match_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_moves"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_moves_standing",
        "moves",
        ["match_id", "ply"],
        unique=True,
        sqlite_where=sa.text("taken_back IS NULL"),
        postgresql_where=sa.text("taken_back IS NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("person", KEY),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", KEY),
        sa.Column("style", KEY),
        sa.Column("result", KEY, nullable=False),
        sa.Column("undo", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("analysis", sa.Integer(), nullable=False),
        sa.Column("used", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_seats_person", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_person", "seats", ["person"])
