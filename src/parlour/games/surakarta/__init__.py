"""Surakarta."""

from parlour.games.surakarta.game import Surakarta

GAME = Surakarta()

__all__ = ["GAME"]
