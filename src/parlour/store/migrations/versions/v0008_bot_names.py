"""Name bots by their level ("Level 2"); earlier versions wrote "Computer (level 2)"."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

PREFIX, SUFFIX = "Computer (", ")"


def upgrade() -> None:
    seats = sa.table("seats", sa.column("match_id"), sa.column("player"), sa.column("name"))
    entries = sa.table("entries", *map(sa.column, ("match_id", "opponent", "opponent_key", "words")))
    # Players of imported games keep their names: they are guests.
    bots = seats.c.player == "bot"
    named = sa.select(seats.c.name).distinct().where(bots, seats.c.name.startswith(PREFIX))
    for name in op.get_bind().scalars(named).all():
        inner = name.removeprefix(PREFIX).removesuffix(SUFFIX)
        level = inner[:1].upper() + inner[1:]
        matches = sa.select(seats.c.match_id).where(bots, seats.c.name == name)
        shown = {"opponent": sa.func.replace(entries.c.opponent, name, level)}
        compared = {
            column: sa.func.replace(entries.c[column], name.casefold(), level.casefold())
            for column in ("opponent_key", "words")
        }
        op.execute(sa.update(entries).where(entries.c.match_id.in_(matches)).values(shown | compared))
        op.execute(sa.update(seats).where(bots, seats.c.name == name).values(name=level))
