"""The stored puzzles of all games are proven again; long proofs run in the long tests."""

import pytest

from parlour.engine.puzzles import PuzzleFinder, turns_of, verify
from parlour.games import game
from parlour.games.contract.options import Options
from parlour.games.learning.puzzles import Puzzle, PuzzlePosition, judge, puzzles_of, read_puzzles, write_puzzles
from parlour.games.registry import own_keys

GAMES = own_keys()
QUICK = 3
"""A proof of this number of turns is quick in every game, and in a race every proof is."""
ENOUGH = {"sim": 30}


def is_quick(key: str, puzzle: Puzzle) -> bool:
    return puzzle.goal != "gain" and (puzzle.within <= QUICK or game(key).patient)


def prove(key: str, puzzles: list[Puzzle]) -> None:
    miners: dict[Options, PuzzleFinder] = {}
    for puzzle in puzzles:
        position = puzzle.start(game(key))
        if position.options not in miners:
            miners[position.options] = PuzzleFinder(position)
        verify(puzzle, position, miners[position.options])


@pytest.mark.parametrize("key", GAMES)
def test_there_are_enough_puzzles_of_all_grades(key: str) -> None:
    puzzles = list(puzzles_of(game(key)).values())
    assert len(puzzles) >= ENOUGH.get(key, 60)
    assert len({puzzle.grade for puzzle in puzzles}) >= 4
    assert len({(puzzle.goal, puzzle.start(game(key)).canonical_key()) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("key", GAMES)
def test_short_puzzles_are_proven(key: str) -> None:
    quick = [puzzle for puzzle in puzzles_of(game(key)).values() if is_quick(key, puzzle)]
    assert len(quick) >= 15
    prove(key, quick)


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_all_puzzles_are_proven(key: str) -> None:
    prove(key, [puzzle for puzzle in puzzles_of(game(key)).values() if not is_quick(key, puzzle)])


@pytest.mark.parametrize("key", GAMES)
def test_every_way_through_a_puzzle_ends_as_it_says(key: str) -> None:
    """A win is won whichever right turns are chosen; a race may end early."""

    def walk(stand: PuzzlePosition, seat: int, turns: int) -> None:
        assert stand.solution
        assert turns > 0
        for turn in stand.solution:
            reached = judge(stand, stand.position.read_turn(turn))
            assert reached is not None
            if reached.solution is not None:
                assert reached.position.seat == seat
                walk(reached, seat, turns - 1)
            elif puzzle.goal == "win" and not (game(key).patient and puzzle.within > 3):
                ends = [reached.position] if reached.position.is_over() else turns_of(reached.position).values()
                outcomes = [end.outcome() for end in ends]
                assert all(outcome is not None and outcome.results[seat] == 1 for outcome in outcomes)

    for puzzle in puzzles_of(game(key)).values():
        start = puzzle.start(game(key))
        assert len(turns_of(start)) >= len(puzzle.solution) + 2, "there is something to be wrong about"
        walk(PuzzlePosition(puzzle.goal, start, puzzle.solution), start.seat, puzzle.turns)


@pytest.mark.parametrize("key", GAMES)
def test_a_puzzle_says_what_to_do_in_words(key: str) -> None:
    found = game(key)
    for puzzle in puzzles_of(found).values():
        for part in ("name", "task"):
            assert found.sentence(puzzle.message(found, part), found.check(puzzle.options))


def test_a_file_of_puzzles_is_the_same_when_it_is_written_again() -> None:
    puzzles = list(puzzles_of(game("sim")).values())
    assert sorted(read_puzzles(write_puzzles(puzzles)), key=lambda one: one.id) == sorted(
        puzzles, key=lambda one: one.id
    )
    assert write_puzzles(puzzles) == write_puzzles(puzzles[::-1])


def test_changed_options_are_part_of_a_puzzle() -> None:
    """Some puzzles use Laser Chess without swaps, YINSH blitz or Pylos with lines."""
    for key, option in (("laserchess", "swap"), ("pylos", "line"), ("yinsh", "rings")):
        assert any(option in puzzle.options for puzzle in puzzles_of(game(key)).values())
