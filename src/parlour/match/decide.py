"""What a command to a match leads to: events, or a refusal. Nothing here changes the match.

Every function checks in the order of `commands.REASONS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from parlour.errors import IllegalMove, ParlourError, RecordError, SetupError
from parlour.games.core import Position
from parlour.games.face import Message, Outcome
from parlour.match.clock import (
    MOST_SHOWING,
    Clock,
    Times,
    complete,
    fresh,
    stop,
    write_time,
)
from parlour.match.commands import (
    MAX_PICKS,
    MAX_TEXT,
    Abort,
    Adjudicate,
    Aimed,
    Answer,
    AnyCommand,
    Asking,
    Assist,
    Draw,
    Flag,
    Move,
    Outage,
    Pause,
    Redo,
    Rematch,
    Resign,
    Restart,
    Resume,
    Sender,
    Sit,
    TakeBack,
    Turn,
)
from parlour.match.events import (
    Answered,
    AnyEvent,
    Assisted,
    Began,
    Ended,
    Followed,
    Moved,
    Offer,
    Offered,
    Paused,
    Resumed,
    Seated,
    Shifted,
    TakenBack,
    Withdrawn,
)
from parlour.match.record import Record
from parlour.match.said import fault
from parlour.match.seats import Bot, Series, Setup, Vacant, check_player

if TYPE_CHECKING:
    from parlour.match.match import Match

BOTS_PLIES = 1000
"""A game between bots is adjudicated after so many moves."""


def decide(
    match: Match, command: AnyCommand, sender: Sender, now: int, showing: int, charge: int | None
) -> list[AnyEvent]:
    """What a command leads to; raises `Refused`."""
    showing = max(0, min(showing, MOST_SHOWING))
    match command:
        case Move():
            return _play(match, sender, command, now, showing, charge)
        case Turn():
            return _play(match, sender, command, now, showing, charge)
        case TakeBack():
            return _take_back(match, sender, command, now)
        case Redo():
            return _redo(match, sender, command, now)
        case Draw():
            return _draw(match, sender, command, now)
        case Answer():
            return _answer(match, sender, command, now)
        case Resign():
            return _resign(match, sender, command, now)
        case Flag():
            return _flag(match, command, now)
        case Abort():
            return _abort(match, sender, now)
        case Pause():
            return _pause(match, sender, now)
        case Resume():
            return _resume(match, sender, now)
        case Restart():
            return _again(match, sender, "restart", command.seat, now)
        case Rematch():
            return _again(match, sender, "rematch", command.seat, now)
        case Sit():
            return _sit(match, sender, command, now)
        case Assist():
            return _assist(match, sender, command, now)
        case Adjudicate():
            return _adjudicate(match, sender, command, now)
        case Outage():
            return _outage(match, sender, command, now)
    raise match.refusal("malformed")


# ---- Checks that many commands share ---------------------------------------------------------------------------------


def _must_play(match: Match, sender: Sender, seat: int | None = None) -> None:
    """Refuses who plays for nobody, and a seat that does not exist."""
    if seat is not None and not 0 <= seat < len(match.players):
        raise match.refusal("no-such-seat", number=seat + 1)
    if not sender.seats:
        raise match.refusal("not-a-player")


def _must_run(match: Match, command: AnyCommand | None = None, *, also_over: bool = False) -> None:
    """Refuses if the match does not run, or the sender had not seen where it stands."""
    if match.status == "waiting":
        raise match.refusal("waiting")
    if match.status == "over" and not also_over:
        raise match.refusal("over")
    if isinstance(command, Aimed):
        unseen = command.seen is not None and command.seen < match.state.changed
        if command.ply != match.ply or unseen:
            raise match.refusal("stale", ply=match.ply, meant=command.ply)


def _must_not_be_paused(match: Match) -> None:
    if match.status == "paused":
        raise match.refusal("paused")


def _must_have_time(match: Match, now: int) -> None:
    if match.status == "running" and match.time_left(match.position.seat, now) == 0:
        raise match.refusal("time-up", seat=match.position.seat)


def _speaker(match: Match, sender: Sender, seat: int | None, *, prefer_to_move: bool = True) -> int:
    """For which seat a sender speaks: the one it names, or the only one it has."""
    if seat is not None:
        if seat not in sender.seats:
            raise match.refusal("not-yours", seat=seat)
        return seat
    own = sorted(sender.seats & match.persons) or sorted(sender.seats & match.bots)
    if not own:
        raise match.refusal("not-a-player")
    if len(own) == 1:
        return own[0]
    if prefer_to_move:
        return match.position.seat if match.position.seat in own else own[0]
    names = match.names()
    raise match.refusal("which-seat", choices=", ".join(names[one] for one in own))


def _others(match: Match, sender: Sender) -> tuple[int, ...]:
    """The people who must be asked: everybody for whom the sender does not act."""
    return tuple(sorted(match.persons - sender.seats))


# ---- Beginning -------------------------------------------------------------------------------------------------------


def begin(match: Match, now: int) -> list[AnyEvent]:
    """The first events of a match: it begins as soon as all seats are taken."""
    if any(isinstance(player, Vacant) for player in match.players):
        return []
    return _began(match, match.state.seq, now)


def _began(match: Match, seq: int, now: int) -> list[AnyEvent]:
    times = fresh(match.setup.clock, len(match.players))
    if match.setup.clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    events: list[AnyEvent] = [Began(seq=seq + 1, at=now, times=times)]
    return events + _moves(match, match.position.copy(), [], times, seq + 1, now)


def replayed(match: Match, record: Record, now: int, *, to_the_end: bool = False) -> list[AnyEvent]:
    """The moves of a record as events, with the times the record tells; with `to_the_end` also its result.

    Without, it must be a game that can be played on; raises `SetupError` otherwise.
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
            raise RecordError(f"Move {n + 1}, “{move.text[:40]}”: {wrong}") from wrong
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
            raise fault(SetupError, "setup.record-over")
        seq = match.state.seq + len(events) + 1
        loser = outcome.losers[0] if len(outcome.losers) == 1 and outcome.reason in ("resign", "time") else None
        return [*events, Ended(seq=seq, at=now, reason=outcome.reason, outcome=outcome, times=times, seat=loser)]
    if events:
        # The clock waits for the first move after the pause of unknown length.
        events[-1] = msgspec.structs.replace(events[-1], times=msgspec.structs.replace(times, since=now))
    return events


