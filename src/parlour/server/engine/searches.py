"""Run the searches that a page requests, one function per kind of request."""

from __future__ import annotations

from parlour.engine.review import PositionReview
from parlour.errors import TextError
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.server.engine.messages import (
    AnalysisRequest,
    CoachMessage,
    CoachRequest,
    HintMessage,
    HintRequest,
    MoveValuesRequest,
    ReviewMessage,
    ReviewRequest,
    ThreatsRequest,
    VerdictsRequest,
)
from parlour.server.engine.reviews import review_match
from parlour.server.engine.session import EngineSession
from parlour.server.engine.tasks import (
    AnalysisTask,
    CoachTask,
    HintTask,
    MoveValuesTask,
    ThreatsTask,
    VerdictsTask,
)
from parlour.server.engine.views import evaluation_view, game_review_view, reviewed_plies, reviewed_positions
from parlour.server.games.views import read_moves
from parlour.server.http.auth import now
from parlour.server.http.error_responses import Forbidden
from parlour.server.localizer import Localizer
from parlour.store import StoredAnalysis

MAX_LINES = 8
MAX_VERDICT_SECONDS = 5.0
MAX_REVIEW_SECONDS_PER_TURN = 10.0


async def search_lines(session: EngineSession, request: AnalysisRequest, position: Position) -> None:
    """Search for the best lines and report them while the search runs."""
    limits, lines = session.limits(request.seconds, request.depth), min(max(request.lines, 1), MAX_LINES)
    task = AnalysisTask(position=position, id=request.id, limits=limits, lines=lines, language=session.language)
    await session.send(await session.run(task))


async def search_hint(session: EngineSession, request: HintRequest, position: Position, localizer: Localizer) -> None:
    """Search for the best turn, with reasons."""
    limits = session.limits(request.seconds)
    found = await session.run(HintTask(position=position, limits=limits, language=session.language))
    view = HintMessage(
        id=request.id,
        seat=position.seat,
        turn=found.turn,
        moves=found.moves,
        reasons=tuple(localizer.sentence(message) for message in found.reasons),
        effects=found.effects,
        score=found.score,
        line=found.line,
    )
    await session.send(view)


async def search_threats(session: EngineSession, request: ThreatsRequest, position: Position) -> None:
    """Search for what each side could do if it were to move."""
    limits = session.limits(request.seconds)
    task = ThreatsTask(position=position, id=request.id, limits=limits, language=session.language)
    await session.send(await session.run(task))


async def check_moves(session: EngineSession, request: CoachRequest, position: Position, localizer: Localizer) -> None:
    """Let the coach judge moves before they are played."""
    if (request.turn is None) == (not request.moves):
        raise localized_error(TextError, "server.position.turn-or-moves")
    moves = position.read_turn(request.turn) if request.turn is not None else read_moves(position, request.moves)
    limits, texts = session.limits(request.seconds), tuple(write_moves(position, moves))
    found = await session.run(CoachTask(position=position, moves=texts, limits=limits, language=session.language))
    reply = found.reply
    key = "fine" if not found.again else "worse" if not found.loses else "refuted" if reply else "loses"
    text = localizer.server_sentence(f"coach.{key}", turn=reply.turns[0] if reply else "")
    await session.send(CoachMessage(id=request.id, again=found.again, loses=found.loses, text=text, reply=reply))


async def search_verdicts(session: EngineSession, request: VerdictsRequest, position: Position) -> None:
    """Search for moves that win or lose immediately."""
    seconds = min(max(request.seconds, 0.05), MAX_VERDICT_SECONDS)
    await session.send(await session.run(VerdictsTask(position=position, id=request.id, seconds=seconds)))


async def search_values(session: EngineSession, request: MoveValuesRequest, position: Position) -> None:
    """Compute the value of every move."""
    limits = session.limits(request.seconds)
    task = MoveValuesTask(position=position, id=request.id, limits=limits, language=session.language)
    await session.send(await session.run(task))


async def review_game(session: EngineSession, request: ReviewRequest) -> None:
    """Review a whole game, unless a stored review had at least as much time per turn."""
    live = await session.services.matches.get(request.match or "")
    match, language = live.match, session.language
    if match.state.ended is None:
        raise localized_error(Forbidden, "server.review.running")
    record, effort = match.record(), round(1000 * min(max(request.seconds, 0.05), MAX_REVIEW_SECONDS_PER_TURN))
    stored = await session.services.store.analyses.get(live.id, record)
    if stored is None or stored.effort < effort:
        boards = reviewed_positions(match)
        await session.services.fair_play.forbid_positions_in_play(session.socket.user, match.game, boards, match.ply)

        def on_step(finished: int, of: int, position: Position, review: PositionReview) -> None:
            view = evaluation_view(position, review, language)
            step = ReviewMessage(id=request.id, finished=finished, of=of, evaluation=view)
            session.report(step)

        found = await review_match(session.run, match, effort / 1000, session.stop, on_step)
        if found is None:
            await session.send(ReviewMessage(id=request.id, finished=0, of=len(reviewed_plies(match)), done=True))
            return
        stored = StoredAnalysis(found, effort, now())
        await session.services.store.analyses.put(live.id, record, stored)
    steps, count = game_review_view(live.id, match, stored, language), len(stored.evaluations)
    whole = await session.services.computations.compute(session.socket, steps, match.ply)
    await session.send(ReviewMessage(id=request.id, finished=count, of=count, analysis=whole, done=True))
