"""Games imported from files of older programs."""

from __future__ import annotations

from typing import Any

import msgspec

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
