"""Games, their options, and positions of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.games.contract.board import Board
from parlour.games.contract.display import Beam, Effect, Pick, Picks, Piece
from parlour.games.contract.game import Kind, Side, Verb
from parlour.games.contract.options import Option, Preset, Value
from parlour.match.commands import FromClients
from parlour.server.messages import SentenceView

# ---- Games -----------------------------------------------------------------------------------------------------------


class GameSummaryView(msgspec.Struct, frozen=True):
    """A game as a list shows it."""

    key: str
    title: str
    description: str
    seats: tuple[int, int]
    """The fewest and the most seats its options allow."""
    share: str
    """A position that shows what the game looks like, as a share string."""


class LevelView(msgspec.Struct, frozen=True):
    """A level of the computer player."""

    level: int | Literal["perfect"]
    name: str
    help: str


class StyleView(msgspec.Struct, frozen=True):
    """A style of the computer player."""

    key: str
    label: str
    help: str


class BotSettingView(msgspec.Struct, frozen=True):
    """A setting of a bot of level "custom": one of some words, or a number from `low` to `high`."""

    key: str
    label: str
    help: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False


class OptionsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Option values over a preset; what is not given has its default."""

    options: dict[str, Value] = {}
    preset: str | None = None


class VariantView(msgspec.Struct, frozen=True):
    """What a game looks like with given options."""

    game: str
    options: dict[str, Value]
    """All of them."""
    preset: str | None
    """The preset that gives exactly these; None for a custom set."""
    applies: dict[str, bool]
    """Which options matter beside the others."""
    sides: tuple[Side, ...]
    board: Board
    start: str
    starts: dict[str, dict[str, str]]
    """For each option that decides how the board looks at the start: the start for each of its values, as a share
    string, with all other options as they are. Values are written as in share strings."""
    levels: tuple[LevelView, ...]
    custom: tuple[BotSettingView, ...]
    """What a bot of level "custom" can be set to; players of earlier programs are choices of `baseline`."""


class GameView(msgspec.Struct, frozen=True):
    """All that is fixed about a game, and its table with the default options."""

    key: str
    title: str
    description: str
    seats: tuple[int, int]
    kinds: tuple[Kind, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    verbs: tuple[Verb, ...]
    styles: tuple[StyleView, ...]
    reasons: tuple[str, ...]
    first_can_be_chosen: bool
    baselines: tuple[str, ...]
    """Players of earlier programs: a custom bot with the method "baseline" plays like one of them."""
    table: VariantView


class DiagramView(msgspec.Struct, frozen=True):
    """A diagram of a page of rules: a position, with a legal move in it, or with clicks that are no move.

    `illegal` has the labels of the sites, with blanks between. `says` is what the move does, or why there is none, in
    the words of the rules; `text` the board in plain text.
    """

    share: str
    legal: str
    illegal: str
    caption: str
    says: str
    text: str


class RulesView(msgspec.Struct, frozen=True):
    """The rules of a game. In the Markdown a fenced block `diagram` has the number of one of the diagrams."""

    language: str
    markdown: str
    diagrams: tuple[DiagramView, ...] = ()


# ---- Positions -------------------------------------------------------------------------------------------------------


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: by a share string (`game;option=value,…;text`), or by game, options and text; and moves from there.

    Without a text it is the start position.
    """

    share: str | None = None
    game: str | None = None
    options: dict[str, Value] = {}
    text: str | None = None
    moves: tuple[str, ...] = ()


class LegalMoveView(msgspec.Struct, frozen=True):
    """A move that can be played: its place in the list, its notation, and all rows of clicks that mean it.

    No path is the beginning of another move's path: a click narrows, and a path that is complete is played.
    """

    index: int
    text: str
    paths: tuple[Picks, ...]


class MarkView(msgspec.Struct, frozen=True):
    """Something to show on the board (see `parlour.games.contract.display.Mark`), with its name in words."""

    kind: str
    label: str
    sites: tuple[int, ...]
    seat: int | None = None
    n: int | None = None
    of: int | None = None
    beam: Beam | None = None


class ScoreView(msgspec.Struct, frozen=True):
    """A number beside a player's name."""

    key: str
    label: str
    seat: int | None
    value: int
    of: int | None = None
    tray: str | None = None


class OutcomeView(msgspec.Struct, frozen=True):
    """How a game ended. `results` has 1, 0.5 or 0 for each seat, and is empty where the game counts for nobody."""

    results: tuple[float, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    drawn: bool
    reason: str
    text: str
    """The whole sentence: who won or lost, and why."""


class PositionView(msgspec.Struct, frozen=True):
    """A position as a board shows it."""

    text: str
    seat: int
    pieces: tuple[Piece, ...]
    legal: tuple[LegalMoveView, ...]
    marks: tuple[MarkView, ...]
    scores: tuple[ScoreView, ...]
    prompt: SentenceView
    over: bool


class PositionDetailView(msgspec.Struct, frozen=True):
    """A position that was asked for, with everything that belongs to it."""

    table: VariantView
    position: PositionView
    share: str
    diagram: str
    outcome: OutcomeView | None
    turns: tuple[str, ...]
    """What was played from where the request started."""


class AidsView(msgspec.Struct, frozen=True):
    """The game's sight aids: what a teacher would point at."""

    aids: tuple[MarkView, ...]


class EffectsView(msgspec.Struct, frozen=True):
    """What a legal move would do. Nothing is played."""

    effects: tuple[Effect, ...]
    say: SentenceView
    notices: tuple[SentenceView, ...]
    turn_over: bool
    turn: str
    """The turn that the move would belong to, in notation, as far as it goes then."""


class PicksRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks in a position."""

    position: PositionRequest
    picks: tuple[Pick, ...]


class ExplanationView(msgspec.Struct, frozen=True):
    """Why clicks do not make a move, or what is missing to make one; `move` is the move if they do make one."""

    text: SentenceView
    move: str | None = None


class MoveBoxRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody typed: a move, a command or a question (`help` lists them)."""

    text: str


class MoveBoxView(msgspec.Struct, frozen=True):
    """What is to be read out; and, if a move or a command was typed, the command to send."""

    text: str
    command: FromClients | None = None
