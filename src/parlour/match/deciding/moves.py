"""Begin a match and play: moves, whole turns, forced moves that are played automatically, and the moves of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.errors import IllegalMove, RecordError, SetupError
from parlour.games.contract.display import Outcome
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.match.clock import Times, complete, fresh, stop
from parlour.match.commands import MAX_PICKS, MAX_TEXT, PlayMove, PlayTurn, Sender
from parlour.match.deciding import checks
from parlour.match.events import AnyEvent, Began, Ended, Moved, Paused
from parlour.match.records.record import Record
from parlour.match.seats import Vacant

if TYPE_CHECKING:
    from parlour.match.match import Match

MAX_BOT_MATCH_PLIES = 1000
"""Number of moves after which a game between bots is adjudicated."""


def begin(match: Match, now: int) -> list[AnyEvent]:
    """Return the first events of a match: it begins as soon as all seats are taken."""
    if any(isinstance(player, Vacant) for player in match.players):
        return []
    return began(match, match.state.seq, now)


def began(match: Match, seq: int, now: int) -> list[AnyEvent]:
    times = fresh(match.setup.clock, len(match.players))
    if match.setup.clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    events: list[AnyEvent] = [Began(seq=seq + 1, at=now, times=times)]
    return events + move_events(match, match.position.copy(), [], times, seq + 1, now)


def replayed(match: Match, record: Record, now: int, *, to_the_end: bool = False) -> list[AnyEvent]:
    """Return the moves of a record as events, with the times in the record; with `to_the_end` also its result.

    Raise `SetupError` if the game cannot be continued, unless `to_the_end` is set.
    """
    position = match.position.copy()
    events: list[AnyEvent] = []
    times = match.state.times
    for n, move in enumerate(record.moves):
        if n < match.ply:
            continue
        try:
            number = position.read_move(move.text)
        except IllegalMove as wrong:
            raise localized_error(
                RecordError, "match.record.move", number=n + 1, text=move.text[:40], why=wrong
            ) from wrong
        seat = position.seat
        automatic = position.automatic() is not None
        last = position.turn_over(number)
        spent = round(1000 * (move.seconds or 0))
        times = stop(msgspec.structs.replace(times, since=now - spent), seat, now)
        times = complete(match.setup.clock, times, seat) if last else times
        position.play(number)
        events.append(
            Moved(
                seq=match.state.seq + len(events) + 1,
                at=now,
                ply=n + 1,
                seat=seat,
                text=position_text(position, number),
                last=last,
                spent=spent,
                times=times,
                automatic=automatic,
            )
        )
    outcome = position.outcome() or record.outcome
    if outcome is not None:
        if not to_the_end:
            raise localized_error(SetupError, "match.setup.record-over")
        seq = match.state.seq + len(events) + 1
        loser = outcome.losers[0] if len(outcome.losers) == 1 and outcome.reason in ("resign", "time") else None
        return [*events, Ended(seq=seq, at=now, reason=outcome.reason, outcome=outcome, times=times, seat=loser)]
    if events:
        # How long the game was interrupted is unknown: the clock starts with the next move.
        events[-1] = msgspec.structs.replace(events[-1], times=msgspec.structs.replace(times, since=now))
    return events


def position_text(position: Position, move: int) -> str:
    """Return the notation of the move just played."""
    position.undo()
    text: str = position.write_move(move)
    position.play(move)
    return text


def play(
    match: Match, sender: Sender, command: PlayMove | PlayTurn, now: int, showing: int, charge: int | None
) -> list[AnyEvent]:
    given = (command.picks, command.text, command.index) if isinstance(command, PlayMove) else (command.text,)
    if sum(part is not None for part in given) != 1:
        raise match.refusal("malformed")
    if len(command.text or "") > MAX_TEXT or (isinstance(command, PlayMove) and len(command.picks or ()) > MAX_PICKS):
        raise match.refusal("malformed")
    checks.must_play(match, sender)
    checks.must_run(match, command)
    if match.position.seat not in sender.seats:
        raise match.refusal("not-your-turn", seat=match.position.seat)
    checks.must_not_be_paused(match)
    checks.must_have_time(match, now)
    position = match.position.copy()
    try:
        moves = (
            position.read_turn(command.text)
            if isinstance(command, PlayTurn)
            else [move_of_command(match, position, command)]
        )
        if moves[0] == position.withdrawal():
            raise match.refusal("illegal", Message("match.move.withdrawal"))
    except IllegalMove as wrong:
        if isinstance(wrong.message, Message):
            raise match.refusal("illegal", wrong.message) from wrong
        raise match.passed_on("illegal", wrong) from wrong
    events = move_events(match, position, moves, match.state.times, match.state.seq, now, showing, charge)
    last = events[-1]
    if match.state.once and isinstance(last, Moved) and last.last:
        events.append(Paused(seq=last.seq + 1, at=now, times=stop(last.times, position.seat, now)))
    return events


def move_of_command(match: Match, position: Position, command: PlayMove) -> int:
    """Return the legal move that a command means; raise `IllegalMove` or `Refused`."""
    legal: list[int] = position.moves()
    if command.index is not None:
        if not 0 <= command.index < len(legal):
            raise match.refusal("malformed")
        return legal[command.index]
    if command.text is not None:
        move: int = position.read_move(command.text)
        return move
    picks = command.picks or ()
    for move in legal:
        if picks in position.picks(move):
            return move
    sites = len(match.game.board(match.options).sites)
    if any(isinstance(pick, int) and not 0 <= pick < sites for pick in picks):
        raise match.refusal("illegal", Message("shared.no-such-site"))
    raise match.refusal("illegal", position.explain(picks))


def move_events(
    match: Match,
    position: Position,
    moves: list[int],
    times: Times,
    seq: int,
    now: int,
    showing: int = 0,
    charge: int | None = None,
    dropped: frozenset[int] = frozenset(),
) -> list[AnyEvent]:
    """Return the events of playing moves and the automatic moves after them. Plays on the given position.

    The seats `dropped` drop out with these moves, in addition to earlier ones.
    """
    events: list[AnyEvent] = []
    ply = len(position.played)
    # Time since the last move may already have been charged before a pause.
    used = match.state.moves[-1].times.used if match.state.moves else (0,) * len(match.players)
    gone = {one.seat for one in match.state.withdrawn} | dropped
    todo = list(moves)
    while True:
        automatic = False
        if todo:
            move = todo.pop(0)
        else:
            forced = position.withdrawal() if position.seat in gone and not position.is_over() else position.automatic()
            if forced is None:
                break
            move, automatic = forced, True
        seat = position.seat
        last = position.turn_over(move)
        times = stop(times, seat, now, charge)
        spent = times.used[seat] - used[seat]
        used = times.used
        if last:
            times = complete(match.setup.clock, times, seat)
        text = position.write_move(move)
        position.play(move)
        ply += 1
        if not position.is_over():
            times = msgspec.structs.replace(times, since=now if todo else now + showing)
        events.append(
            Moved(
                seq=seq + len(events) + 1,
                at=now,
                ply=ply,
                seat=seat,
                text=text,
                last=last,
                spent=spent,
                times=times,
                automatic=automatic,
            )
        )
    ended = _ended(match, position, times, gone, seq + len(events) + 1, now, moved=bool(events))
    return events if ended is None else [*events, ended]


def _ended(
    match: Match, position: Position, times: Times, gone: set[int], seq: int, now: int, *, moved: bool
) -> Ended | None:
    """Return the event that ends the game after some moves, if it is over; the seats `gone` have dropped out."""
    outcome = position.outcome()
    seats = range(len(match.players))
    left = [seat for seat in seats if seat not in gone and not position.is_out(seat)]
    if outcome is not None and moved:
        return Ended(seq=seq, at=now, reason=outcome.reason, outcome=outcome, times=times)
    if gone and len(left) == 1:
        # All others are eliminated, or have resigned and are only waiting for their turn to be skipped.
        latest = match.state.withdrawn[-1]
        outcome = Outcome(tuple(float(seat in left) for seat in seats), latest.reason)
        times = stop(times, position.seat, now)
        return Ended(seq=seq, at=now, reason=latest.reason, outcome=outcome, times=times, seat=latest.seat)
    if match.setup.kind == "bots" and len(position.played) >= MAX_BOT_MATCH_PLIES:
        drawn = Outcome((0.5,) * len(match.players), "adjudication")
        times = stop(times, position.seat, now)
        return Ended(seq=seq, at=now, reason="adjudication", outcome=drawn, times=times)
    return None
