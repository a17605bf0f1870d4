"""Knockout: the loser of a game leaves. The seeding keeps the strongest apart until the last rounds."""

from __future__ import annotations

from collections.abc import Sequence

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

    `entrants` are all who began, the strongest first. A round is complete when each of its games has a winner: a drawn
    game is played again with sides exchanged, before this is called. In the first round the strongest have byes if the
    number of entrants is not a power of two.
    """
    if not rounds:
        size = 1 << max(len(entrants) - 1, 0).bit_length()
        seeds = [entrants[seed - 1] if seed <= len(entrants) else None for seed in bracket_order(size)]
    else:
        seeds = [winner(game) for game in rounds[-1]]
    games = []
    for upper, lower in zip(seeds[::2], seeds[1::2], strict=False):
        if upper is None or lower is None:
            games.append(bye(upper if upper is not None else lower or 0))
        else:
            games.append(_balanced(upper, lower, rounds))
    return tuple(games)


def winner(game: RoundGame) -> int:
    """Return the entrant who advances; raise `ValueError` if the game has no winner."""
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
