"""A hint: the whole turn that the engine would play, with reasons.

The game describes the effects of a turn (a capture, a completed row) in `Position.turn_reasons`. The engine adds the
reasons that exist in any game: a forced win, an only move, or that no better move was found.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from parlour.engine.analysis import analyse, length_message, own_turns
from parlour.engine.move_values import solved_report
from parlour.engine.report import Limits, Report, Stop
from parlour.engine.solve.perfect_play import perfect_play
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.position import Position
from parlour.i18n.message import Message

DEFAULT_LIMITS = Limits(seconds=1.0)


class Hint(msgspec.Struct, frozen=True):
    """The moves of a turn (or of the rest of it, if it has begun), their notation, and the reasons."""

    moves: tuple[int, ...]
    turn: str
    reasons: tuple[Message, ...]
    report: Report


def hint(
    position: Position,
    limits: Limits = DEFAULT_LIMITS,
    stop: Stop | None = None,
    on_report: Callable[[Report], None] | None = None,
) -> Hint:
    """Return the best turn found within the limits."""
    report = _known_report(position, limits, stop) or analyse(position, limits, lines=2, stop=stop, on_report=on_report)
    best = report.lines[0]
    walker = position.copy()
    moves: list[int] = []
    line = list(best.moves)
    while True:
        if not line:
            line = list(analyse(walker, limits, lines=1, stop=stop).lines[0].moves)
        moves.append(line.pop(0))
        last = walker.turn_over(moves[-1])
        walker.play(moves[-1])
        if last:
            break
    reasons = [*_reasons(position, report), *position.turn_reasons(moves, best.moves)]
    written = position.write_turn(moves) if not _within_turn(position) else " ".join(write_moves(position, moves))
    return Hint(tuple(moves), written, tuple(reasons) or (Message("shared.hint.best"),), report)


def _known_report(position: Position, limits: Limits, stop: Stop | None) -> Report | None:
    """Return the two best lines of a position that is already solved."""
    solver = perfect_play(position)
    if solver is None or not solver.is_ready(position):
        return None
    return solved_report(position, limits, 2, stop or Stop())


def _reasons(position: Position, report: Report) -> list[Message]:
    best = report.lines[0]
    found = []
    if best.proven == 1:
        found.append(length_message("shared.hint.wins", own_turns(best.turns), exact=best.turns_exact))
    others = report.lines[1:]
    if len(position.moves()) == 1:
        found.append(Message("shared.hint.forced"))
    elif others and others[0].proven == -1 and best.proven != -1:
        found.append(Message("shared.hint.only"))
    elif best.proven == -1:
        found.append(Message("shared.hint.longest"))
    return found


def _within_turn(position: Position) -> bool:
    """Return whether the turn has already begun."""
    if not position.played:
        return False
    before = position.copy()
    return not before.turn_over(before.undo())
