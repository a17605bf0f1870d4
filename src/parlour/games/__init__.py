"""Games: the contract that every game implements, the games themselves, and the registry that finds them.

In reading order:

- `contract/`: `Position` (compiled), `Game`, and the types they use; `plain_game` for games in one Python file.
- `registry`: finding and loading games.
- `conformance/`: the checks that every game must pass.
- `drawing/`: SVG pictures. `learning/`: lessons, puzzles, diagrams of the rules pages.
- one folder per game, all with the same files: `tables`, `rules`, `evaluation`, `position`, `notation`, `encoding`,
  `explain`, `coach`, `game`, `setup_check`, `handicap`, `legacy`, `baseline`, `baseline_search`. A file that a game
  does not need is absent.
"""

from parlour.games.contract.board import (
    Appearance,
    Arc,
    Board,
    Cell,
    EdgeLabel,
    Line,
    Site,
    Tray,
    hexagon_board,
    square_board,
)
from parlour.games.contract.declarations import Flawless, Kind, Side, Style, Term, Verb
from parlour.games.contract.display import Beam, Effect, Mark, Outcome, Picks, Piece, Score
from parlour.games.contract.draft import Draft, Problem
from parlour.games.contract.encoding import Planes
from parlour.games.contract.game import Game, write_share
from parlour.games.contract.legacy import LegacyDatabase, LegacyGame
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.plain_game import PlainGame, PlainPosition
from parlour.games.contract.position import Position
from parlour.games.registry import game, games, keys, load, read_share
from parlour.i18n.message import Message

__all__ = [
    "Appearance",
    "Arc",
    "Beam",
    "Board",
    "Cell",
    "Choice",
    "Draft",
    "EdgeLabel",
    "Effect",
    "Flawless",
    "Game",
    "Kind",
    "LegacyDatabase",
    "LegacyGame",
    "Line",
    "Mark",
    "Message",
    "Option",
    "Options",
    "Outcome",
    "Picks",
    "Piece",
    "PlainGame",
    "PlainPosition",
    "Planes",
    "Position",
    "Preset",
    "Problem",
    "Score",
    "Side",
    "Site",
    "Style",
    "Term",
    "Tray",
    "Verb",
    "game",
    "games",
    "hexagon_board",
    "keys",
    "load",
    "read_share",
    "square_board",
    "write_share",
]
