"""Calibration of scores: the frequency of wins at a given score, measured in games between bots.

The curves of `engine/analysis.odds` have two parameters per game. Equal bots play games; some positions of each are
searched as in an analysis, and the two parameters are fitted to the results of the games by maximum likelihood.
Positions with a proven result are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import msgspec

from parlour.engine.analysis import OddsCurves, analyse, curve_odds
from parlour.engine.report import Limits
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.lab.arena import Pairing
from parlour.match.records.text_format import read_record

MIN_PROBABILITY = 1e-9
"""Lower bound of probabilities, to keep logarithms finite."""


class ScoredPosition(msgspec.Struct, frozen=True):
    """The score of a search, and the result of the game for that side: 1, 0.5 or 0."""

    score: int
    result: float


class Calibration(msgspec.Struct, frozen=True):
    """The fitted curves, their mean log loss, and that of the current curves."""

    curves: OddsCurves
    loss: float
    loss_before: float
    samples: int
    drawn: float
    """Share of the positions from drawn games."""


def equal_play(game: Game, options: Options, bot: str, seed: int) -> Pairing:
    """Return the games to learn from: a bot against itself, from varied openings."""
    moves = max(game.opening_moves, 2)
    return Pairing(game.key, dict(options) | game.finite, bot, bot, opening_moves=moves, seed=seed)


def scored(record: str, limits: Limits, random: Random, each: int = 12) -> Iterator[ScoredPosition]:
    """Yield some positions of a two-seat game with their search scores."""
    read = read_record(record)
    if read.outcome is None or len(read.outcome.results) != 2 or read.outcome.reason == "adjudication":
        return
    plies = range(len(read.moves))
    wanted = set(random.sample(plies, min(each, len(plies))))
    for ply, position in enumerate(read.positions()):
        if ply in wanted and not position.is_over():
            best = analyse(position, limits, lines=1).lines[0]
            if best.proven is None:
                yield ScoredPosition(best.score, read.outcome.results[position.seat])


def fit_curves(game: Game, given: Iterable[ScoredPosition]) -> Calibration:
    """Return the curves that fit the results best, by descent from the current ones with decreasing steps."""
    data = list(given)
    old = OddsCurves.of(game)
    drawn = sum(one.result == 0.5 for one in data) / max(len(data), 1)
    best = old if drawn else OddsCurves(old.scale, 0)
    before, loss = log_loss(data, old), log_loss(data, best)
    stride = 1.5
    while stride > 1.02:
        aside = round(best.scale * (stride - 1)) if drawn else 0
        near = [
            OddsCurves(max(1, round(best.scale * stride)), best.margin),
            OddsCurves(max(1, round(best.scale / stride)), best.margin),
            OddsCurves(best.scale, best.margin + aside),
            OddsCurves(best.scale, max(0, best.margin - aside)),
        ]
        losses = [log_loss(data, curves) for curves in near]
        if min(losses) < loss:
            loss = min(losses)
            best = near[losses.index(loss)]
        else:
            stride = math.sqrt(stride)
    return Calibration(best, loss, before, len(data), drawn)


def log_loss(data: Sequence[ScoredPosition], curves: OddsCurves) -> float:
    """Return the mean log loss of the results under some curves."""
    total = 0.0
    for one in data:
        chances = curve_odds(one.score, curves)
        share = chances.win if one.result == 1 else chances.loss if one.result == 0 else chances.draw
        total -= math.log(max(share, MIN_PROBABILITY))
    return total / max(len(data), 1)
