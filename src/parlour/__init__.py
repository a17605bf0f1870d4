"""Parlour: abstract strategy board games to play, analyse and store.

>>> import parlour
>>> parlour.game("surakarta").start().perft(2)
256
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from parlour import _pure

_pure.install()

if TYPE_CHECKING:
    from parlour import errors, pictures, records
    from parlour.engine.levels import Bot
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
    "Position",
    "__version__",
    "analyse",
    "animation",
    "arena",
    "errors",
    "game",
    "keys",
    "load",
    "pictures",
    "read_share",
    "records",
    "svg",
    "write_share",
]

__version__ = version("parlour")

_MODULES = {"errors", "pictures", "records"}
_ELSEWHERE = {
    "Bot": "parlour.engine.levels",
    "analyse": "parlour.library",
    "animation": "parlour.pictures",
    "arena": "parlour.library",
    "svg": "parlour.pictures",
}
"""The modules of the names that `parlour.games` does not have."""


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Import public names on first use, so that `parlour --version` does not load the games."""
    if name in _MODULES:
        return import_module(f"parlour.{name}")
    if name in __all__:
        return getattr(import_module(_ELSEWHERE.get(name, "parlour.games")), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
