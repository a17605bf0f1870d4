"""Teaching aids for Surakarta: captures, open loops, why a move is good, and traits of playing styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import msgspec

from parlour.games.contract.display import Mark
from parlour.games.surakarta.tables import (
    CAPTURE,
    CENTRE,
    CORNER,
    ENTRIES,
    ENTRY_COUNT,
    ENTRY_POINT,
    INNER_END,
    LOOP,
    NEXT,
    OUTER_END,
    POINT_MASK,
    POINTS,
    label,
)
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.surakarta.position import SurakartaPosition


def captures(position: SurakartaPosition, seat: int) -> list[tuple[int, int]]:
    """Return the start and target of each capture that a seat could make if it were to move."""
    draft = msgspec.structs.replace(position.draft(), seat=seat, counters={})
    turned = position.game.build(draft, position.options)
    return [(move & POINT_MASK, move >> 6 & POINT_MASK) for move in turned.moves() if move & CAPTURE]


def open_loops(position: SurakartaPosition, site: int) -> list[tuple[int, int]]:
    """Return the ends, nearer one first, of each loop that the piece on a point can reach."""
    found = []
    for entry in ENTRIES[site][: ENTRY_COUNT[site]]:
        for way in (0, 1):
            here = entry
            while not LOOP[way][here] and position.owner(ENTRY_POINT[NEXT[way][here]]) is None:
                here = NEXT[way][here]
            if LOOP[way][here]:
                found.append((ENTRY_POINT[here], ENTRY_POINT[NEXT[way][here]]))
    return found


def aids(position: SurakartaPosition) -> list[Mark]:
    """Return what the mover can capture, what could be captured by the opponent, and which loops are open to whom."""
    if position.is_over():
        return []
    me = position.seat
    found = [Mark("capture", ends, me) for ends in captures(position, me)]
    found += [Mark("danger", ends, 1 - me) for ends in captures(position, 1 - me)]
    for site in range(POINTS):
        owner = position.owner(site)
        if owner is not None:
            found += [Mark("loop", (site, *ends), owner) for ends in open_loops(position, site)]
    return found


# ---- Why a move is good --------------------------------------------------------------------------------------------


def turn_reasons(position: SurakartaPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """Return the reasons for a move: what it captures, saves, threatens and opens, and what the line wins."""
    if not moves:
        return []
    move, me = moves[0], position.seat
    start, target = move & POINT_MASK, move >> 6 & POINT_MASK
    after = cast("SurakartaPosition", position.after(move))
    before_theirs = {to for _, to in captures(position, 1 - me)}
    after_theirs = {to for _, to in captures(after, 1 - me)}
    found: list[Message] = []

    def add(key: str, **params: str | int) -> None:
        found.append(position.message(f"turn-reason.{key}", **params))

    if move & CAPTURE:
        add("takes-free" if target not in after_theirs else "takes", site=label(target))
    if start in before_theirs and target not in after_theirs:
        add("escapes", site=label(start))
    saved = before_theirs - after_theirs - {start}
    if saved and not move & CAPTURE:
        add("guards", sites=_listed(saved), n=len(saved))
    known = {to for _, to in captures(position, me)}
    fresh = {to: by for by, to in captures(after, me) if to not in known}
    if fresh:
        add("threatens", sites=_listed(fresh), n=len(fresh))
    openers = {by for by in fresh.values() if by != target}
    if openers:
        add("opens", sites=_listed(openers), n=len(openers))
    if 1 << start & CORNER:
        add("leaves-corner", site=label(start))
    won = _balance(move, line)
    if won > (1 if move & CAPTURE else 0):
        add("wins", n=won)
    return found


def _listed(sites: set[int] | dict[int, int]) -> str:
    return ", ".join(label(site) for site in sorted(sites))


def _balance(move: int, line: Sequence[int]) -> int:
    """Return how many more pieces than the opponent the mover captures in a line, which begins with the move itself."""
    if not line or line[0] != move:
        return 0
    return sum((-1) ** ply for ply, each in enumerate(line) if each & CAPTURE)


# ---- Traits --------------------------------------------------------------------------------------------------------


def _share(of: int) -> Callable[[SurakartaPosition, int], float]:
    def share(position: SurakartaPosition, seat: int) -> float:
        men = [site for site in range(POINTS) if position.owner(site) == seat]
        return 100 * sum(of >> site & 1 for site in men) / max(len(men), 1)

    return share


TRAITS: Mapping[str, Callable[[SurakartaPosition, int], float]] = {
    "centre": _share(CENTRE),
    "edge": _share(INNER_END | OUTER_END),
}
"""Percentage of a seat's pieces in the centre and at the edge."""
