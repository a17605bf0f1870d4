"""Searches as data: a task says what to search, and can be run in this process or be sent to another as JSON.

Moves of a game in one Python file have numbers that only their process knows. So tasks and results contain moves in
notation, and positions as their start and the moves since.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from parlour.engine.analysis import Search, analyse, score_text, search_for
from parlour.engine.bot import BotPlayer
from parlour.engine.coach import check_turn, verdicts
from parlour.engine.hint import hint
from parlour.engine.move_values import explore, solved_report
from parlour.engine.refutation import refute
from parlour.engine.report import Limits, Report, Stop
from parlour.engine.review import PositionReview, review_position
from parlour.engine.solve.solvers import SolveProgress
from parlour.engine.threats import pass_to, threats
from parlour.games import game as find_game
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.display import Effect
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import Goal
from parlour.i18n.message import Message
from parlour.server.engine.messages import (
    AnalysisMessage,
    MoveValuesMessage,
    MoveVerdictView,
    ThreatsMessage,
    VerdictsMessage,
)
from parlour.server.engine.review_messages import LineView
from parlour.server.engine.views import analysis_message, line_view, move_value_view
from parlour.server.games.views import effects_of, read_moves, write_turns

REPORT_INTERVAL_SECONDS = 0.2
MAX_IN_MEMORY = 6
"""Bots and reviews whose transposition tables are kept; each may take several dozen megabytes."""

Priority: TypeAlias = Literal["quick", "play", "bots", "study"]
"""A quick and any other search of a bot that plays a person, one in a match between bots, and an analysis."""

R_co = TypeVar("R_co", covariant=True)
ReusableEngine = BotPlayer | Search


class EngineMemory:
    """Bots and searches of a process that keep what they have learned for their next task.

    A task takes its object out, so that no two threads use it, and puts it back at its end.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ReusableEngine] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str, make: Callable[[], ReusableEngine]) -> ReusableEngine:
        """Return the object of a key, or a new one."""
        with self._lock:
            found = self._kept.pop(key, None)
        return make() if found is None else found

    def put(self, key: str, kept: ReusableEngine) -> None:
        """Keep an object, and drop the least recently used ones."""
        with self._lock:
            self._kept[key] = kept
            while len(self._kept) > MAX_IN_MEMORY:
                self._kept.popitem(last=False)


class TaskContext:
    """What a running task uses: the flag that stops it, the receiver of its progress, and memory of earlier tasks."""

    def __init__(self, stop: Stop, on_report: Callable[[Any], None] | None, memory: EngineMemory) -> None:
        self.stop = stop
        self.memory = memory
        self._on_report = on_report
        self._reported = 0.0

    def report(self, make: Callable[[], object]) -> None:
        """Report progress, unless the last report was a moment ago."""
        if self._on_report is not None and time.monotonic() - self._reported >= REPORT_INTERVAL_SECONDS:
            self._reported = time.monotonic()
            self._on_report(make())


class SearchTask(msgspec.Struct, Generic[R_co], frozen=True, kw_only=True, tag_field="task"):
    """A search; `result` and `progress` are the types of what it returns and reports."""

    result: ClassVar[Any]
    progress: ClassVar[Any] = None
    position: Position

    @property
    def key(self) -> str | None:
        """Return the name of a task that must not run twice at the same time."""
        return None

    def run(self, context: TaskContext) -> R_co:
        """Search in this thread, and return the result."""
        raise NotImplementedError


class LimitedTask(SearchTask[R_co], Generic[R_co], frozen=True, kw_only=True):
    """A search within limits, with a result in a language."""

    limits: Limits
    language: str


class AnalysisTask(LimitedTask[AnalysisMessage], frozen=True, kw_only=True, tag="analysis"):
    """Search for the best lines."""

    result = AnalysisMessage
    progress = AnalysisMessage
    id: int
    lines: int

    def run(self, context: TaskContext) -> AnalysisMessage:
        def report(found: Report) -> None:
            context.report(lambda: self._message(found, done=False))

        here, stop = self.position, context.stop
        found = solved_report(here.copy(), self.limits, self.lines, stop) or analyse(
            here.copy(), self.limits, self.lines, stop, report
        )
        return self._message(found, done=True)

    def _message(self, found: Report, *, done: bool) -> AnalysisMessage:
        return analysis_message(self.id, self.position, found, self.language, done=done)


class FoundHint(msgspec.Struct, frozen=True):
    """A hint in notation, with reasons that are still to be translated."""

    turn: str
    moves: tuple[str, ...]
    reasons: tuple[Message, ...]
    effects: tuple[tuple[Effect, ...], ...]
    score: str
    line: tuple[str, ...]


class HintTask(LimitedTask[FoundHint], frozen=True, kw_only=True, tag="hint"):
    """Search for the best turn, with reasons."""

    result = FoundHint

    def run(self, context: TaskContext) -> FoundHint:
        position = self.position
        found = hint(position.copy(), self.limits, context.stop)
        best = found.report.lines[0]
        return FoundHint(
            found.turn,
            tuple(write_moves(position, found.moves)),
            found.reasons,
            effects_of(position, found.moves),
            score_text(position, best, self.language),
            write_turns(position, best.moves),
        )


