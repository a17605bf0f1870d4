"""Swiss pairing by a matching of maximum weight.

Entrants with equal or close scores meet, never twice. The criteria of the FIDE (Dutch) system are weighed in its order:
no opponent twice, one bye at most and for a low score, no side three times in a row and no surplus above two, opponents
from other teams if wanted, small score differences from the top down, then side preferences, floats, and the upper half
of a score group against the lower. Each criterion outweighs all later ones together, so that one matching optimises
them in this order. With many entrants it is the best among the likely pairs.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from parlour.club.tournaments.rounds import MUST_CHANGE, EntrantHistory, Round, RoundGame, bye, histories

_NEAREST = 8
"""Number of cheapest opponents with equal points of each entrant that are tried first.

A full graph takes minutes with 500 entrants.
"""
_FLOATS = 4
"""Ratio of these to the opponents with fewer points, with more points, or with the same side preference."""
_MAX_EXACT_PAIRS = 2_000
"""Maximum number of pairs that are all tried at once: about 62 entrants."""
_BYE = 0

Pair = tuple[int, int]


def pair_swiss_round(
    entrants: Iterable[int], rounds: Sequence[Round], first_side: int = 0, teams: Mapping[int, str] | None = None
) -> Round:
    """Return the games of the next round for the entrants who take part in it.

    `first_side` is the side of the strongest entrant in the first round, drawn at random. If the number of entrants
    is odd, one has a bye. Games are ordered by the scores of their entrants. Opponents meet twice only if no pairing
    without that exists. `teams` has the teams of entrants whose members should not meet.
    """
    return pair_entrants(histories(entrants, rounds), first_side, teams)


def pair_entrants(
    known: dict[int, EntrantHistory], first_side: int = 0, teams: Mapping[int, str] | None = None
) -> Round:
    """Return games for all entrants; nobody meets an opponent of their own history again."""
    costs = _PairCosts(known, teams or {})
    games = [_game(known, one, other, first_side) for one, other in _cheapest_matching(costs)]
    places = {one.number: place for place, one in enumerate(_ranked(known.values()))}
    return tuple(sorted(games, key=lambda game: (game.second is None, min(places[one] for one in game.entrants))))


def _ranked(known: Iterable[EntrantHistory]) -> list[EntrantHistory]:
    return sorted(known, key=lambda one: (-one.points, one.number))


class _PairCosts:
    """The cost of every possible pair as one number, whose sums over a round compare as the criteria do in their order.

    Each criterion has a place value above the largest sum of all later ones.
    """

    def __init__(self, known: dict[int, EntrantHistory], teams: Mapping[int, str]) -> None:
        self._teams = teams
        self.ranked = _ranked(known.values())
        self.size = len(known) + len(known) % 2
        scores = sorted({one.points for one in self.ranked}, reverse=True)
        self.group_of = {one.number: scores.index(one.points) for one in self.ranked}
        self.members: list[list[int]] = [[] for _ in scores]
        for one in self.ranked:
            self.members[self.group_of[one.number]].append(one.number)
        self.place_in_group = {number: place for group in self.members for place, number in enumerate(group)}
        self.costs: dict[Pair, int] = {}
        self.unwanted: set[Pair] = set()
        """Pairs that break a rule."""
        self.same_wish: set[Pair] = set()
        """Pairs of entrants who want the same side."""
        last = len(scores) - 1
        repeated, second_bye, bye_group, side, mates, *drops, surplus, alternation, floats, self._distance = (
            _place_values(
                [
                    1,
                    1,
                    last,
                    1,
                    int(bool(teams)),
                    *(last - group for group in range(len(scores))),
                    1,
                    1,
                    2,
                    (2 * len(known)) ** 2,
                ],
                self.size // 2,
            )
        )
        self._add_games(repeated, mates, (0, alternation, surplus, side), drops, floats)
        if len(known) % 2:
            self._add_byes(second_bye, bye_group)

    def _add_games(self, repeated: int, mates: int, sides: tuple[int, ...], drops: list[int], floats: int) -> None:
        """Add the pairs of two entrants; `sides` are the costs of equal side preferences, by urgency."""
        side_preferences = {one.number: (one.wanted_side, one.urgency) for one in self.ranked}
        for at, upper in enumerate(self.ranked):
            group, (wanted, urgency) = self.group_of[upper.number], side_preferences[upper.number]
            met, size = set(upper.opponents), len(self.members[group])
            middle = self.place_in_group[upper.number] + size // 2
            team = self._teams.get(upper.number)
            for lower in self.ranked[at + 1 :]:
                number = lower.number
                drop, distance, cost = self.group_of[number] - group, self.place_in_group[number] - middle, 0
                if drop:
                    distance += size
                    cost = drop * drops[group] + ((upper.last_float < 0) + (lower.last_float > 0)) * floats
                cost += distance * distance * self._distance
                their_wanted, their_urgency = side_preferences[number]
                if wanted is not None and wanted == their_wanted:
                    strength = min(urgency, their_urgency)
                    cost += sides[strength]
                    self.same_wish.add((upper.number, number))
                    if strength == MUST_CHANGE:
                        self.unwanted.add((upper.number, number))
                if team is not None and team == self._teams.get(number):
                    cost += mates
                if number in met:
                    cost += repeated
                    self.unwanted.add((upper.number, number))
                self.costs[upper.number, number] = cost

    def _add_byes(self, second_bye: int, bye_group: int) -> None:
        for one in self.ranked:
            group = self.group_of[one.number]
            place = len(self.members[group]) - 1 - self.place_in_group[one.number]
            pair = one.number, _BYE
            self.costs[pair] = (len(self.members) - 1 - group) * bye_group + place * place * self._distance
            if one.unopposed:
                self.costs[pair] += second_bye
                self.unwanted.add(pair)


def _place_values(bounds: list[int], games: int) -> list[int]:
    """Return the place value of each criterion, given the largest value that it can have in one game."""
    values, unit = [], 1
    for bound in reversed(bounds):
        values.append(unit)
        unit *= bound * games + 1
    return values[::-1]


def _cheapest_matching(pairs: _PairCosts) -> list[Pair]:
    """Return the pairs of a perfect matching with the smallest sum of costs among the likely pairs.

    If the likely pairs do not suffice for a perfect matching that breaks no rule, more are tried, in the end all: those
    of the entrants without an opponent, or twice as many of each.
    """
    if not pairs.costs:
        return []
    everybody = {number for pair in pairs.costs for number in pair}
    cheapest = sorted(pairs.costs, key=lambda pair: (pairs.costs[pair], pair))
    nearest = _NEAREST if len(cheapest) > _MAX_EXACT_PAIRS else _FLOATS * len(cheapest)
    hard_to_pair: set[int] = set()
    while True:
        likely = _likely_pairs(cheapest, pairs, nearest, hard_to_pair)
        found = _best_matching({pair: pairs.costs[pair] for pair in likely})
        unpaired = everybody.difference(*found)
        if len(likely) == len(cheapest) or (not unpaired and pairs.unwanted.isdisjoint(found)):
            return found
        if unpaired <= hard_to_pair:
            nearest *= 2
        hard_to_pair |= unpaired


def _likely_pairs(cheapest: list[Pair], pairs: _PairCosts, nearest: int, hard_to_pair: Container[int]) -> list[Pair]:
    """Return the cheapest pairs of each entrant, and all pairs of some.

    Most have equal points and prefer different sides. Some do not: without them a score group of odd size, or one
    in which most want the same side, would have no matching.
    """
    group_of, counts = pairs.group_of, dict[tuple[int, int, bool], int]()
    likely = []
    for pair in cheapest:
        one, other = pair
        same_wish = pair in pairs.same_wish
        way = int(group_of.get(other, group_of[one]) > group_of[one])  # 0 to the bye
        limit = nearest // _FLOATS if way or same_wish else nearest
        ends = ((one, way, same_wish), (other, -way, same_wish))
        tried = [counts.get(end, 0) for end in ends]
        if min(tried) < limit or one in hard_to_pair or other in hard_to_pair:
            likely.append(pair)
        counts.update((end, count + 1) for end, count in zip(ends, tried, strict=True))
    return likely


def _best_matching(costs: dict[Pair, int]) -> list[Pair]:
    """Return the cheapest of the matchings with as many pairs as possible."""
    import networkx  # part of the extra `server`, which the store does not need

    graph = networkx.Graph()
    most = max(costs.values())
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in sorted(costs.items()))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(one, other) if (one, other) in costs else (other, one) for one, other in found]


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
