"""Pylos."""

from parlour.games.pylos.game import Pylos

GAME = Pylos()

__all__ = ["GAME"]
