"""Teaching aids for YINSH: rows within reach, why a turn is good, and traits of playing styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from parlour.games.contract.display import Mark
from parlour.games.yinsh import tables
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.yinsh.position import YinshPosition


def aids(position: YinshPosition) -> list[Mark]:
    """Return the rows that lack one marker, the ring moves that would make a row, and the rings that cannot move.

    The missing marker can be flipped, or its point is vacant or holds the same side's ring. Ring moves are given for
    both sides, as if each were to move.
    """
    found = []
    for row in tables.ROWS:
        for seat in (0, 1):
            missing = [site for site in row if position.marker_on(site) != seat]
            if len(missing) == 1 and position.ring_on(missing[0]) in (None, seat):
                found.append(Mark("one-short", row, seat))
    if position.stage_now() == tables.MOVING and not position.is_over():
        for seat in (0, 1):
            moves = [move for move in position.as_if(seat).moves() if move >> tables.KIND_SHIFT == tables.MOVE]
            for move in row_moves(position, seat):
                found.append(
                    Mark("row-move", (move & tables.SITE_MASK, move >> tables.TARGET_SHIFT & tables.SITE_MASK), seat)
                )
            free = {move & tables.SITE_MASK for move in moves}
            for site in range(tables.POINTS):
                if position.ring_on(site) == seat and site not in free:
                    found.append(Mark("stuck", (site,), seat))
    return found


def turn_reasons(position: YinshPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """Return the reasons for a turn or the rest of one: its effects for the seat to move."""
    me = position.seat
    walker = cast("YinshPosition", position.copy())
    found: list[Message] = []
    made = taken = turned = 0
    moved = False
    for move in moves:
        kind = move >> tables.KIND_SHIFT
        if kind == tables.PLACE:
            return [_placing(position, move & tables.SITE_MASK)]
        if kind == tables.MOVE:
            moved = True
            jumped = tables.between(move & tables.SITE_MASK, move >> tables.TARGET_SHIFT & tables.SITE_MASK)[1:-1]
            turned = sum(walker.marker_on(site) == 1 - me for site in jumped)
        elif kind == tables.TAKE_ROW:
            made += moved
        elif kind == tables.TAKE_RING:
            taken += 1
        walker.play(move)
    if made:
        found.append(position.message("turn-reason.row", n=made))
    outcome = walker.outcome()
    if outcome is not None and outcome.results[me] == 1:
        found.append(position.message("turn-reason.wins"))
    elif taken:
        needed = position.rings_needed(me)
        found.append(position.message("turn-reason.ring", n=walker.rings_removed(me), needed=needed))
    if moved and outcome is None:
        found += _threats_changed(position, walker)
    if turned:
        found.append(position.message("turn-reason.turns", n=turned, other_seat=1 - me))
    return found


def _placing(position: YinshPosition, site: int) -> Message:
    after = cast("YinshPosition", position.after(tables.PLACE << tables.KIND_SHIFT | site)).as_if(position.seat)
    ways = sum(move >> tables.KIND_SHIFT == tables.MOVE and move & tables.SITE_MASK == site for move in after.moves())
    return position.message("turn-reason.place", site=tables.LABELS[site], n=ways)


def _threats_changed(before: YinshPosition, after: YinshPosition) -> list[Message]:
    """Return rows that the opponent could have made and now cannot, and rows that the mover can make next."""
    me = before.seat
    found = []
    stopped = rows_within_reach(before, 1 - me) - rows_within_reach(after, 1 - me)
    left = rows_within_reach(after, 1 - me)
    if stopped:
        key = "turn-reason.blocks" if not left else "turn-reason.blocks-some"
        found.append(before.message(key, n=len(stopped), other_seat=1 - me))
    if rows_within_reach(after, me) - rows_within_reach(before, me):
        found.append(before.message("turn-reason.threatens"))
    return found


def row_moves(position: YinshPosition, seat: int) -> list[int]:
    """Return the ring moves with which a seat would make a row if it were to move."""
    if position.stage_now() == tables.PLACING:
        return []
    mover = position.as_if(seat)
    return [move for move in mover.moves() if move >> tables.KIND_SHIFT == tables.MOVE and mover.could_make_row(move)]


def rows_within_reach(position: YinshPosition, seat: int) -> set[int]:
    """Return the rows that a seat could make if it were to move."""
    found: set[int] = set()
    mover = position.as_if(seat)
    for move in row_moves(position, seat):
        found.update(cast("YinshPosition", mover.after(move)).rows(seat))
    return found


# ---- Traits --------------------------------------------------------------------------------------------------------


def threats(position: YinshPosition, seat: int) -> float:
    """Return fives with three or four of a seat's markers and no enemy ring."""
    return sum(count >= 3 and not shut for count, shut in _fives(position, seat))


def blocked(position: YinshPosition, seat: int) -> float:
    """Return fives with three or four enemy markers that contain one of the seat's rings."""
    return sum(count >= 3 and shut for count, shut in _fives(position, 1 - seat))


def middle(position: YinshPosition, seat: int) -> float:
    """Return the number of a seat's rings at most two points from the centre."""
    return sum(tables.CENTRE[site] >= 3 and position.ring_on(site) == seat for site in range(tables.POINTS))


def _fives(position: YinshPosition, seat: int) -> list[tuple[int, bool]]:
    """Return for every five with markers of a seat their number, and whether an enemy ring is among them."""
    mine = {site for site in range(tables.POINTS) if position.marker_on(site) == seat}
    theirs = {site for site in range(tables.POINTS) if position.ring_on(site) == 1 - seat}
    found = ((len(mine.intersection(row)), not theirs.isdisjoint(row)) for row in tables.ROWS)
    return [(count, shut) for count, shut in found if 0 < count < 5]


TRAITS: Mapping[str, Callable[[YinshPosition, int], float]] = {
    "threats": threats,
    "blocked": blocked,
    "middle": middle,
}
