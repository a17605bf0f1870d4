"""Commands to a match, and the reasons for which it can refuse them.

A command is plain data from an untrusted client. The caller adds the sender (the seats it may act for, none for a
spectator; whether it is the host) and the time. `ply` is the number of moves that the sender had seen when it sent the
command; `seen`, if given, is the number of the last event it had seen.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.games.contract.display import Pick
from parlour.match.seats import Player

REASONS = (
    "malformed",
    "no-such-seat",
    "host-only",
    "not-a-player",
    "organiser-only",
    "waiting",
    "begun",
    "over",
    "not-over",
    "gone-on",
    "stale",
    "which-seat",
    "not-yours",
    "bots-seat",
    "out",
    "not-your-turn",
    "paused",
    "not-paused",
    "no-bot",
    "not-bots",
    "time-up",
    "time-left",
    "rated",
    "forbidden",
    "people",
    "too-late",
    "nothing",
    "nothing-undone",
    "offered",
    "no-offer",
    "taken",
    "refused-player",
    "not-together",
    "illegal",
)
"""Reasons for refusing a command, in the order of the checks: form, sender, state of the match, whether the sender
had seen the current position, seat and turn, clock, permissions, and last the rules of the game.

After `time-up` the client sends a `Flag`, so that the clock decides the game.
"""

MAX_PICKS = 64
MAX_BOT_PAUSE_MS = 10_000
"""Longest pause of a bot before its move."""
MAX_TEXT = 200

OfferKind = Literal["draw", "take-back", "restart", "rematch"]
"""Actions that may need the consent of other players."""


class Command(
    msgspec.Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Base class of all commands."""


class PositionCommand(Command, frozen=True, kw_only=True):
    """A command that applies to one position and is refused in any other."""

    ply: int
    seen: int | None = None


class PlayMove(PositionCommand, frozen=True, kw_only=True, tag="move"):
    """Play one move, given by exactly one of clicks, notation, or index in the list of legal moves."""

    picks: tuple[Pick, ...] | None = None
    text: str | None = None
    index: int | None = None


class PlayTurn(PositionCommand, frozen=True, kw_only=True, tag="turn"):
    """Play a whole turn in the game's notation."""

    text: str


class TakeBack(PositionCommand, frozen=True, kw_only=True, tag="take-back"):
    """Go back to the sender's own last turn, or by one decision within a running turn; or `to` a given ply.

    Other people in the match are asked first.
    """

    to: int | None = None
    seat: int | None = None


class Redo(PositionCommand, frozen=True, kw_only=True, tag="redo"):
    """Replay what the last take-back undid."""


class Draw(PositionCommand, frozen=True, kw_only=True, tag="draw"):
    """Offer a draw, or accept the draw that was offered."""

    seat: int | None = None


class AnswerOffer(Command, frozen=True, kw_only=True, tag="answer"):
    """Accept or decline an offer, identified by the number of its event. Declining one's own offer withdraws it."""

    offer: int
    yes: bool
    seat: int | None = None


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Resign for a seat; it need not be that seat's turn."""

    seat: int | None = None


class Flag(PositionCommand, frozen=True, kw_only=True, tag="flag"):
    """Claim that the seat to move has run out of time. Any sender may; the given time decides."""


class Abort(Command, frozen=True, kw_only=True, tag="abort"):
    """End the match without a result."""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Pause play and clocks."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Resume after a pause."""


class StepTurn(Command, frozen=True, kw_only=True, tag="step"):
    """Resume for one turn of a bot, then pause again."""


class SetPace(Command, frozen=True, kw_only=True, tag="pace"):
    """Set the minimum time a bot waits before it moves, in milliseconds. Only in matches between bots."""

    pause: int


class Restart(Command, frozen=True, kw_only=True, tag="restart"):
    """Start a new match with the same seats; this one is abandoned if it is still running."""

    seat: int | None = None


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Start another game after this one, with every player moved by one seat."""

    seat: int | None = None


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Put a player on a seat: to join, to sign in to a seat of a local match, or to change the name."""

    seat: int
    player: Player


class Assist(Command, frozen=True, kw_only=True, tag="assist"):
    """Request help that is counted. The provider of the help must ask the match first."""

    seat: int
    help: Literal["hints", "analysis"]


class Adjudicate(Command, frozen=True, kw_only=True, tag="adjudicate"):
    """End the game with a result for each seat. Only for the host."""

    results: tuple[float, ...]


class Outage(Command, frozen=True, kw_only=True, tag="outage"):
    """Report a time in which no server was running, which is charged to no seat. Only for the host."""

    begun: int
    ended: int


FromClients = (
    PlayMove
    | PlayTurn
    | TakeBack
    | Redo
    | Draw
    | AnswerOffer
    | Resign
    | Flag
    | Abort
    | Pause
    | Resume
    | StepTurn
    | SetPace
    | Restart
    | Rematch
    | Assist
)
"""Commands that a server accepts from clients."""

AnyCommand = FromClients | Sit | Adjudicate | Outage
"""All commands; those not in `FromClients` are created by the server."""


class Sender(msgspec.Struct, frozen=True):
    """Sender of a command: the seats it may act for, and whether it is the host (or the server itself)."""

    seats: frozenset[int] = frozenset()
    host: bool = False