def position_text(position: Position, move: int) -> str:
    """The notation of the move just played."""
    position.undo()
    text: str = position.write_move(move)
    position.play(move)
    return text


# ---- Moves -----------------------------------------------------------------------------------------------------------


def _play(
    match: Match, sender: Sender, command: Move | Turn, now: int, showing: int, charge: int | None
) -> list[AnyEvent]:
    given = (command.picks, command.text, command.index) if isinstance(command, Move) else (command.text,)
    if sum(part is not None for part in given) != 1:
        raise match.refusal("malformed")
    if len(command.text or "") > MAX_TEXT or (isinstance(command, Move) and len(command.picks or ()) > MAX_PICKS):
        raise match.refusal("malformed")
    _must_play(match, sender)
    _must_run(match, command)
    if match.position.seat not in sender.seats:
        raise match.refusal("not-your-turn", seat=match.position.seat)
    _must_not_be_paused(match)
    _must_have_time(match, now)
    position = match.position.copy()
    try:
        moves = position.read_turn(command.text) if isinstance(command, Turn) else [_meant(match, position, command)]
        if moves[0] == position.withdrawal():
            raise match.refusal("illegal", Message("match.move.withdrawal"))
    except IllegalMove as wrong:
        if isinstance(wrong.message, Message):
            raise match.refusal("illegal", wrong.message) from wrong
        raise match.refusal("illegal", why=str(wrong)) from wrong
    return _moves(match, position, moves, match.state.times, match.state.seq, now, showing, charge)


def _meant(match: Match, position: Position, command: Move) -> int:
    """The legal move that a command means; raises `IllegalMove` or `Refused`."""
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


