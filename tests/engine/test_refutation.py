"""A wrong puzzle turn is answered with a reply that refutes it."""

import pytest

from parlour.engine.puzzles import turns_of
from parlour.engine.refutation import refute
from parlour.games import Position, game, keys
from parlour.games.learning.puzzles import Goal, Puzzle, PuzzlePosition, judge, played, puzzles_of


def some(key: str, goal: Goal, within: int, most: int = 3) -> list[Puzzle]:
    found = [puzzle for puzzle in puzzles_of(game(key)).values() if (puzzle.goal, puzzle.within) == (goal, within)]
    return found[:most]


def wrong_turns(puzzle: Puzzle, position: Position, most: int = 4) -> list[Position]:
    """Return the positions after some wrong turns that do not end the game."""
    stand = PuzzlePosition(puzzle.goal, position, puzzle.solution)
    ways = turns_of(position)
    wrong = [after for turn, after in ways.items() if judge(stand, position.read_turn(turn)) is None]
    return [after for after in wrong if not after.is_over()][:most]


@pytest.mark.parametrize("key", ["surakarta", "yinsh", "laserchess"])
def test_after_the_reply_there_is_no_immediate_win(key: str) -> None:
    checked = 0
    for puzzle in some(key, "win", 2):
        position = puzzle.start(game(key))
        for reached in wrong_turns(puzzle, position):
            reply = refute("win", reached, 2)
            assert reply is not None
            stands = played(reached, reply.moves)
            assert stands.is_over() or stands.seat == position.seat, "the reply is a whole turn"
            ends = [stands] if stands.is_over() else turns_of(stands).values()
            outcomes = [outcome for end in ends if (outcome := end.outcome()) is not None]
            assert all(outcome.results[position.seat] < 1 for outcome in outcomes)
            checked += 1
    assert checked > 0


@pytest.mark.parametrize("key", ["yinsh", "laserchess"])
def test_where_all_other_turns_lose_immediately_the_reply_wins(key: str) -> None:
    checked = 0
    for puzzle in some(key, "save", 1):
        position = puzzle.start(game(key))
        for reached in wrong_turns(puzzle, position):
            reply = refute("save", reached, 1)
            assert reply is not None
            assert reply.wins
            outcome = played(reached, reply.moves).outcome()
            assert outcome is not None
            assert outcome.results[position.seat] == 0
            checked += 1
    assert checked > 0


@pytest.mark.parametrize("key", keys())
def test_the_reply_is_legal_and_wins_immediately_if_claimed(key: str) -> None:
    shown = 0
    for puzzle in list(puzzles_of(game(key)).values())[:6]:
        for reached in wrong_turns(puzzle, puzzle.start(game(key)), most=2):
            reply = refute(puzzle.goal, reached, puzzle.within)
            assert reply is not None
            assert all(move in moves for move, moves in legal_on_the_way(reached, reply.moves))
            if reply.turns == 1:
                outcome = played(reached, reply.moves).outcome()
                assert outcome is not None
                assert outcome.results[reached.seat] == 1
            shown += 1
    assert shown


def legal_on_the_way(position: Position, moves: tuple[int, ...]) -> list[tuple[int, list[int]]]:
    walker, found = position.copy(), []
    for move in moves:
        found.append((move, walker.moves()))
        walker.play(move)
    return found


def test_a_turn_that_ends_the_game_needs_no_reply() -> None:
    over = game("surakarta").read("1...../....../....../....../....../...... 2 0")
    assert refute("win", over, 1) is None
