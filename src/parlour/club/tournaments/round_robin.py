"""Round robin by Berger tables: everybody meets everybody, sides alternate."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.club.tournaments.rounds import Round, RoundGame, bye


def round_robin(entrants: Sequence[int], cycles: int = 1) -> tuple[Round, ...]:
    """Return all rounds; in every second cycle the sides are exchanged.

    With an odd number of entrants each has one bye in a cycle, without points.

    >>> [[(game.first, game.second) for game in games] for games in round_robin([1, 2, 3, 4])]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    places: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    last = len(places) - 1
    rounds = []
    for number in range(last * cycles):
        turned = number * (last + 1) // 2 % last if last else 0
        circle = [places[(turned + step) % last] for step in range(last)]
        pairs = [(circle[0], places[last])] if number % 2 == 0 else [(places[last], circle[0])]
        pairs += [(circle[step], circle[last - step]) for step in range(1, (last + 1) // 2)]
        if number // last % 2:
            pairs = [(second, first) for first, second in pairs]
        rounds.append(tuple(_game(first, second) for first, second in pairs))
    return tuple(rounds)


def _game(first: int | None, second: int | None) -> RoundGame:
    if first is not None and second is not None:
        return RoundGame(first, second)
    entrant = first if first is not None else second
    assert entrant is not None
    return bye(entrant, points=0.0)
