"""Learning: lessons and puzzles of the games, and how far somebody has come with them."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from parlour.games import game as find_game
from parlour.games import games
from parlour.server.learning import (
    clue,
    course,
    find_puzzle,
    find_step,
    lesson_view,
    puzzle_view,
    puzzles_view,
    reveal,
    states_of,
    step_view,
    try_puzzle,
    try_step,
)
from parlour.server.messages.learn import (
    Attempt,
    Clue,
    LearnView,
    LessonView,
    PuzzlesView,
    PuzzleView,
    Revealed,
    StepView,
    Tried,
)
from parlour.server.parts import Parts, TheParts
from parlour.server.speech import Spoken
from parlour.server.who import PageRequest, now
from parlour.store import Learned, streaks

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
def show_step(key: FromPath[str], step: FromPath[str], spoken: Spoken) -> StepView:
    """A step of a lesson."""
    game = find_game(key)
    return step_view(game, find_step(game, step, spoken), spoken)


@post("/learn/{key:str}/steps/{step:str}/try", status_code=200)
async def try_a_step(
    key: FromPath[str],
    step: FromPath[str],
    data: JSONBody[Attempt],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> Tried:
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


@get("/learn/{key:str}/puzzles/{puzzle:str}")
async def show_puzzle(
    key: FromPath[str], puzzle: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken
) -> PuzzleView:
    """One puzzle."""
    game = find_game(key)
    found = find_puzzle(game, puzzle)
    state = states_of(await _tried(request, parts, key)).get(found.id, "new")
    return puzzle_view(game, found, state, spoken)


@post("/learn/{key:str}/puzzles/{puzzle:str}/try", status_code=200)
async def try_a_puzzle(
    key: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[Attempt],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> Tried:
    """Plays a move in a puzzle. The first answer counts: right or wrong."""
    game = find_game(key)
    tried = try_puzzle(find_puzzle(game, puzzle), game, data.moves, spoken)
    if tried.verdict in ("solved", "wrong"):
        await _note(request, parts, game.key, puzzle, solved=tried.verdict == "solved")
    return tried


@post("/learn/{key:str}/puzzles/{puzzle:str}/hint", status_code=200)
async def hint_at(
    key: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[Attempt],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> Clue:
    """A hint. Whoever takes one has not solved the puzzle by themselves."""
    game = find_game(key)
    found = clue(find_puzzle(game, puzzle), game, data.moves, spoken)
    await _note(request, parts, game.key, puzzle, solved=False)
    return found


@post("/learn/{key:str}/puzzles/{puzzle:str}/solution", status_code=200)
async def show_solution(
    key: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[Attempt],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> Revealed:
    """The solution."""
    game = find_game(key)
    found = reveal(find_puzzle(game, puzzle), game, data.moves, spoken)
    await _note(request, parts, game.key, puzzle, solved=False)
    return found


async def _note(request: PageRequest, parts: Parts, game: str, puzzle: str, *, solved: bool) -> None:
    person = await parts.door.somebody(request)
    await parts.store.learning.note(person.id, game, "puzzle", puzzle, now(), solved=solved)


HANDLERS = [
    show_courses,
    show_lesson,
    show_step,
    try_a_step,
    list_puzzles,
    show_puzzle,
    try_a_puzzle,
    hint_at,
    show_solution,
]
