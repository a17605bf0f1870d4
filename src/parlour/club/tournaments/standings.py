"""Standings of a tournament: points, then tie-breaks in a chosen order.

Rounds without play are treated as in the FIDE handbook (C.07, 2024): for the entrant's own Buchholz and
Sonneborn-Berger an unplayed round counts as a game against an opponent with the entrant's own final points; in the
points of an opponent, rounds after a withdrawal count as draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from parlour.club.tournaments.rounds import WIN, Round, RoundGame

TieBreak = Literal["buchholz", "buchholz-cut-1", "sonneborn-berger", "head-to-head", "wins"]
TIE_BREAKS: tuple[TieBreak, ...] = ("buchholz-cut-1", "buchholz", "sonneborn-berger", "head-to-head", "wins")
"""The default order for Swiss tournaments."""


class StandingRow(msgspec.Struct, frozen=True):
    """The row of an entrant; entrants who are equal in everything share a place."""

    place: int
    entrant: int
    points: float
    tie_breaks: tuple[float, ...]
    """Values in the order of the tie-breaks asked for."""


def standings(
    entrants: Iterable[int], rounds: Sequence[Round], tie_breaks: Sequence[TieBreak] = TIE_BREAKS
) -> tuple[StandingRow, ...]:
    """Return the rows from the first place to the last."""
    table = _Results(tuple(entrants), rounds)
    values = {
        entrant: [0.0 if kind == "head-to-head" else table.value(kind, entrant) for kind in tie_breaks]
        for entrant in table.entrants
    }
    for index, kind in enumerate(tie_breaks):
        if kind == "head-to-head":
            _compare_directly(table, values, index)
    keys = {entrant: (table.points(entrant), *values[entrant]) for entrant in table.entrants}
    ordered = sorted(table.entrants, key=lambda entrant: (*(-part for part in keys[entrant]), entrant))
    rows: list[StandingRow] = []
    for number, entrant in enumerate(ordered, 1):
        tied = bool(rows) and keys[entrant] == keys[rows[-1].entrant]
        place = rows[-1].place if tied else number
        rows.append(StandingRow(place, entrant, keys[entrant][0], tuple(values[entrant])))
    return tuple(rows)


def _compare_directly(table: _Results, values: dict[int, list[float]], index: int) -> None:
    """Fill in the points from games among those who are equal up to here, if all of them met each other."""

    def before(entrant: int) -> tuple[float, ...]:
        return (table.points(entrant), *values[entrant][:index])

    for _, group in groupby(sorted(table.entrants, key=before), key=before):
        tied = frozenset(group)
        if len(tied) < 2:
            continue
        games = {entrant: table.games_among(entrant, tied) for entrant in tied}
        if all({game.opponent_of(entrant) for game in games[entrant]} == tied - {entrant} for entrant in tied):
            for entrant in tied:
                values[entrant][index] = sum(game.points_of(entrant) for game in games[entrant])


class _Results:
    """Games by entrant."""

    def __init__(self, entrants: tuple[int, ...], rounds: Sequence[Round]) -> None:
        self.entrants = entrants
        self._rounds: dict[int, list[RoundGame | None]] = {
            entrant: [next((game for game in games if entrant in game.entrants), None) for games in rounds]
            for entrant in entrants
        }
        self._points = {
            entrant: sum(game.points_of(entrant) for game in games if game) for entrant, games in self._rounds.items()
        }

    def points(self, entrant: int) -> float:
        return self._points[entrant]

    def games_among(self, entrant: int, others: frozenset[int]) -> list[RoundGame]:
        return [
            game for game in self._rounds[entrant] if game and game.was_played and game.opponent_of(entrant) in others
        ]

    def value(self, kind: TieBreak, entrant: int) -> float:
        if kind == "wins":
            return float(sum(bool(game and game.points_of(entrant) >= WIN) for game in self._rounds[entrant]))
        scored = [self._opponent(entrant, game) for game in self._rounds[entrant]]
        if kind == "sonneborn-berger":
            return sum(theirs * own for theirs, own in scored)
        opponents = sorted(theirs for theirs, _ in scored)
        return sum(opponents[1:] if kind == "buchholz-cut-1" else opponents)

    def _opponent(self, entrant: int, game: RoundGame | None) -> tuple[float, float]:
        """Return the points of the opponent in one round, and the points won there."""
        own = game.points_of(entrant) if game else 0.0
        opponent = game.opponent_of(entrant) if game and game.was_played else None
        return (self._points[entrant] if opponent is None else self._adjusted(opponent)), own

    def _adjusted(self, entrant: int) -> float:
        """Return the points of an entrant with a draw for each round after the last one taken part in."""
        games = self._rounds[entrant]
        missed = next((index for index, game in enumerate(reversed(games)) if game), len(games))
        return self._points[entrant] + missed / 2
