"""Which set-ups of Surakarta can be played."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.contract.display import sites_of
from parlour.games.contract.draft import UNLIMITED, Draft, Problem, counter_problems, problem, seat_problems
from parlour.games.contract.options import Options
from parlour.games.surakarta.handicap import piece_count
from parlour.games.surakarta.tables import MAX_QUIET_MOVES, POINTS, label


def counters(options: Options) -> Mapping[str, tuple[int, int]]:
    """Return the counters of a draft with their ranges."""
    return {"captureless": (0, MAX_QUIET_MOVES if options["ending"] == "standard" else UNLIMITED)}


def problems(draft: Draft, options: Options) -> list[Problem]:
    """Return every reason why a set-up cannot be played."""
    found: list[Problem] = []
    seen: set[int] = set()
    for piece in draft.pieces:
        if piece.kind != "disc" or piece.owner not in (0, 1):
            found.append(problem("surakarta.problem.kind", sites_of(piece.place)))
        elif not isinstance(piece.place, int) or not 0 <= piece.place < POINTS:
            found.append(problem("surakarta.problem.off"))
        elif piece.place in seen:
            found.append(problem("surakarta.problem.doubled", (piece.place,), site=label(piece.place)))
        else:
            seen.add(piece.place)
    for seat in (0, 1):
        places = [piece.place for piece in draft.pieces if piece.owner == seat]
        most = piece_count(options, seat)
        if len(places) > most:
            sites = tuple(place for place in places if isinstance(place, int))
            found.append(problem("surakarta.problem.count", sites, seat=seat, n=len(places), most=most))
    if not draft.pieces:
        found += [problem("surakarta.problem.none", seat=seat) for seat in (0, 1)]
    found += counter_problems(draft, counters(options), captureless="surakarta.problem.captureless")
    return found + seat_problems(draft)
