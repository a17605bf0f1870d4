"""Sentences about a YINSH position: what to do now, and why a move is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Picks
from parlour.games.yinsh.tables import (
    FAMILIES,
    FAMILY_SHIFT,
    KIND_SHIFT,
    LABELS,
    LINE,
    MOVE,
    MOVING,
    PLACE,
    PLACING,
    POINTS,
    RING_AFTER,
    RING_BEFORE,
    ROW_AFTER,
    ROW_BEFORE,
    ROWS,
    SITE_MASK,
    TAKE_RING,
    TAKE_ROW,
    TARGET_SHIFT,
    between,
)
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.yinsh.position import YinshPosition


def prompt(position: YinshPosition) -> Message:
    """Return what the seat to move must do now."""
    stage = position.stage_now()
    if position.is_over():
        return Message("shared.over")
    if stage == PLACING:
        return position.message("prompt.place", seat=position.seat, n=position.rings_in_reserve(position.seat))
    if stage in (ROW_BEFORE, ROW_AFTER):
        key = "prompt.row-given" if stage == ROW_BEFORE else "prompt.row"
        return position.message(
            key, seat=position.seat, other_seat=1 - position.seat, n=len(position.runs(position.seat))
        )
    if stage in (RING_BEFORE, RING_AFTER):
        return position.message("prompt.ring", seat=position.seat)
    if position.automatic() is not None:
        return position.message("prompt.pass", seat=position.seat)
    return position.message("prompt.move", seat=position.seat)


def explain(position: YinshPosition, picks: Picks) -> Message:
    """Return why these picks make no move, what is missing to make one, or what the move does."""
    if position.is_over() or not picks:
        return prompt(position)
    if picks == ("pass",):
        forced = position.automatic()
        return position.message("explain.no-pass") if forced is None else position.describe(forced)
    sites = [pick for pick in picks if isinstance(pick, int) and 0 <= pick < POINTS]
    if len(sites) < len(picks):
        return Message("shared.no-such-site")
    if position.automatic() is not None:
        return position.message("explain.must-pass", seat=position.seat)
    stage = position.stage_now()
    if stage == MOVING:
        return _moving(position, sites)
    if stage in (ROW_BEFORE, ROW_AFTER):
        return _taking_row(position, sites)
    if len(sites) > 1:
        return position.message("explain.one-point")
    return _placing(position, sites[0]) if stage == PLACING else _taking_ring(position, sites[0])


def _placing(position: YinshPosition, site: int) -> Message:
    owner = position.ring_on(site)
    if owner is not None:
        return position.message("explain.occupied", site=LABELS[site], owner_seat=owner)
    return position.describe(PLACE << KIND_SHIFT | site)


def _moving(position: YinshPosition, sites: list[int]) -> Message:
    start = sites[0]
    where = LABELS[start]
    if len(sites) > 2:
        return position.message("explain.two-points")
    owner = position.ring_on(start)
    if owner is None:
        key = "explain.vacant" if position.marker_on(start) is None else "explain.marker"
        return position.message(key, site=where)
    if owner != position.seat:
        return position.message("explain.their-ring", site=where, owner_seat=owner)
    if len(sites) == 2:
        return _target(position, start, sites[1])
    choices = sorted(move >> TARGET_SHIFT & SITE_MASK for move in position.moves() if move & SITE_MASK == start)
    if not choices:
        return position.message("explain.stuck", site=where)
    return position.message("explain.choose-target", site=where, choices=", ".join(LABELS[site] for site in choices))


def _target(position: YinshPosition, start: int, end: int) -> Message:
    params: dict[str, str | int] = {"from": LABELS[start], "to": LABELS[end]}
    if start == end:
        return position.message("explain.same")
    path = between(start, end)
    if not path:
        return position.message("explain.no-line", **params)
    owner = position.ring_on(end)
    if owner is not None:
        return position.message("explain.ring-there", owner_seat=owner, **params)
    if position.marker_on(end) is not None:
        return position.message("explain.marker-there", **params)
    jumped = False
    for site in path[1:-1]:
        if position.ring_on(site) is not None:
            return position.message("explain.ring-between", site=LABELS[site], **params)
        if position.marker_on(site) is not None:
            jumped = True
        elif jumped:
            return position.message("explain.past-run", site=LABELS[site], **params)
    family = next(family for family in range(FAMILIES) if LINE[start][family] == LINE[end][family])
    return position.describe(MOVE << KIND_SHIFT | family << FAMILY_SHIFT | end << TARGET_SHIFT | start)


def _taking_row(position: YinshPosition, sites: list[int]) -> Message:
    me = position.seat
    first = sites[0]
    params: dict[str, str | int] = {"site": LABELS[first], "seat": me}
    rows = [row for row in position.rows(me) if first in ROWS[row]]
    if not rows:
        return _no_row(position, first, params)
    row = position.row_meant(first)
    if row is not None:
        return (
            position.message("explain.one-point") if len(sites) > 1 else position.describe(TAKE_ROW << KIND_SHIFT | row)
        )
    if len(sites) > 2:
        return position.message("explain.two-markers")
    if len(sites) == 2:
        row = position.row_meant(first, sites[1])
        if row is not None:
            return position.describe(TAKE_ROW << KIND_SHIFT | row)
    others = sorted({site for row in rows for site in ROWS[row]} - {first})
    choices = ", ".join(LABELS[site] for site in others if position.row_meant(first, site) is not None)
    if len(sites) == 1:
        return position.message("explain.several-rows", n=len(rows), choices=choices, **params)
    if sites[1] in others:
        return position.message("explain.undecided", second=LABELS[sites[1]], choices=choices, **params)
    return position.message("explain.no-row-with", second=LABELS[sites[1]], choices=choices, **params)


def _no_row(position: YinshPosition, site: int, params: dict[str, str | int]) -> Message:
    me = position.seat
    owner = position.marker_on(site)
    if position.ring_on(site) is not None:
        return position.message("explain.row-first", **params)
    if owner is None:
        return position.message("explain.row-vacant", **params)
    if owner == me:
        return position.message("explain.not-in-row", **params)
    if any(site in ROWS[row] for row in position.rows(owner)):
        return position.message("explain.their-row", owner_seat=owner, **params)
    return position.message("explain.their-marker", owner_seat=owner, **params)


def _taking_ring(position: YinshPosition, site: int) -> Message:
    owner = position.ring_on(site)
    params: dict[str, str | int] = {"site": LABELS[site], "seat": position.seat}
    if owner is None:
        key = "explain.ring-vacant" if position.marker_on(site) is None else "explain.ring-marker"
        return position.message(key, **params)
    if owner != position.seat:
        return position.message("explain.their-ring", owner_seat=owner, **params)
    return position.describe(TAKE_RING << KIND_SHIFT | site)
