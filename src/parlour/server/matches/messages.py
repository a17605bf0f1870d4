"""Matches: setting one up, joining, lists, and a match as its page sees it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from parlour.engine.levels import Level
from parlour.games.contract.board import Board
from parlour.games.contract.display import Effect
from parlour.games.contract.game import Kind, Side, Verb
from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.match.commands import OfferKind
from parlour.match.events import HelpCount
from parlour.match.match import Result, Status
from parlour.match.seats import Coach, Series
from parlour.server.games.messages import OutcomeView, PositionView
from parlour.server.messages import SentenceView

MatchKind = Literal["local", "network", "bots"]

# ---- Setting one up --------------------------------------------------------------------------------------------------


class HelpRulesView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What help a seat may have."""

    undo: bool = True
    hints: bool = True
    analysis: bool = True
    coach: Coach = "off"
    """Whether a coach says "look again" before a move that throws the game away, or also shows safe and losing moves;
    never where people play each other over the network."""


class SeatRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", forbid_unknown_fields=True):
    """Who is to sit somewhere."""

    help: HelpRulesView = HelpRulesView()
    colour: str = ""
    """The colour of the pieces, as `#rrggbb`; empty for the side's own."""


class OwnSeatRequest(SeatRequest, frozen=True, kw_only=True, tag="me"):
    """Whoever sends this."""

    name: str = ""
    """A guest may say what to be called."""


class GuestSeatRequest(SeatRequest, frozen=True, kw_only=True, tag="guest"):
    """Somebody at the same screen."""

    name: str


class BotSeatRequest(SeatRequest, frozen=True, kw_only=True, tag="bot"):
    """A computer player. A level may lie between two (4.3). `custom` has the settings of a bot of level "custom"."""

    level: Level = 1
    style: str = "balanced"
    seed: int | None = None
    custom: dict[str, Any] = {}


class OpenSeatRequest(SeatRequest, frozen=True, kw_only=True, tag="open"):
    """Somebody will join. Network matches only."""


AnySeatRequest = OwnSeatRequest | GuestSeatRequest | BotSeatRequest | OpenSeatRequest


class TimeLimitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's time: milliseconds, or as people write it (`10:00`, `2.5` minutes). The increment is in seconds."""

    base: str | int | None = None
    increment: float = 0
    per_turn: str | int | None = None


class ClockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is kept. `limits` has one entry for all seats or one for each."""

    kind: Literal["none", "up", "down"] = "none"
    limits: tuple[TimeLimitRequest, ...] = ()
    from_start: bool = False
    restore: bool = True


class NewMatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to set up.

    `order` says how the people named are seated: as entered, everybody one seat further, or by lot. `first` is the
    seat that moves first, where the game lets one choose; it changes the start position and nothing else. `record` is
    an unfinished game to go on with; it brings game, options and start.
    """

    seats: tuple[AnySeatRequest, ...]
    game: str = ""
    options: dict[str, Value] = {}
    preset: str | None = None
    start: str = ""
    first: int | None = None
    record: str = ""
    kind: MatchKind = "local"
    order: Literal["entered", "swapped", "lot"] = "entered"
    clock: ClockRequest = ClockRequest()
    rated: bool = False
    public: bool = False


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes an open seat: a given one, or any. A guest may say what to be called."""

    seat: int | None = None
    name: str = ""


class SeatSignInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second person signs in to a seat of a local match at somebody else's screen."""

    name: str
    password: str


# ---- Lists -----------------------------------------------------------------------------------------------------------


class PlayerView(msgspec.Struct, frozen=True, rename={"kind": "is"}):
    """Who sits in a seat. A bot has a level and a style, which has a name in the reader's language."""

    kind: Literal["account", "guest", "bot", "open"]
    name: str
    level: Level | None = None
    style: str | None = None
    style_name: str | None = None


class SeatSummaryView(msgspec.Struct, frozen=True):
    """A seat as lists show it."""

    player: PlayerView
    side: str
    result: Result
    assisted: bool
    yours: bool


