"""Judge attempts at puzzles and lesson steps.

Each request contains all moves since the start, so the server stores nothing about an unfinished attempt.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine.analysis import length_message, own_turns
from parlour.errors import IllegalMove
from parlour.games import Game
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.position import Position
from parlour.games.learning.lessons import LessonStep
from parlour.games.learning.puzzles import Goal, Puzzle, PuzzleError, PuzzlePosition, judge, longest, played
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.server.engine.tasks import FoundRefutation, RefutationTask
from parlour.server.games.views import effects_of, position_detail, read_moves
from parlour.server.http.error_responses import TooLarge
from parlour.server.learn.messages import AttemptView, ClueView, RefutationView, SolutionView
from parlour.server.localizer import Localizer

MAX_MOVES_PER_ATTEMPT = 200


def replay_attempt(puzzle: Puzzle, game: Game, texts: Sequence[str]) -> tuple[PuzzlePosition, list[int]]:
    """Replay an attempt; return the state after its complete turns, and the moves of the unfinished or last turn.

    Raise `PuzzleError` if the moves do not follow the puzzle.
    """
    _check_move_count(texts)
    state = PuzzlePosition(puzzle.goal, puzzle.start(game), puzzle.solution)
    begun: list[int] = []
    seat = state.position.seat
    waiting = list(texts)
    while waiting:
        walker = played(state.position, begun)
        move = walker.read_move(waiting.pop(0))
        begun.append(move)
        if not walker.turn_over(move) or not waiting:
            continue
        found = judge(state, begun)
        if found is None:
            raise localized_error(PuzzleError, "server.learn.not-this-way")
        answers = found.position.played[len(state.position.played) + len(begun) :]
        given = read_moves(played(state.position, begun), waiting[: len(answers)])
        if tuple(given) != tuple(answers) or (found.solution is not None and found.position.seat != seat):
            raise localized_error(PuzzleError, "server.learn.not-this-way")
        state, begun, waiting = found, [], waiting[len(answers) :]
    return state, begun


def try_puzzle(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> AttemptView:
    """Judge the last move of an attempt at a puzzle."""
    if not texts:
        raise localized_error(PuzzleError, "server.learn.nothing")
    state, begun = replay_attempt(puzzle, game, texts)
    if state.solution is None or not begun:
        raise localized_error(PuzzleError, "server.learn.solved-already")
    before = played(state.position, begun[:-1])
    localizer = Localizer(game, before.options, language)
    effects = effects_of(before, begun[-1:])[0]
    if not before.turn_over(begun[-1]):
        here = before.after(begun[-1])
        return AttemptView("open", "", tuple(texts), effects, (), position_detail(here, localizer))
    found = judge(state, begun)
    if found is None:
        stay = tuple(write_moves(puzzle.start(game), state.position.played))
        text = localizer.server_sentence(
            "learn.wrong-gain" if puzzle.goal == "gain" else f"learn.wrong-{puzzle.goal}"
        ).text
        return AttemptView("wrong", text, stay, effects, (), position_detail(state.position, localizer))
    reached = before.after(begun[-1])
    answers = found.position.played[len(reached.played) :]
    moves = tuple(write_moves(puzzle.start(game), found.position.played))
    detail = position_detail(found.position, localizer)
    if found.solution is None:
        return AttemptView("solved", localizer.server_sentence("learn.solved").text, moves, effects, (), detail)
    return AttemptView(
        "right", localizer.server_sentence("learn.right").text, moves, effects, effects_of(reached, answers), detail
    )


def refutation_task(puzzle: Puzzle, game: Game, texts: Sequence[str]) -> RefutationTask:
    """Return the search for the reply that refutes the last turn of an attempt; raise `PuzzleError` if it is right."""
    state, begun = replay_attempt(puzzle, game, texts)
    if not begun or not played(state.position, begun[:-1]).turn_over(begun[-1]) or judge(state, begun) is not None:
        raise localized_error(PuzzleError, "server.learn.not-wrong")
    assert state.solution is not None
    turns = longest(state.solution) if puzzle.goal == "win" and not game.patient else puzzle.within
    return RefutationTask(position=played(state.position, begun), goal=puzzle.goal, turns=turns)


def refutation_view(reached: Position, goal: Goal, reply: FoundRefutation | None, language: str) -> RefutationView:
    """Explain why the turn that led to a position is wrong, by the reply that refutes it."""
    localizer = Localizer(reached.game, reached.options, language)
    if reply is None:
        detail = position_detail(reached, localizer)
        assert detail.outcome is not None
        return RefutationView(
            localizer.server_sentence("learn.refuted-over", outcome=detail.outcome.text).text, (), detail
        )
    moves = read_moves(reached, reply.moves)
    why = length_message("wins", own_turns(reply.turns), exact=reply.turns_exact) if reply.wins else Message(goal)
    text = localizer.server_sentence(f"learn.refuted-{why.key}", reply=reached.write_turn(moves), **why.params).text
    after = position_detail(played(reached, moves), localizer)
    return RefutationView(text, effects_of(reached, moves), after)


def find_clue(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> ClueView:
    """Return the first pick of the next move of a solution, with reasons."""
    state, begun = replay_attempt(puzzle, game, texts)
    turn = _solution_turn(state, begun)
    here = played(state.position, begun)
    localizer = Localizer(game, here.options, language)
    path = here.picks(turn[len(begun)])[0]
    found = state.position.turn_reasons(turn, turn)
    reasons = [localizer.text(message) for message in found[:2]] or [localizer.server_sentence("learn.look-here").text]
    return ClueView(" ".join(reasons), tuple(pick for pick in path[:1] if isinstance(pick, int)))


def find_solution(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> SolutionView:
    """Return a solution from the start of the current turn to its end."""
    state, begun = replay_attempt(puzzle, game, texts)
    if begun and not _follows_solution(state, begun):
        begun = []
    start = played(state.position, begun)
    turn = _solution_turn(state, begun)
    turns = [state.position.write_turn(turn)]
    found = judge(state, turn)
    while found is not None and found.solution is not None:
        answer = found.position.played[len(state.position.played) + len(turn) :]
        turns.append(played(state.position, turn).write_turn(answer))
        state, turn = found, _solution_turn(found, [])
        turns.append(state.position.write_turn(turn))
        found = judge(state, turn)
    assert found is not None
    moves = found.position.played[len(start.played) :]
    localizer = Localizer(game, start.options, language)
    return SolutionView(
        tuple(turns),
        effects_of(start, moves),
        tuple(write_moves(puzzle.start(game), found.position.played)),
        position_detail(found.position, localizer),
    )


def _follows_solution(state: PuzzlePosition, begun: Sequence[int]) -> bool:
    return any(list(begun) == state.position.read_turn(turn)[: len(begun)] for turn in state.solution or {})


def _solution_turn(state: PuzzlePosition, begun: Sequence[int]) -> list[int]:
    """Return a correct turn that starts with the given moves; raise `PuzzleError` if there is none."""
    if not state.solution:
        raise localized_error(PuzzleError, "server.learn.solved-already")
    ways = [state.position.read_turn(turn) for turn in state.solution]
    fitting = [way for way in ways if way[: len(begun)] == list(begun) and len(way) > len(begun)]
    if not fitting and begun:
        raise localized_error(PuzzleError, "server.learn.not-this-way")
    return (fitting or ways)[0]


def try_step(step: LessonStep, game: Game, texts: Sequence[str], language: str) -> AttemptView:
    """Judge the last move of an attempt at a lesson step; a step without a task is done when it has been read."""
    _check_move_count(texts)
    start = step.start(game)
    localizer = Localizer(game, start.options, language)
    if not step.task:
        return AttemptView("solved", step.done, (), (), (), position_detail(start, localizer))
    if not texts:
        raise localized_error(PuzzleError, "server.learn.nothing")
    moves = read_moves(start, texts)
    before = played(start, moves[:-1])
    if any(played(start, moves[:n]).turn_over(moves[n]) for n in range(len(moves) - 1)):
        raise localized_error(IllegalMove, "server.learn.one-turn")
    effects = effects_of(before, moves[-1:])[0]
    here = before.after(moves[-1])
    if not before.turn_over(moves[-1]):
        return AttemptView("open", "", tuple(texts), effects, (), position_detail(here, localizer))
    if step.does(start, moves):
        text = step.done or localizer.server_sentence("learn.step-done").text
        return AttemptView("solved", text, tuple(texts), effects, (), position_detail(here, localizer))
    text = step.miss or localizer.server_sentence("learn.step-missed").text
    return AttemptView("wrong", text, (), effects, (), position_detail(start, localizer))


def _check_move_count(texts: Sequence[str]) -> None:
    if len(texts) > MAX_MOVES_PER_ATTEMPT:
        raise localized_error(TooLarge, "server.learn.moves", most=MAX_MOVES_PER_ATTEMPT)
