"""Laser Chess."""

from parlour.games.laserchess.game import LaserChess

GAME = LaserChess()

__all__ = ["GAME"]
