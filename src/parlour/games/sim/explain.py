"""Sentences about a Sim position: what to do now, and why a stroke is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Picks
from parlour.games.sim.tables import NAMES, ends, stroke
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.sim.position import SimPosition


def prompt(position: SimPosition) -> Message:
    """Return what the seat to move must do now."""
    return Message("shared.over") if position.is_over() else position.message("prompt")


def explain(position: SimPosition, picks: Picks) -> Message:
    """Return why these picks make no move, or what is missing to make one."""
    if position.is_over() or not picks:
        return prompt(position)
    if not all(isinstance(pick, int) and 0 <= pick < position.size() for pick in picks):
        return position.message("explain.no-dot", last=NAMES[position.size() - 1])
    dots = [int(pick) for pick in picks]
    if len(dots) > 2:
        return position.message("explain.too-many")
    if len(dots) == 1:
        others = [other for other in range(position.size()) if other != dots[0]]
        free = [NAMES[other] for other in others if position.owner(stroke(dots[0], other)) is None]
        key = "explain.choose-second" if free else "explain.all-joined"
        return position.message(key, site=NAMES[dots[0]], choices=", ".join(free))
    if dots[0] == dots[1]:
        return position.message("explain.same", site=NAMES[dots[0]])
    move = stroke(*dots)
    owner = position.owner(move)
    if owner is not None:
        return position.message("explain.joined", owner_seat=owner, **ends(move))
    return position.describe(move)
