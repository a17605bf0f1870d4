"""Threats: the best lines of each side if it were to move now, found by passing the turn."""

from __future__ import annotations

import msgspec

from parlour.engine.analysis import search_for
from parlour.engine.report import Limits, PrincipalVariation, Stop
from parlour.errors import ParlourError
from parlour.games.contract.position import Position


class Threats(msgspec.Struct, frozen=True):
    """The best lines of the seat to move, and of every other seat if the turn were passed to it."""

    mine: tuple[PrincipalVariation, ...]
    theirs: dict[int, tuple[PrincipalVariation, ...]]


def threats(position: Position, limits: Limits, *, lines: int = 3, stop: Stop | None = None) -> Threats | None:
    """Return the best lines of the seat to move, and of the others if it passed; None if the game has no such position.

    The limits apply to all searches together.
    """
    passed = {
        seat: other
        for seat in range(len(position.game.sides(position.options)))
        if seat != position.seat and (other := pass_to(position, seat)) is not None
    }
    if not passed or position.is_over():
        return None
    share = msgspec.structs.replace(
        limits,
        nodes=None if limits.nodes is None else limits.nodes // (1 + len(passed)),
        seconds=None if limits.seconds is None else limits.seconds / (1 + len(passed)),
    )
    return Threats(
        search_for(position).search(position, share, lines=lines, stop=stop).lines,
        {seat: search_for(other).search(other, share, lines=lines, stop=stop).lines for seat, other in passed.items()},
    )


def pass_to(position: Position, seat: int) -> Position | None:
    """Return the same position with another seat to move; None if the game has no such position or it is over."""
    game, options = position.game, position.options
    try:
        other: Position = game.read(game.with_first(position.text(), seat, options), options)
    except ParlourError:
        return None
    unchanged = other.seat == seat and other.placement() == position.placement()
    return other if unchanged and not other.is_over() else None
