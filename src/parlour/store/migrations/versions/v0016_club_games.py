"""Finished games for the statistics of the club. The server fills the table when it starts."""

import sqlalchemy as sa
from alembic import op

from parlour.store.migrations.operations import KEY, TIME, create_partial_index, create_table, reference, required

revision = "0016"
down_revision = "0015"

PERSONS = ("person_0", "person_1")
TREE = ("game", "start", "turn_1", "turn_2", "turn_3", "winner", "ended", "against", "level", "time_class", "rated")


def upgrade() -> None:
    create_partial_index("ix_matches_ended", "matches", "updated", rule="ended IS NOT NULL")
    create_table(
        "club_games",
        *required(match_id=KEY, game=KEY, start=KEY, ended=TIME, against=KEY, time_class=KEY, rated=sa.Boolean),
        *required(winner=sa.SmallInteger),
        *(sa.Column(name, KEY) for name in ("level", *PERSONS)),
        *required(**{f"turn_{number}": KEY for number in range(1, 9)}),
        *(reference("club_games", name, "persons.id", "SET NULL") for name in PERSONS),
        key=("match_id",),
        cascade={"match_id": "matches.id"},
        rowid=False,
    )
    op.create_index("ix_club_games_ended", "club_games", ["ended", "game", "winner"])
    op.create_index("ix_club_games_tree", "club_games", list(TREE))
    for name in PERSONS:
        op.create_index(f"ix_club_games_{name}", "club_games", [name, "ended", "game", "winner"])
