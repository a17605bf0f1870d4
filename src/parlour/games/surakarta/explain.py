"""Sentences about a Surakarta position: what to do now, and why a move is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Picks
from parlour.games.surakarta.tables import CAPTURE, POINT_MASK, POINTS, SIZE, TRACKS, label, point
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.surakarta.position import SurakartaPosition

CORNERS = {point(0, 0), point(0, 5), point(5, 0), point(5, 5)}


def prompt(position: SurakartaPosition) -> Message:
    """Return what the seat to move must do now."""
    return Message("shared.over") if position.is_over() else position.message("prompt", seat=position.seat)


def explain(position: SurakartaPosition, picks: Picks) -> Message:
    """Return why these picks make no move, or what is missing to make one."""
    if position.is_over() or not picks:
        return prompt(position)
    if len(picks) > 2:
        return position.message("explain.too-many")
    if not all(isinstance(pick, int) and 0 <= pick < POINTS for pick in picks):
        return Message("shared.no-such-site")
    start = int(picks[0])
    owner = position.owner(start)
    if owner is None:
        return position.message("explain.pick-own", site=label(start))
    if owner != position.seat:
        return position.message("explain.pick-theirs", site=label(start), owner_seat=owner)
    if len(picks) == 1:
        choices = [label(move >> 6 & POINT_MASK) for move in position.moves() if move & POINT_MASK == start]
        if not choices:
            return position.message("explain.stuck-piece", **{"from": label(start)})
        return position.message("explain.choose-target", **{"from": label(start), "choices": ", ".join(choices)})
    return _explain_target(position, start, int(picks[1]))


def _explain_target(position: SurakartaPosition, start: int, target: int) -> Message:
    ends: dict[str, str | int] = {"from": label(start), "to": label(target)}
    adjacent = max(abs(start // SIZE - target // SIZE), abs(start % SIZE - target % SIZE)) == 1
    if start == target:
        return position.message("explain.same")
    owner = position.owner(target)
    if owner == position.seat:
        return position.message("explain.own-target", **ends)
    if owner is None:
        return position.describe(start | target << 6) if adjacent else position.message("explain.far", **ends)
    if start in CORNERS:
        return position.message("explain.no-track-from", **ends)
    if target in CORNERS:
        return position.message("explain.no-track-to", **ends)
    paths = position.paths_to(start, target)
    if not paths:
        inner = start in TRACKS["inner"]
        return position.message("explain.inner-only" if inner else "explain.outer-only", **ends)
    if any(path.open for path in paths):
        return position.describe(start | target << 6 | CAPTURE)
    # A track is closed, so one direction always passes a loop and there is always a blocker to name. Prefer a path with
    # few blockers, then one blocked by the mover's own piece, then the shortest.
    looped = [path for path in paths if path.loops]
    best = min(
        looped,
        key=lambda path: (len(path.blockers), position.owner(path.blockers[0]) != position.seat, len(path.steps)),
    )
    blocker = best.blockers[0]
    whose = "own" if position.owner(blocker) == position.seat else "enemy"
    if len(looped) < len(paths):
        why = "straight"
    elif all(blocker in path.blockers for path in looped):
        why = "everywhere"
    else:
        why = "blocked"
    return position.message(f"explain.{why}-{whose}", blocker=label(blocker), **ends)
