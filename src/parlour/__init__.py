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
    from parlour.games.contract.game import Game, write_share
    from parlour.games.contract.position import Position
    from parlour.games.registry import game, keys, load, read_share

__all__ = ["Game", "Position", "__version__", "game", "keys", "load", "read_share", "write_share"]

__version__ = version("parlour")


def __getattr__(name: str) -> Any:
    """Import public names on first use, so that `parlour --version` does not load the games."""
    if name in __all__:
        return getattr(import_module("parlour.games"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
