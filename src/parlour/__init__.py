"""Parlour: abstract strategy board games to play, analyse and store.

>>> import parlour
>>> parlour.game("surakarta").start().perft(2)
256
"""

from importlib.metadata import version
from typing import TYPE_CHECKING

from parlour import _pure
from parlour.lazy_imports import lazy_imports

_pure.install()

if TYPE_CHECKING:
    from parlour import errors, games, pictures, protocol, records
    from parlour import rl as rl
    from parlour.engine.levels import Bot
    from parlour.errors import ParlourError
    from parlour.games.contract.display import Outcome
    from parlour.games.contract.game import Game, write_share
    from parlour.games.contract.position import Position
    from parlour.games.registry import game, keys, load, read_share
    from parlour.library import analyse, arena
    from parlour.pictures import animation, svg

__all__ = [
    "Bot",
    "Game",
    "Outcome",
    "ParlourError",
    "Position",
    "__version__",
    "analyse",
    "animation",
    "arena",
    "errors",
    "game",
    "games",
    "keys",
    "load",
    "pictures",
    "protocol",
    "read_share",
    "records",
    "svg",
    "write_share",
]

__version__ = version("parlour")

# So that `parlour --version` does not load the games. `rl` is not in `__all__`: it needs an extra.
__getattr__, __dir__ = lazy_imports(
    __name__,
    dict.fromkeys(set(__all__) - {"__version__"}, "parlour.games")
    | {name: f"parlour.{name}" for name in ("errors", "games", "pictures", "protocol", "records", "rl")}
    | dict.fromkeys(("analyse", "arena"), "parlour.library")
    | dict.fromkeys(("animation", "svg"), "parlour.pictures")
    | {"Bot": "parlour.engine.levels", "ParlourError": "parlour.errors"},
)
