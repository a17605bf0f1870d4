"""Saved positions of a person."""

from __future__ import annotations

import msgspec

from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.store.library.note_text import check_title
from parlour.store.library.saved_items import SavedItem, SavedItems, StoredRow
from parlour.store.matches.rows import Row
from parlour.store.tables import positions

_options = msgspec.json.Decoder(dict[str, Value])


class SavedPosition(SavedItem, frozen=True, kw_only=True):
    """A position with a name."""

    game: str
    options: dict[str, Value]
    text: str


class Positions(SavedItems):
    """Saved positions of all people; methods raise `NotFound` for positions of others."""

    max_per_person = 10_000
    _table = positions
    _none = "store.none.position"
    _too_many = "store.too-much.positions"

    async def save(self, person: str, name: str, position: Position, now: int) -> SavedPosition:
        """Store a position; raise `TooMuch` beyond `max_per_person`."""
        (row,) = await self._insert(person, [{"name": check_title(name), **_columns(position)}], now)
        return _read(row)

    async def get(self, person: str, id: str) -> SavedPosition:
        """Return one position."""
        return _read(await self._row(person, id))

    async def of(
        self, person: str | None, game: str | None = None, limit: int = 200, offset: int = 0
    ) -> list[SavedPosition]:
        """Return all positions, or those of one game, the most recently changed first."""
        return [_read(row) for row in await self._rows(person, game, limit, offset)]

    async def change(
        self, person: str, id: str, now: int, *, name: str | None = None, position: Position | None = None
    ) -> SavedPosition:
        """Change the name or the position."""
        columns: Row = {} if name is None else {"name": check_title(name)}
        if position is not None:
            columns |= _columns(position)
        return _read(await self._update(person, id, columns, now))


def _columns(position: Position) -> Row:
    options = msgspec.json.encode(dict(position.options)).decode()
    return {"game": position.game.key, "options": options, "text": position.text()}


def _read(row: StoredRow) -> SavedPosition:
    columns = {name: row[name] for name in SavedPosition.__struct_fields__}
    return SavedPosition(**{**columns, "options": _options.decode(row["options"])})
