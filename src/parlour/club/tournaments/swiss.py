"""Swiss pairing by a matching of maximum weight.

Entrants with equal or close scores meet, never twice. The criteria of the FIDE (Dutch) system are weighed in its order:
no opponent twice, one bye at most and for a low score, no side three times in a row and no surplus above two, small
score differences from the top down, then wishes for sides, floats, and the upper half of a score group against the
lower. Each criterion outweighs all later ones together, so that one matching optimises them in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from parlour.club.tournaments.rounds import EntrantHistory, Round, RoundGame, bye, histories

_NEAREST = 12
"""Number of cheapest opponents of each entrant that are tried first: a full graph takes seconds with 200 entrants."""
_BYE = 0

Cost = tuple[int, ...]


def pair_swiss_round(entrants: Iterable[int], rounds: Sequence[Round], first_side: int = 0) -> Round:
    """Return the games of the next round for the entrants who take part in it.

    `first_side` is the side of the strongest entrant in the first round; draw it by lot. If the number of entrants is
    odd, one has a bye. Games are ordered by the scores of their entrants. Opponents meet twice only if no pairing
    without that exists.
    """
    return pair_entrants(histories(entrants, rounds), first_side)


def pair_entrants(known: dict[int, EntrantHistory], first_side: int = 0) -> Round:
    """Return games for all entrants; nobody meets an opponent of their own history again."""
    costs = _costs(known)
    partners = _cheapest_matching(costs, len(known) + len(known) % 2)
    games = [_game(known, one, other, first_side) for one, other in partners]
    places = {one.number: place for place, one in enumerate(_ranked(known.values()))}
    return tuple(sorted(games, key=lambda game: (game.second is None, min(places[one] for one in game.entrants))))


def _ranked(known: Iterable[EntrantHistory]) -> list[EntrantHistory]:
    return sorted(known, key=lambda one: (-one.points, one.number))


def _costs(known: dict[int, EntrantHistory]) -> dict[tuple[int, int], Cost]:
    """Return the cost of each possible pair, criterion by criterion, the most important first."""
    ranked = _ranked(known.values())
    scores = sorted({one.points for one in ranked}, reverse=True)
    group_of = {one.number: scores.index(one.points) for one in ranked}
    members = [[one.number for one in ranked if group_of[one.number] == group] for group in range(len(scores))]
    place_in_group = {number: place for group in members for place, number in enumerate(group)}
    costs: dict[tuple[int, int], Cost] = {}
    for upper, lower in combinations(ranked, 2):
        group, other = group_of[upper.number], group_of[lower.number]
        drops = [0] * len(scores)
        drops[group] = other - group
        half = len(members[group]) // 2
        distance = place_in_group[lower.number] + (len(members[group]) if other > group else 0)
        wishes = upper.wanted_side is not None and upper.wanted_side == lower.wanted_side
        strength = min(upper.urgency, lower.urgency) if wishes else 0
        floats = (other > group and upper.last_float < 0) + (other > group and lower.last_float > 0)
        costs[upper.number, lower.number] = (
            int(lower.number in upper.opponents),
            0,
            0,
            int(strength == 3),
            *drops,
            int(strength == 2),
            int(strength == 1),
            int(floats),
            (distance - place_in_group[upper.number] - half) ** 2,
        )
    if len(ranked) % 2:
        for one in ranked:
            lowest = len(scores) - 1 - group_of[one.number]
            place = len(members[group_of[one.number]]) - 1 - place_in_group[one.number]
            costs[one.number, _BYE] = (0, int(one.unopposed), lowest, 0, *[0] * len(scores), 0, 0, 0, place**2)
    return costs


def _cheapest_matching(costs: dict[tuple[int, int], Cost], size: int) -> list[tuple[int, int]]:
    """Return the pairs of a perfect matching with the smallest cost in lexicographic order."""
    if not costs:
        return []
    scalars = _as_scalars(costs, size // 2)
    of_entrant: dict[int, list[tuple[int, int]]] = {}
    for pair in sorted(costs, key=lambda pair: (scalars[pair], pair)):
        for number in pair:
            of_entrant.setdefault(number, []).append(pair)
    nearest = _NEAREST
    while True:
        pairs = {pair for number in of_entrant for pair in of_entrant[number][:nearest]}
        found = _perfect_matching({pair: scalars[pair] for pair in pairs}, size)
        complete = nearest >= size
        if complete or (found and not any(_is_unwanted(costs[pair]) for pair in found)):
            return found
        nearest *= 4


def _is_unwanted(cost: Cost) -> bool:
    """Return whether a pair breaks a rule; pairs that were left out may avoid it."""
    repeated, second_bye, _, no_side_left = cost[:4]
    return bool(repeated or second_bye or no_side_left)


def _as_scalars(costs: dict[tuple[int, int], Cost], games: int) -> dict[tuple[int, int], int]:
    """Return one number for each cost; sums over a round compare as the criteria do, one after the other."""
    largest = [max(column) for column in zip(*costs.values(), strict=True)]
    scalars = {}
    for pair, cost in costs.items():
        scalar = 0
        for value, bound in zip(cost, largest, strict=True):
            scalar = scalar * (bound * games + 1) + value
        scalars[pair] = scalar
    return scalars


def _perfect_matching(scalars: dict[tuple[int, int], int], size: int) -> list[tuple[int, int]]:
    """Return the cheapest pairs that cover all entrants; none if there are no such pairs."""
    import networkx  # of the extra `server`, without which the store works

    graph = networkx.Graph()
    most = max(scalars.values())
    graph.add_weighted_edges_from((one, other, most - scalar) for (one, other), scalar in sorted(scalars.items()))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < size:
        return []
    return [(one, other) if (one, other) in scalars else (other, one) for one, other in found]


def _game(known: dict[int, EntrantHistory], one: int, other: int, first_side: int) -> RoundGame:
    if _BYE in (one, other):
        return bye(one or other)
    upper, lower = _ranked((known[one], known[other]))
    side = _side_of(upper, lower, first_side)
    first, second = (upper, lower) if side == 0 else (lower, upper)
    return RoundGame(first.number, second.number)


def _side_of(upper: EntrantHistory, lower: EntrantHistory, first_side: int) -> int:
    """Return the side of the entrant with the higher rank."""
    if upper.wanted_side is None:
        if lower.wanted_side is not None:
            return 1 - lower.wanted_side
        return first_side if upper.number % 2 else 1 - first_side
    if lower.wanted_side is None:
        return upper.wanted_side
    if upper.wanted_side != lower.wanted_side:
        return upper.wanted_side
    if (upper.urgency, abs(upper.surplus)) != (lower.urgency, abs(lower.surplus)):
        stronger = (upper.urgency, abs(upper.surplus)) > (lower.urgency, abs(lower.surplus))
        return upper.wanted_side if stronger else 1 - lower.wanted_side
    return _alternated(upper, lower)


def _alternated(upper: EntrantHistory, lower: EntrantHistory) -> int:
    """Return the side that differs from the most recent round in which the two had different sides."""
    assert upper.wanted_side is not None
    for own, theirs in zip(reversed(upper.sides), reversed(lower.sides), strict=False):
        if own != theirs:
            return 1 - own
    return upper.wanted_side
