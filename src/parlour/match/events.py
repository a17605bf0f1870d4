"""Events of a match, which are stored and broadcast, and the state that results from them.

A match is its `Setup` and its events, numbered 1, 2, 3 … by `seq`. Two processes that act on the same match at the
same time produce the same `seq`; a unique key in the store lets exactly one of them win. Events hold everything that
was decided, including the times, so that replaying them needs no decision.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.games.contract.display import Outcome
from parlour.match.clock import Times
from parlour.match.commands import OfferKind
from parlour.match.seats import Player, Setup


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Base class of events; `seq` is the number of the event in its match or tournament, `at` its time."""

    seq: int
    at: int


class SeatEvent(Event, frozen=True, kw_only=True):
    """Base class of the events about one seat."""

    seat: int


class Began(Event, frozen=True, kw_only=True, tag="began"):
    """All seats are taken: the match begins."""

    times: Times


class Seated(SeatEvent, frozen=True, kw_only=True, tag="seated"):
    """A player took a seat."""

    player: Player


class Moved(SeatEvent, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """A move was played, number `ply` of the game. `last` marks the end of a turn; `spent` is the time it took."""

    ply: int
    text: str
    last: bool
    spent: int
    times: Times
    automatic: bool = False
    again: bool = False
    """Whether it was replayed after a take-back."""


class TakenBack(SeatEvent, frozen=True, kw_only=True, tag="taken-back"):
    """The game went back to `ply` moves, requested by `seat`. An existing result is withdrawn."""

    ply: int
    times: Times


class Offered(SeatEvent, frozen=True, kw_only=True, tag="offered"):
    """A seat asks the seats `waiting` for something; the offer has the number of this event."""

    what: OfferKind
    ply: int
    waiting: tuple[int, ...]
    to: int | None = None


class Answered(SeatEvent, frozen=True, kw_only=True, tag="answered"):
    """A seat accepted or declined (or withdrew its own offer). The agreed action follows as a separate event."""

    offer: int
    yes: bool


class Withdrawn(SeatEvent, frozen=True, kw_only=True, tag="withdrawn"):
    """A seat resigned or ran out of time and drops out; the others continue, and its turns are skipped."""

    reason: Literal["resign", "time"]
    ply: int
    times: Times


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over; without an `outcome` it does not count (`abort`, `abandoned`)."""

    reason: str
    outcome: Outcome | None
    times: Times
    seat: int | None = None
    """The seat that resigned or ran out of time."""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """Play and clocks were paused."""

    times: Times


class Resumed(Event, frozen=True, kw_only=True, tag="resumed", omit_defaults=True):
    """Play was resumed; with `once` for one turn only."""

    times: Times
    once: bool = False


class Paced(Event, frozen=True, kw_only=True, tag="paced"):
    """The minimum time that bots wait before a move was set, in milliseconds."""

    pause: int


class Assisted(SeatEvent, frozen=True, kw_only=True, tag="assisted"):
    """A seat received help."""

    help: Literal["hints", "analysis"]


class Shifted(Event, frozen=True, kw_only=True, tag="shifted"):
    """The time of a server outage was deducted from the running clock."""

    times: Times


class Followed(Event, frozen=True, kw_only=True, tag="followed"):
    """Another match follows this one."""

    what: Literal["restart", "rematch"]
    setup: Setup


AnyEvent = (
    Began
    | Seated
    | Moved
    | TakenBack
    | Offered
    | Answered
    | Withdrawn
    | Ended
    | Paused
    | Resumed
    | Paced
    | Assisted
    | Shifted
    | Followed
)


# ---- State ---------------------------------------------------------------------------------------------------------


class PlayedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the game, or one that was taken back and can be replayed."""

    text: str
    seat: int
    at: int
    last: bool
    spent: int
    times: Times
    automatic: bool = False


class Offer(msgspec.Struct, frozen=True):
    """An open offer: who asked for what, and who has not answered yet."""

    id: int
    what: OfferKind
    seat: int
    waiting: tuple[int, ...]
    to: int | None = None


class HelpCount(msgspec.Struct, frozen=True):
    """Help that a seat has received."""

    undo: int = 0
    hints: int = 0
    analysis: int = 0


class MatchState(msgspec.Struct, frozen=True):
    """Everything that changes in a match. It can be stored; `Match.resume` continues from it."""

    seq: int
    players: tuple[Player, ...]
    times: Times
    helped: tuple[HelpCount, ...]
    offered_at: tuple[int | None, ...]
    """The ply at which each seat last offered a draw: it must move before it can offer again."""
    moves: tuple[PlayedMove, ...] = ()
    undone: tuple[tuple[PlayedMove, ...], ...] = ()
    """Moves undone by take-backs, the latest take-back last."""
    changed: int = 0
    """Number of the event that led to the current position."""
    offers: tuple[Offer, ...] = ()
    began: int | None = None
    paused: bool = False
    once: bool = False
    """Whether play was resumed for one turn only."""
    pause: int | None = None
    """Minimum time that bots wait before a move, in milliseconds; None for the default of the server."""
    ended: int | None = None
    reason: str = ""
    outcome: Outcome | None = None
    loser: int | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    """Seats that dropped out by resigning or running out of time, in order."""
    followed: bool = False
