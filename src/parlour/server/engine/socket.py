"""The WebSocket of the engine: analysis, hints, threats and the coach, streamed, and ended at any time."""

from __future__ import annotations

import asyncio
import logging
import time

import msgspec
from litestar import websocket
from litestar.params import FromQuery

from parlour.engine.analysis import analyse, score_message, score_text
from parlour.engine.coach import check_turn, verdicts
from parlour.engine.hint import hint
from parlour.engine.move_values import MoveValue, explore, solved_report
from parlour.engine.report import Limits, PrincipalVariation, Report, Stop
from parlour.engine.review import PositionReview
from parlour.engine.solve.solvers import SolveProgress
from parlour.engine.threats import pass_to, threats
from parlour.errors import ParlourError, TextError
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.server.engine.messages import (
    AnalysisMessage,
    AnalysisRequest,
    CoachMessage,
    CoachRequest,
    EngineSocketMessage,
    EngineSocketRequest,
    HintMessage,
    HintRequest,
    MoveValuesMessage,
    MoveValuesRequest,
    MoveValueView,
    MoveVerdictView,
    ReviewMessage,
    ReviewRequest,
    SearchQueuedMessage,
    SearchRefusedMessage,
    StopSearchRequest,
    ThreatsMessage,
    ThreatsRequest,
    VerdictsMessage,
    VerdictsRequest,
)
from parlour.server.engine.review_messages import LineView
from parlour.server.engine.reviews import analysis_view, boards_of, line_view, review_match, standing_view
from parlour.server.games.views import effects_of, read_moves, read_position, written, written_turns
from parlour.server.http.auth import PageSocket, now
from parlour.server.http.error_responses import Forbidden, error_code
from parlour.server.localizer import Speech, server_text
from parlour.server.matches.fair_play import Assistance, ask_for_help, must_not_be_in_play
from parlour.server.matches.review_routes import position_at
from parlour.server.matches.socket import encode, frames, send
from parlour.server.matches.views import speech_of
from parlour.server.services import Parts, TheParts
from parlour.store import StoredAnalysis

log = logging.getLogger("parlour.server")

MOST_LINES = 8
MOST_SECONDS = 120.0
MOST_DEPTH = 60
MOST_VERDICTS = 5.0
MOST_PER_TURN = 10.0
"""Of a whole game no turn is looked at for longer."""
REPORTS = 0.2
"""So many seconds lie between two reports."""

from_searcher = msgspec.json.Decoder(EngineSocketRequest)
Ask = AnalysisRequest | HintRequest | ThreatsRequest | CoachRequest | VerdictsRequest | MoveValuesRequest


