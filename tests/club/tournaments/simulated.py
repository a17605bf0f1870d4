"""Simulated tournaments: results are drawn from the strengths of the entrants."""

from __future__ import annotations

from random import Random

import msgspec

from parlour.club.tournaments.rounds import Round, RoundGame
from parlour.club.tournaments.swiss import pair_swiss_round


class Eventful(msgspec.Struct):
    """A Swiss tournament that entrants join late and leave: its rounds, and who took part in each."""

    rounds: list[Round]
    present: list[set[int]]


def play(games: Round, rng: Random, spread: float = 8.0, forfeits: float = 0.0) -> Round:
    """Return the games with results: a lower number is a stronger entrant. A share of them are forfeits."""
    return tuple(_played(game, rng, spread, forfeits) for game in games)


def _played(game: RoundGame, rng: Random, spread: float, forfeits: float) -> RoundGame:
    if game.second is None:
        return game
    forfeit = rng.random() < forfeits
    if not forfeit and rng.random() < 0.1:
        return msgspec.structs.replace(game, points=(0.5, 0.5))
    chance = 1 / (1 + 10 ** ((game.first - game.second) / spread))
    points = (1.0, 0.0) if rng.random() < chance else (0.0, 1.0)
    return msgspec.structs.replace(game, points=points, forfeit=forfeit)


def swiss(entrants: int, rounds: int, seed: int) -> list[Round]:
    """Return the rounds of a simulated Swiss tournament."""
    rng = Random(seed)
    played: list[Round] = []
    for _ in range(rounds):
        played.append(play(pair_swiss_round(range(1, entrants + 1), played, rng.randrange(2)), rng))
    return played


def eventful_swiss(entrants: int, rounds: int, seed: int) -> Eventful:
    """Return a Swiss tournament with late entrants, withdrawals, returns, forfeits and a substitute.

    Up to a tenth of the entrants come late, and up to a fifth leave, of whom some return. In every other tournament a
    bot, which has the highest number, takes the place of a bye.
    """
    rng = Random(seed)
    late = rng.randint(0, entrants // 10)
    substitute = entrants + 1 if rng.random() < 0.5 else None
    present, gone = set(range(1, entrants - late + 1)), set[int]()
    event = Eventful([], [])
    for number in range(rounds):
        if number:
            joined = {one for one in range(entrants - late + 1, entrants + 1) if rng.random() < 0.5} - present - gone
            returned = {one for one in sorted(gone) if rng.random() < 0.2}
            left = {one for one in sorted(present) if rng.random() < 0.03 and len(gone) < entrants // 5}
            present, gone = (present | joined | returned) - left, (gone | left) - returned
        playing = present | ({substitute} if substitute and len(present) % 2 else set())
        games = pair_swiss_round(sorted(playing), event.rounds, rng.randrange(2))
        event.rounds.append(play(games, rng, forfeits=0.05))
        event.present.append(playing)
    return event
