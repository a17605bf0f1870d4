"""Set-ups that may be invalid, and what is wrong with them."""

from __future__ import annotations

import msgspec

from parlour.games.contract.display import Piece
from parlour.i18n.message import Message

UNLIMITED = 999_999
"""Upper bound of a counter that no rule limits."""


class Draft(msgspec.Struct, frozen=True):
    """A set-up that may be incomplete or invalid: pieces (ids do not matter), seat to move, stage, counters.

    Pieces in trays may be omitted where the board determines them.
    """

    pieces: tuple[Piece, ...]
    seat: int = 0
    stage: str = ""
    counters: dict[str, int] = {}


class Problem(msgspec.Struct, frozen=True):
    """A reason why a draft cannot be played, and the sites concerned."""

    message: Message
    sites: tuple[int, ...] = ()


def problem(key: str, sites: tuple[int, ...] = (), /, **params: str | int) -> Problem:
    """Return a problem whose message has the given catalogue key and parameters."""
    return Problem(Message(key, params), sites)
