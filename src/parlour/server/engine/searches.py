"""Run the searches that a page requests, one function per kind of request."""

from __future__ import annotations

import asyncio

from parlour.engine.analysis import analyse, score_text
from parlour.engine.coach import check_turn, verdicts
from parlour.engine.hint import hint
from parlour.engine.move_values import explore, solved_report
from parlour.engine.report import Report
from parlour.engine.review import PositionReview
from parlour.engine.solve.solvers import SolveProgress
from parlour.engine.threats import pass_to, threats
from parlour.errors import TextError
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.server.engine.messages import (
    AnalysisRequest,
    CoachMessage,
    CoachRequest,
    HintMessage,
    HintRequest,
    MoveValuesMessage,
    MoveValuesRequest,
    MoveVerdictView,
    ReviewMessage,
    ReviewRequest,
    ThreatsMessage,
    ThreatsRequest,
    VerdictsMessage,
    VerdictsRequest,
)
from parlour.server.engine.review_messages import LineView
from parlour.server.engine.reviews import boards_of, review_match
from parlour.server.engine.session import EngineSession, search_limits
from parlour.server.engine.views import analysis_message, evaluation_view, game_review_view, line_view, move_value_view
from parlour.server.games.views import effects_of, read_moves, written, written_turns
from parlour.server.http.auth import now
from parlour.server.http.error_responses import Forbidden
from parlour.server.localizer import Localizer
from parlour.server.matches.fair_play import forbid_position_in_play
from parlour.store import StoredAnalysis

MAX_LINES = 8
MAX_VERDICT_SECONDS = 5.0
MAX_REVIEW_SECONDS_PER_TURN = 10.0


async def search_lines(session: EngineSession, request: AnalysisRequest, position: Position) -> None:
    """Search for the best lines and report them while the search runs."""
    limits, stop = search_limits(request.seconds, request.depth), session.stop
    lines = min(max(request.lines, 1), MAX_LINES)
    loop = asyncio.get_running_loop()

    def report(found: Report) -> None:
        loop.call_soon_threadsafe(_report_analysis, session, request, position, found)

    found = await session.run(
        lambda: (
            solved_report(position.copy(), limits, lines, stop) or analyse(position.copy(), limits, lines, stop, report)
        )
    )
    await session.send(analysis_message(request.id, position, found, session.language, done=True))


def _report_analysis(session: EngineSession, request: AnalysisRequest, position: Position, found: Report) -> None:
    """Send a report of an analysis if one is due."""
    if session.is_report_due(request.id):
        view = analysis_message(request.id, position, found, session.language, done=False)
        session.report(view)


async def search_hint(session: EngineSession, request: HintRequest, position: Position, localizer: Localizer) -> None:
    """Search for the best turn, with reasons."""
    limits, stop = search_limits(request.seconds), session.stop
    found = await session.run(lambda: hint(position.copy(), limits, stop))
    best = found.report.lines[0]
    view = HintMessage(
        id=request.id,
        seat=position.seat,
        turn=found.turn,
        moves=written(position, found.moves),
        reasons=tuple(localizer.sentence(message) for message in found.reasons),
        effects=effects_of(position, found.moves),
        score=score_text(position, best, session.language),
        line=written_turns(position, best.moves),
    )
    await session.send(view)


async def search_threats(session: EngineSession, request: ThreatsRequest, position: Position) -> None:
    """Search for what each side could do if it were to move."""
    limits, stop = search_limits(request.seconds), session.stop
    found = await session.run(lambda: threats(position.copy(), limits, stop=stop))
    mine = () if found is None else tuple(line_view(position, line, session.language) for line in found.mine)
    theirs: dict[int, tuple[LineView, ...]] = {}
    if found is not None:
        for seat, lines in found.theirs.items():
            passed = pass_to(position, seat)
            if passed is not None:
                theirs[seat] = tuple(line_view(passed, line, session.language) for line in lines)
    await session.send(ThreatsMessage(id=request.id, seat=position.seat, mine=mine, theirs=theirs))


