"""Convert lessons and puzzles into views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random

from parlour.errors import NotFound
from parlour.games import Game, write_share
from parlour.games.contract.position import Position
from parlour.games.learning.lessons import Example, LessonStep, steps_of
from parlour.games.learning.puzzles import Puzzle, puzzles_of
from parlour.i18n.errors import localized_error
from parlour.server.games.views import game_summary, position_detail
from parlour.server.learn.messages import (
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
)
from parlour.server.localizer import Localizer
from parlour.store import LearningProgress, Streaks


def find_puzzle(game: Game, id: str) -> Puzzle:
    """Return the puzzle with an id; raise `NotFound` if there is none."""
    found = puzzles_of(game).get(id)
    if found is None:
        raise localized_error(NotFound, "server.learn.no-puzzle", game=game.title)
    return found


def find_step(game: Game, key: str, language: str) -> LessonStep:
    """Return the lesson step with a key; raise `NotFound` if there is none."""
    for step in steps_of(game, language):
        if step.key == key:
            return step
    raise localized_error(NotFound, "server.learn.no-step", game=game.title)


def course_view(game: Game, tried: Iterable[LearningProgress], language: str) -> CourseView:
    """Return the lesson and puzzles of a game, and how many a person has done."""
    summary = game_summary(game, language)
    steps = {step.key for step in steps_of(game)}
    puzzles = puzzles_of(game)
    solved = [one for one in tried if one.game == game.key and one.solved is not None]
    return CourseView(
        game.key,
        game.title,
        summary.description,
        summary.share,
        len(steps),
        sum(one.kind == "lesson" and one.item in steps for one in solved),
        len(puzzles),
        sum(one.kind == "puzzle" and one.item in puzzles for one in solved),
    )


def lesson_view(game: Game, tried: Iterable[LearningProgress], language: str) -> LessonView:
    """Return a game's lesson with the steps that are done."""
    done = {one.item for one in tried if one.kind == "lesson" and one.solved is not None}
    steps = tuple(LessonStepSummaryView(step.key, step.title, step.key in done) for step in steps_of(game, language))
    return LessonView(game.key, game.title, steps, len(puzzles_of(game)))


def step_view(game: Game, step: LessonStep, language: str) -> LessonStepView:
    """Return a step of a lesson with its examples."""
    position = step.start(game)
    localizer = Localizer(game, position.options, language)
    examples = tuple(_example_view(position, example, localizer) for example in step.example)
    return LessonStepView(step.key, step.title, step.text, step.task, examples, position_detail(position, localizer))


def _example_view(position: Position, example: Example, localizer: Localizer) -> ExampleView:
    if example.legal:
        move = position.read_move(example.legal)
        return ExampleView(
            True,
            position.write_move(move),
            localizer.sentence(position.describe(move)),
            tuple(position.effects(move)),
            (),
        )
    picks = example.picks(position)
    sites = tuple(pick for pick in picks if isinstance(pick, int))
    shown = " → ".join(word.removeprefix(":") for word in example.illegal.split())
    return ExampleView(False, shown, localizer.sentence(position.explain(picks)), (), sites)


def puzzles_view(
    game: Game, tried: Sequence[LearningProgress], streak: Streaks, language: str, person: str | None, day: int
) -> PuzzlesView:
    """Return a game's puzzles: unsolved ones first, easy ones first, equally hard ones in the person's order for the
    day.
    """
    states = puzzle_states(tried)
    found = list(puzzles_of(game).values())
    Random(f"{day} {person} {game.key}").shuffle(found)
    found.sort(key=lambda one: (states.get(one.id, "new") in ("solved", "clean"), one.grade, one.turns))
    localizer = Localizer(game, game.check(), language)
    themes: dict[str, PuzzleThemeView] = {}
    for puzzle in puzzles_of(game).values():
        count = themes[puzzle.theme].count if puzzle.theme in themes else 0
        themes[puzzle.theme] = PuzzleThemeView(puzzle.theme, localizer.text(puzzle.message(game, "name")), count + 1)
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
    """Return the positions of a game's puzzles as share strings, by puzzle id."""
    return {puzzle.id: write_share(puzzle.start(game)) for puzzle in puzzles_of(game).values()}


def puzzle_states(tried: Iterable[LearningProgress]) -> Mapping[str, PuzzleState]:
    """Return the state of every puzzle that a person has tried, by puzzle id."""
    return {
        one.item: "missed" if one.solved is None else "clean" if one.clean else "solved"
        for one in tried
        if one.kind == "puzzle"
    }


def puzzle_view(game: Game, puzzle: Puzzle, state: PuzzleState, language: str) -> PuzzleView:
    """Return a puzzle to solve."""
    position = puzzle.start(game)
    localizer = Localizer(game, position.options, language)
    return PuzzleView(
        puzzle.id,
        localizer.text(puzzle.message(game, "name")),
        localizer.sentence(puzzle.message(game, "task")),
        puzzle.grade,
        puzzle.turns,
        puzzle.has_several(game),
        tuple(
            localizer.naming.option_text(option, option.read(puzzle.options[option.key]))
            for option in localizer.naming.options
            if option.key in puzzle.options
        ),
        state,
        position_detail(position, localizer),
    )
