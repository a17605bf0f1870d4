"""Sim."""

from parlour.games.sim.game import Sim

GAME = Sim()

__all__ = ["GAME"]
