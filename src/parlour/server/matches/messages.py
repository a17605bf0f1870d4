"""Messages that create, join and list matches, and a match as its page shows it."""

from __future__ import annotations

from typing import Any, Literal

from parlour.engine.levels import BALANCED, Level
from parlour.games.contract.board import Board
from parlour.games.contract.declarations import Kind, Side, Verb
from parlour.games.contract.display import Effect, Pick
from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.match.commands import OfferKind
from parlour.match.events import HelpCount
from parlour.match.match import Result, Status
from parlour.match.seats import Coach, Series
from parlour.server.games.messages import PositionView
from parlour.server.messages import OutcomeView, Request, SentenceView, View
from parlour.store.matches.matches import MatchHeader

MatchKind = Literal["local", "network", "bots"]

# ---- New matches -----------------------------------------------------------------------------------------------------


class HelpRulesView(Request, omit_defaults=True):
    """The help that a seat may use."""

    undo: bool = True
    hints: bool = True
    analysis: bool = True
    coach: Coach = "off"
    """Whether the coach warns of blunders before they are played, or also shows safe and losing moves; always off where
    people play each other over the network."""


class SeatRequest(Request, kw_only=True, tag_field="is"):
    """The player of a seat in a new match."""

    help: HelpRulesView = HelpRulesView()
    colour: str = ""
    """The colour of the pieces, as `#rrggbb`; empty for the side's own."""


class OwnSeatRequest(SeatRequest, kw_only=True, tag="me"):
    """The sender of the request."""

    name: str = ""
    """The name of a guest in this match."""


class GuestSeatRequest(SeatRequest, kw_only=True, tag="guest"):
    """Another person at the same screen."""

    name: str


class BotSeatRequest(SeatRequest, kw_only=True, tag="bot"):
    """A bot. Levels between two whole ones (4.3) are allowed. `custom` has the settings of a bot of level "custom"."""

    level: Level = 1
    style: str = BALANCED
    seed: int | None = None
    custom: dict[str, Any] = {}


class OpenSeatRequest(SeatRequest, kw_only=True, tag="open"):
    """An open seat that another person can join. Network matches only."""


AnySeatRequest = OwnSeatRequest | GuestSeatRequest | BotSeatRequest | OpenSeatRequest


class TimeLimitRequest(Request):
    """The time of a seat: milliseconds, or a text (`10:00`, `2.5` minutes). The increment is in seconds."""

    base: str | int | None = None
    increment: float = 0
    per_turn: str | int | None = None


class ClockRequest(Request):
    """The clock. `limits` has one entry for all seats or one for each."""

    kind: Literal["none", "up", "down"] = "none"
    limits: tuple[TimeLimitRequest, ...] = ()
    from_start: bool = False
    restore: bool = True


class NewMatchRequest(Request):
    """A match to set up.

    `order` is the order of the named people: as entered, everybody one seat further, or random. `first` is the seat
    that moves first, if the game allows the choice; it changes only the start position. `record` is an unfinished game
    to continue; it includes game, options and start position.
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


class JoinRequest(Request):
    """A request to take an open seat, or any open seat. `name` is the name of a guest in this match."""

    seat: int | None = None
    name: str = ""


class SeatSignInRequest(Request):
    """A request of a second person to sign in to a seat of a local match in another person's browser."""

    name: str
    password: str


class PlanRequest(Request):
    """Planned turns of a player: lines that begin with a turn of an opponent, or a premove.

    `ply` is the number of moves that the player has seen.
    """

    ply: int
    lines: tuple[tuple[str, ...], ...] = ()
    premove: str = ""


class PlanView(View):
    """What a player has planned from ply `ply` on, where the running turn began."""

    ply: int
    lines: tuple[tuple[str, ...], ...]
    premove: str
    premove_path: tuple[Pick, ...]
    """The picks of the premove, to draw it; empty if it is not known to become possible."""


# ---- Lists -----------------------------------------------------------------------------------------------------------


class CodeTargetView(View):
    """What a code belongs to, and the code without spaces and in capitals."""

    kind: Literal["match", "class"]
    code: str


class PlayerView(View, rename={"kind": "is"}):
    """The player of a seat. A bot has a level and a style, with the style's name in the reader's language."""

    kind: Literal["account", "guest", "bot", "open"]
    name: str
    level: Level | None = None
    style: str | None = None
    style_name: str | None = None
    program: bool = False
    """Whether a program plays for this account."""


class SeatSummaryView(View):
    """A seat as lists show it."""

    player: PlayerView
    side: str
    result: Result
    assisted: bool
    yours: bool


class MatchTermsView(View):
    """What a person who joins a match agrees to. `variant` is the preset, or the options that are not the defaults."""

    variant: str
    clock: Clock


class MatchSummaryView(MatchHeader, frozen=True, kw_only=True):
    """A match as lists show it, with the title of its game. Only its players get `code`; open matches have `terms`."""

    title: str
    options: dict[str, Value]
    seats: tuple[SeatSummaryView, ...]
    code: str | None
    imported: bool
    terms: MatchTermsView | None = None


# ---- A match as its page shows it ------------------------------------------------------------------------------------


class SeatView(View):
    """A seat. `name` is the player's name in sentences; `present` says whether they have the match open."""

    player: PlayerView
    name: str
    colour: str
    """The colour of the pieces, as `#rrggbb`."""
    present: bool
    help: HelpRulesView
    """The help that is allowed now."""
    helped: HelpCount
    result: Result


class ClockView(View):
    """The clocks, in milliseconds, at server time `since`. From then on, `left` of the seat to move decreases, and its
    `used` and `turn` (the time spent on this turn) increase. `since` may be in the future while a move is being shown;
    None means that the clocks are stopped.
    """

    left: tuple[int | None, ...]
    used: tuple[int, ...]
    turn: int
    since: int | None


class OfferView(View):
    """An open offer. `to` is the ply to return to."""

    id: int
    what: OfferKind
    seat: int
    waiting: tuple[int, ...]
    to: int | None
    text: str


class MoveView(View):
    """A move that was played, and when. `ply` counts from 1."""

    ply: int
    text: str
    spent: int
    at: int
    automatic: bool = False


class TurnView(View):
    """A turn in the move list, in the notation of turns."""

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
"""An action that a viewer may be allowed to take."""


class ViewerView(View):
    """The seats for which a viewer acts, and what they may do now."""

    seats: tuple[int, ...]
    host: bool
    can: tuple[ViewerAction, ...]
    code: str | None = None
    """The code with which others join; only players get it."""
    classroom: str | None = None
    """The code of the class for whose homework the match is played; only players get it."""


class MatchStateView(View, rename={"saved_at": "kept"}):
    """What changes in a match. The move list starts at turn `turns_from`; earlier turns are unchanged."""

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
    """How many take-backs can be redone."""
    thinking: int | None
    """The seat of the bot that has to move."""
    pause: int | None
    """The chosen shortest time before a bot moves, in milliseconds; None if nobody has chosen one."""
    outcome: OutcomeView | None
    saved_at: int
    """When the last event was stored."""
    followed_by: str | None


class MatchView(View):
    """What does not change in a match."""

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


class ReplayView(View):
    """A whole game to step through: the first position, and the effects of every move."""

    match: MatchView
    start: PositionView
    state: MatchStateView
    effects: tuple[tuple[Effect, ...], ...]
    """The effects of every move, in order; reversed, they undo the move."""
    say: tuple[SentenceView, ...]
    notices: tuple[tuple[SentenceView, ...], ...]
    clocks: tuple[ClockView, ...]
    """The clocks at the start and after every move."""
