"""Messages about games, their options, and positions."""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.board import Board
from parlour.games.contract.declarations import Kind, Side, Verb
from parlour.games.contract.display import Effect, Mark, Pick, Picks, Piece, Score
from parlour.games.contract.options import Option, Preset, Value
from parlour.match.commands import FromClients
from parlour.server.messages import OutcomeView, Request, SentenceView, View

# ---- Games -----------------------------------------------------------------------------------------------------------


class GameHeaderView(View):
    """Summary of a game for lists; `seats` are the minimum and maximum number of seats."""

    key: str
    title: str
    description: str
    seats: tuple[int, int]


class GameSummaryView(GameHeaderView):
    """A game in a list of games. `share` is the share string of a position that shows what the game looks like."""

    share: str


class LevelView(View):
    """A level of the computer player."""

    level: int | Literal["perfect"]
    name: str
    help: str


class StyleView(View):
    """A style of the computer player."""

    key: str
    label: str
    help: str


class BotSettingView(View):
    """A setting of a bot of level "custom": one of `choices`, or a number from `low` to `high`."""

    key: str
    label: str
    help: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False


class OptionsRequest(Request):
    """Option values that override a preset; others have their default."""

    options: dict[str, Value] = {}
    preset: str | None = None


class VariantView(View):
    """A game with given options."""

    game: str
    options: dict[str, Value]
    """Values of all options."""
    preset: str | None
    """The preset with exactly these values; None for a custom set."""
    applies: dict[str, bool]
    """Which options apply, given the others."""
    sides: tuple[Side, ...]
    board: Board
    start: str
    starts: dict[str, dict[str, str]]
    """For each option that affects the start position: the start position for each of its values, as a share string,
    with all other options unchanged. Values are written as in share strings."""
    levels: tuple[LevelView, ...]
    custom: tuple[BotSettingView, ...]
    """Settings of a bot of level "custom"; players of earlier programs are choices of `baseline`."""
    editable: bool
    """Whether the editor can place pieces; positions of other games are texts."""


class GameView(GameHeaderView):
    """A game, and its variant with the default options."""

    kinds: tuple[Kind, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    verbs: tuple[Verb, ...]
    styles: tuple[StyleView, ...]
    reasons: tuple[str, ...]
    first_can_be_chosen: bool
    baselines: tuple[str, ...]
    """Players of earlier programs, for custom bots with the method "baseline"."""
    table: VariantView


class DiagramView(View):
    """A diagram in the rules: a position with a legal move, or with picks that do not make a move.

    `illegal` has the labels of the sites, separated by spaces. `says` describes the move, or explains why it is
    illegal, in the terms of the rules; `text` is the board as plain text.
    """

    share: str
    legal: str
    illegal: str
    caption: str
    says: str
    text: str


class RulesView(View):
    """The rules of a game. A fenced `diagram` block in the Markdown contains the index of a diagram."""

    language: str
    markdown: str
    diagrams: tuple[DiagramView, ...] = ()


# ---- Positions -------------------------------------------------------------------------------------------------------


class PositionRequest(Request):
    """A position: by a share string (`game;option=value,…;text`), or by game, options and text; and moves from there.

    Without a text, the start position.
    """

    share: str | None = None
    game: str | None = None
    options: dict[str, Value] = {}
    text: str | None = None
    moves: tuple[str, ...] = ()


class LegalMoveView(View):
    """A legal move: its index, its notation, and all paths of picks that select it.

    No path is a prefix of another move's path, so a complete path selects its move.
    """

    index: int
    text: str
    paths: tuple[Picks, ...]


class MarkView(Mark, frozen=True, kw_only=True):
    """A mark on the board, with its label."""

    label: str


class ScoreView(Score, frozen=True, kw_only=True):
    """A number beside a player's name, with its label."""

    label: str


class PositionView(View):
    """A position as a board shows it."""

    text: str
    seat: int
    pieces: tuple[Piece, ...]
    legal: tuple[LegalMoveView, ...]
    marks: tuple[MarkView, ...]
    scores: tuple[ScoreView, ...]
    prompt: SentenceView
    over: bool


class PositionDetailView(View):
    """A position with its variant, outcome and turns."""

    table: VariantView
    position: PositionView
    share: str
    diagram: str
    outcome: OutcomeView | None
    turns: tuple[str, ...]
    """Turns played since the start of the request."""


class AidsView(View):
    """The teaching aids of a position."""

    aids: tuple[MarkView, ...]


class EffectsView(View):
    """The effects of a legal move that is not played."""

    effects: tuple[Effect, ...]
    say: SentenceView
    notices: tuple[SentenceView, ...]
    turn_over: bool
    turn: str
    """Notation of the turn up to this move."""


class PicksRequest(Request):
    """Picks in a position."""

    position: PositionRequest
    picks: tuple[Pick, ...]


class ExplanationView(View):
    """Why picks do not make a move, or what is missing; `move` is the move if they make one."""

    text: SentenceView
    move: str | None = None


class MoveBoxRequest(Request):
    """Text typed into the move box: a move, a command or a question (`help` lists them)."""

    text: str


class MoveBoxView(View):
    """The answer to read out; for a move or a command, also the command to send."""

    text: str
    command: FromClients | None = None
