"""The tables. A change here needs a migration (see `migrations/`), and a test compares the two.

A match is its events. They are numbered by `seq` through both `events` (number 0 is the set-up) and `moves`, which are
the events that are moves, in columns. `matches`, `seats` and `entries` hold what the events add up to, so that lists,
clocks and statistics need not replay anything; they are written in the same transaction as the events.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

HEAD = "0005"
"""The migration that leads to these tables."""
KNOWN = ("0001", "0002", "0003", "0004", HEAD)
"""All migrations, in their order."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# Compared and sorted byte by byte, on every database alike.
Key = Text().with_variant(Text(collation="C"), "postgresql")
# Milliseconds since 1970, or a number of them.
Time = BigInteger()


def _person(*, required: bool, primary_key: bool = False) -> Column[str]:
    """A column that names a person: what is only theirs goes with them, what others share forgets them."""
    rule = "CASCADE" if required else "SET NULL"
    return Column(
        "person", Key, ForeignKey("persons.id", ondelete=rule), primary_key=primary_key, nullable=not required
    )


def _match() -> Column[str]:
    return Column("match_id", Key, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _where(name: str, *columns: str, rule: str, sqlite: str = "", unique: bool = False) -> Index:
    """An index of the rows that a rule picks, and of no others: it stays small, and nobody takes the many rows without
    a value for many that have the same."""
    return Index(name, *columns, unique=unique, sqlite_where=text(sqlite or rule), postgresql_where=text(rule))


# ---- People --------------------------------------------------------------------------------------------------------

persons = Table(
    "persons",
    metadata,
    Column("id", Key, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Time, nullable=False),
    Column("seen", Time, nullable=False),
    Index("ix_persons_seen", "seen"),
)

accounts = Table(
    "accounts",
    metadata,
    _person(required=True, primary_key=True),
    Column("name_key", Key, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created", Time, nullable=False),
)

logins = Table(
    "logins",
    metadata,
    Column("hash", Key, primary_key=True),
    Column("id", Key, nullable=False, unique=True),
    _person(required=True),
    Column("created", Time, nullable=False),
    Column("used", Time, nullable=False),
    Column("expires", Time, nullable=False),
    Column("label", Text, nullable=False),
    Index("ix_logins_person", "person"),
    Index("ix_logins_expires", "expires"),
)

preferences = Table(
    "preferences",
    metadata,
    _person(required=True, primary_key=True),
    Column("data", Text, nullable=False),
)

positions = Table(
    "positions",
    metadata,
    Column("id", Key, primary_key=True),
    _person(required=True),
    Column("name", Text, nullable=False),
    Column("game", Key, nullable=False),
    Column("options", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    Index("ix_positions_person_updated", "person", "updated"),
)

studies = Table(
    "studies",
    metadata,
    Column("id", Key, primary_key=True),
    _person(required=True),
    Column("name", Text, nullable=False),
    Column("game", Key, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    Index("ix_studies_person_updated", "person", "updated"),
)

# What somebody learned: steps of lessons and puzzles, each with how often it was tried. `clean` if the first answer was
# right, without help; `begun` is when that was, or when it was wrong.
learned = Table(
    "learned",
    metadata,
    _person(required=True, primary_key=True),
    Column("game", Key, primary_key=True),
    Column("kind", Key, primary_key=True),  # lesson or puzzle
    Column("item", Key, primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("clean", Boolean, nullable=False),
    Column("begun", Time, nullable=False),
    Column("solved", Time),
    sqlite_with_rowid=False,
)

# ---- Matches -------------------------------------------------------------------------------------------------------

matches = Table(
    "matches",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Key, nullable=False),
    Column("options", Text, nullable=False),
    Column("kind", Key, nullable=False),
    Column("status", Key, nullable=False),
    # The number of the last event. Whoever raises it from the number it knew may store what comes next.
    Column("version", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    Column("ended", Time),
    Column("reason", Key, nullable=False),
    Column("host", Key, ForeignKey("persons.id", ondelete="SET NULL")),
    Column("code", Key),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("tournament", Boolean, nullable=False),
    Column("origin", Key, nullable=False),
    # Looked at when the transaction ends: a backup is restored in any order.
    Column(
        "follows",
        Key,
        ForeignKey("matches.id", ondelete="SET NULL", deferrable=True, initially="DEFERRED"),
    ),
    # For those who look after matches: when the time runs out, whether a clock runs, whether a bot has to move.
    Column("flag_at", Time),
    Column("ticking", Boolean, nullable=False),
    Column("bot_to_move", Boolean, nullable=False),
    Index("ix_matches_host", "host"),
    _where("uq_matches_code", "code", unique=True, rule="code IS NOT NULL"),
    _where("uq_matches_follows", "follows", unique=True, rule="follows IS NOT NULL"),
    _where("ix_matches_flag_at", "flag_at", rule="flag_at IS NOT NULL"),
    _where("ix_matches_ticking", "updated", rule="ticking", sqlite="ticking = 1"),
    _where("ix_matches_bot_to_move", "updated", rule="bot_to_move", sqlite="bot_to_move = 1"),
    _where("ix_matches_open", "updated", rule="ended IS NULL"),
)

seats = Table(
    "seats",
    metadata,
    _match(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Key, nullable=False),  # account, guest, bot or vacant
    _person(required=False),
    Column("name", Text, nullable=False),
    Column("level", Key),
    Column("style", Key),
    Column("result", Key, nullable=False),
    Column("undo", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("analysis", Integer, nullable=False),
    Column("used", Time, nullable=False),
    Index("ix_seats_person", "person"),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    _match(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Time, nullable=False),
    Column("spent", Time, nullable=False),
    Column("times", Text, nullable=False),  # the clocks after it
    Column("last", Boolean, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("again", Boolean, nullable=False),
    # The event that took it back. Of the moves that stand, each ply has one.
    Column("taken_back", Integer),
    _where("uq_moves_standing", "match_id", "ply", unique=True, rule="taken_back IS NULL"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    _match(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Key, nullable=False),
    Column("at", Time, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)

# How a finished game stood before every turn, as the engine found; `digest` names the moves it was found for,
# `effort` is the time for each.
analyses = Table(
    "analyses",
    metadata,
    _match(),
    Column("digest", Key, nullable=False),
    Column("effort", Time, nullable=False),
    Column("data", Text, nullable=False),
    Column("created", Time, nullable=False),
)

# ---- Libraries -----------------------------------------------------------------------------------------------------

# All of a person's entries lie together, so that any filter and any order need to look at these only.
entries = Table(
    "entries",
    metadata,
    _person(required=True, primary_key=True),
    _match(),
    Column("seat", SmallInteger),
    Column("title", Text, nullable=False),
    Column("game", Key, nullable=False),
    Column("opponent", Text, nullable=False),
    Column("against", Key, nullable=False),  # people, bots, mixed or nobody
    Column("level", Key),
    Column("result", Key, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    # What was special about it, between commas: see `match/achievement_feats.py`.
    Column("feats", Key, nullable=False, server_default=""),
    Column("used", Time, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    Column("ended", Time),
    Column("words", Key, nullable=False),  # what a search looks at: title and players' names, as names are compared
    Column("opponent_key", Key, nullable=False),
    Column("deleted", Time),
    # How long everybody has thought, when it was over.
    Column("duration", Time, nullable=False, server_default="0"),
    # What its owner notes. Tags stand each on a line, as they are shown and as they are compared; `remarks` counts
    # those about moves.
    Column("star", Boolean, nullable=False, server_default=false()),
    Column("tags", Text, nullable=False, server_default=""),
    Column("tag_keys", Key, nullable=False, server_default=""),
    Column("comment", Text, nullable=False, server_default=""),
    Column("remarks", Integer, nullable=False, server_default="0"),
    Index("ix_entries_person_updated", "person", "updated", "match_id"),
    Index("ix_entries_match_id", "match_id"),
    _where("ix_entries_deleted", "deleted", rule="deleted IS NOT NULL"),
    _where("ix_entries_tagged", "person", rule="tags <> ''"),
    sqlite_with_rowid=False,
)

# What somebody notes about single moves. `move` tells which: after a take-back another may stand there.
remarks = Table(
    "remarks",
    metadata,
    Column("person", Key, primary_key=True),
    Column("match_id", Key, primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(
        ["person", "match_id"], ["entries.person", "entries.match_id"], ondelete="CASCADE", onupdate="CASCADE"
    ),
    sqlite_with_rowid=False,
)

# ---- Servers -------------------------------------------------------------------------------------------------------

servers = Table(
    "servers",
    metadata,
    Column("id", Key, primary_key=True),
    Column("beat", Time, nullable=False),
    Column("runs", Boolean, nullable=False),
)
