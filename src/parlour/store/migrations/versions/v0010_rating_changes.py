"""Ratings of players after rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("time_class", KEY, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("result", KEY, nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_rating_changes"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_rating_changes_player_game_time_class_games",
        "rating_changes",
        ["player", "game", "time_class", "games"],
    )
    op.create_index(
        "ix_rating_changes_game_time_class_ended_match_id",
        "rating_changes",
        ["game", "time_class", "ended", "match_id"],
    )
    op.create_index(
        "ix_matches_rated",
        "matches",
        ["created"],
        sqlite_where=sa.text("rated = 1"),
        postgresql_where=sa.text("rated"),
    )
