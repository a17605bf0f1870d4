"""The solvers' own rules against the rules of play, and the numbers of positions."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games import Options, game
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.solution.index import position_index
from parlour.games.pylos.solution.rule_set import rule_set
from parlour.games.pylos.solution.turns import TurnVisitor

PYLOS = game("pylos")
TAKES = ("one-or-two", "two", "optional")
RULES = [
    PYLOS.check({"size": size, "line": line, "take": take, "stuck": stuck})
    for size, line in ((3, "off"), (3, "official"), (4, "off"), (4, "official"), (4, "four"))
    for take in TAKES
    for stuck in ("loses", "passes")
]


def successors_by_rules(position: PylosPosition) -> set[tuple[int, int]]:
    """Return the positions after all turns, as the balls of the next seat to move and of its opponent."""
    seat, found, waiting = position.seat, set(), [position.copy()]
    while waiting:
        one = waiting.pop()
        assert isinstance(one, PylosPosition)
        for move in one.moves():
            after = one.after(move)
            assert isinstance(after, PylosPosition)
            if after.seat == seat:
                if not after.is_over():
                    waiting.append(after)
            elif after.owner(after.shape_of_board.apex) is None:
                found.add((after.cells_of(1 - seat), after.cells_of(seat)))
    return found


@pytest.mark.parametrize("options", RULES, ids=str)
def test_the_turns_of_the_solvers_are_those_of_the_rules(options: Options) -> None:
    visitor = TurnVisitor(rule_set(options))
    for seed in range(4):
        lot = Random(f"{seed} {options}")
        position = PYLOS.start(options).copy()
        while not position.is_over():
            assert isinstance(position, PylosPosition)
            if position.stage == 0 and position.turns % 3 == 0:
                own, other = position.cells_of(position.seat), position.cells_of(1 - position.seat)
                assert set(visitor.successors(own, other)) == successors_by_rules(position)
            position.play(lot.choice(position.moves()))


@pytest.mark.parametrize(("size", "shapes", "positions"), [(3, 134, 24_635), (4, 18_457, 2_257_858_569)])
def test_positions_are_counted(size: int, shapes: int, positions: int) -> None:
    index = position_index(size)
    assert (index.shapes, index.total) == (shapes, positions)


@given(st.sampled_from((3, 4)), st.floats(0, 1, exclude_max=True))
def test_every_number_is_that_of_its_position(size: int, share: float) -> None:
    index = position_index(size)
    number = int(share * index.total)
    own, other = index.position(number)
    assert index.number(own, other) == number
    assert not own & other
    assert index.layer((own | other).bit_count())[0] <= number < index.layer((own | other).bit_count())[1]


@pytest.mark.parametrize("bad", [(1, 1), (1 << 20, 0), (0x7FFF_FFFF, 0), (0xFFFF, 0)])
def test_masks_that_are_no_position_have_no_number(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"not a position|at most"):
        position_index(4).number(*bad)


@pytest.mark.parametrize("bad", [-1, 24_635, 10**30])
def test_numbers_of_no_position_are_refused(bad: int) -> None:
    with pytest.raises(ValueError, match="no position"):
        position_index(3).position(bad)
