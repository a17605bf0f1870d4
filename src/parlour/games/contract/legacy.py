"""Games imported from files of older programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from parlour.errors import RecordError
from parlour.games.contract.display import Outcome
from parlour.games.contract.options import Value


class LegacyGame(msgspec.Struct, frozen=True):
    """A game from an older program's file, in this project's notation. The importer replays it through the rules.

    `moves` are in the notation of single moves, `turns` in that of turns; the moves come first. An `outcome` is needed
    only where the final position does not show it. `seconds` are the times of the moves; `extra` holds other data.
    """

    options: dict[str, Value] = {}
    start: str = ""
    moves: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    tags: dict[str, str] = {}
    outcome: Outcome | None = None
    seconds: tuple[float | None, ...] = ()
    extra: dict[str, Any] = {}


class LegacyAccount(msgspec.Struct, frozen=True):
    """A user of an older program. The user has seat 0 in all games; those with an outcome count for their statistics.

    `password` is a hash in the form of `parlour.store.people.passwords`, empty if the program had none. `created` is a
    date such as `2024-03-31`, or empty.
    """

    name: str
    password: str = ""
    created: str = ""
    games: tuple[LegacyGame, ...] = ()


class LegacyDatabase(msgspec.Struct, frozen=True):
    """The content of an older program's database. `skipped` are errors that name what cannot be imported, and why."""

    accounts: tuple[LegacyAccount, ...] = ()
    games: tuple[LegacyGame, ...] = ()
    """Games without a known player."""
    skipped: tuple[RecordError, ...] = ()


Rows = Callable[[str, tuple[str, ...], tuple[str, ...]], list[dict[str, Any]]]
"""Return the rows of a table with these columns, and with those optional columns that it has; none for other tables."""
