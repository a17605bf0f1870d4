"""Commands to a match, and the reasons why it may refuse them.

A command is plain data from an untrusted client. The caller adds the sender (the seats it may act for, none for a
spectator; whether it is the host) and the time. `ply` is the number of moves the sender had seen when it asked; `seen`,
if given, the number of the last event.
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
"""Why a command is refused, in the order in which it is checked: form, sender, state of the match, whether the sender
saw the present position, whose seat and turn, clock, what is allowed, and last the rules of the game.

`time-up` asks for a `Flag`: the clock decides, not the one who was late.
"""

MAX_PICKS = 64
MAX_BOT_PAUSE_MS = 10_000
"""No bot waits longer, in milliseconds."""
MAX_TEXT = 200

OfferKind = Literal["draw", "take-back", "restart", "rematch"]
"""What others may have to agree to."""


class Command(
    msgspec.Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Anything one can ask."""


class Aimed(Command, frozen=True, kw_only=True):
    """A command that is meant for one position and refused in any other."""

    ply: int
    seen: int | None = None


class PlayMove(Aimed, frozen=True, kw_only=True, tag="move"):
    """One move, given by clicks, by its notation, or by its place in the list of legal moves: exactly one of these."""

    picks: tuple[Pick, ...] | None = None
    text: str | None = None
    index: int | None = None


class PlayTurn(Aimed, frozen=True, kw_only=True, tag="turn"):
    """A whole turn in the game's notation."""

    text: str


class TakeBack(Aimed, frozen=True, kw_only=True, tag="take-back"):
    """Back to one's own last turn, or within a running turn by one decision; or `to` a given ply.

    Others who play are asked first.
    """

    to: int | None = None
    seat: int | None = None


class Redo(Aimed, frozen=True, kw_only=True, tag="redo"):
    """Plays again what the last take-back took."""


class Draw(Aimed, frozen=True, kw_only=True, tag="draw"):
    """Offers a draw; who has been offered one accepts it by this."""

    seat: int | None = None


class AnswerOffer(Command, frozen=True, kw_only=True, tag="answer"):
    """Yes or no to an offer, named by the number of the event that made it. No to one's own offer withdraws it."""

    offer: int
    yes: bool
    seat: int | None = None


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Gives up for a seat; it need not be that seat's turn."""

    seat: int | None = None


class Flag(Aimed, frozen=True, kw_only=True, tag="flag"):
    """Says that the time of the seat to move has run out. Anybody may, the given time decides."""


class Abort(Command, frozen=True, kw_only=True, tag="abort"):
    """Breaks the match off for nobody's gain or loss."""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Stops play and clocks."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Goes on after a pause."""


class StepTurn(Command, frozen=True, kw_only=True, tag="step"):
    """Goes on for one turn only, and pauses again: where a bot has to move."""


class SetPace(Command, frozen=True, kw_only=True, tag="pace"):
    """How long a bot waits at least before it moves, in milliseconds. Where only bots play."""

    pause: int


class Restart(Command, frozen=True, kw_only=True, tag="restart"):
    """A new match with the same seats; this one is abandoned if it still runs."""

    seat: int | None = None


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Another game after this one, everybody one seat further."""

    seat: int | None = None


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Puts a player on a seat: somebody joins, signs in to a seat of a local match, or changes the name."""

    seat: int
    player: Player


class Assist(Command, frozen=True, kw_only=True, tag="assist"):
    """Asks for help that is counted. Whoever gives the help asks the match first."""

    seat: int
    help: Literal["hints", "analysis"]


class Adjudicate(Command, frozen=True, kw_only=True, tag="adjudicate"):
    """The host ends the game with a result for each seat."""

    results: tuple[float, ...]


class Outage(Command, frozen=True, kw_only=True, tag="outage"):
    """The host tells of a time in which no server ran: it is charged to nobody."""

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
"""What a server accepts from clients."""

AnyCommand = FromClients | Sit | Adjudicate | Outage
"""All commands; a server makes those beyond `FromClients` itself."""


class Sender(msgspec.Struct, frozen=True):
    """Who asks: the seats it may act for, and whether it is the host (or the server itself)."""

    seats: frozenset[int] = frozenset()
    host: bool = False
