"""Tuning: fit the weights of a game's evaluation to games that bots played against themselves.

The result of a game is predicted from the evaluation terms of its positions with a logistic regression (Texel tuning).
Positions in the middle of an exchange are left out, because the search does not evaluate them. The new weights are only
printed; to use them, write them into the game's `terms` with a note.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.lab.arena import Pairing
from parlour.match.records.text_format import read_record

UNIT = 1000
"""Weight with which a single term is evaluated."""


class Sample(msgspec.Struct, frozen=True):
    """The evaluation terms of a position for the seat to move, and the result of the game for that seat."""

    terms: tuple[float, ...]
    result: float


class Fit(msgspec.Struct, frozen=True):
    """Fitted weights, their mean log loss, and that of the old weights."""

    weights: dict[str, int]
    loss: float
    loss_before: float
    scale: float
    samples: int


def self_play(game: Game, options: Options, nodes: int, seed: int) -> Pairing:
    """Return the games to learn from: fast bots with randomness, from random openings."""
    bot = f"custom,method=alphabeta,nodes={nodes},blunder_rate=0.05,eval_noise=80,margin=15"
    return Pairing(game.key, dict(options), bot, bot, opening_moves=6, seed=seed)


def samples(record: str, random: Random, each: int = 12) -> Iterator[Sample]:
    """Yield some quiet positions of a two-seat game."""
    read = read_record(record)
    if read.outcome is None or len(read.outcome.results) != 2 or read.outcome.reason == "adjudication":
        return
    walk = read.positions()
    position = next(walk)
    wanted = set(random.sample(range(len(read.moves)), min(each, len(read.moves))))
    for ply, move in enumerate(read.moves):
        if ply in wanted and ply > 6:
            tactical = position.tactical_moves()
            if position.read_move(move.text) not in tactical:
                yield Sample(terms_of(position), read.outcome.results[position.seat])
        next(walk)


def terms_of(position: Position) -> tuple[float, ...]:
    """Return the value of each evaluation term for the seat to move."""
    names = [term.name for term in position.game.terms]
    reader = position.copy()
    found = []
    for name in names:
        reader.weigh({other: UNIT if other == name else 0 for other in names})
        found.append(reader.static(reader.seat) / UNIT)
    return tuple(found)


def fit(game: Game, given: Iterable[Sample], rounds: int = 400, prior: float = 0.02) -> Fit:
    """Return the weights that fit the results best, regularized towards the current ones.

    Uses gradient descent with a separate step size per weight (Rprop), because terms differ in size by orders of
    magnitude.
    """
    data = list(given)
    old = [float(term.weight) for term in game.terms]
    scale = _best_scale(data, old)
    weights = list(old)
    steps = [max(abs(weight) * 0.1, 2.0) for weight in old]
    last = [0.0] * len(old)
    best, best_loss = list(weights), _loss(data, weights, scale)
    before = best_loss
    for _ in range(rounds):
        slopes = _slopes(data, weights, scale)
        for n, slope in enumerate(slopes):
            slope += prior * (weights[n] - old[n]) / max(abs(old[n]), 10.0) ** 2
            if slope * last[n] > 0:
                steps[n] = min(steps[n] * 1.2, 200.0)
            elif slope * last[n] < 0:
                steps[n] = max(steps[n] * 0.5, 0.05)
            last[n] = slope
            weights[n] -= math.copysign(steps[n], slope) if slope else 0.0
        loss = _loss(data, weights, scale)
        if loss < best_loss:
            best, best_loss = list(weights), loss
    names = [term.name for term in game.terms]
    found = {name: round(weight) for name, weight in zip(names, best, strict=True)}
    return Fit(found, best_loss, before, scale, len(data))


def _score(sample: Sample, weights: list[float]) -> float:
    return sum(term * weight for term, weight in zip(sample.terms, weights, strict=True))


def _share(score: float, scale: float) -> float:
    return 1 / (1 + math.exp(-min(max(score / scale, -30.0), 30.0)))


def _loss(data: list[Sample], weights: list[float], scale: float) -> float:
    total = 0.0
    for sample in data:
        share = min(max(_share(_score(sample, weights), scale), 1e-9), 1 - 1e-9)
        total -= sample.result * math.log(share) + (1 - sample.result) * math.log(1 - share)
    return total / max(len(data), 1)


def _slopes(data: list[Sample], weights: list[float], scale: float) -> list[float]:
    slopes = [0.0] * len(weights)
    for sample in data:
        miss = _share(_score(sample, weights), scale) - sample.result
        for n, term in enumerate(sample.terms):
            slopes[n] += miss * term
    return [slope / (scale * max(len(data), 1)) for slope in slopes]


def _best_scale(data: list[Sample], weights: list[float]) -> float:
    """Return the lead that multiplies the odds by e, for the current weights."""
    return min((25 * 1.25**n for n in range(24)), key=lambda scale: _loss(data, weights, scale))
