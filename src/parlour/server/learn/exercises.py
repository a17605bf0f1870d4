"""Lessons and puzzles as somebody goes through them. The rules judge; what the page says is never believed.

A page sends all moves since the beginning each time, so nothing of an attempt has to be remembered here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random

from parlour.engine.refutation import refute
from parlour.errors import IllegalMove, NotFound
from parlour.games import Game, write_share
from parlour.games.contract.options import Option, Value, write_value
from parlour.games.contract.position import Position
from parlour.games.learning.lessons import Example, Step, steps_of
from parlour.games.learning.puzzles import Puzzle, PuzzleError, Stand, judge, longest, played, puzzles_of
from parlour.i18n.errors import localized_error
from parlour.server.games.views import effects_of, game_summary, position_detail, read_moves, written
from parlour.server.http.error_responses import TooLarge
from parlour.server.learn.messages import (
    AttemptView,
    ClueView,
    CourseView,
    ExampleView,
    LessonStepSummaryView,
    LessonStepView,
    LessonView,
    PuzzleState,
    PuzzleSummaryView,
    PuzzlesView,
    PuzzleThemeView,
    PuzzleView,
    RefutationView,
    SolutionView,
)
from parlour.server.localizer import Speech
from parlour.store import Learned, Streaks

MOST_MOVES = 200
"""No puzzle and no step takes more moves."""


def find_puzzle(game: Game, id: str) -> Puzzle:
    """The puzzle of an id; raises `NotFound`."""
    found = puzzles_of(game).get(id)
    if found is None:
        raise localized_error(NotFound, "server.learn.no-puzzle", game=game.title)
    return found


def find_step(game: Game, key: str, language: str) -> Step:
    """The step of a key; raises `NotFound`."""
    for step in steps_of(game, language):
        if step.key == key:
            return step
    raise localized_error(NotFound, "server.learn.no-step", game=game.title)


# ---- What there is ---------------------------------------------------------------------------------------------------


def course(game: Game, tried: Iterable[Learned], language: str) -> CourseView:
    """What there is to learn about a game, and how much of it somebody has done."""
    summary = game_summary(game, language)
    steps = {step.key for step in steps_of(game)}
    puzzles = puzzles_of(game)
    solved = [one for one in tried if one.game == game.key and one.solved is not None]
    return CourseView(
        game.key,
        game.title,
        game.description,
        summary.share,
        len(steps),
        sum(one.kind == "lesson" and one.item in steps for one in solved),
        len(puzzles),
        sum(one.kind == "puzzle" and one.item in puzzles for one in solved),
    )


def lesson_view(game: Game, tried: Iterable[Learned], language: str) -> LessonView:
    """A game's lesson, with what is done of it."""
    done = {one.item for one in tried if one.kind == "lesson" and one.solved is not None}
    steps = tuple(LessonStepSummaryView(step.key, step.title, step.key in done) for step in steps_of(game, language))
    return LessonView(game.key, game.title, steps, len(puzzles_of(game)))


def step_view(game: Game, step: Step, language: str) -> LessonStepView:
    """A step of a lesson."""
    position = step.start(game)
    speech = Speech(game, position.options, language)
    examples = tuple(_example_view(position, example, speech) for example in step.example)
    return LessonStepView(step.key, step.title, step.text, step.task, examples, position_detail(position, speech))


def _example_view(position: Position, example: Example, speech: Speech) -> ExampleView:
    if example.legal:
        move = position.read_move(example.legal)
        return ExampleView(
            True, position.write_move(move), speech.say(position.say(move)), tuple(position.effects(move)), ()
        )
    picks = example.picks(position)
    sites = tuple(pick for pick in picks if isinstance(pick, int))
    shown = " → ".join(word.removeprefix(":") for word in example.illegal.split())
    return ExampleView(False, shown, speech.say(position.explain(picks)), (), sites)


def puzzles_view(
    game: Game, tried: Sequence[Learned], streak: Streaks, language: str, person: str | None, day: int
) -> PuzzlesView:
    """A game's puzzles in today's order: everybody has an own one, what is open first."""
    states = states_of(tried)
    found = list(puzzles_of(game).values())
    Random(f"{day} {person} {game.key}").shuffle(found)
    found.sort(key=lambda puzzle: states.get(puzzle.id, "new") in ("solved", "clean"))
    speech = Speech(game, game.check(), language)
    themes: dict[str, PuzzleThemeView] = {}
    for puzzle in puzzles_of(game).values():
        count = themes[puzzle.theme].count if puzzle.theme in themes else 0
        themes[puzzle.theme] = PuzzleThemeView(puzzle.theme, speech.text(puzzle.message(game, "name")), count + 1)
    return PuzzlesView(
        game.key,
        game.title,
        tuple(themes.values()),
        tuple(
            PuzzleSummaryView(
                puzzle.id,
                _shares(game)[puzzle.id],
                puzzle.theme,
                puzzle.grade,
                puzzle.turns,
                states.get(puzzle.id, "new"),
            )
            for puzzle in found
        ),
        streak.now,
        streak.best,
    )


