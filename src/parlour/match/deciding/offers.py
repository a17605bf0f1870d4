"""Actions that may need the consent of other players: draws, take-backs, restarts and rematches; offers and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Outcome
from parlour.match.commands import AnswerOffer, Draw, OfferKind, Sender, TakeBack
from parlour.match.deciding import checks
from parlour.match.deciding.endings import ended, shared_result
from parlour.match.deciding.rematch import next_events
from parlour.match.deciding.take_back import take_back_target, taken_back
from parlour.match.events import Answered, AnyEvent, Ended, Offer, Offered

if TYPE_CHECKING:
    from parlour.match.match import Match


def take_back(match: Match, sender: Sender, command: TakeBack, now: int) -> list[AnyEvent]:
    checks.must_play(match, sender, command.seat)
    others = checks.must_be_asked(match, sender)
    if match.state.followed:
        raise match.refusal("gone-on")
    checks.must_run(match, command, also_over=not others and match.state.outcome is not None)
    seat = checks.acting_seat(match, sender, command.seat)
    checks.must_not_be_paused(match)
    checks.must_have_time(match, now)
    if match.setup.rated or match.setup.tournament:
        raise match.refusal("rated")
    target = take_back_target(match, {seat} if others else set(sender.seats & match.persons) or {seat}, command.to)
    if target is None:
        raise match.refusal("nothing")
    if command.seat is None and match.state.moves[target].seat in sender.seats & match.persons:
        seat = match.state.moves[target].seat
    if not match.allows(seat, "undo"):
        raise match.refusal("forbidden", seat=seat)
    if others:
        return ask(match, sender, "take-back", seat, others, now, to=target)
    return [taken_back(match, seat, target, match.state.seq, now)]


def restart_or_rematch(match: Match, sender: Sender, what: OfferKind, seat: int | None, now: int) -> list[AnyEvent]:
    by_host = sender.host and not sender.seats
    if not by_host:
        checks.must_play(match, sender, seat)
    if match.status == "waiting":
        raise match.refusal("waiting")
    if what == "rematch" and match.status != "over":
        raise match.refusal("not-over")
    if match.state.followed:
        raise match.refusal("gone-on")
    speaker = None if by_host else checks.acting_seat(match, sender, seat)
    checks.must_have_time(match, now)
    if match.setup.tournament or (match.setup.rated and what == "restart"):
        raise match.refusal("rated")
    others = checks.must_be_asked(match, sender)
    if others and speaker is not None:
        return ask(match, sender, what, speaker, others, now)
    return next_events(match, what, match.state.seq, now)


def ask(
    match: Match,
    sender: Sender,
    what: OfferKind,
    seat: int,
    waiting: tuple[int, ...],
    now: int,
    to: int | None = None,
) -> list[AnyEvent]:
    """Return the events of an offer; an open offer of the same kind that waits for this sender is accepted instead."""
    for offer in match.state.offers:
        if offer.what == what:
            asked = set(offer.waiting) & sender.seats
            if asked and (what != "take-back" or offer.to == to):
                return agree(match, offer, sorted(asked), now)
            raise match.refusal("offered", seat=offer.seat)
    return [Offered(seq=match.state.seq + 1, at=now, what=what, seat=seat, ply=match.ply, waiting=waiting, to=to)]


def draw(match: Match, sender: Sender, command: Draw, now: int) -> list[AnyEvent]:
    checks.must_play(match, sender, command.seat)
    checks.must_run(match, command)
    seat = checks.acting_seat(match, sender, command.seat)
    if match.is_out(seat):
        raise match.refusal("out", seat=seat)
    checks.must_not_be_paused(match)
    checks.must_have_time(match, now)
    # Bots decide for themselves; the process that runs them answers for their seats.
    waiting = tuple(seat for seat in sorted((match.persons | match.bots) - sender.seats) if not match.is_out(seat))
    if not waiting:
        return [agreed_draw(match, match.state.seq, now)]
    asked = any(offer.what == "draw" for offer in match.state.offers)
    last = match.state.offered_at[seat]
    if not asked and last is not None and not any(move.seat == seat for move in match.state.moves[last:]):
        raise match.refusal("offered", seat=seat)
    return ask(match, sender, "draw", seat, waiting, now)


def answer(match: Match, sender: Sender, command: AnswerOffer, now: int) -> list[AnyEvent]:
    checks.must_play(match, sender, command.seat)
    checks.must_run(match, also_over=True)
    seats = sorted(sender.seats) if command.seat is None else [checks.acting_seat(match, sender, command.seat)]
    if command.yes:
        checks.must_not_be_paused(match)
        checks.must_have_time(match, now)
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
    return agree(match, offer, seats, now)


def agree(match: Match, offer: Offer, seats: list[int], now: int) -> list[AnyEvent]:
    """Return the events of some seats accepting an offer, and the agreed action if they were the last."""
    seq = match.state.seq
    events: list[AnyEvent] = [
        Answered(seq=seq + n, at=now, offer=offer.id, seat=seat, yes=True) for n, seat in enumerate(seats, 1)
    ]
    if set(offer.waiting) - set(seats):
        return events
    seq += len(events)
    if offer.what == "draw":
        return [*events, agreed_draw(match, seq, now)]
    if offer.what == "take-back":
        assert offer.to is not None
        return [*events, taken_back(match, offer.seat, offer.to, seq, now)]
    return [*events, *next_events(match, offer.what, seq, now)]


def agreed_draw(match: Match, seq: int, now: int) -> Ended:
    outcome = Outcome(shared_result(match, 0.5), "agreement")
    return ended(match, outcome, seq, now)
