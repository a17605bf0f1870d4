"""Checks that many commands share. Each raises `Refused` if it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.match.commands import AnyCommand, PositionCommand, Sender

if TYPE_CHECKING:
    from parlour.match.match import Match


def must_play(match: Match, sender: Sender, seat: int | None = None) -> None:
    """Raise `Refused` if the sender acts for no seat, or the seat does not exist."""
    if seat is not None and not 0 <= seat < len(match.players):
        raise match.refusal("no-such-seat", number=seat + 1)
    if not sender.seats:
        raise match.refusal("not-a-player")


def must_run(match: Match, command: AnyCommand | None = None, *, also_over: bool = False) -> None:
    """Raise `Refused` if the match is not running, or the sender had not seen its current position."""
    if match.status == "waiting":
        raise match.refusal("waiting")
    if match.status == "over" and not also_over:
        raise match.refusal("over")
    if isinstance(command, PositionCommand):
        unseen = command.seen is not None and command.seen < match.state.changed
        if command.ply != match.ply or unseen:
            raise match.refusal("stale", ply=match.ply, meant=command.ply)


def must_not_be_paused(match: Match) -> None:
    if match.status == "paused":
        raise match.refusal("paused")


def must_have_time(match: Match, now: int) -> None:
    if match.status == "running" and match.time_left(match.position.seat, now) == 0:
        raise match.refusal("time-up", seat=match.position.seat)


def acting_seat(match: Match, sender: Sender, seat: int | None, *, prefer_to_move: bool = True) -> int:
    """Return the seat for which a sender acts: the one it names, or the only one it has."""
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


def must_be_asked(match: Match, sender: Sender) -> tuple[int, ...]:
    """Return the seats of people who must be asked: all for which the sender does not act."""
    return tuple(sorted(match.persons - sender.seats))