async def check_moves(session: EngineSession, request: CoachRequest, position: Position, localizer: Localizer) -> None:
    """Let the coach judge moves before they are played."""
    if (request.turn is None) == (not request.moves):
        raise localized_error(TextError, "server.position.turn-or-moves")
    moves = position.read_turn(request.turn) if request.turn is not None else read_moves(position, request.moves)
    limits, stop = search_limits(request.seconds), session.stop
    found = await session.run(lambda: check_turn(position.copy(), moves, limits, stop))
    after = position.copy()
    for move in moves:
        after.play(move)
    reply = None if found.reply is None or not found.again else line_view(after, found.reply, session.language)
    key = "fine" if not found.again else "worse" if not found.loses else "refuted" if reply else "loses"
    text = localizer.server_sentence(f"coach.{key}", turn=reply.turns[0] if reply else "")
    await session.send(CoachMessage(id=request.id, again=found.again, loses=found.loses, text=text, reply=reply))


async def search_verdicts(session: EngineSession, request: VerdictsRequest, position: Position) -> None:
    """Search for moves that win or lose immediately."""
    seconds, stop = min(max(request.seconds, 0.05), MAX_VERDICT_SECONDS), session.stop
    found = await session.run(lambda: verdicts(position.copy(), seconds, stop))
    moves = tuple(
        MoveVerdictView(n, position.write_move(move), found[move])
        for n, move in enumerate(position.moves())
        if move in found
    )
    await session.send(VerdictsMessage(id=request.id, seat=position.seat, moves=moves))


async def search_values(session: EngineSession, request: MoveValuesRequest, position: Position) -> None:
    """Compute the value of every move."""
    limits, stop, loop = search_limits(request.seconds), session.stop, asyncio.get_running_loop()

    def tell(known: SolveProgress) -> None:
        loop.call_soon_threadsafe(_report_solving, session, request, position, known)

    found = await session.run(lambda: explore(position.copy(), limits, stop, tell))
    index = {move: n for n, move in enumerate(position.moves())}
    moves = tuple(move_value_view(position, value, index[value.move], session.language) for value in found.moves)
    await session.send(MoveValuesMessage(id=request.id, seat=position.seat, moves=moves, exact=found.exact))


def _report_solving(
    session: EngineSession, request: MoveValuesRequest, position: Position, known: SolveProgress
) -> None:
    """Send the progress of solving if a report is due."""
    if session.is_report_due(request.id):
        view = MoveValuesMessage(
            id=request.id, seat=position.seat, positions=known.positions, share=known.share, done=False
        )
        session.report(view)


async def review_game(session: EngineSession, request: ReviewRequest) -> None:
    """Review a whole game, unless a stored review had at least as much time per turn."""
    live = await session.services.matches.get(request.match or "")
    match, language = live.match, session.language
    if match.state.ended is None:
        raise localized_error(Forbidden, "server.review.running")
    record, effort = match.record(), round(1000 * min(max(request.seconds, 0.05), MAX_REVIEW_SECONDS_PER_TURN))
    stored = await session.services.store.analyses.get(live.id, record)
    if stored is None or stored.effort < effort:
        boards = boards_of(match)
        await forbid_position_in_play(session.services, session.socket.user, *boards)
        by_ply = {len(position.played): position for position in boards}

        def on_step(finished: int, of: int, standing: PositionReview) -> None:
            view = evaluation_view(by_ply[standing.ply], standing, language)
            step = ReviewMessage(id=request.id, finished=finished, of=of, standing=view)
            session.report(step)

        found = await review_match(
            session.services, session.owner, match, effort / 1000, session.stop, on_step, session.report_queued
        )
        if found is None:
            await session.send(ReviewMessage(id=request.id, finished=0, of=len(boards), done=True))
            return
        stored = StoredAnalysis(found, effort, now())
        await session.services.store.analyses.put(live.id, record, stored)
    whole, count = game_review_view(live.id, match, stored, language), len(stored.standings)
    await session.send(ReviewMessage(id=request.id, finished=count, of=count, analysis=whole, done=True))