class Study:
    """One page that uses the engine: one search at a time."""

    def __init__(self, socket: PageSocket, parts: Parts, language: str) -> None:
        self.socket = socket
        self.parts = parts
        self.language = language
        self.stop = Stop()
        self.task: asyncio.Task[None] | None = None
        self.asked = 0
        self.reported = 0.0

    async def take(self, text: str) -> None:
        """One frame."""
        try:
            said = from_searcher.decode(text)
        except msgspec.MsgspecError as fault:
            await self.tell(
                SearchRefusedMessage(
                    id=0, reason="malformed", text=server_text("refusal.no-message", self.language, why=str(fault))
                )
            )
            return
        if isinstance(said, StopSearchRequest):
            if said.id == self.asked:
                self.stop.set()
            return
        await self.end()
        self.stop, self.asked, self.reported = Stop(), said.id, 0.0
        self.task = asyncio.create_task(self.search(said))

    async def end(self) -> None:
        """Ends the search that runs."""
        self.stop.set()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None

    async def tell(self, said: EngineSocketMessage) -> None:
        await send(self.socket, encode(said))

    async def search(self, asked: Ask | ReviewRequest) -> None:
        """Answers one request."""
        try:
            if isinstance(asked, ReviewRequest):
                await self.review(asked)
                return
            position, speech = await self.position(asked)
            match asked:
                case AnalysisRequest():
                    await self.analyse(asked, position)
                case HintRequest():
                    await self.hint(asked, position, speech)
                case ThreatsRequest():
                    await self.threats(asked, position)
                case CoachRequest():
                    await self.look(asked, position, speech)
                case VerdictsRequest():
                    await self.verdicts(asked, position)
                case MoveValuesRequest():
                    await self.values(asked, position)
        except ParlourError as fault:
            await self.tell(
                SearchRefusedMessage(id=asked.id, reason=error_code(fault), text=translate_error(fault, self.language))
            )
        except Exception:
            # A defect of a search ends that search; the page hears of it and may ask again.
            log.exception("a search failed")
            text = server_text("http.500", self.language)
            await self.tell(SearchRefusedMessage(id=asked.id, reason="defect", text=text))

    async def position(self, asked: Ask) -> tuple[Position, Speech]:
        """What is to be searched, if it may be; help in a match is counted."""
        visitor = self.socket.user
        if asked.match is not None:
            live = await self.parts.matches.get(asked.match)
            position = position_at(live.match, live.match.ply if asked.ply is None else asked.ply)
            speech = speech_of(live.match, self.language)
            if not position.is_over():
                await ask_for_help(self.parts, visitor, live, _HELP[type(asked)])
        elif asked.position is not None:
            position = read_position(asked.position)
            speech = Speech(position.game, position.options, self.language)
        else:
            raise localized_error(Forbidden, "server.refusal.which-position")
        await must_not_be_in_play(self.parts, visitor, position)
        if position.is_over():
            raise localized_error(Forbidden, "server.refusal.nothing-to-search")
        return position, speech

    def limits(self, seconds: float, depth: int | None = None) -> Limits:
        """What a search may take; more than that is cut."""
        return Limits(
            seconds=min(max(seconds, 0.05), MOST_SECONDS),
            depth=None if depth is None else min(max(depth, 1), MOST_DEPTH),
        )

    def queued(self, ahead: int) -> None:
        asyncio.get_running_loop().create_task(self.tell(SearchQueuedMessage(id=self.asked, ahead=ahead)))

    @property
    def owner(self) -> str:
        """In whose name a search stands in line."""
        return self.socket.user.id or (self.socket.client.host if self.socket.client is not None else "")

    # ---- The questions --------------------------------------------------------------------------------------------

    async def analyse(self, asked: AnalysisRequest, position: Position) -> None:
        limits, stop = self.limits(asked.seconds, asked.depth), self.stop
        lines = min(max(asked.lines, 1), MOST_LINES)
        loop = asyncio.get_running_loop()

        def report(found: Report) -> None:
            loop.call_soon_threadsafe(self.progress, asked, position, found)

        found = await self.parts.workers.run(
            self.owner,
            lambda: (
                solved_report(position.copy(), limits, lines, stop)
                or analyse(position.copy(), limits, lines, stop, report)
            ),
            study=True,
            on_wait=self.queued,
        )
        await self.tell(found_view(asked.id, position, found, self.language, done=True))

    def progress(self, asked: AnalysisRequest, position: Position, found: Report) -> None:
        """Shows a report, now and then."""
        if self.is_wanted(asked):
            view = found_view(asked.id, position, found, self.language, done=False)
            asyncio.get_running_loop().create_task(self.tell(view))

    def is_wanted(self, asked: Ask) -> bool:
        """Whether something is to be shown of a search: it is still wanted, and the last time is a while ago."""
        if self.asked != asked.id or self.stop.is_set() or time.monotonic() - self.reported < REPORTS:
            return False
        self.reported = time.monotonic()
        return True

    async def hint(self, asked: HintRequest, position: Position, speech: Speech) -> None:
        limits, stop = self.limits(asked.seconds), self.stop
        found = await self.parts.workers.run(
            self.owner, lambda: hint(position.copy(), limits, stop), study=True, on_wait=self.queued
        )
        best = found.report.lines[0]
        view = HintMessage(
            id=asked.id,
            seat=position.seat,
            turn=found.turn,
            moves=written(position, found.moves),
            reasons=tuple(speech.say(message) for message in found.reasons),
            effects=effects_of(position, found.moves),
            score=score_text(position, best, self.language),
            line=written_turns(position, best.moves),
        )
        await self.tell(view)

    async def threats(self, asked: ThreatsRequest, position: Position) -> None:
        limits, stop = self.limits(asked.seconds), self.stop
        found = await self.parts.workers.run(
            self.owner, lambda: threats(position.copy(), limits, stop=stop), study=True, on_wait=self.queued
        )
        mine = () if found is None else tuple(line_view(position, line, self.language) for line in found.mine)
        theirs: dict[int, tuple[LineView, ...]] = {}
        if found is not None:
            for seat, lines in found.theirs.items():
                passed = pass_to(position, seat)
                if passed is not None:
                    theirs[seat] = tuple(line_view(passed, line, self.language) for line in lines)
        await self.tell(ThreatsMessage(id=asked.id, seat=position.seat, mine=mine, theirs=theirs))

    async def look(self, asked: CoachRequest, position: Position, speech: Speech) -> None:
        if (asked.turn is None) == (not asked.moves):
            raise localized_error(TextError, "server.position.turn-or-moves")
        moves = position.read_turn(asked.turn) if asked.turn is not None else read_moves(position, asked.moves)
        limits, stop = self.limits(asked.seconds), self.stop
        found = await self.parts.workers.run(
            self.owner, lambda: check_turn(position.copy(), moves, limits, stop), study=True, on_wait=self.queued
        )
        after = position.copy()
        for move in moves:
            after.play(move)
        reply = None if found.reply is None or not found.again else line_view(after, found.reply, self.language)
        key = "fine" if not found.again else "worse" if not found.loses else "refuted" if reply else "loses"
        text = speech.tell(f"coach.{key}", turn=reply.turns[0] if reply else "")
        await self.tell(CoachMessage(id=asked.id, again=found.again, loses=found.loses, text=text, reply=reply))

    async def verdicts(self, asked: VerdictsRequest, position: Position) -> None:
        seconds, stop = min(max(asked.seconds, 0.05), MOST_VERDICTS), self.stop
        found = await self.parts.workers.run(
            self.owner, lambda: verdicts(position.copy(), seconds, stop), study=True, on_wait=self.queued
        )
        moves = tuple(
            MoveVerdictView(n, position.write_move(move), found[move])
            for n, move in enumerate(position.moves())
            if move in found
        )
        await self.tell(VerdictsMessage(id=asked.id, seat=position.seat, moves=moves))

    async def values(self, asked: MoveValuesRequest, position: Position) -> None:
        limits, stop, loop = self.limits(asked.seconds), self.stop, asyncio.get_running_loop()

        def tell(known: SolveProgress) -> None:
            loop.call_soon_threadsafe(self.solving, asked, position, known)

        found = await self.parts.workers.run(
            self.owner, lambda: explore(position.copy(), limits, stop, tell), study=True, on_wait=self.queued
        )
        index = {move: n for n, move in enumerate(position.moves())}
        moves = tuple(worth_view(position, value, index[value.move], self.language) for value in found.moves)
        await self.tell(MoveValuesMessage(id=asked.id, seat=position.seat, moves=moves, exact=found.exact))

    def solving(self, asked: MoveValuesRequest, position: Position, known: SolveProgress) -> None:
        """Shows how far solving is, now and then."""
        if self.is_wanted(asked):
            view = MoveValuesMessage(
                id=asked.id, seat=position.seat, positions=known.positions, share=known.share, done=False
            )
            asyncio.get_running_loop().create_task(self.tell(view))

    async def review(self, asked: ReviewRequest) -> None:
        """A whole game. What was found before, with as much effort, is not sought again."""
        live = await self.parts.matches.get(asked.match or "")
        match, language = live.match, self.language
        if match.state.ended is None:
            raise localized_error(Forbidden, "server.review.running")
        record, effort = match.record(), round(1000 * min(max(asked.seconds, 0.05), MOST_PER_TURN))
        kept = await self.parts.store.analyses.get(live.id, record)
        if kept is None or kept.effort < effort:
            boards = boards_of(match)
            await must_not_be_in_play(self.parts, self.socket.user, *boards)
            by_ply = {len(position.played): position for position in boards}

            def on_step(finished: int, of: int, standing: PositionReview) -> None:
                view = standing_view(by_ply[standing.ply], standing, language)
                step = ReviewMessage(id=asked.id, finished=finished, of=of, standing=view)
                asyncio.get_running_loop().create_task(self.tell(step))

            found = await review_match(self.parts, self.owner, match, effort / 1000, self.stop, on_step, self.queued)
            if found is None:
                await self.tell(ReviewMessage(id=asked.id, finished=0, of=len(boards), done=True))
                return
            kept = StoredAnalysis(found, effort, now())
            await self.parts.store.analyses.put(live.id, record, kept)
        whole, count = analysis_view(live.id, match, kept, language), len(kept.standings)
        await self.tell(ReviewMessage(id=asked.id, finished=count, of=count, analysis=whole, done=True))


