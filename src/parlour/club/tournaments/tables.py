"""Rounds of tables: games of more than two entrants.

Tables have entrants of similar score who have met least. The criteria, in their order: few repeated meetings, opponents
from other teams if wanted, small differences in points; with equal points the strongest are spread over the tables. The
tables are formed one after the other from the top and then improved by exchanging two entrants as long as that helps.
The best partition is not guaranteed: finding it is a hard problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from parlour.club.tournaments.rounds import EntrantHistory, Round, RoundGame, bye, histories, table

_EXACT_TABLES = 40
"""Up to this number, all tables are compared with each other; beyond it, only those near in the ranking."""
_NEAR_TABLES = 8
_MAX_PASSES = 20
_SEAT_COST, _SAME_SEAT_COST = 1_000, 100


def pair_tables(
    entrants: Iterable[int], rounds: Sequence[Round], seats: int, teams: Mapping[int, str] | None = None
) -> Round:
    """Return the tables of the next round; entrants left over have a bye.

    Byes go to those who had the fewest, then to the lowest ranked. `teams` has the teams of entrants whose members
    should not meet.
    """
    known = histories(entrants, rounds)
    by_claim = sorted(known.values(), key=lambda one: (one.unplayed, one.points, -one.number))
    left_over = by_claim[: len(known) % seats]
    for one in left_over:
        del known[one.number]
    return (*form_tables(known, seats, teams or {}), *(bye(one.number) for one in left_over))


def form_tables(known: dict[int, EntrantHistory], seats: int, teams: Mapping[int, str]) -> Round:
    """Return tables for all entrants, whose number is a multiple of the seats, ordered by their scores."""
    costs = _MeetingCosts(known, teams)
    tables = _improve(_fill(_spread(known.values(), seats), seats, costs), costs)
    return tuple(_seated([known[number] for number in one], place) for place, one in enumerate(tables))


class _MeetingCosts:
    """The cost of each pair at a table, as one number whose sums compare as the criteria do in their order."""

    def __init__(self, known: dict[int, EntrantHistory], teams: Mapping[int, str]) -> None:
        size = len(known) ** 2
        widest = max((one.points for one in known.values()), default=0.0)
        team_cost = int(4 * widest * widest) * size + 1
        met_cost = team_cost * (size + 1)
        met = {number: Counter(one.opponents) for number, one in known.items()}
        self._costs: dict[tuple[int, int], int] = {}
        for one, other in combinations(known.values(), 2):
            cost = int(4 * (one.points - other.points) ** 2) + met_cost * met[one.number][other.number]
            if teams.get(one.number) is not None and teams.get(one.number) == teams.get(other.number):
                cost += team_cost
            self._costs[one.number, other.number] = self._costs[other.number, one.number] = cost

    def with_all(self, number: int, others: Iterable[int]) -> int:
        """Return the cost of an entrant at a table with others."""
        return sum(self._costs[number, other] for other in others if other != number)


def _spread(known: Iterable[EntrantHistory], seats: int) -> list[int]:
    """Return the entrants in order of points; those with equal points are spread over the tables."""
    groups: dict[float, list[int]] = {}
    for one in sorted(known, key=lambda one: (-one.points, one.number)):
        groups.setdefault(one.points, []).append(one.number)
    order: list[int] = []
    for members in groups.values():
        tables = -(-len(members) // seats)
        order += [number for first in range(tables) for number in members[first::tables]]
    return order


def _fill(order: list[int], seats: int, costs: _MeetingCosts) -> list[list[int]]:
    """Return tables that are filled from the top, each with the entrants who cost least with those already at it."""
    waiting, tables = list(order), []
    while waiting:
        seated = [waiting.pop(0)]
        while len(seated) < seats:
            near = waiting[: _NEAR_TABLES * seats]
            chosen = min(near, key=lambda number: costs.with_all(number, seated))
            waiting.remove(chosen)
            seated.append(chosen)
        tables.append(seated)
    return tables


def _improve(tables: list[list[int]], costs: _MeetingCosts) -> list[list[int]]:
    """Exchange entrants of two tables while that lowers the costs."""
    reach = len(tables) if len(tables) <= _EXACT_TABLES else _NEAR_TABLES
    for _ in range(_MAX_PASSES):
        changed = False
        for at, one in enumerate(tables):
            for other in tables[at + 1 : at + 1 + reach]:
                while _exchange(one, other, costs):
                    changed = True
        if not changed:
            break
    return tables


def _exchange(one: list[int], other: list[int], costs: _MeetingCosts) -> bool:
    """Exchange the two entrants with the largest gain; return False if there is none."""
    best, gain = None, 0
    for own, mine in enumerate(one):
        for their, yours in enumerate(other):
            here, there = [n for n in one if n != mine], [n for n in other if n != yours]
            now = costs.with_all(mine, here) + costs.with_all(yours, there)
            then = costs.with_all(yours, here) + costs.with_all(mine, there)
            if now - then > gain:
                best, gain = (own, their), now - then
    if best is None:
        return False
    own, their = best
    one[own], other[their] = other[their], one[own]
    return True


def _seated(entrants: list[EntrantHistory], place: int) -> RoundGame:
    """Return a table at which everybody has the seat that they had least, and not the last one again.

    Where all are equal, the seats rotate from table to table.
    """
    import networkx  # part of the extra `server`, which the store does not need

    graph, size = networkx.Graph(), len(entrants)
    for index, one in enumerate(entrants):
        had = Counter(one.seats)
        for seat in range(size):
            cost = _SEAT_COST * had[seat] ** 2 + _SAME_SEAT_COST * (one.seats[-1:] == (seat,))
            graph.add_edge(("entrant", one.number), ("seat", seat), weight=-cost - (seat - index - place) % size)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = {(one if one[0] == "seat" else other): (other if one[0] == "seat" else one) for one, other in found}
    return table([pairs["seat", seat][1] for seat in range(size)])