def _moves(
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
    """The events of playing moves and whatever is played by itself after them. Plays on the position given.

    The seats `dropped` give up with this, besides those that did before.
    """
    events: list[AnyEvent] = []
    ply = len(position.played)
    # Time may have been charged since the last move already: before a pause.
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
    outcome = position.outcome()
    seats = range(len(match.players))
    left = [seat for seat in seats if seat not in gone and not position.is_out(seat)]
    if outcome is not None and events:
        events.append(Ended(seq=seq + len(events) + 1, at=now, reason=outcome.reason, outcome=outcome, times=times))
    elif gone and len(left) == 1:
        # Everybody else is out, or has given up and only waits for the turn to be passed over.
        latest = match.state.withdrawn[-1]
        outcome = Outcome(tuple(float(seat in left) for seat in seats), latest.reason)
        times = stop(times, position.seat, now)
        seq += len(events) + 1
        events.append(Ended(seq=seq, at=now, reason=latest.reason, outcome=outcome, times=times, seat=latest.seat))
    elif match.setup.kind == "bots" and ply >= BOTS_PLIES:
        drawn = Outcome((0.5,) * len(match.players), "adjudication")
        times = stop(times, position.seat, now)
        events.append(Ended(seq=seq + len(events) + 1, at=now, reason="adjudication", outcome=drawn, times=times))
    return events


# ---- Back and forth --------------------------------------------------------------------------------------------------


def _take_back(match: Match, sender: Sender, command: TakeBack, now: int) -> list[AnyEvent]:
    _must_play(match, sender, command.seat)
    others = _others(match, sender)
    if match.state.followed:
        raise match.refusal("gone-on")
    _must_run(match, command, also_over=not others and match.state.outcome is not None)
    seat = _speaker(match, sender, command.seat)
    _must_not_be_paused(match)
    _must_have_time(match, now)
    if match.setup.rated or match.setup.tournament:
        raise match.refusal("rated")
    target = _way_back(match, {seat} if others else set(sender.seats & match.persons) or {seat}, command.to)
    if target is None:
        raise match.refusal("nothing")
    if command.seat is None and match.state.moves[target].seat in sender.seats & match.persons:
        seat = match.state.moves[target].seat
    if not match.allows(seat, "undo"):
        raise match.refusal("forbidden", seat=seat)
    if others:
        return _offer(match, sender, "take-back", seat, others, now, to=target)
    return [_taken_back(match, seat, target, match.state.seq, now)]


def _way_back(match: Match, own: set[int], to: int | None) -> int | None:
    """The ply to go back to, or None if there is none: one decision within a running turn of one's own, else the
    beginning of the last turn of one's own. Moves that were played by themselves go with what came before them."""
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


def _taken_back(match: Match, seat: int, target: int, seq: int, now: int) -> TakenBack:
    state, clock = match.state, match.setup.clock
    if clock.restore or state.reason == "time":
        times = state.moves[target - 1].times if target else fresh(clock, len(match.players))
        # The stock as it was when the clock began to run for that move.
        times = msgspec.structs.replace(times, since=None)
    else:
        times = msgspec.structs.replace(stop(state.times, match.position.seat, now), thinking=0)
    if target or clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    return TakenBack(seq=seq + 1, at=now, ply=target, seat=seat, times=times)


def _redo(match: Match, sender: Sender, command: Redo, now: int) -> list[AnyEvent]:
    if not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    _must_run(match, command)
    _must_not_be_paused(match)
    _must_have_time(match, now)
    if _others(match, sender):
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
        events.append(
            Moved(
                seq=match.state.seq + len(events) + 1,
                at=now,
                ply=match.ply + len(events) + 1,
                seat=move.seat,
                text=move.text,
                last=move.last,
                spent=move.spent,
                times=times,
                automatic=move.automatic,
                again=True,
            )
        )
    outcome = position.outcome()
    if outcome is not None:
        seq = match.state.seq + len(events) + 1
        events.append(Ended(seq=seq, at=now, reason=outcome.reason, outcome=outcome, times=times))
    return events


# ---- Offers and answers ----------------------------------------------------------------------------------------------


def _offer(
    match: Match,
    sender: Sender,
    what: Asking,
    seat: int,
    waiting: tuple[int, ...],
    now: int,
    to: int | None = None,
) -> list[AnyEvent]:
    """Asks; an offer of the same kind that waits for this sender is accepted instead."""
    for offer in match.state.offers:
        if offer.what == what:
            asked = set(offer.waiting) & sender.seats
            if asked and (what != "take-back" or offer.to == to):
                return _agree(match, offer, sorted(asked), now)
            raise match.refusal("offered", seat=offer.seat)
    return [Offered(seq=match.state.seq + 1, at=now, what=what, seat=seat, ply=match.ply, waiting=waiting, to=to)]


def _draw(match: Match, sender: Sender, command: Draw, now: int) -> list[AnyEvent]:
    _must_play(match, sender, command.seat)
    _must_run(match, command)
    seat = _speaker(match, sender, command.seat)
    if match.is_out(seat):
        raise match.refusal("out", seat=seat)
    _must_not_be_paused(match)
    _must_have_time(match, now)
    # Bots decide for themselves whether they take it; whoever runs them answers for their seats.
    waiting = tuple(seat for seat in sorted((match.persons | match.bots) - sender.seats) if not match.is_out(seat))
    if not waiting:
        return [_agreed_draw(match, match.state.seq, now)]
    asked = any(offer.what == "draw" for offer in match.state.offers)
    last = match.state.offered_at[seat]
    if not asked and last is not None and not any(move.seat == seat for move in match.state.moves[last:]):
        raise match.refusal("offered", seat=seat)
    return _offer(match, sender, "draw", seat, waiting, now)


def _answer(match: Match, sender: Sender, command: Answer, now: int) -> list[AnyEvent]:
    _must_play(match, sender, command.seat)
    _must_run(match, also_over=True)
    seats = sorted(sender.seats) if command.seat is None else [_speaker(match, sender, command.seat)]
    if command.yes:
        _must_not_be_paused(match)
        _must_have_time(match, now)
    offer = next((offer for offer in match.state.offers if offer.id == command.offer), None)
    if offer is None:
        raise match.refusal("no-offer")
    if not command.yes and offer.seat in seats:
        return [Answered(seq=match.state.seq + 1, at=now, offer=offer.id, seat=offer.seat, yes=False)]
    seats = [seat for seat in seats if seat in offer.waiting]
    if not seats:
        raise match.refusal("no-offer")
    if not command.yes:
        return [Answered(seq=match.state.seq + 1, at=now, offer=offer.id, seat=seats[0], yes=False)]
    return _agree(match, offer, seats, now)


def _agree(match: Match, offer: Offer, seats: list[int], now: int) -> list[AnyEvent]:
    """Yes from some seats, and what follows if they were the last."""
    seq = match.state.seq
    events: list[AnyEvent] = [
        Answered(seq=seq + n, at=now, offer=offer.id, seat=seat, yes=True) for n, seat in enumerate(seats, 1)
    ]
    if set(offer.waiting) - set(seats):
        return events
    seq += len(events)
    if offer.what == "draw":
        return [*events, _agreed_draw(match, seq, now)]
    if offer.what == "take-back":
        assert offer.to is not None
        return [*events, _taken_back(match, offer.seat, offer.to, seq, now)]
    return [*events, *_next(match, offer.what, seq, now)]


def _agreed_draw(match: Match, seq: int, now: int) -> Ended:
    outcome = Outcome(_shared(match, 0.5), "agreement")
    return _ended(match, outcome, seq, now)


# ---- Ends ------------------------------------------------------------------------------------------------------------


def _ended(match: Match, outcome: Outcome, seq: int, now: int, loser: int | None = None) -> Ended:
    times = stop(match.state.times, match.position.seat, now)
    return Ended(seq=seq + 1, at=now, reason=outcome.reason, outcome=outcome, times=times, seat=loser)


def _lost(match: Match, seat: int, reason: str) -> Outcome:
    """One seat has lost; the others have won, or share the win where they are several."""
    return Outcome(tuple(0.0 if n == seat else had for n, had in enumerate(_shared(match, 1.0))), reason)


def _shared(match: Match, result: float) -> tuple[float, ...]:
    """The same for all who are still in the game; who dropped out has lost."""
    return tuple(0.0 if match.is_out(seat) else result for seat in range(len(match.players)))


def _given_up(match: Match, seat: int, reason: Literal["resign", "time"], now: int) -> list[AnyEvent]:
    """A seat has lost: the game is over, or goes on without it where the game knows elimination."""
    left = [other for other in range(len(match.players)) if other != seat and not match.is_out(other)]
    if len(left) < 2 or match.position.withdrawal() is None:
        return [_ended(match, _lost(match, seat, reason), match.state.seq, now, seat)]
    seq, ply, times = match.state.seq + 1, match.ply, match.state.times
    if seat != match.position.seat:
        return [Withdrawn(seq=seq, at=now, seat=seat, reason=reason, ply=ply, times=times)]
    withdrawn = Withdrawn(seq=seq, at=now, seat=seat, reason=reason, ply=ply, times=stop(times, seat, now))
    moves = _moves(match, match.position.copy(), [], withdrawn.times, seq, now, dropped=frozenset((seat,)))
    return [withdrawn, *moves]


def _resign(match: Match, sender: Sender, command: Resign, now: int) -> list[AnyEvent]:
    _must_play(match, sender, command.seat)
    _must_run(match)
    seat = _speaker(match, sender, command.seat, prefer_to_move=False)
    if seat in match.bots and match.setup.kind != "bots" and sender.seats & match.persons:
        raise match.refusal("bots-seat", seat=seat)
    if match.is_out(seat):
        raise match.refusal("out", seat=seat)
    _must_have_time(match, now)
    return _given_up(match, seat, "resign", now)


def _flag(match: Match, command: Flag, now: int) -> list[AnyEvent]:
    _must_run(match, command)
    _must_not_be_paused(match)
    seat = match.position.seat
    if match.time_left(seat, now) != 0:
        raise match.refusal("time-left", seat=seat)
    return _given_up(match, seat, "time", now)


def _abort(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    if not sender.host:
        if not sender.seats & match.persons:
            raise match.refusal("not-a-player")
        if match.status == "over":
            raise match.refusal("over")
        _must_have_time(match, now)
        moved = {move.seat for move in match.state.moves}
        if len(moved) == len(match.players) and (_others(match, sender) or match.setup.rated or match.setup.tournament):
            raise match.refusal("too-late")
    elif match.status == "over":
        raise match.refusal("over")
    return [_broken_off(match, "abort", match.state.seq, now)]


def _broken_off(match: Match, reason: str, seq: int, now: int) -> Ended:
    times = stop(match.state.times, match.position.seat, now)
    return Ended(seq=seq + 1, at=now, reason=reason, outcome=None, times=times)


def _adjudicate(match: Match, sender: Sender, command: Adjudicate, now: int) -> list[AnyEvent]:
    if not sender.host:
        raise match.refusal("host-only")
    _must_run(match)
    if len(command.results) != len(match.players) or not set(command.results) <= {0.0, 0.5, 1.0}:
        raise match.refusal("not-together", n=len(match.players))
    outcome = Outcome(tuple(float(result) for result in command.results), "adjudication")
    return [_ended(match, outcome, match.state.seq, now)]


# ---- Pause, seats, help, clock ---------------------------------------------------------------------------------------


def _pause(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    if not sender.host and not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    _must_run(match)
    _must_not_be_paused(match)
    _must_have_time(match, now)
    if match.setup.tournament and not sender.host:
        raise match.refusal("rated")
    if not sender.host and _others(match, sender):
        raise match.refusal("people")
    times = stop(match.state.times, match.position.seat, now)
    return [Paused(seq=match.state.seq + 1, at=now, times=times)]


def _resume(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    if not sender.host and not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    _must_run(match)
    if match.status != "paused":
        raise match.refusal("not-paused")
    times = match.state.times
    if match.ply or match.setup.clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    return [Resumed(seq=match.state.seq + 1, at=now, times=times)]


def _sit(match: Match, sender: Sender, command: Sit, now: int) -> list[AnyEvent]:
    if not 0 <= command.seat < len(match.players):
        raise match.refusal("no-such-seat", number=command.seat + 1)
    sitting = match.players[command.seat]
    waiting = match.status == "waiting"
    if isinstance(command.player, Bot) and not sender.host and not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    if not waiting and (isinstance(command.player, Bot | Vacant) or isinstance(sitting, Bot)):
        raise match.refusal("begun")
    if match.status == "over":
        raise match.refusal("over")
    if not sender.host and not isinstance(sitting, Vacant) and command.seat not in sender.seats:
        raise match.refusal("taken")
    others = (*match.players[: command.seat], *match.players[command.seat + 1 :])
    try:
        player = check_player(command.player, others, match.game)
    except ParlourError as refused:
        if isinstance(refused.message, Message):
            raise match.refusal("refused-player", refused.message) from refused
        raise match.refusal("refused-player", why=str(refused)) from refused
    if isinstance(player, Bot) and all(isinstance(other, Bot) for other in others):
        raise match.refusal("refused-player", Message("match.setup.nobody"))
    events: list[AnyEvent] = [Seated(seq=match.state.seq + 1, at=now, seat=command.seat, player=player)]
    if waiting and not any(isinstance(one, Vacant) for one in (*others, player)):
        events += _began(match, match.state.seq + 1, now)
    return events


def _assist(match: Match, sender: Sender, command: Assist, now: int) -> list[AnyEvent]:
    _must_play(match, sender, command.seat)
    _must_run(match)
    seat = _speaker(match, sender, command.seat)
    if match.setup.rated or match.setup.tournament:
        raise match.refusal("rated")
    if not match.allows(seat, command.help):
        if match.between_people:
            raise match.refusal("people")
        raise match.refusal("forbidden", seat=seat)
    return [Assisted(seq=match.state.seq + 1, at=now, seat=seat, help=command.help)]


def _outage(match: Match, sender: Sender, command: Outage, now: int) -> list[AnyEvent]:
    if not sender.host:
        raise match.refusal("host-only")
    times = match.state.times
    ended = min(command.ended, now)
    if match.status != "running" or times.since is None or ended <= max(times.since, command.begun):
        return []
    # What ran before is charged, and the clock runs on from where the outage ended: told twice, it is the same.
    times = msgspec.structs.replace(stop(times, match.position.seat, command.begun), since=ended)
    return [Shifted(seq=match.state.seq + 1, at=now, times=times)]


# ---- The next match --------------------------------------------------------------------------------------------------


def _again(match: Match, sender: Sender, what: Asking, seat: int | None, now: int) -> list[AnyEvent]:
    by_host = sender.host and not sender.seats
    if not by_host:
        _must_play(match, sender, seat)
    if match.status == "waiting":
        raise match.refusal("waiting")
    if what == "rematch" and match.status != "over":
        raise match.refusal("not-over")
    if match.state.followed:
        raise match.refusal("gone-on")
    speaker = None if by_host else _speaker(match, sender, seat)
    _must_have_time(match, now)
    if match.setup.tournament or (match.setup.rated and what == "restart"):
        raise match.refusal("rated")
    others = _others(match, sender)
    if others and speaker is not None:
        return _offer(match, sender, what, speaker, others, now)
    return _next(match, what, match.state.seq, now)


def _next(match: Match, what: Asking, seq: int, now: int) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    if match.status != "over":
        events.append(_broken_off(match, "abandoned", seq, now))
    setup = next_setup(match) if what == "rematch" else _same_seats(match)
    seq += len(events) + 1
    return [*events, Followed(seq=seq, at=now, what="rematch" if what == "rematch" else "restart", setup=setup)]


def _same_seats(match: Match) -> Setup:
    seats = tuple(
        msgspec.structs.replace(seat, player=player)
        for seat, player in zip(match.setup.seats, match.players, strict=True)
    )
    return msgspec.structs.replace(match.setup, seats=seats)


def next_setup(match: Match) -> Setup:
    """The rematch: everybody moves up one seat, with their help, their time and their points; bots with a seed get the
    next one, so that the same game is not played twice."""
    setup = _same_seats(match)
    points = list(setup.series.points)
    games = setup.series.games
    if match.counts and match.outcome is not None:
        games += 1
        points = [had + got for had, got in zip(points, match.outcome.results, strict=True)]
    seats = [
        msgspec.structs.replace(seat, player=msgspec.structs.replace(seat.player, seed=seat.player.seed + 1))
        if isinstance(seat.player, Bot) and seat.player.seed is not None
        else seat
        for seat in setup.seats
    ]
    limits = setup.clock.limits
    return msgspec.structs.replace(
        setup,
        seats=(*seats[1:], seats[0]),
        clock=msgspec.structs.replace(setup.clock, limits=(*limits[1:], *limits[:1])),
        series=Series(games, (*points[1:], points[0])),
    )


def clock_tag(clock: Clock) -> str:
    """How a record names a clock: `10:00+5`, `0:30/turn`, several seats' times with blanks between.

    >>> from parlour.match.clock import Limit
    >>> clock_tag(Clock("down", (Limit(600_000, 5000), Limit(60_000))))
    '10:00+5 1:00'
    """
    words = []
    for limit in clock.limits:
        word = "" if limit.base is None else write_time(limit.base)
        if limit.increment:
            word += f"+{limit.increment / 1000:g}"
        if limit.per_turn is not None:
            word += f"{',' if word else ''}{write_time(limit.per_turn)}/turn"
        words.append(word)
    return " ".join(words) or clock.kind