class MatchSummaryView(msgspec.Struct, frozen=True):
    """A match as lists show it. `code` is told to those who play it only."""

    id: str
    game: str
    title: str
    """The game's title."""
    kind: MatchKind
    status: Status
    version: int
    plies: int
    options: dict[str, Value]
    seats: tuple[SeatSummaryView, ...]
    created: int
    updated: int
    ended: int | None
    reason: str
    rated: bool
    public: bool
    code: str | None
    imported: bool
    followed_by: str | None


# ---- A match as its page sees it -------------------------------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True):
    """A seat. `name` is what sentences call the player; `present` whether one of their pages is open."""

    player: PlayerView
    name: str
    colour: str
    """Of the pieces, as `#rrggbb`."""
    present: bool
    help: HelpRulesView
    """What help is allowed here now."""
    helped: HelpCount
    result: Result


class ClockView(msgspec.Struct, frozen=True):
    """The clocks, in milliseconds, as they stood at server time `since`: from then on the seat to move loses of `left`
    and gains in `used` and `turn` (the time spent on this turn). `since` may lie ahead, while a move is being shown;
    None means that the clocks stand."""

    left: tuple[int | None, ...]
    used: tuple[int, ...]
    turn: int
    since: int | None


class OfferView(msgspec.Struct, frozen=True):
    """A question that is open. `to` is the ply to which somebody wants to go back."""

    id: int
    what: OfferKind
    seat: int
    waiting: tuple[int, ...]
    to: int | None
    text: str


class MoveView(msgspec.Struct, frozen=True):
    """A move that was played, and when. `ply` counts from 1."""

    ply: int
    text: str
    spent: int
    at: int
    automatic: bool = False


class TurnView(msgspec.Struct, frozen=True):
    """A turn in the move list: in the notation in which people write a turn."""

    seat: int
    text: str
    moves: tuple[MoveView, ...]
    complete: bool


ViewerAction = Literal[
    "move",
    "take-back",
    "redo",
    "draw",
    "resign",
    "abort",
    "pause",
    "resume",
    "step",
    "pace",
    "restart",
    "rematch",
    "hint",
    "analysis",
    "join",
    "move-now",
]
"""What a viewer might do."""


class ViewerView(msgspec.Struct, frozen=True):
    """What this viewer is in a match: for which seats it acts, and what it can do now."""

    seats: tuple[int, ...]
    host: bool
    can: tuple[ViewerAction, ...]
    code: str | None = None
    """What others type to join; told to those who play."""


class MatchStateView(msgspec.Struct, frozen=True):
    """All that changes in a match. The move list is sent from turn `turns_from` on; what stands before it, stays."""

    version: int
    ply: int
    status: Status
    seats: tuple[SeatView, ...]
    position: PositionView
    clock: ClockView
    offers: tuple[OfferView, ...]
    turns_from: int
    turns: tuple[TurnView, ...]
    redo: int
    """How many take-backs can be played again."""
    thinking: int | None
    """The seat of the bot that has to move."""
    pause: int | None
    """How long bots wait at least before they move, in milliseconds, if somebody chose that."""
    outcome: OutcomeView | None
    kept: int
    """When the last of this was stored."""
    followed_by: str | None


class MatchView(msgspec.Struct, frozen=True):
    """All that does not change in a match."""

    id: str
    game: str
    title: str
    options: dict[str, Value]
    preset: str | None
    kind: MatchKind
    sides: tuple[Side, ...]
    board: Board
    kinds: tuple[Kind, ...]
    verbs: tuple[Verb, ...]
    start: str
    clock: Clock
    rated: bool
    tournament: bool
    public: bool
    created: int
    series: Series
    follows: str | None


class ReplayView(msgspec.Struct, frozen=True):
    """A whole game to step through: the first position, and what every move did."""

    match: MatchView
    start: PositionView
    state: MatchStateView
    effects: tuple[tuple[Effect, ...], ...]
    """Of every move, in order; played backwards they lead back."""
    say: tuple[SentenceView, ...]
    notices: tuple[tuple[SentenceView, ...], ...]
    clocks: tuple[ClockView, ...]
    """How the clocks stood at the start and after every move."""
