"""Take back and redo moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.match.clock import fresh, stop
from parlour.match.commands import Redo, Sender
from parlour.match.deciding import checks
from parlour.match.events import AnyEvent, Ended, Moved, TakenBack

if TYPE_CHECKING:
    from parlour.match.match import Match


def take_back_target(match: Match, own: set[int], to: int | None) -> int | None:
    """Return the ply to go back to, or None if there is none.

    Within a running turn of an own seat this is one decision back, else the beginning of the last own turn. Automatic
    moves are undone with the move before them.
    """
    moves = match.state.moves
    if to is not None:
        target = to if 0 <= to < len(moves) else -1
    elif moves and not moves[-1].last and moves[-1].seat in own:
        target = len(moves) - 1
    else:
        target = len(moves)
        while target > 0:
            target -= 1
            begins = target == 0 or moves[target - 1].last
            if begins and moves[target].seat in own and not moves[target].automatic:
                break
        else:
            target = -1
        if target >= 0 and moves[target].seat not in own:
            target = -1
    while target >= 0 and moves[target].automatic:
        target -= 1
    return target if target >= 0 else None


def taken_back(match: Match, seat: int, target: int, seq: int, now: int) -> TakenBack:
    state, clock = match.state, match.setup.clock
    if clock.restore or state.reason == "time":
        times = state.moves[target - 1].times if target else fresh(clock, len(match.players))
        # The remaining time when the clock started for that move.
        times = msgspec.structs.replace(times, since=None)
    else:
        times = msgspec.structs.replace(stop(state.times, match.position.seat, now), thinking=0)
    if target or clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    return TakenBack(seq=seq + 1, at=now, ply=target, seat=seat, times=times)


def redo(match: Match, sender: Sender, command: Redo, now: int) -> list[AnyEvent]:
    if not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    checks.must_run(match, command)
    checks.must_not_be_paused(match)
    checks.must_have_time(match, now)
    if checks.must_be_asked(match, sender):
        raise match.refusal("people")
    if not match.state.undone:
        raise match.refusal("nothing-undone")
    position = match.position.copy()
    times = match.state.times
    events: list[AnyEvent] = []
    for move in match.state.undone[-1]:
        if match.setup.clock.restore:
            times = move.times
        else:
            times = msgspec.structs.replace(stop(times, position.seat, now), thinking=move.times.thinking)
        position.play(position.read_move(move.text))
        times = msgspec.structs.replace(times, since=None if position.is_over() else now)
        played = msgspec.structs.asdict(move) | {"at": now, "times": times}
        number = len(events) + 1
        events.append(Moved(**played, seq=match.state.seq + number, ply=match.ply + number, again=True))
    outcome = position.outcome()
    if outcome is not None:
        seq = match.state.seq + len(events) + 1
        events.append(Ended(seq=seq, at=now, reason=outcome.reason, outcome=outcome, times=times))
    return events
