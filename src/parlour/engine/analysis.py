"""Choose the search for a position, and convert its scores into chances and text."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from parlour.engine.report import PROVEN, Limits, PrincipalVariation, Report, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.mcts import Mcts
from parlour.games.contract.game import Game
from parlour.games.contract.position import Position
from parlour.i18n.message import Message

Search = AlphaBeta | Mcts
"""A search keeps its results between calls and never changes the position."""


def search_for(position: Position) -> Search:
    """Return a new search: alpha-beta for two seats, Monte Carlo tree search for more."""
    if len(position.game.sides(position.options)) == 2:
        return AlphaBeta()
    return Mcts()


def analyse(
    position: Position,
    limits: Limits,
    lines: int = 3,
    stop: Stop | None = None,
    on_report: Callable[[Report], None] | None = None,
    memory: Search | None = None,
) -> Report:
    """Analyse a position until a limit or `stop` ends the search; call `on_report` after every step.

    Pass the same `memory` (from `search_for`) again to reuse the results of an earlier analysis of the game.
    """
    search = search_for(position) if memory is None else memory
    return search.search(position, limits, lines=lines, stop=stop, on_report=on_report)


class Odds(msgspec.Struct, frozen=True):
    """Probabilities of a win, a draw and a loss for a seat; they add up to 1."""

    win: float
    draw: float
    loss: float


class OddsCurves(NamedTuple):
    """Two logistic curves, for winning and for losing; the rest is the probability of a draw.

    `scale` is the lead that multiplies the odds by e. `margin` is the distance of each curve from an even score.
    `parlour calibrate` measures both.
    """

    scale: int
    margin: int

    @classmethod
    def of(cls, game: Game) -> OddsCurves:
        """Return the curves of a game."""
        return cls(game.odds_scale or game.score_scale, game.draw_margin)


def odds(score: int, game: Game) -> Odds:
    """Return the chances of a seat with a given score."""
    return curve_odds(score, OddsCurves.of(game))


def curve_odds(score: int, curves: OddsCurves) -> Odds:
    """Return the chances of a seat with a given score, from given curves; a proven result is certain."""
    if abs(score) > PROVEN:
        return Odds(1.0, 0.0, 0.0) if score > 0 else Odds(0.0, 0.0, 1.0)
    win, loss = (1 / (1 + math.exp(_bounded((curves.margin - lead) / curves.scale))) for lead in (score, -score))
    return Odds(win, max(0.0, 1 - win - loss), loss)


def _bounded(exponent: float) -> float:
    return min(max(exponent, -500.0), 500.0)


def line_odds(line: PrincipalVariation, game: Game) -> Odds:
    """Return the chances of the seat to move if it plays a line; a proven result is certain."""
    return Odds(0.0, 1.0, 0.0) if line.proven == 0 else odds(line.score, game)


def score_message(line: PrincipalVariation) -> Message:
    """Return the value of a line for the seat to move as a message: “wins within 3 moves”, “a draw”, “+1.2”.

    The number of turns, which the text calls moves, includes those of both sides.
    """
    if line.proven == 0:
        return Message("shared.score.draw")
    if line.proven is not None:
        word = "wins" if line.proven > 0 else "loses"
        return length_message(f"shared.score.{word}", line.turns, exact=line.turns_exact)
    lead = round(line.score / 10)
    return Message("shared.score.lead", {"lead": f"{lead / 10:+.1f}" if lead else "0.0"})


def length_message(key: str, turns: int | None, *, exact: bool) -> Message:
    """Return the message about a win or a loss that takes a number of turns: `key` alone if the number is unknown, with
    `-in` if it is exact, with `-within` if it is an upper bound.

    >>> length_message("wins", 3, exact=True).key, length_message("wins", 3, exact=False).key
    ('wins-in', 'wins-within')
    """
    if turns is None:
        return Message(key)
    # A bound of one turn is exact: no win is shorter.
    return Message(f"{key}-in" if exact or turns == 1 else f"{key}-within", {"n": turns})


def own_turns(turns: int | None) -> int | None:
    """Return how many of these turns belong to the side to move."""
    return None if turns is None else (turns + 1) // 2


def score_text(position: Position, line: PrincipalVariation, language: str = "en") -> str:
    """Return `score_message` as text."""
    text: str = position.game.sentence(score_message(line), position.options, language=language)
    return text
