"""Which set-ups of Laser Chess can be played."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.contract.display import Piece
from parlour.games.contract.draft import UNLIMITED, Draft, Problem, counter_problems, problem, seat_problems
from parlour.games.contract.options import Options
from parlour.games.laserchess.tables import FILES, FORBIDDEN_SITES, KINDS, MAX_QUIET_TURNS, RANKS, SITES, label


def counters(options: Options) -> Mapping[str, tuple[int, int]]:
    """Return the counters of a draft with their ranges."""
    return {"captureless": (0, MAX_QUIET_TURNS if options["limit"] else UNLIMITED)}


def problems(draft: Draft, options: Options) -> list[Problem]:
    """Return every reason why a set-up cannot be played."""
    found: list[Problem] = []
    good: dict[int, Piece] = {}
    for piece in draft.pieces:
        if piece.kind not in KINDS or piece.owner not in (0, 1):
            found.append(problem("laserchess.problem.kind"))
        elif not isinstance(piece.place, int) or not 0 <= piece.place < SITES:
            # The board determines the contents of the trays.
            if not isinstance(piece.place, str):
                found.append(problem("laserchess.problem.off"))
        elif not 0 <= piece.facing < 4:
            found.append(problem("laserchess.problem.facing", (piece.place,), site=label(piece.place)))
        elif piece.place in good:
            found.append(problem("laserchess.problem.doubled", (piece.place,), site=label(piece.place)))
        else:
            good[piece.place] = piece
    found += _royal_problems(good)
    if options["squares"] == "reserved":
        for site, piece in good.items():
            if piece.owner is not None and site in FORBIDDEN_SITES[piece.owner]:
                owners = {"seat": piece.owner, "owner_seat": 1 - piece.owner}
                found.append(problem("laserchess.problem.reserved", (site,), site=label(site), **owners))
    found += counter_problems(draft, counters(options), captureless="laserchess.problem.captureless")
    return found + seat_problems(draft)


def _royal_problems(pieces: dict[int, Piece]) -> list[Problem]:
    """Return the problems with Pharaohs and Sphinxes. One Pharaoh may be missing: then the game is over."""
    found: list[Problem] = []
    where = {
        (kind, seat): tuple(site for site, piece in pieces.items() if (piece.kind, piece.owner) == (kind, seat))
        for kind in ("pharaoh", "sphinx")
        for seat in (0, 1)
    }
    for (kind, seat), sites in where.items():
        if len(sites) > 1:
            squares = ", ".join(label(site) for site in sites)
            found.append(problem(f"laserchess.problem.several-{kind}", sites, seat=seat, n=len(sites), sites=squares))
        if not sites and kind == "sphinx":
            found.append(problem("laserchess.problem.no-sphinx", seat=seat))
        for site in sites:
            if kind == "sphinx" and _faces_off(site, pieces[site].facing):
                found.append(problem("laserchess.problem.faces-off", (site,), seat=seat, site=label(site)))
    if not where["pharaoh", 0] and not where["pharaoh", 1]:
        found.append(problem("laserchess.problem.no-pharaohs"))
    return found


def _faces_off(site: int, facing: int) -> bool:
    file, rank = site % FILES, site // FILES
    return (rank == RANKS - 1, file == FILES - 1, rank == 0, file == 0)[facing]
