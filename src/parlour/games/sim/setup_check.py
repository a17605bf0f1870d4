"""Which set-ups of Sim can be played: those that can be reached by playing."""

from __future__ import annotations

import itertools
from collections.abc import Set

from parlour.games.contract.draft import Draft, Problem, problem
from parlour.games.contract.options import Options
from parlour.games.sim.tables import ENDS, NAMES, ends, stroke

RESIGNED = "resigned"
"""The counter of a draft for resigned seats: one bit per seat."""


def problems(draft: Draft, options: Options) -> list[Problem]:
    """Return every reason why a set-up cannot be played."""
    dots, players = int(options["vertices"]), int(options["players"])
    found: list[Problem] = []
    drawn: dict[int, int] = {}
    for piece in draft.pieces:
        if piece.kind != "stroke" or piece.owner is None or not 0 <= piece.owner < players:
            found.append(problem("sim.problem.kind"))
        elif not isinstance(piece.place, tuple) or not all(0 <= dot < dots for dot in piece.place):
            found.append(problem("sim.problem.off"))
        elif piece.place[0] == piece.place[1]:
            found.append(problem("sim.problem.same", piece.place[:1], site=NAMES[piece.place[0]]))
        elif (move := stroke(*piece.place)) in drawn:
            found.append(problem("sim.problem.doubled", ENDS[move], **ends(move)))
        else:
            drawn[move] = piece.owner
    if not 0 <= draft.seat < players:
        found.append(problem("shared.bad-seat", number=draft.seat + 1))
    resigned = {seat for seat in range(players) if draft.counters.get(RESIGNED, 0) >> seat & 1}
    return found or unreachable(drawn, draft.seat, options, resigned)


def figures(drawn: dict[int, int], dots: int, clique: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the owner and dots of every completed figure. `drawn` maps strokes to seats."""
    found = []
    for corners in itertools.combinations(range(dots), clique):
        owners = {drawn.get(stroke(*pair)) for pair in itertools.combinations(corners, 2)}
        owner = owners.pop()
        if not owners and owner is not None:
            found.append((owner, corners))
    return sorted(found)


def unreachable(drawn: dict[int, int], mover: int, options: Options, resigned: Set[int] = frozenset()) -> list[Problem]:
    """Return why strokes cannot be reached by playing; empty if they can.

    Without elimination every seat before the mover has drawn one stroke more than the mover, every seat after it as
    many; only the last seat to draw can have figures. With elimination a seat that is out stopped in an earlier round,
    and resigning replaced a stroke. All figures of a seat share one stroke, its last.
    """
    dots, players = int(options["vertices"]), int(options["players"])
    found: list[Problem] = []
    closed: dict[int, list[tuple[int, ...]]] = {}
    for owner, corners in figures(drawn, dots, int(options["clique"])):
        closed.setdefault(owner, []).append(corners)
    counts = [sum(owner == seat for owner in drawn.values()) + (seat in resigned) for seat in range(players)]
    wanted = [counts[mover] + (seat < mover) for seat in range(players)]
    out = set(closed) | resigned if options["elimination"] else set()
    if resigned and (not options["elimination"] or resigned & set(closed)):
        found.append(problem("sim.problem.resigned"))
    for seat in range(players):
        if (counts[seat] > wanted[seat]) if seat in out else (counts[seat] != wanted[seat]):
            key = "problem.count-out" if seat in out else "problem.count"
            params = {"seat": seat, "n": counts[seat], "wanted": wanted[seat], "mover_seat": mover}
            found.append(problem(f"sim.{key}", theirs=counts[mover], **params))
    sites = {seat: tuple(sorted({*itertools.chain(*corners)})) for seat, corners in closed.items()}
    for seat, all_corners in closed.items():
        shared = set.intersection(*({*itertools.combinations(corners, 2)} for corners in all_corners))
        if not shared:
            found.append(problem("sim.problem.figures", sites[seat], seat=seat, n=len(all_corners)))
    if options["elimination"]:
        found += _wrong_end(counts, out, mover)
    elif len(closed) > 1:
        one, other = sorted(closed)[:2]
        found.append(problem("sim.problem.two-closed", sites[one] + sites[other], one_seat=one, other_seat=other))
    elif closed and (mover - 1) % players not in closed:
        seat = next(iter(closed))
        found.append(problem("sim.problem.played-on", sites[seat], seat=seat))
    return found


def _wrong_end(counts: list[int], out: set[int], mover: int) -> list[Problem]:
    """Check with elimination that the mover is in, and that the last seat has not drawn since being alone."""
    if len(out) == len(counts):
        return [problem("sim.problem.all-out")]
    if mover in out:
        return [problem("sim.problem.mover-out", seat=mover)]
    if len(out) == len(counts) - 1 and max((counts[seat], seat) for seat in out) < (counts[mover], mover):
        return [problem("sim.problem.alone", seat=mover)]
    return []
