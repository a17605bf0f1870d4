"""Search hooks of Laser Chess: tactical moves, ordering, null move, evaluation."""

import os
import subprocess
import sys
from pathlib import Path

from parlour.games.laserchess import GAME
from tests.games.laserchess.boards import begin, front, play, read

# ---- Hooks for search ------------------------------------------------------------------------------------------------


def test_tactical_moves_are_those_that_destroy_an_enemy() -> None:
    position = play(begin(), "h2-h3 f8>")
    tactical = {position.write_move(move) for move in position.tactical_moves()}
    every = {position.write_move(move) for move in position.moves()}
    assert tactical == {turn for turn in every if "x" in turn and turn[turn.index("x") + 1].islower()}
    assert "Pj4-j3xph4" in tactical


def test_a_standing_beam_that_destroys_gives_one_quiet_tactical_move() -> None:
    position = read(front("a"))
    assert len(position.moves()) > 1
    assert len(position.tactical_moves()) == 1


HOOKS = """
from tests.games.laserchess.boards import begin, play, read
six = play(begin(), "h2-h3 f8>")
ten = read("sc9/10/10/10/8faRb/8FaRb/10/9Sa b")
for position, turn in ((six, "j4-j3"), (six, "j4>"), (six, "e1-e2"), (six, "c1-c2")):
    print(position.order_hint(position.read_move(turn)), end=" ")
for turn in ("j3-i2", "j4-j5", "j3>"):
    print(ten.order_hint(ten.read_move(turn)), end=" ")
own = play(begin(), "j4> f8>")
for position in (six, own, read("sc3fc5/9na/10/10/10/10/4Fa5/9Sa b"), begin("strict")):
    print(position.null_move_sound(), end=" ")
"""


def test_the_order_and_passing_hooks_follow_the_laser() -> None:
    """Compiled hooks can be called only by the search, so this test runs them interpreted.

    Ordering: the value of a destroyed enemy piece, negative for the player's own, highest for a Pharaoh, 0 for no hit.
    Passing equals rotating the Pharaoh unless the current beam destroys the player's own piece or the Pharaoh is fixed.
    """
    run = subprocess.run(
        [sys.executable, "-c", HOOKS],
        env=os.environ | {"PARLOUR_PURE": "1"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["100", "-100", "0", "0", "10000", "-10000", "0", "1", "0", "1", "0"]


def test_every_term_of_the_evaluation_has_its_weight() -> None:
    position = read("sc9/4fc5/10/2Pa7/10/5Na4/4Fa5/8RaSa b")
    shares = {}
    for term in GAME.terms:
        alone = position.copy()
        alone.weigh({other.name: int(other == term) for other in GAME.terms})
        shares[term.name] = alone.static(0)
    # Free squares: 8 around c5, 7 around f3 and e2, which touch, 4 around i1, and 8 around Red's Pharaoh on e7.
    counted = {"pyramid": 1, "anubis": 1, "scarab": 1, "mobility": 8 + 7 + 7 + 4 - 8, "cover": 1}
    assert {name: shares[name] for name in counted} == counted
    assert position.static(0) == sum(term.weight * shares[term.name] for term in GAME.terms)
