"""Routes of lessons and puzzles, and of a person's progress with them."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from parlour.engine.report import Stop
from parlour.games import Game, games
from parlour.games import game as find_game
from parlour.games.learning.puzzles import Puzzle
from parlour.match.clock import DAY_MS
from parlour.server.engine.tasks import SearchTask
from parlour.server.http.auth import PageRequest, now
from parlour.server.http.disconnection import run_while_connected
from parlour.server.http.limits.rate_limits import host_of
from parlour.server.http.route_groups import route_group
from parlour.server.learn.attempts import (
    find_clue,
    find_solution,
    refutation_task,
    refutation_view,
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
from parlour.server.learn.views import (
    course_view,
    find_puzzle,
    find_step,
    lesson_view,
    puzzle_states,
    puzzle_view,
    puzzles_view,
    step_view,
)
from parlour.server.localizer import ReaderLanguage
from parlour.server.services import InjectedServices, Services
from parlour.store import LearningProgress, streaks

T = TypeVar("T")


async def _progress(request: PageRequest, services: Services, game: str | None = None) -> list[LearningProgress]:
    """Return the visitor's learning progress; empty for an unknown visitor."""
    return [] if request.user.id is None else await services.store.learning.of(request.user.id, game)


@get("/learn")
async def show_courses(request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage) -> LearnView:
    """List the lessons and puzzles of every game, with the visitor's progress."""
    tried = await _progress(request, services)
    streak = streaks(tried)
    return LearnView(tuple(course_view(game, tried, reader_language) for game in games()), streak.now, streak.best)


@get("/learn/{key:str}")
async def show_lesson(
    key: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> LessonView:
    """Return the lesson of a game."""
    game = find_game(key)
    return lesson_view(game, await _progress(request, services, key), reader_language)


@get("/learn/{key:str}/steps/{step:str}", sync_to_thread=False)
def show_step(key: FromPath[str], step: FromPath[str], reader_language: ReaderLanguage) -> LessonStepView:
    """Return a step of a lesson."""
    game = find_game(key)
    return step_view(game, find_step(game, step, reader_language), reader_language)


@post("/learn/{key:str}/steps/{step:str}/try", status_code=200, limit="lessons")
async def play_step_move(
    key: FromPath[str],
    step: FromPath[str],
    data: JSONBody[AttemptRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> AttemptView:
    """Play a move in a lesson step. Wrong moves are not counted."""
    game = find_game(key)
    tried = try_step(find_step(game, step, reader_language), game, data.moves, reader_language)
    if tried.verdict == "solved":
        person = await services.sessions.ensure_person(request)
        await services.store.learning.note(person.id, game.key, "lesson", step, now(), solved=True)
    return tried


@get("/learn/{key:str}/puzzles")
async def list_puzzles(
    key: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> PuzzlesView:
    """List the puzzles of a game in today's order."""
    game = find_game(key)
    everything = await _progress(request, services)
    tried = [one for one in everything if one.game == game.key]
    return puzzles_view(game, tried, streaks(everything), reader_language, request.user.id, now() // DAY_MS)


class PuzzleSession:
    """A puzzle together with the visitor who solves it."""

    def __init__(self, game: Game, puzzle: Puzzle, request: PageRequest, services: Services, language: str) -> None:
        self.game, self.puzzle, self.language = game, puzzle, language
        self._request, self._services = request, services

    async def state(self) -> PuzzleState:
        """Return the visitor's state with this puzzle."""
        return puzzle_states(await _progress(self._request, self._services, self.game.key)).get(self.puzzle.id, "new")

    async def note(self, *, solved: bool) -> None:
        """Store whether the visitor solved the puzzle without a mistake or help; only the first result counts."""
        person = await self._services.sessions.ensure_person(self._request)
        learning = self._services.store.learning
        await learning.note(person.id, self.game.key, "puzzle", self.puzzle.id, now(), solved=solved)
        await self._services.homework.on_puzzle(person.id, self.game.key, self.puzzle.id)

    async def search(self, task: SearchTask[T]) -> T:
        """Run a search for the visitor, in turn with analyses, until it ends or the client disconnects."""
        stop, host = Stop(), host_of(self._request)
        owner = self._request.user.id or host
        search = self._services.searches.run(owner, task, stop=stop, host=host, priority="study")
        return await run_while_connected(self._request, search, stop.set)


def provide_puzzle_session(
    key: FromPath[str],
    puzzle: FromPath[str],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> PuzzleSession:
    """Provide the puzzle of a path for its visitor."""
    game = find_game(key)
    return PuzzleSession(game, find_puzzle(game, puzzle), request, services, reader_language)


PuzzleDependency: TypeAlias = NamedDependency[PuzzleSession]


@get("/learn/{key:str}/puzzles/{puzzle:str}")
async def show_puzzle(session: PuzzleDependency) -> PuzzleView:
    """Return a puzzle."""
    return puzzle_view(session.game, session.puzzle, await session.state(), session.language)


@post("/learn/{key:str}/puzzles/{puzzle:str}/try", status_code=200, limit="lessons")
async def play_puzzle_move(data: JSONBody[AttemptRequest], session: PuzzleDependency) -> AttemptView:
    """Play a move in a puzzle. The first result, right or wrong, is stored."""
    tried = try_puzzle(session.puzzle, session.game, data.moves, session.language)
    if tried.verdict in ("solved", "wrong"):
        await session.note(solved=tried.verdict == "solved")
    return tried


@post("/learn/{key:str}/puzzles/{puzzle:str}/refutation", status_code=200, limit="lessons")
async def show_refutation(data: JSONBody[AttemptRequest], session: PuzzleDependency) -> RefutationView:
    """Show why a turn is wrong. This counts as a failed first try."""
    task = refutation_task(session.puzzle, session.game, data.moves)
    found = refutation_view(task.position, session.puzzle.goal, await session.search(task), session.language)
    await session.note(solved=False)
    return found


@post("/learn/{key:str}/puzzles/{puzzle:str}/hint", status_code=200, limit="lessons")
async def show_hint(data: JSONBody[AttemptRequest], session: PuzzleDependency) -> ClueView:
    """Give a hint. This counts as a failed first try."""
    found = find_clue(session.puzzle, session.game, data.moves, session.language)
    await session.note(solved=False)
    return found


@post("/learn/{key:str}/puzzles/{puzzle:str}/solution", status_code=200, limit="lessons")
async def show_solution(data: JSONBody[AttemptRequest], session: PuzzleDependency) -> SolutionView:
    """Show the solution. This counts as a failed first try."""
    found = find_solution(session.puzzle, session.game, data.moves, session.language)
    await session.note(solved=False)
    return found


PUZZLE_ROUTER = route_group(
    [show_puzzle, play_puzzle_move, show_refutation, show_hint, show_solution], session=provide_puzzle_session
)
HANDLERS: list[ControllerRouterHandler] = [
    show_courses,
    show_lesson,
    show_step,
    play_step_move,
    list_puzzles,
    PUZZLE_ROUTER,
]
