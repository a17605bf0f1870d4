"""YINSH."""

from parlour.games.yinsh.game import Yinsh

GAME = Yinsh()

__all__ = ["GAME"]
