"""Set-ups that may be invalid, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from parlour.games.contract.display import Piece
from parlour.i18n.message import Message

P = TypeVar("P")

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

    def placed(self, kind: type[P]) -> list[tuple[P, int]]:
        """Return place and owner of the pieces whose place is of a type, such as `int` for sites."""
        return [
            (piece.place, piece.owner)
            for piece in self.pieces
            if isinstance(piece.place, kind) and piece.owner is not None
        ]


class Problem(msgspec.Struct, frozen=True):
    """A reason why a draft cannot be played, and the sites concerned."""

    message: Message
    sites: tuple[int, ...] = ()


def problem(key: str, sites: tuple[int, ...] = (), /, **params: str | int) -> Problem:
    """Return a problem whose message has the given catalogue key and parameters."""
    return Problem(Message(key, params), sites)


def counter_problems(draft: Draft, ranges: Mapping[str, tuple[int, int]], **keys: str) -> list[Problem]:
    """Return a problem for every counter outside its range; `keys` are the catalogue keys of their messages."""
    found = []
    for name, (low, high) in ranges.items():
        n = draft.counters.get(name, low)
        if not low <= n <= high:
            found.append(problem(keys[name], n=n, most=high))
    return found


def seat_problems(draft: Draft) -> list[Problem]:
    """Return what is wrong with the seat to move of a game for two."""
    return [] if draft.seat in (0, 1) else [problem("shared.bad-seat", number=draft.seat + 1)]
