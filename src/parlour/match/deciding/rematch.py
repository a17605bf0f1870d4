"""The match that follows another: a restart with the same seats, or a rematch with every player moved by one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.engine.levels import Bot
from parlour.match.commands import OfferKind
from parlour.match.deciding.endings import aborted_game
from parlour.match.events import AnyEvent, Followed
from parlour.match.seats import Series, Setup

if TYPE_CHECKING:
    from parlour.match.match import Match


def next_events(match: Match, what: OfferKind, seq: int, now: int) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    if match.status != "over":
        events.append(aborted_game(match, "abandoned", seq, now))
    setup = next_setup(match) if what == "rematch" else same_seats(match)
    seq += len(events) + 1
    return [*events, Followed(seq=seq, at=now, what="rematch" if what == "rematch" else "restart", setup=setup)]


def same_seats(match: Match) -> Setup:
    seats = tuple(
        msgspec.structs.replace(seat, player=player)
        for seat, player in zip(match.setup.seats, match.players, strict=True)
    )
    return msgspec.structs.replace(match.setup, seats=seats)


def next_setup(match: Match) -> Setup:
    """Return the set-up of the rematch: every player moves by one seat, with their help, time and points.

    Bots with a seed get the next one, so that the same game is not played twice. The rematch is not homework, which is
    given for one side.
    """
    setup = same_seats(match)
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
        assignment=None,
    )
