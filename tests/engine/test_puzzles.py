"""Mined puzzles contain all solutions and nothing else."""

import msgspec
import pytest

from parlour.engine.puzzles import PuzzleFinder, turns_of, verify
from parlour.games import Position, game
from parlour.games.learning.puzzles import Puzzle, PuzzleError, follow, judge
from tests.games.hexapawn import Hexapawn

SURAKARTA = game("surakarta")
LAST_PIECE = "....../.12.../....../....1./....../1..... 1 0"
"""South captures the last piece immediately."""


def mined(key: str, text: str, **options: object) -> Puzzle | None:
    found = game(key)
    position = found.read(text, found.check(options))
    return PuzzleFinder(position).find(position)


def test_an_immediate_win_is_a_puzzle_of_one_turn() -> None:
    puzzle = mined("surakarta", LAST_PIECE)
    assert puzzle is not None
    assert (puzzle.goal, puzzle.turns, puzzle.within, puzzle.grade) == ("win", 1, 1, 1)
    assert all("x" in turn for turn in puzzle.solution)
    assert all(answer is None for answer in puzzle.solution.values())
    verify(puzzle, puzzle.start(SURAKARTA))


def test_a_puzzle_that_claims_too_much_or_too_little_is_not_proven() -> None:
    puzzle = mined("surakarta", LAST_PIECE)
    assert puzzle is not None
    position = puzzle.start(SURAKARTA)
    other = next(turn for turn in turns_of(position) if turn not in puzzle.solution)
    for solution in ({other: None}, {**puzzle.solution, other: None}, {}):
        with pytest.raises(PuzzleError):
            verify(msgspec.structs.replace(puzzle, solution=solution), position)
    with pytest.raises(PuzzleError, match="sooner"):
        verify(msgspec.structs.replace(puzzle, within=2), position)


def test_a_longer_win_answers_every_right_turn_with_the_most_stubborn_reply() -> None:
    """Player 2 is forced to close a triangle; every right turn has a reply, and wrong turns are distinguished."""
    sim = game("sim")
    puzzle = None
    for seed in range(60):
        position = sim.start()
        position.play_random(seed, 9)
        if not position.is_over():
            fresh = sim.read(position.text())
            found = PuzzleFinder(fresh).find(fresh)
            if found is not None and found.turns > 1:
                puzzle = found
                break
    assert puzzle is not None
    state = follow(puzzle, sim, [])
    wrong = next(turn for turn in turns_of(state.position) if turn not in puzzle.solution)
    assert judge(state, state.position.read_turn(wrong)) is None
    with pytest.raises(PuzzleError, match="does not solve a step"):
        follow(puzzle, sim, [wrong])
    turns = []
    while state.solution is not None:
        turn = next(iter(state.solution))
        turns.append(turn)
        state = follow(puzzle, sim, turns)
    assert len(turns) <= puzzle.turns
    seat = puzzle.start(sim).seat
    outcomes = [after.outcome() for after in turns_of(state.position).values()]
    ended = state.position.outcome()
    assert (ended is not None and ended.results[seat] == 1) or all(one and one.results[seat] == 1 for one in outcomes)
    with pytest.raises(PuzzleError, match="does not solve a step"):
        follow(puzzle, sim, [*turns, turns[-1]])


def test_a_plain_game_can_have_puzzles() -> None:
    position = Hexapawn().read("W.W.B.B.B b")
    found = PuzzleFinder(position).find(position)
    assert found is not None
    assert found.goal == "win"
    verify(found, position)


def within_turn(position: Position) -> bool:
    """Return whether the last move did not end its turn."""
    before = position.copy()
    return not before.turn_over(before.undo()) if position.played else False


def test_turns_that_lead_to_the_same_position_are_one() -> None:
    """In YINSH a turn lasts until a ring is removed, in Pylos until no more balls are taken back."""
    for key in ("yinsh", "pylos"):
        position = game(key).start()
        for seed in range(8):
            position = game(key).start()
            position.play_random(seed, 30)
            if position.is_over():
                continue
            while within_turn(position):
                position.play_random(1, 1)
            if position.is_over():
                continue
            ways = turns_of(position)
            assert len({after.text() for after in ways.values()}) == len(ways)
            assert all(after.is_over() or after.seat != position.seat for after in ways.values())