_HELP: dict[type[Ask], Assistance] = {
    AnalysisRequest: "analysis",
    HintRequest: "hints",
    ThreatsRequest: "analysis",
    CoachRequest: "warn",
    VerdictsRequest: "show",
    MoveValuesRequest: "analysis",
}

# ---- Views -----------------------------------------------------------------------------------------------------------


def found_view(id: int, position: Position, report: Report, language: str, *, done: bool) -> AnalysisMessage:
    """A report of an analysis."""
    return AnalysisMessage(
        id=id,
        seat=position.seat,
        lines=tuple(line_view(position, line, language) for line in report.lines if line.moves),
        depth=report.depth,
        nodes=report.nodes,
        seconds=report.seconds,
        stats=report.stats,
        done=done,
    )


def worth_view(position: Position, value: MoveValue, index: int, language: str) -> MoveValueView:
    """What a move is worth, with its words: “wins in 3 turns”, or chances in percent."""
    if value.result is None:
        says = server_text("review.chances", language, n=round(100 * value.worth))
    else:
        known = PrincipalVariation((value.move,), 0, value.result, None, value.turns)
        says = position.game.speak(score_message(known), position.options, language=language)
    return MoveValueView(
        index, position.write_move(value.move), value.worth, value.result, value.turns, says, value.replies
    )


@websocket("/engine")
async def engine_socket(socket: PageSocket, parts: TheParts, language: FromQuery[str | None] = None) -> None:
    """The WebSocket of the engine."""
    await socket.accept()
    spoken = choose_language(language, socket.headers.get("accept-language"))
    parts.sockets.add(socket, spoken)
    study = Study(socket, parts, spoken)
    try:
        async for text in frames(socket, spoken):
            await study.take(text)
    finally:
        await study.end()
        parts.sockets.remove(socket)
