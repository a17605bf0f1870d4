"""Write the strokes of Sim with letters (`A-E`); earlier versions numbered the dots (`0-4`)."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

DOTS = "ABCDEFGHIJ"
STROKES = {f"{low}-{high}": f"{DOTS[low]}-{DOTS[high]}" for high in range(len(DOTS)) for low in range(high)}


def upgrade() -> None:
    matches = sa.table("matches", sa.column("id"), sa.column("game"))
    games = sa.select(matches.c.id).where(matches.c.game == "sim")
    for name, column in (("moves", "text"), ("remarks", "move")):
        table = sa.table(name, sa.column("match_id"), sa.column(column))
        text = table.c[column]
        written = sa.update(table).where(table.c.match_id.in_(games), text.in_(list(STROKES)))
        op.execute(written.values({column: sa.case(STROKES, value=text)}))