@cache
def _shares(game: Game) -> Mapping[str, str]:
    """The positions of a game's puzzles as share strings."""
    return {puzzle.id: write_share(puzzle.start(game)) for puzzle in puzzles_of(game).values()}


def states_of(tried: Iterable[Learned]) -> Mapping[str, PuzzleState]:
    """How somebody stands with each puzzle they have tried."""
    return {
        one.item: "missed" if one.solved is None else "clean" if one.clean else "solved"
        for one in tried
        if one.kind == "puzzle"
    }


def puzzle_view(game: Game, puzzle: Puzzle, state: PuzzleState, language: str) -> PuzzleView:
    """A puzzle to solve."""
    position = puzzle.start(game)
    speech = Speech(game, position.options, language)
    return PuzzleView(
        puzzle.id,
        speech.text(puzzle.message(game, "name")),
        speech.say(puzzle.message(game, "task")),
        puzzle.grade,
        puzzle.turns,
        puzzle.has_several(game),
        tuple(
            _rule(option, puzzle.options[option.key])
            for option in speech.naming.options
            if option.key in puzzle.options
        ),
        state,
        position_detail(position, speech),
    )


def _rule(option: Option, value: Value) -> str:
    """What an option is set to, in words."""
    for choice in option.choices:
        if choice.value == value:
            return f"{option.label}: {choice.label}"
    return f"{option.label}: {write_value(option.read(value))}"


# ---- Trying ----------------------------------------------------------------------------------------------------------


def stand_of(puzzle: Puzzle, game: Game, texts: Sequence[str]) -> tuple[Stand, list[int]]:
    """Where a puzzle stands after the whole turns among some moves, and the moves of the turn that has begun.

    Raises `PuzzleError` for moves that are none of this puzzle's.
    """
    _check_number(texts)
    stand = Stand(puzzle.goal, puzzle.start(game), puzzle.solution)
    begun: list[int] = []
    seat = stand.position.seat
    waiting = list(texts)
    while waiting:
        walker = played(stand.position, begun)
        move = walker.read_move(waiting.pop(0))
        begun.append(move)
        if not walker.turn_over(move) or not waiting:
            continue
        found = judge(stand, begun)
        if found is None:
            raise localized_error(PuzzleError, "server.learn.not-this-way")
        answers = found.position.played[len(stand.position.played) + len(begun) :]
        given = read_moves(played(stand.position, begun), waiting[: len(answers)])
        if tuple(given) != tuple(answers) or (found.solution is not None and found.position.seat != seat):
            raise localized_error(PuzzleError, "server.learn.not-this-way")
        stand, begun, waiting = found, [], waiting[len(answers) :]
    return stand, begun


