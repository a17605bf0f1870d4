"""Events of a match, which are stored and broadcast, and the state that they add up to.

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
    """`seq` numbers the events of a match, `at` is when it happened."""

    seq: int
    at: int


class Began(Event, frozen=True, kw_only=True, tag="began"):
    """All seats are taken: the match begins."""

    times: Times


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """Somebody took a seat."""

    seat: int
    player: Player


class Moved(Event, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """A move was played: the `ply`-th of the game. `last` says that the turn ended with it; `spent` what it took."""

    ply: int
    seat: int
    text: str
    last: bool
    spent: int
    times: Times
    automatic: bool = False
    again: bool = False
    """Played again after a take-back."""


class TakenBack(Event, frozen=True, kw_only=True, tag="taken-back"):
    """The game went back to `ply` moves, at `seat`'s wish. A result that stood is withdrawn."""

    ply: int
    seat: int
    times: Times


class Offered(Event, frozen=True, kw_only=True, tag="offered"):
    """A seat asks the seats `waiting` for something; its number is the event's."""

    what: OfferKind
    seat: int
    ply: int
    waiting: tuple[int, ...]
    to: int | None = None


class Answered(Event, frozen=True, kw_only=True, tag="answered"):
    """A seat said yes or no (or withdrew its own offer). What everybody agreed to follows as its own event."""

    offer: int
    seat: int
    yes: bool


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    """A seat resigned or ran out of time and drops out; the others play on, and its turn passes by itself."""

    seat: int
    reason: Literal["resign", "time"]
    ply: int
    times: Times


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over; without an `outcome` it counts for nobody (`abort`, `abandoned`)."""

    reason: str
    outcome: Outcome | None
    times: Times
    seat: int | None = None
    """Who resigned or ran out of time."""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """Play stands, and so do the clocks."""

    times: Times


class Resumed(Event, frozen=True, kw_only=True, tag="resumed", omit_defaults=True):
    """Play goes on; with `once` for one turn only."""

    times: Times
    once: bool = False


class Paced(Event, frozen=True, kw_only=True, tag="paced"):
    """Bots wait at least so long before they move, in milliseconds."""

    pause: int


class Assisted(Event, frozen=True, kw_only=True, tag="assisted"):
    """A seat got help."""

    seat: int
    help: Literal["hints", "analysis"]


class Shifted(Event, frozen=True, kw_only=True, tag="shifted"):
    """A time in which no server ran was taken off the running clock."""

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
    """A move that stands (or was taken back and may be played again)."""

    text: str
    seat: int
    at: int
    last: bool
    spent: int
    times: Times
    automatic: bool = False


class Offer(msgspec.Struct, frozen=True):
    """A question that is open: who asked what, and who has not answered yet."""

    id: int
    what: OfferKind
    seat: int
    waiting: tuple[int, ...]
    to: int | None = None


class HelpCount(msgspec.Struct, frozen=True):
    """What help a seat has had."""

    undo: int = 0
    hints: int = 0
    analysis: int = 0


class MatchState(msgspec.Struct, frozen=True):
    """All that changes in a match. It can be stored as it is; `Match.resume` goes on from it."""

    seq: int
    players: tuple[Player, ...]
    times: Times
    helped: tuple[HelpCount, ...]
    offered_at: tuple[int | None, ...]
    """The ply at which each seat last offered a draw: it may not ask again before having moved."""
    moves: tuple[PlayedMove, ...] = ()
    undone: tuple[tuple[PlayedMove, ...], ...] = ()
    """What take-backs took, the last one last."""
    changed: int = 0
    """The number of the event that led to the present position."""
    offers: tuple[Offer, ...] = ()
    began: int | None = None
    paused: bool = False
    once: bool = False
    """Play goes on for one turn only."""
    pause: int | None = None
    """How long bots wait at least before they move, in milliseconds; None is as the server has it."""
    ended: int | None = None
    reason: str = ""
    outcome: Outcome | None = None
    loser: int | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    """Who has dropped out by resigning or running out of time, in order."""
    followed: bool = False
