"""Learning: lessons and puzzles of the games, and how far somebody has come with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from parlour.games import Game, games
from parlour.games import game as find_game
from parlour.games.learning.puzzles import Puzzle
from parlour.server.http.auth import PageRequest, now
from parlour.server.learn.exercises import (
    clue,
    course,
    find_puzzle,
    find_step,
    lesson_view,
    puzzle_view,
    puzzles_view,
    refuted,
    reveal,
    states_of,
    step_view,
    try_puzzle,
    try_step,
)
from parlour.server.learn.messages import (
    AttemptRequest,
    AttemptView,
    ClueView,
    LearnView,
    LessonStepView,
    LessonView,
    PuzzleState,
    PuzzlesView,
    PuzzleView,
    RefutationView,
    SolutionView,
)
from parlour.server.localizer import Spoken
from parlour.server.services import Parts, TheParts
from parlour.store import Learned, streaks

T = TypeVar("T")

DAY = 24 * 60 * 60 * 1000


async def _tried(request: PageRequest, parts: Parts, game: str | None = None) -> list[Learned]:
    """What the visitor has tried; nothing for a stranger."""
    return [] if request.user.id is None else await parts.store.learning.of(request.user.id, game)


@get("/learn")
async def show_courses(request: PageRequest, parts: TheParts, spoken: Spoken) -> LearnView:
    """What there is to learn."""
    tried = await _tried(request, parts)
    streak = streaks(tried)
    return LearnView(tuple(course(game, tried, spoken) for game in games()), streak.now, streak.best)


@get("/learn/{key:str}")
async def show_lesson(key: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken) -> LessonView:
    """A game's lesson."""
    game = find_game(key)
    return lesson_view(game, await _tried(request, parts, key), spoken)


@get("/learn/{key:str}/steps/{step:str}", sync_to_thread=False)
def show_step(key: FromPath[str], step: FromPath[str], spoken: Spoken) -> LessonStepView:
    """A step of a lesson."""
    game = find_game(key)
    return step_view(game, find_step(game, step, spoken), spoken)


@post("/learn/{key:str}/steps/{step:str}/try", status_code=200)
async def try_a_step(
    key: FromPath[str],
    step: FromPath[str],
    data: JSONBody[AttemptRequest],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> AttemptView:
    """Plays a move in a step of a lesson; nobody's misses are counted here."""
    game = find_game(key)
    tried = try_step(find_step(game, step, spoken), game, data.moves, spoken)
    if tried.verdict == "solved":
        person = await parts.door.somebody(request)
        await parts.store.learning.note(person.id, game.key, "lesson", step, now(), solved=True)
    return tried


@get("/learn/{key:str}/puzzles")
async def list_puzzles(key: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken) -> PuzzlesView:
    """A game's puzzles, in today's order."""
    game = find_game(key)
    everything = await _tried(request, parts)
    tried = [one for one in everything if one.game == game.key]
    return puzzles_view(game, tried, streaks(everything), spoken, request.user.id, now() // DAY)


class Solver:
    """Somebody at a puzzle, as the routes of puzzles meet them."""

    def __init__(self, game: Game, puzzle: Puzzle, request: PageRequest, parts: Parts, language: str) -> None:
        self.game, self.puzzle, self.language = game, puzzle, language
        self._request, self._parts = request, parts

    async def state(self) -> PuzzleState:
        """How they stand with it."""
        return states_of(await _tried(self._request, self._parts, self.game.key)).get(self.puzzle.id, "new")

    async def note(self, *, solved: bool) -> None:
        """Keeps that they solved it, or did not, or had help: the first time counts."""
        person = await self._parts.door.somebody(self._request)
        learning = self._parts.store.learning
        await learning.note(person.id, self.game.key, "puzzle", self.puzzle.id, now(), solved=solved)

    async def search(self, work: Callable[[], T]) -> T:
        """Has the engine look at something for them; somebody waits for it."""
        return await self._parts.workers.run(self._request.user.id or "", work)


def solver_of(
    key: FromPath[str], puzzle: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken
) -> Solver:
    """Who is at which puzzle."""
    game = find_game(key)
    return Solver(game, find_puzzle(game, puzzle), request, parts, spoken)


TheSolver: TypeAlias = NamedDependency[Solver]


@get("/learn/{key:str}/puzzles/{puzzle:str}")
async def show_puzzle(solver: TheSolver) -> PuzzleView:
    """One puzzle."""
    return puzzle_view(solver.game, solver.puzzle, await solver.state(), solver.language)


@post("/learn/{key:str}/puzzles/{puzzle:str}/try", status_code=200)
async def try_a_puzzle(data: JSONBody[AttemptRequest], solver: TheSolver) -> AttemptView:
    """Plays a move in a puzzle. The first answer counts: right or wrong."""
    tried = try_puzzle(solver.puzzle, solver.game, data.moves, solver.language)
    if tried.verdict in ("solved", "wrong"):
        await solver.note(solved=tried.verdict == "solved")
    return tried


@post("/learn/{key:str}/puzzles/{puzzle:str}/refutation", status_code=200)
async def refute_turn(data: JSONBody[AttemptRequest], solver: TheSolver) -> RefutationView:
    """Why a turn is wrong. Whoever asks has tried it."""
    found = await solver.search(lambda: refuted(solver.puzzle, solver.game, data.moves, solver.language))
    await solver.note(solved=False)
    return found


@post("/learn/{key:str}/puzzles/{puzzle:str}/hint", status_code=200)
async def hint_at(data: JSONBody[AttemptRequest], solver: TheSolver) -> ClueView:
    """A hint. Whoever takes one has not solved the puzzle by themselves."""
    found = clue(solver.puzzle, solver.game, data.moves, solver.language)
    await solver.note(solved=False)
    return found


@post("/learn/{key:str}/puzzles/{puzzle:str}/solution", status_code=200)
async def show_solution(data: JSONBody[AttemptRequest], solver: TheSolver) -> SolutionView:
    """The solution."""
    found = reveal(solver.puzzle, solver.game, data.moves, solver.language)
    await solver.note(solved=False)
    return found


HANDLERS = [
    show_courses,
    show_lesson,
    show_step,
    try_a_step,
    list_puzzles,
    show_puzzle,
    try_a_puzzle,
    refute_turn,
    hint_at,
    show_solution,
]
