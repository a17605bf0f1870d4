"""Notes of people about the games in their library, and their form in records.

A star, tags and a comment belong to a game. A remark belongs to a move, identified by ply and notation, so that it does
not apply to another move after a take-back. Notes are private to their owner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.names import name_key
from parlour.match.records.record import Record
from parlour.store.database.batches import BATCH_SIZE
from parlour.store.database.database import Repository
from parlour.store.library.note_text import check_comment, check_tags, check_title
from parlour.store.matches import rows
from parlour.store.matches.rows import Row
from parlour.store.tables import entries, moves, remarks, seats

MAX_FILTER_VALUES = 100
"""Maximum number of tags and of opponents offered as filters."""


class Notes(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's notes about a game. `remarks` are those about moves, by ply; 0 is the start."""

    title: str = ""
    star: bool = False
    tags: tuple[str, ...] = ()
    comment: str = ""
    remarks: dict[int, str] = {}


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to the notes of a game; fields that are not given are kept."""

    title: str | None = None
    star: bool | None = None
    tags: tuple[str, ...] | None = None
    comment: str | None = None


class FilterValues(msgspec.Struct, frozen=True):
    """Values for the filters of a library: tags and players, the most frequent first, and games."""

    tags: tuple[str, ...]
    opponents: tuple[str, ...]
    games: dict[str, int]
    """Number of matches of each game."""


class GameNotes(Repository):
    """Notes of all people; methods raise `NotFound` for a game that is not in the library of the person, and
    `NameRefused` for invalid text.
    """

    async def read(self, person: str, match: str) -> Notes:
        """Return the notes of a person about a game."""
        async with self._database.read() as connection:
            return await read_notes(connection, person, match)

    async def change(self, person: str, match: str, changes: Changes) -> Notes:
        """Change the given fields."""
        columns = _columns(changes)
        async with self._database.write() as connection:
            if "title" in columns:
                names = select(seats.c.name).where(seats.c.match_id == match).order_by(seats.c.seat)
                columns["words"] = rows.search_text(str(columns["title"]), (await connection.scalars(names)).all())
            if columns:
                await connection.execute(update(entries).where(*_this(person, match)).values(columns))
            return await read_notes(connection, person, match)

    async def label(
        self, person: str, matches: Iterable[str], *, add: Sequence[str] = (), star: bool | None = None
    ) -> int:
        """Add tags to several games, or set their star; return how many games there were."""
        more, ids = check_tags(add), list(matches)

        async def new_columns(connection: AsyncConnection, some: Sequence[str]) -> dict[str, Row]:
            there = entries.c.person == person, entries.c.match_id.in_(some)
            found = await connection.execute(select(entries.c.match_id, entries.c.tags).where(*there))
            return {
                match: _columns(Changes(tags=check_tags([*split_tags(tags), *more]), star=star))
                for match, tags in found
            }

        async def change(connection: AsyncConnection, some: Sequence[str]) -> int:
            found = await new_columns(connection, some)
            for match, columns in found.items():
                await connection.execute(update(entries).where(*_this(person, match)).values(columns))
            return len(found)

        async with self._database.read() as connection:
            for start in range(0, len(ids), BATCH_SIZE):
                await new_columns(connection, ids[start : start + BATCH_SIZE])  # raises before anything is changed
        return await self._database.write_in_batches(ids, change)

    async def remark(self, person: str, match: str, ply: int, text: str) -> Notes:
        """Set the remark about a move (ply 0: the start); an empty text removes it."""
        text = check_comment(text)
        async with self._database.write() as connection:
            await read_notes(connection, person, match)
            move = await _move(connection, match, ply)
            this = remarks.c.person == person, remarks.c.match_id == match
            await connection.execute(delete(remarks).where(*this, remarks.c.ply == ply))
            if text:
                row = {"person": person, "match_id": match, "ply": ply, "move": move, "text": text}
                await connection.execute(insert(remarks).values(row))
            await _count(connection, person, match)
            return await read_notes(connection, person, match)

    async def filter_values(self, person: str) -> FilterValues:
        """Return the values for the filters of a library."""
        own = entries.c.person == person, entries.c.deleted.is_(None)
        tagged = select(entries.c.tags).where(*own, entries.c.tags != "")
        number = func.count().label("number")
        faced = (
            select(entries.c.opponent, number)
            .where(*own, entries.c.opponent != "")
            .group_by(entries.c.opponent)
            .order_by(number.desc(), entries.c.opponent)
            .limit(MAX_FILTER_VALUES)
        )
        played = select(entries.c.game, number).where(*own, entries.c.plies > 0).group_by(entries.c.game)
        async with self._database.read() as connection:
            counted = Counter(tag for tags in await connection.scalars(tagged) for tag in split_tags(tags))
            opponents = (await connection.scalars(faced)).all()
            games = {row.game: row.number for row in await connection.execute(played)}
        tags = sorted(counted, key=lambda tag: (-counted[tag], name_key(tag)))
        return FilterValues(tuple(tags[:MAX_FILTER_VALUES]), tuple(opponents), games)


def has_tag(tag: str) -> ColumnElement[bool]:
    """Return the condition that an entry has a tag, compared like names."""
    return entries.c.tag_keys.contains(f"\n{name_key(tag)}\n", autoescape=True)


def split_tags(tags: str) -> tuple[str, ...]:
    """Return the tags of a stored column."""
    return tuple(filter(None, tags.split("\n")))


async def read_notes(connection: AsyncConnection, person: str, match: str) -> Notes:
    """Return the notes about a game; raise `NotFound`."""
    found = await read_notes_of(connection, person, [match])
    if not found:
        raise localized_error(NotFound, "store.none.game")
    return found[match]


async def read_notes_of(connection: AsyncConnection, person: str, matches: Sequence[str]) -> dict[str, Notes]:
    """Return the notes about games that are in a library, by match."""
    there = entries.c.person == person, entries.c.match_id.in_(matches)
    columns = entries.c.match_id, entries.c.title, entries.c.star, entries.c.tags, entries.c.comment
    listed = (await connection.execute(select(*columns).where(*there))).all()
    written = (
        select(remarks.c.match_id, remarks.c.ply, remarks.c.text)
        .outerjoin(
            moves,
            (moves.c.match_id == remarks.c.match_id) & (moves.c.ply == remarks.c.ply) & moves.c.taken_back.is_(None),
        )
        .where(remarks.c.person == person, remarks.c.match_id.in_(matches))
        .where((remarks.c.ply == 0) | (moves.c.text == remarks.c.move))
        .order_by(remarks.c.match_id, remarks.c.ply)
    )
    about_moves: dict[str, dict[int, str]] = {}
    for match, ply, text in await connection.execute(written):
        about_moves.setdefault(match, {})[ply] = text
    return {
        row.match_id: Notes(
            row.title, bool(row.star), split_tags(row.tags), row.comment, about_moves.get(row.match_id, {})
        )
        for row in listed
    }


def note_columns(notes: Notes, names: Sequence[str]) -> Row:
    """Return the columns of a new library entry for checked notes; `names` are those of the players."""
    columns = _columns(Changes(star=notes.star, tags=notes.tags, comment=notes.comment))
    return columns | {
        "title": notes.title,
        "words": rows.search_text(notes.title, names),
        "remarks": len(notes.remarks),
    }


def remark_rows(person: str, match: str, notes: Notes, texts: Sequence[str]) -> list[Row]:
    """Return the rows of checked remarks about moves; `texts` are the moves."""
    return [
        {"person": person, "match_id": match, "ply": ply, "move": texts[ply - 1] if ply else "", "text": text}
        for ply, text in notes.remarks.items()
    ]


def _this(person: str, match: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return entries.c.person == person, entries.c.match_id == match


def _columns(changes: Changes) -> Row:
    """Return the columns of changes, checked."""
    columns: Row = {}
    if changes.title is not None:
        columns["title"] = check_title(changes.title)
    if changes.star is not None:
        columns["star"] = changes.star
    if changes.comment is not None:
        columns["comment"] = check_comment(changes.comment)
    if changes.tags is not None:
        tags = check_tags(changes.tags)
        columns["tags"] = "\n".join(tags)
        columns["tag_keys"] = f"\n{chr(10).join(name_key(tag) for tag in tags)}\n" if tags else ""
    return columns


async def _move(connection: AsyncConnection, match: str, ply: int) -> str:
    """Return the move at a ply, empty for the start; raise `NotFound`."""
    if ply == 0:
        return ""
    this = moves.c.match_id == match, moves.c.ply == ply, moves.c.taken_back.is_(None)
    text = await connection.scalar(select(moves.c.text).where(*this))
    if text is None:
        raise localized_error(NotFound, "store.none.move")
    return str(text)


async def _count(connection: AsyncConnection, person: str, match: str) -> None:
    number = select(func.count()).where(remarks.c.person == person, remarks.c.match_id == match)
    await connection.execute(update(entries).where(*_this(person, match)).values(remarks=number.scalar_subquery()))


# ---- In records ------------------------------------------------------------------------------------------------------

TITLE, STAR, TAGS, COMMENT = "Title", "Star", "Tags", "Comment"


def with_notes(record: Record, notes: Notes) -> Record:
    """Return a record with notes added."""
    tags: dict[str, str] = {}
    if notes.title:
        tags[TITLE] = notes.title
    if notes.star:
        tags[STAR] = "yes"
    if notes.tags:
        tags[TAGS] = ", ".join(notes.tags)
    comment = "\n".join(filter(None, (notes.comment, notes.remarks.get(0, ""))))
    if comment:
        tags[COMMENT] = " ".join(comment.split())
    commented = [
        msgspec.structs.replace(move, comment=notes.remarks.get(ply, move.comment))
        for ply, move in enumerate(record.moves, 1)
    ]
    return msgspec.structs.replace(record, moves=tuple(commented), tags={**tags, **record.tags})


def notes_in(record: Record) -> Notes:
    """Return the notes in a record, normalized; raise `NameRefused`."""
    tags: Mapping[str, str] = record.tags
    return Notes(
        check_title(tags.get(TITLE, "")),
        tags.get(STAR) == "yes",
        check_tags(tags.get(TAGS, "").split(",")),
        check_comment(tags.get(COMMENT, "")),
        {ply: text for ply, move in enumerate(record.moves, 1) if (text := check_comment(move.comment))},
    )
