"""Which set-ups of YINSH can be played."""

from __future__ import annotations

from parlour.games.contract.draft import Draft, Problem, problem
from parlour.games.contract.options import Options
from parlour.games.yinsh.handicap import rings_to_win
from parlour.games.yinsh.tables import (
    ENDED,
    LABELS,
    MARKERS,
    MOVING,
    PLACING,
    POINTS,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW,
    ROW_AFTER,
    ROW_BEFORE,
    ROWS,
    STAGES,
)

PIECES = {(kind, seat) for kind in ("ring", "marker") for seat in (0, 1)}
TRAYS = ("pool", "reserve 0", "reserve 1", "removed 0", "removed 1")


def problems(draft: Draft, options: Options) -> list[Problem]:
    """Return every reason why a set-up cannot be played."""
    found: list[Problem] = []
    rings: list[set[int]] = [set(), set()]
    markers: list[set[int]] = [set(), set()]
    for piece in draft.pieces:
        if (piece.kind, piece.owner) not in PIECES:
            if piece.place not in TRAYS:
                found.append(problem("yinsh.problem.kind"))
            continue
        assert piece.owner is not None
        if isinstance(piece.place, str) and piece.place in TRAYS:
            continue
        if not isinstance(piece.place, int) or not 0 <= piece.place < POINTS:
            found.append(problem("yinsh.problem.off"))
        elif any(piece.place in places for places in (*rings, *markers)):
            found.append(problem("yinsh.problem.doubled", (piece.place,), site=LABELS[piece.place]))
        else:
            (rings if piece.kind == "ring" else markers)[piece.owner].add(piece.place)
    for seat in (0, 1):
        if len(rings[seat]) > RINGS:
            found.append(problem("yinsh.problem.rings", _in_order(rings[seat]), seat=seat, n=len(rings[seat])))
    laid = len(markers[0]) + len(markers[1])
    if laid > MARKERS:
        found.append(problem("yinsh.problem.markers", n=laid))
    if draft.seat not in (0, 1):
        found.append(problem("shared.bad-seat", number=draft.seat + 1))
    elif draft.stage not in STAGES:
        found.append(problem("yinsh.problem.stage", stages=", ".join(STAGES)))
    elif draft.stage == STAGES[PLACING]:
        found += _placing_problems(draft.seat, rings, markers)
    else:
        found += _playing_problems(
            draft.seat, STAGES.index(draft.stage), rings, markers, [rings_to_win(options, seat) for seat in (0, 1)]
        )
    return found


def _placing_problems(seat: int, rings: list[set[int]], markers: list[set[int]]) -> list[Problem]:
    found = []
    white, black = len(rings[0]), len(rings[1])
    if markers[0] or markers[1]:
        found.append(problem("yinsh.problem.too-early", _in_order(markers[0] | markers[1])))
    if white == black == RINGS:
        found.append(problem("yinsh.problem.all-placed"))
    elif white - black != seat:
        found.append(problem("yinsh.problem.order", seat=seat, white=white, black=black))
    return found


def _playing_problems(
    seat: int, stage: int, rings: list[set[int]], markers: list[set[int]], wanted: list[int]
) -> list[Problem]:
    found = []
    least = (RINGS - wanted[0], RINGS - wanted[1])
    for side in (0, 1):
        if len(rings[side]) < least[side]:
            found.append(problem("yinsh.problem.few", seat=side, n=len(rings[side]), least=least[side]))
    for side in (seat, 1 - seat):
        if len(rings[side]) == least[side] and (stage != ENDED or side != seat):
            found.append(problem("yinsh.problem.won", seat=side, n=least[side]))
    if stage == ENDED and len(rings[seat]) > least[seat]:
        found.append(problem("yinsh.problem.not-won", seat=seat, n=len(rings[seat]), least=least[seat]))
    complete = [[row for row in ROWS if markers[side].issuperset(row)] for side in (0, 1)]
    # No rows may exist before a ring move, and only rows of the seat to act before its own move.
    unresolved = {MOVING: (0, 1), ROW_BEFORE: (1 - seat,), RING_BEFORE: (1 - seat,)}
    for side in unresolved.get(stage, ()):
        if complete[side]:
            row = complete[side][0]
            sites = _in_order({site for row in complete[side] for site in row})
            key = "problem.row" if stage == MOVING else "problem.their-row"
            ends: dict[str, str | int] = {"first": LABELS[row[0]], "last": LABELS[row[-1]]}
            found.append(problem(f"yinsh.{key}", sites, seat=side, **ends))
    if stage in (ROW_BEFORE, ROW_AFTER) and not complete[seat]:
        found.append(problem("yinsh.problem.no-row", seat=seat))
    laid = len(markers[0]) + len(markers[1])
    if stage in (RING_BEFORE, RING_AFTER) and MARKERS - ROW < laid <= MARKERS:
        found.append(problem("yinsh.problem.no-room", n=laid, most=MARKERS - ROW))
    return found


def _in_order(sites: set[int]) -> tuple[int, ...]:
    return tuple(sorted(sites))
