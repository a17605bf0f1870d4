"""Knockout: the loser of a game leaves. The seeding keeps the strongest apart until the last rounds."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.club.tournaments.results import DOUBLE_LOSS
from parlour.club.tournaments.rounds import Round, RoundGame, bye


def bracket_order(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom; `size` is a power of two.

    >>> bracket_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for high in order for seed in (high, 2 * len(order) + 1 - high)]
    return order


def pair_knockout_round(entrants: Sequence[int], rounds: Sequence[Round]) -> Round:
    """Return the games of the next round.

    `entrants` are all who began, the strongest first. A round is complete when each of its games is decided: a drawn
    game is played again with sides exchanged, before this is called. In the first round the strongest have byes if the
    number of entrants is not a power of two. The opponent of a game that both have lost has a bye as well; where two
    such games meet, a bye without points for one who is out keeps the place in the bracket.
    """
    if not rounds:
        size = 1 << max(len(entrants) - 1, 0).bit_length()
        seeds = [entrants[seed - 1] if seed <= len(entrants) else None for seed in bracket_order(size)]
    else:
        seeds = [winner(game) for game in rounds[-1]]
    games = []
    for place, (upper, lower) in enumerate(zip(seeds[::2], seeds[1::2], strict=False)):
        if upper is None and lower is None:
            games.append(bye(rounds[-1][2 * place].first, points=0.0))
        elif upper is None or lower is None:
            games.append(bye(upper or lower or 0))
        else:
            games.append(_balanced(upper, lower, rounds))
    return tuple(games)


def winner(game: RoundGame) -> int | None:
    """Return the entrant who advances; None if both have lost. Raise `ValueError` if the game is not decided."""
    if game.points == DOUBLE_LOSS:
        return None
    if game.second is None:
        return game.first
    if game.points is None or game.points[0] == game.points[1]:
        raise ValueError(f"The game of {game.first} and {game.second} has no winner.")
    return game.first if game.points[0] > game.points[1] else game.second


def _balanced(upper: int, lower: int, rounds: Sequence[Round]) -> RoundGame:
    """Return a game begun by the entrant who has begun fewer games; if equal, by the one seeded higher."""
    begun = dict.fromkeys((upper, lower), 0)
    for games in rounds:
        for game in games:
            if game.first in begun and game.second is not None:
                begun[game.first] += 1
    first, second = sorted((upper, lower), key=lambda entrant: (begun[entrant], entrant))
    return RoundGame(first, second)
