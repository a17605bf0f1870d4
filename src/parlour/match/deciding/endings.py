"""Endings of games: resignation, time, adjudication, abort; and elimination, after which the others continue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from parlour.games.contract.display import Outcome
from parlour.match.clock import stop
from parlour.match.commands import Adjudicate, Flag, Resign, Sender
from parlour.match.deciding import checks
from parlour.match.deciding.moves import move_events
from parlour.match.events import AnyEvent, Ended, Withdrawn

if TYPE_CHECKING:
    from parlour.match.match import Match


def ended(match: Match, outcome: Outcome, seq: int, now: int, loser: int | None = None) -> Ended:
    times = stop(match.state.times, match.position.seat, now)
    return Ended(seq=seq + 1, at=now, reason=outcome.reason, outcome=outcome, times=times, seat=loser)


def lost(match: Match, seat: int, reason: str) -> Outcome:
    """Return the outcome in which one seat has lost and the others have won, sharing the win if there are several."""
    return Outcome(tuple(0.0 if n == seat else had for n, had in enumerate(shared_result(match, 1.0))), reason)


def shared_result(match: Match, result: float) -> tuple[float, ...]:
    """Return the same result for all seats still in the game, and a loss for those that dropped out."""
    return tuple(0.0 if match.is_out(seat) else result for seat in range(len(match.players)))


def lost_by_seat(match: Match, seat: int, reason: Literal["resign", "time"], now: int) -> list[AnyEvent]:
    """Return the events after a seat has lost: the game ends, or continues without it if the game has elimination."""
    left = [other for other in range(len(match.players)) if other != seat and not match.is_out(other)]
    if len(left) < 2 or match.position.withdrawal() is None:
        return [ended(match, lost(match, seat, reason), match.state.seq, now, seat)]
    seq, ply, times = match.state.seq + 1, match.ply, match.state.times
    if seat != match.position.seat:
        return [Withdrawn(seq=seq, at=now, seat=seat, reason=reason, ply=ply, times=times)]
    withdrawn = Withdrawn(seq=seq, at=now, seat=seat, reason=reason, ply=ply, times=stop(times, seat, now))
    moves = move_events(match, match.position.copy(), [], withdrawn.times, seq, now, dropped=frozenset((seat,)))
    return [withdrawn, *moves]


def resign(match: Match, sender: Sender, command: Resign, now: int) -> list[AnyEvent]:
    checks.must_play(match, sender, command.seat)
    checks.must_run(match)
    seat = checks.acting_seat(match, sender, command.seat, prefer_to_move=False)
    if seat in match.bots and match.setup.kind != "bots" and sender.seats & match.persons:
        raise match.refusal("bots-seat", seat=seat)
    if match.is_out(seat):
        raise match.refusal("out", seat=seat)
    checks.must_have_time(match, now)
    return lost_by_seat(match, seat, "resign", now)


def flag(match: Match, command: Flag, now: int) -> list[AnyEvent]:
    checks.must_run(match, command)
    checks.must_not_be_paused(match)
    seat = match.position.seat
    if match.time_left(seat, now) != 0:
        raise match.refusal("time-left", seat=seat)
    return lost_by_seat(match, seat, "time", now)


def abort(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    if not sender.host:
        if not sender.seats & match.persons:
            raise match.refusal("not-a-player")
        if match.status == "over":
            raise match.refusal("over")
        checks.must_have_time(match, now)
        moved = {move.seat for move in match.state.moves}
        if len(moved) == len(match.players) and (
            checks.must_be_asked(match, sender) or match.setup.rated or match.setup.tournament
        ):
            raise match.refusal("too-late")
    elif match.status == "over":
        raise match.refusal("over")
    return [aborted_game(match, "abort", match.state.seq, now)]


def aborted_game(match: Match, reason: str, seq: int, now: int) -> Ended:
    times = stop(match.state.times, match.position.seat, now)
    return Ended(seq=seq + 1, at=now, reason=reason, outcome=None, times=times)


def adjudicate(match: Match, sender: Sender, command: Adjudicate, now: int) -> list[AnyEvent]:
    if not sender.host:
        raise match.refusal("host-only")
    checks.must_run(match)
    if len(command.results) != len(match.players) or not set(command.results) <= {0.0, 0.5, 1.0}:
        raise match.refusal("not-together", n=len(match.players))
    outcome = Outcome(tuple(float(result) for result in command.results), "adjudication")
    return [ended(match, outcome, match.state.seq, now)]
