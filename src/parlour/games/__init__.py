"""Games: the contract that every game fulfils, the games themselves, and where to find them.

In reading order:

- `face`, `board`, `options`, `words`: the records that games are described with.
- `core`: `Position`, compiled; `defaults`: what a position does unless its game says otherwise.
- `description`: `Game`, the description of a game. `plain`: games in plain Python.
- `registry`: finding games. `conformance`: the checks that every game must pass.
- one folder a game.
"""

from parlour.games.contract.board import Arc, Board, Cell, EdgeLabel, Line, Site, Tray, square_board
from parlour.games.contract.display import Beam, Effect, Mark, Outcome, Piece, Score
from parlour.games.contract.game import (
    Draft,
    Flawless,
    Game,
    Kind,
    LegacyGame,
    Problem,
    Side,
    Style,
    Term,
    Verb,
    write_share,
)
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.plain_game import PlainGame, PlainPosition
from parlour.games.contract.position import Position
from parlour.games.registry import game, games, keys, load, read_share
from parlour.i18n.message import Message

__all__ = [
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
    "LegacyGame",
    "Line",
    "Mark",
    "Message",
    "Option",
    "Options",
    "Outcome",
    "Piece",
    "PlainGame",
    "PlainPosition",
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
    "keys",
    "load",
    "read_share",
    "square_board",
    "write_share",
]
