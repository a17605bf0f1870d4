"""The computer player of the program that Parlour replaces, rebuilt from its description, errors included.

It joins two dots at random while two are unconnected; then it searches four moves deep on up to seven dots, three on
more. Its evaluation is documented in two versions, and both are implemented. *As written* it counts triangles that it
could complete and open triangles of two colours; *as listed*, in the program itself, the open triangles are never
found. Terms that can never occur are left out.

It supports only two players who avoid triangles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from parlour.errors import OptionError
from parlour.games.contract.declarations import Baseline
from parlour.games.contract.position import Position
from parlour.games.sim.baseline_search import outlook
from parlour.games.sim.rules import SimRules
from parlour.games.sim.tables import ENDS, LOST
from parlour.i18n.errors import localized_error


def classic(everything: bool) -> Baseline:
    """Return the old player, with the documented evaluation or with what its program really counted."""

    def make(seed: int) -> Callable[[Position], int]:
        chance = Random(seed)

        def choose(position: Position) -> int:
            assert isinstance(position, SimRules)
            if (
                position.options["players"] != 2
                or position.options["goal"] != "avoid"
                or position.options["clique"] != 3
            ):
                raise localized_error(OptionError, "sim.classic")
            moves = sorted(position.moves(), key=lambda move: ENDS[move])
            bare = _bare_dots(position)
            if len(bare) > 1:
                return moves[_place(moves, chance.sample(bare, 2))]
            return moves[0] if len(moves) == 1 else best(position, moves, everything)

        return choose

    return make


def depth(dots: int) -> int:
    """Return the search depth in moves."""
    return 4 if dots <= 7 else 3


def best(position: SimRules, moves: list[int], everything: bool) -> int:
    """Return the first of the best moves; if all lose for certain the first that does not lose immediately."""
    ahead = depth(int(position.options["vertices"]))
    root = position.copy()
    assert isinstance(root, SimRules)
    found, highest = moves[0], -LOST
    for move in moves:
        worth = outlook(root, move, ahead, everything, highest)
        if worth > highest:
            found, highest = move, worth
    if highest > -LOST:
        return found
    losing = set(position.completes(position.seat))
    return next((move for move in moves if move not in losing), moves[0])


def _bare_dots(position: SimRules) -> list[int]:
    free = {ENDS[move] for move in position.moves()}
    dots = range(int(position.options["vertices"]))
    return [dot for dot in dots if all((min(dot, o), max(dot, o)) in free for o in dots if o != dot)]


def _place(moves: list[int], dots: list[int]) -> int:
    return [ENDS[move] for move in moves].index((min(dots), max(dots)))


BASELINES: Mapping[str, Baseline] = {"classic-listed": classic(False), "classic-written": classic(True)}
