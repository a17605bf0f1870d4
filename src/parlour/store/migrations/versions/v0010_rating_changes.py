"""Ratings of players after rated games."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_partial_index, create_table, required

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    create_table(
        "rating_changes",
        *required(match_id=KEY, seat=sa.SmallInteger, player=KEY, game=KEY, time_class=KEY, ended=TIME, result=KEY),
        *required(mean=sa.Double, deviation=sa.Double, games=sa.Integer),
        key=("match_id", "seat"),
    )
    for columns in (("player", "game", "time_class", "games"), ("game", "time_class", "ended", "match_id")):
        op.create_index(f"ix_rating_changes_{'_'.join(columns)}", "rating_changes", list(columns))
    create_partial_index("ix_matches_rated", "matches", "created", rule="rated", sqlite="rated = 1")