def try_puzzle(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> AttemptView:
    """What the last of some moves comes to."""
    if not texts:
        raise localized_error(PuzzleError, "server.learn.nothing")
    stand, begun = stand_of(puzzle, game, texts)
    if stand.solution is None or not begun:
        raise localized_error(PuzzleError, "server.learn.solved-already")
    before = played(stand.position, begun[:-1])
    speech = Speech(game, before.options, language)
    effects = effects_of(before, begun[-1:])[0]
    if not before.turn_over(begun[-1]):
        here = before.after(begun[-1])
        return AttemptView("open", "", tuple(texts), effects, (), position_detail(here, speech))
    found = judge(stand, begun)
    if found is None:
        stay = written(puzzle.start(game), stand.position.played)
        told = speech.tell("learn.wrong-gain" if puzzle.goal == "gain" else f"learn.wrong-{puzzle.goal}").text
        return AttemptView("wrong", told, stay, effects, (), position_detail(stand.position, speech))
    reached = before.after(begun[-1])
    answers = found.position.played[len(reached.played) :]
    moves = written(puzzle.start(game), found.position.played)
    detail = position_detail(found.position, speech)
    if found.solution is None:
        return AttemptView("solved", speech.tell("learn.solved").text, moves, effects, (), detail)
    return AttemptView("right", speech.tell("learn.right").text, moves, effects, effects_of(reached, answers), detail)


def refuted(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> RefutationView:
    """Why the last turn of some moves is wrong: the reply to it, on the board and in words. A search finds it."""
    stand, begun = stand_of(puzzle, game, texts)
    if not begun or not played(stand.position, begun[:-1]).turn_over(begun[-1]) or judge(stand, begun) is not None:
        raise localized_error(PuzzleError, "server.learn.not-wrong")
    assert stand.solution is not None
    reached = played(stand.position, begun)
    speech = Speech(game, reached.options, language)
    left = longest(stand.solution) if puzzle.goal == "win" and not game.patient else puzzle.within
    reply = refute(puzzle.goal, reached, left)
    if reply is None:
        detail = position_detail(reached, speech)
        assert detail.outcome is not None
        return RefutationView(speech.tell("learn.refuted-over", outcome=detail.outcome.text).text, (), detail)
    written_reply = reached.write_turn(reply.moves)
    key = f"wins{'' if reply.turns is None else '-in'}" if reply.wins else puzzle.goal
    told = speech.tell(f"learn.refuted-{key}", reply=written_reply, n=((reply.turns or 1) + 1) // 2).text
    after = position_detail(played(reached, reply.moves), speech)
    return RefutationView(told, effects_of(reached, reply.moves), after)


def clue(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> ClueView:
    """Where the next turn begins, and what speaks for it; within a turn, where that goes on."""
    stand, begun = stand_of(puzzle, game, texts)
    turn = _right_turn(stand, begun)
    here = played(stand.position, begun)
    speech = Speech(game, here.options, language)
    path = here.picks(turn[len(begun)])[0]
    motives = stand.position.motives(turn, turn)
    said = [speech.text(message) for message in motives[:2]] or [speech.tell("learn.look-here").text]
    return ClueView(" ".join(said), tuple(pick for pick in path[:1] if isinstance(pick, int)))


def reveal(puzzle: Puzzle, game: Game, texts: Sequence[str], language: str) -> SolutionView:
    """A solution from where the turn began, to its end."""
    stand, begun = stand_of(puzzle, game, texts)
    if begun and not _is_right_so_far(stand, begun):
        begun = []
    start = played(stand.position, begun)
    turn = _right_turn(stand, begun)
    turns = [stand.position.write_turn(turn)]
    found = judge(stand, turn)
    while found is not None and found.solution is not None:
        answer = found.position.played[len(stand.position.played) + len(turn) :]
        turns.append(played(stand.position, turn).write_turn(answer))
        stand, turn = found, _right_turn(found, [])
        turns.append(stand.position.write_turn(turn))
        found = judge(stand, turn)
    assert found is not None
    moves = found.position.played[len(start.played) :]
    speech = Speech(game, start.options, language)
    return SolutionView(
        tuple(turns),
        effects_of(start, moves),
        written(puzzle.start(game), found.position.played),
        position_detail(found.position, speech),
    )


def _is_right_so_far(stand: Stand, begun: Sequence[int]) -> bool:
    return any(list(begun) == stand.position.read_turn(turn)[: len(begun)] for turn in stand.solution or {})


def _right_turn(stand: Stand, begun: Sequence[int]) -> list[int]:
    """A turn that is right and begins like this; if none does, any that is right."""
    if not stand.solution:
        raise localized_error(PuzzleError, "server.learn.solved-already")
    ways = [stand.position.read_turn(turn) for turn in stand.solution]
    fitting = [way for way in ways if way[: len(begun)] == list(begun) and len(way) > len(begun)]
    if not fitting and begun:
        raise localized_error(PuzzleError, "server.learn.not-this-way")
    return (fitting or ways)[0]


def try_step(step: Step, game: Game, texts: Sequence[str], language: str) -> AttemptView:
    """What the last of some moves comes to in a step of a lesson; a step without a task is done by having been read."""
    _check_number(texts)
    start = step.start(game)
    speech = Speech(game, start.options, language)
    if not step.task:
        return AttemptView("solved", step.done, (), (), (), position_detail(start, speech))
    if not texts:
        raise localized_error(PuzzleError, "server.learn.nothing")
    moves = read_moves(start, texts)
    before = played(start, moves[:-1])
    if any(played(start, moves[:n]).turn_over(moves[n]) for n in range(len(moves) - 1)):
        raise localized_error(IllegalMove, "server.learn.one-turn")
    effects = effects_of(before, moves[-1:])[0]
    here = before.after(moves[-1])
    if not before.turn_over(moves[-1]):
        return AttemptView("open", "", tuple(texts), effects, (), position_detail(here, speech))
    if step.does(start, moves):
        told = step.done or speech.tell("learn.step-done").text
        return AttemptView("solved", told, tuple(texts), effects, (), position_detail(here, speech))
    told = step.miss or speech.tell("learn.step-missed").text
    return AttemptView("wrong", told, (), effects, (), position_detail(start, speech))


def _check_number(texts: Sequence[str]) -> None:
    if len(texts) > MOST_MOVES:
        raise localized_error(TooLarge, "server.learn.moves", most=MOST_MOVES)
