"""Table definitions. A change here needs a migration (see `migrations/`); a test compares the two.

A match is its events. They are numbered by `seq` across `events` (number 0 is the set-up) and `moves`, which holds move
events in columns. `matches`, `seats` and `entries` hold summaries of the events, so that lists, clocks and statistics
need no replay; they are written in the same transaction as the events.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
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
from sqlalchemy.types import TypeEngine

HEAD = "0017"
"""Migration version of these tables."""
KNOWN = (*(f"{number:04}" for number in range(1, int(HEAD))), HEAD)
"""All migration versions in order."""

_NAMES = {"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s"}
_NAMES |= {kind: f"{kind}_%(table_name)s_%(column_0_N_name)s" for kind in ("uq", "ix")}
metadata = MetaData(naming_convention=_NAMES)

# Compared and sorted by bytes on every database.
Key = Text().with_variant(Text(collation="C"), "postgresql")
# Milliseconds since 1970, or a duration in milliseconds.
Time = BigInteger()


def _person(*, required: bool, primary_key: bool = False) -> Column[str]:
    """Return a column that references a person: delete personal rows with the person, set it to NULL in shared ones."""
    rule = "CASCADE" if required else "SET NULL"
    return Column(
        "person", Key, ForeignKey("persons.id", ondelete=rule), primary_key=primary_key, nullable=not required
    )


def _required(**types: TypeEngine[Any] | type[TypeEngine[Any]]) -> list[Column[Any]]:
    """Return columns that are never NULL, by name."""
    return [Column(name, type, nullable=False) for name, type in types.items()]


def _match() -> Column[str]:
    return Column("match_id", Key, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _event_table(name: str, owner: Column[str]) -> Table:
    """Return the table of the numbered events of matches or tournaments."""
    return Table(
        name,
        metadata,
        owner,
        Column("seq", Integer, primary_key=True, autoincrement=False),
        *_required(kind=Key, at=Time, data=Text),
        sqlite_with_rowid=False,
    )


def _where(name: str, *columns: str, rule: str, sqlite: str = "", unique: bool = False) -> Index:
    """Return a partial index: it stays small, and the many rows without a value do not count as equal."""
    return Index(name, *columns, unique=unique, sqlite_where=text(sqlite or rule), postgresql_where=text(rule))


# ---- People --------------------------------------------------------------------------------------------------------

persons = Table(
    "persons",
    metadata,
    Column("id", Key, primary_key=True),
    *_required(name=Text, created=Time, seen=Time),
    Index("ix_persons_seen", "seen"),
)

accounts = Table(
    "accounts",
    metadata,
    _person(required=True, primary_key=True),
    Column("name_key", Key, nullable=False, unique=True),
    *_required(password=Text, created=Time),
    # The account that created a bot account; NULL for people. A bot account has no password.
    Column("operator", Key, ForeignKey("persons.id", ondelete="CASCADE")),
    Index("ix_accounts_operator", "operator"),
)

logins = Table(
    "logins",
    metadata,
    Column("hash", Key, primary_key=True),
    Column("id", Key, nullable=False, unique=True),
    _person(required=True),
    *_required(created=Time, used=Time, expires=Time, label=Text),
    # Permissions of a token of a bot account, separated by spaces; NULL for a browser.
    Column("scopes", Key),
    Index("ix_logins_person", "person"),
    Index("ix_logins_expires", "expires"),
)

owner_logins = Table(
    "owner_logins",
    metadata,
    Column("hash", Key, primary_key=True),
    Column("id", Key, nullable=False, unique=True),
    *_required(created=Time, used=Time, expires=Time, label=Text),
)

preferences = Table(
    "preferences",
    metadata,
    _person(required=True, primary_key=True),
    Column("data", Text, nullable=False),
)


def _saved_items(name: str, **content: TypeEngine[Any] | type[TypeEngine[Any]]) -> Table:
    """Return the table of what a person saves under a name (see `saved_items.py`)."""
    return Table(
        name,
        metadata,
        Column("id", Key, primary_key=True),
        _person(required=True),
        *_required(name=Text, game=Key, **content, created=Time, updated=Time),
        Index(f"ix_{name}_person_updated", "person", "updated"),
    )


positions = _saved_items("positions", options=Text, text=Text)
studies = _saved_items("studies", moves=Integer, data=Text)

# Attempted lesson steps and puzzles with the number of attempts. `clean`: the first answer was right and without help;
# `begun`: time of the first answer.
learned = Table(
    "learned",
    metadata,
    _person(required=True, primary_key=True),
    Column("game", Key, primary_key=True),
    Column("kind", Key, primary_key=True),  # lesson or puzzle
    Column("item", Key, primary_key=True),
    *_required(tries=Integer, clean=Boolean, begun=Time),
    Column("solved", Time),
    sqlite_with_rowid=False,
)

# ---- Matches -------------------------------------------------------------------------------------------------------

matches = Table(
    "matches",
    metadata,
    Column("id", Key, primary_key=True),
    *_required(game=Key, options=Text, kind=Key, status=Key),
    # Number of the last event. A writer raises it from the number it knew, or fails.
    *_required(version=Integer, plies=Integer, created=Time, updated=Time),
    Column("ended", Time),
    Column("reason", Key, nullable=False),
    Column("host", Key, ForeignKey("persons.id", ondelete="SET NULL")),
    Column("code", Key),
    *_required(public=Boolean, rated=Boolean, tournament=Boolean, origin=Key),
    # Deferred: a backup is restored in any order.
    Column(
        "follows",
        Key,
        ForeignKey("matches.id", ondelete="SET NULL", deferrable=True, initially="DEFERRED"),
    ),
    # For background tasks: when the time runs out, whether a clock runs, whether a bot is to move.
    Column("flag_at", Time),
    *_required(ticking=Boolean, bot_to_move=Boolean),
    # The seat to move in a running match; NULL also in one without a move since this column was added.
    Column("to_move", SmallInteger),
    Column("days_per_turn", SmallInteger),  # in a correspondence match
    # Number of changes of `plans`: a server stores a move only if it knows the plans that may follow it.
    Column("plan_changes", Integer, nullable=False, server_default="0"),
    Index("ix_matches_host", "host"),
    _where("uq_matches_code", "code", unique=True, rule="code IS NOT NULL"),
    _where("uq_matches_follows", "follows", unique=True, rule="follows IS NOT NULL"),
    _where("ix_matches_flag_at", "flag_at", rule="flag_at IS NOT NULL"),
    _where("ix_matches_ticking", "updated", rule="ticking", sqlite="ticking = 1"),
    _where("ix_matches_bot_to_move", "updated", rule="bot_to_move", sqlite="bot_to_move = 1"),
    _where("ix_matches_open", "updated", rule="ended IS NULL"),
    _where("ix_matches_rated", "created", rule="rated", sqlite="rated = 1"),
    _where("ix_matches_ended", "updated", rule="ended IS NOT NULL"),
)

seats = Table(
    "seats",
    metadata,
    _match(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Key, nullable=False),  # account, program (a bot account), guest, bot or vacant
    _person(required=False),
    Column("name", Text, nullable=False),
    Column("level", Key),
    Column("style", Key),
    *_required(result=Key, undo=Integer, hints=Integer, analysis=Integer, used=Time),
    Index("ix_seats_person", "person"),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    _match(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    *_required(ply=Integer, seat=SmallInteger, text=Text, at=Time, spent=Time),
    Column("times", Text, nullable=False),  # the clocks after it
    *_required(last=Boolean, automatic=Boolean, again=Boolean),
    # The event that took the move back. Each ply has one move that was not taken back.
    Column("taken_back", Integer),
    _where("uq_moves_standing", "match_id", "ply", unique=True, rule="taken_back IS NULL"),
    sqlite_with_rowid=False,
)

events = _event_table("events", _match())

# Turns that players have planned: see `match/plans.py`. They are deleted when the match ends.
plans = Table(
    "plans",
    metadata,
    _match(),
    _person(required=True, primary_key=True),
    *_required(data=Text),
    Index("ix_plans_person", "person"),
    sqlite_with_rowid=False,
)

# Engine evaluations of a finished game before every turn; `digest` identifies the moves, `effort` is the search time
# per position.
analyses = Table(
    "analyses",
    metadata,
    _match(),
    *_required(digest=Key, effort=Time, data=Text, created=Time),
)

# The rating of each player after a rated game. Nothing refers to the match or the person: rows stay when everybody has
# deleted the game, and those of deleted people stay under an id that nobody has, so that ratings can be recalculated.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("match_id", Key, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Key, nullable=False),  # the id of a person, or `bot:` and a level
    *_required(game=Key, time_class=Key, ended=Time, result=Key, mean=Double, deviation=Double, games=Integer),
    Index("ix_rating_changes_player_game_time_class_games", "player", "game", "time_class", "games"),
    Index("ix_rating_changes_game_time_class_ended_match_id", "game", "time_class", "ended", "match_id"),
    sqlite_with_rowid=False,
)

# Finished games of the statistics: see `club_games.py`. `winners` is a bit set of seats, 0 for a draw.
# People only in games for two.
CLUB_TURNS = 8
_STEP = ("game", "start", "turn_1", "turn_2", "turn_3", "winners", "ended", "against", "level", "time_class", "rated")

club_games = Table(
    "club_games",
    metadata,
    _match(),
    *_required(game=Key, start=Key, ended=Time, against=Key, time_class=Key, rated=Boolean),
    *_required(winners=SmallInteger, seats=SmallInteger),
    Column("level", Key),
    *(Column(f"person_{seat}", Key, ForeignKey("persons.id", ondelete="SET NULL")) for seat in range(2)),
    *_required(**{f"turn_{number}": Key for number in range(1, CLUB_TURNS + 1)}),
    Index("ix_club_games_tree", *_STEP),
    Index("ix_club_games_ended", "ended", "game", "winners", "seats"),
    *(Index(f"ix_club_games_person_{seat}", f"person_{seat}", "ended", "game", "winners") for seat in range(2)),
    sqlite_with_rowid=False,
)

# ---- Libraries -----------------------------------------------------------------------------------------------------

# Clustered by person, so that filters and sorting read only the entries of that person.
entries = Table(
    "entries",
    metadata,
    _person(required=True, primary_key=True),
    _match(),
    Column("seat", SmallInteger),
    *_required(title=Text, game=Key, opponent=Text),
    Column("against", Key, nullable=False),  # people, bots, mixed or nobody
    Column("level", Key),
    *_required(result=Key, assisted=Boolean, counts=Boolean),
    # Comma-separated feats for achievements: see `match/achievement_feats.py`.
    Column("feats", Key, nullable=False, server_default=""),
    *_required(used=Time, plies=Integer, created=Time, updated=Time),
    Column("ended", Time),
    Column("words", Key, nullable=False),  # search text: title and names of players, normalized like names
    Column("opponent_key", Key, nullable=False),
    Column("deleted", Time),
    # Total thinking time of all players once the match is over.
    Column("duration", Time, nullable=False, server_default="0"),
    # Notes of the owner. Tags are one per line, as shown and as compared; `remarks` counts those on moves.
    Column("star", Boolean, nullable=False, server_default=false()),
    Column("tags", Text, nullable=False, server_default=""),
    Column("tag_keys", Key, nullable=False, server_default=""),
    Column("comment", Text, nullable=False, server_default=""),
    Column("remarks", Integer, nullable=False, server_default="0"),
    Index("ix_entries_person_updated", "person", "updated", "match_id"),
    Index("ix_entries_match_id", "match_id"),
    _where("ix_entries_unfinished", "person", rule="ended IS NULL"),
    _where("ix_entries_deleted", "deleted", rule="deleted IS NOT NULL"),
    _where("ix_entries_tagged", "person", rule="tags <> ''"),
    sqlite_with_rowid=False,
)

# Notes about single moves. `move` identifies the move: after a take-back another one may be at that ply.
remarks = Table(
    "remarks",
    metadata,
    Column("person", Key, primary_key=True),
    Column("match_id", Key, primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    *_required(move=Text, text=Text),
    ForeignKeyConstraint(
        ["person", "match_id"], ["entries.person", "entries.match_id"], ondelete="CASCADE", onupdate="CASCADE"
    ),
    sqlite_with_rowid=False,
)

# ---- Tournaments ---------------------------------------------------------------------------------------------------

# Like a match, a tournament is its events; number 0 is the set-up. This row is a summary for lists.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Key, primary_key=True),
    *_required(name=Text, format=Key, status=Key, version=Integer, entrants=Integer, created=Time, updated=Time),
    Column("organiser", Key, ForeignKey("persons.id", ondelete="SET NULL")),
    Index("ix_tournaments_updated", "updated"),
    Index("ix_tournaments_organiser", "organiser"),
)


def _tournament() -> Column[str]:
    return Column("tournament_id", Key, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


tournament_events = _event_table("tournament_events", _tournament())

# The people among the entrants.
tournament_people = Table(
    "tournament_people",
    metadata,
    _tournament(),
    _person(required=True, primary_key=True),
    Index("ix_tournament_people_person", "person"),
    sqlite_with_rowid=False,
)

# The matches of a tournament. `started` is the event that began the game at place `game` of its round.
tournament_matches = Table(
    "tournament_matches",
    metadata,
    _tournament(),
    Column("started", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("match_id", Key, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, unique=True),
    sqlite_with_rowid=False,
)

# ---- Classes -------------------------------------------------------------------------------------------------------

# A class and what its board shows now, as JSON. Pupils join with the code.
classrooms = Table(
    "classrooms",
    metadata,
    Column("code", Key, primary_key=True),
    Column("teacher", Key, ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    *_required(name=Text, version=Integer, board=Text, created=Time, updated=Time),
    Index("ix_classrooms_teacher", "teacher"),
)


def _classroom() -> Column[str]:
    return Column("code", Key, ForeignKey("classrooms.code", ondelete="CASCADE"), primary_key=True)


# `number` identifies a pupil in the class, for the teacher.
pupils = Table(
    "pupils",
    metadata,
    _classroom(),
    _person(required=True, primary_key=True),
    *_required(number=Integer, joined=Time),
    Index("ix_pupils_person", "person"),
    sqlite_with_rowid=False,
)

# The answers to the latest question.
answers = Table(
    "answers",
    metadata,
    _classroom(),
    _person(required=True, primary_key=True),
    *_required(question=Integer, turn=Text, at=Time),
    Index("ix_answers_person", "person"),
    sqlite_with_rowid=False,
)

# What the teacher assigns. `tasks` is JSON; `last_task` is the highest number that a task ever had.
homework = Table(
    "homework",
    metadata,
    Column("id", Key, primary_key=True),
    Column("code", Key, ForeignKey("classrooms.code", ondelete="CASCADE"), nullable=False),
    *_required(title=Text, comment=Text, tasks=Text, last_task=Integer, version=Integer, created=Time, updated=Time),
    Column("due", Time),
    Column("closed", Time),
    Index("ix_homework_code", "code"),
)

# Matches that pupils have played for a task of their homework. Nothing refers to the match: an attempt stays when its
# game has been deleted. The row is written in the transactions that begin and end the match.
homework_attempts = Table(
    "homework_attempts",
    metadata,
    Column("match_id", Key, primary_key=True),
    Column("homework", Key, ForeignKey("homework.id", ondelete="CASCADE"), nullable=False),
    _person(required=True),
    *_required(task=Integer, began=Time, result=Key, assisted=Boolean),
    Column("ended", Time),
    Index("ix_homework_attempts_homework", "homework"),
    Index("ix_homework_attempts_person", "person"),
    sqlite_with_rowid=False,
)

# ---- Servers -------------------------------------------------------------------------------------------------------

servers = Table(
    "servers",
    metadata,
    Column("id", Key, primary_key=True),
    *_required(beat=Time, runs=Boolean),
    Column("resumed", Time, nullable=False, server_default="0"),
    Column("heard", Time, nullable=False, server_default="0"),
)
