"""Games with more than two seats can have several winners; they were counted as draws."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.execute("ALTER TABLE club_games RENAME COLUMN winner TO winners")
    op.add_column("club_games", sa.Column("seats", sa.SmallInteger(), nullable=False, server_default="2"))
    won = "SELECT SUM(1 << seat) FROM seats WHERE seats.match_id = club_games.match_id AND result = 'won'"
    seated = "SELECT COUNT(*) FROM seats WHERE seats.match_id = club_games.match_id"
    op.execute(f"UPDATE club_games SET winners = COALESCE(({won}), 0), seats = ({seated})")
    op.drop_index("ix_club_games_ended", "club_games")
    op.create_index("ix_club_games_ended", "club_games", ["ended", "game", "winners", "seats"])
