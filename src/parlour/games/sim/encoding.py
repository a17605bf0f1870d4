"""Sim as numbers for machine learning: the list of all moves, and the planes of a position."""

from __future__ import annotations

from parlour.games.contract.encoding import Planes
from parlour.games.contract.options import Options
from parlour.games.sim.tables import strokes


def action_moves(options: Options) -> range:
    """Return the strokes in the order of their numbers: A-B, A-C, B-C, A-D …"""
    return range(strokes(int(options["vertices"])))


def planes(options: Options) -> Planes:
    """Return the planes: for each player, from the viewer in the order of play, a symmetric matrix of dots."""
    players = ["own", *(f"player +{n}" for n in range(1, int(options["players"])))]
    names = [f"{player} {what}" for what in ("strokes", "out", "turn") for player in players]
    return Planes(tuple(names), int(options["vertices"]), int(options["vertices"]))
