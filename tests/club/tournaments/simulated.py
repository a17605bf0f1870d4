"""Simulated tournaments: results are drawn from the strengths of the entrants."""

from __future__ import annotations

from random import Random

import msgspec

from parlour.club.tournaments.rounds import Round, RoundGame
from parlour.club.tournaments.swiss import pair_swiss_round


def play(games: Round, rng: Random, spread: float = 8.0) -> Round:
    """Return the games with results: a lower number is a stronger entrant."""
    return tuple(_played(game, rng, spread) for game in games)


def _played(game: RoundGame, rng: Random, spread: float) -> RoundGame:
    if game.second is None:
        return game
    if rng.random() < 0.1:
        return msgspec.structs.replace(game, points=(0.5, 0.5))
    chance = 1 / (1 + 10 ** ((game.first - game.second) / spread))
    return msgspec.structs.replace(game, points=(1.0, 0.0) if rng.random() < chance else (0.0, 1.0))


def swiss(entrants: int, rounds: int, seed: int) -> list[Round]:
    """Return the rounds of a simulated Swiss tournament."""
    rng = Random(seed)
    played: list[Round] = []
    for _ in range(rounds):
        played.append(play(pair_swiss_round(range(1, entrants + 1), played, rng.randrange(2)), rng))
    return played