class ThreatsTask(LimitedTask[ThreatsMessage], frozen=True, kw_only=True, tag="threats"):
    """Search for what each side could do if it were to move."""

    result = ThreatsMessage
    id: int

    def run(self, context: TaskContext) -> ThreatsMessage:
        position = self.position
        found = threats(position.copy(), self.limits, stop=context.stop)
        mine = () if found is None else tuple(line_view(position, line, self.language) for line in found.mine)
        theirs: dict[int, tuple[LineView, ...]] = {}
        for seat, lines in {} if found is None else found.theirs.items():
            passed = pass_to(position, seat)
            if passed is not None:
                theirs[seat] = tuple(line_view(passed, line, self.language) for line in lines)
        return ThreatsMessage(id=self.id, seat=position.seat, mine=mine, theirs=theirs)


class FoundCheck(msgspec.Struct, frozen=True):
    """The coach's verdict on a turn, and the reply that refutes it."""

    again: bool
    loses: bool
    reply: LineView | None


class CoachTask(LimitedTask[FoundCheck], frozen=True, kw_only=True, tag="coach"):
    """Judge moves before they are played."""

    result = FoundCheck
    moves: tuple[str, ...]

    def run(self, context: TaskContext) -> FoundCheck:
        moves = read_moves(self.position, self.moves)
        found = check_turn(self.position.copy(), moves, self.limits, context.stop)
        after = self.position.copy()
        for move in moves:
            after.play(move)
        reply = None if found.reply is None or not found.again else line_view(after, found.reply, self.language)
        return FoundCheck(found.again, found.loses, reply)


class VerdictsTask(SearchTask[VerdictsMessage], frozen=True, kw_only=True, tag="verdicts"):
    """Search for moves that win or lose immediately."""

    result = VerdictsMessage
    id: int
    seconds: float

    def run(self, context: TaskContext) -> VerdictsMessage:
        position = self.position
        found = verdicts(position.copy(), self.seconds, context.stop)
        moves = tuple(
            MoveVerdictView(n, position.write_move(move), found[move])
            for n, move in enumerate(position.moves())
            if move in found
        )
        return VerdictsMessage(id=self.id, seat=position.seat, moves=moves)


class MoveValuesTask(LimitedTask[MoveValuesMessage], frozen=True, kw_only=True, tag="values"):
    """Compute the value of every move."""

    result = MoveValuesMessage
    progress = MoveValuesMessage
    id: int

    def run(self, context: TaskContext) -> MoveValuesMessage:
        position = self.position

        def report_progress(known: SolveProgress) -> None:
            context.report(
                lambda: MoveValuesMessage(
                    id=self.id, seat=position.seat, positions=known.positions, share=known.share, done=False
                )
            )

        found = explore(position.copy(), self.limits, context.stop, report_progress)
        index = {move: n for n, move in enumerate(position.moves())}
        moves = tuple(move_value_view(position, value, index[value.move], self.language) for value in found.moves)
        return MoveValuesMessage(id=self.id, seat=position.seat, moves=moves, exact=found.exact)


class ReviewTask(SearchTask[PositionReview], frozen=True, kw_only=True, tag="review"):
    """Evaluate one position of a game; tasks of the same review share a transposition table if they run in the same
    process.
    """

    result = PositionReview
    review: str
    seconds: float

    def run(self, context: TaskContext) -> PositionReview:
        memory = context.memory.take(self.review, lambda: search_for(self.position))
        assert not isinstance(memory, BotPlayer)
        found = review_position(self.position, Limits(seconds=self.seconds), memory, context.stop)
        context.memory.put(self.review, memory)
        return found


class FoundRefutation(msgspec.Struct, frozen=True):
    """The reply that refutes a turn, in notation."""

    moves: tuple[str, ...]
    wins: bool
    turns: int | None
    turns_exact: bool


class RefutationTask(SearchTask[FoundRefutation | None], frozen=True, kw_only=True, tag="refutation"):
    """Search for the reply that refutes the turn which led to a position."""

    result = FoundRefutation | None
    goal: Goal
    turns: int

    def run(self, context: TaskContext) -> FoundRefutation | None:
        found = refute(self.goal, self.position, self.turns, context.stop)
        if found is None:
            return None
        return FoundRefutation(
            tuple(write_moves(self.position, found.moves)), found.wins, found.turns, found.turns_exact
        )


# ---- Positions as data -----------------------------------------------------------------------------------------------


class _PositionData(msgspec.Struct):
    game: str
    options: dict[str, Value]
    start: str
    moves: list[str]


def encode_position(value: object) -> object:
    """Encode a position for msgspec."""
    if not isinstance(value, Position):
        raise NotImplementedError(type(value))  # tells msgspec that this hook does not handle the type
    walker, moves = value.copy(), []
    for _ in value.played:
        move = walker.undo()
        moves.append(walker.write_move(move))
    return _PositionData(value.game.key, dict(value.options), walker.text(), moves[::-1])


def decode_position(kind: type, value: Any) -> object:
    """Decode a position for msgspec; raise `ParlourError` if it cannot exist here."""
    if not issubclass(kind, Position):
        raise NotImplementedError(kind)
    data = msgspec.convert(value, _PositionData)
    game = find_game(data.game)
    position = game.read(data.start, game.check(data.options))
    for move in data.moves:
        position.play(position.read_move(move))
    return position
