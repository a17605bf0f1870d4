"""Standings of a tournament: points, then tie-breaks in a chosen order.

Rounds without play are treated as in the FIDE handbook (C.07, articles 15 and 16, March 2026). For the entrant's own
Buchholz and Sonneborn-Berger they count as games against an opponent with the entrant's own points, but with no more
than those of the opponent who was paired, or else than a draw in each round. The cut takes rounds that the entrant
missed first: those without a game, and those lost by forfeit. In the points of an opponent, rounds without a game count
as draws if the opponent missed all later ones. Where pairings are fixed, as in a round robin, forfeits count as games.

At a table of more than two, each opponent counts as one of several in that round: Buchholz adds the mean of their
points, and a result is compared with each of theirs for Sonneborn-Berger and head to head.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
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
    entrants: Iterable[int],
    rounds: Sequence[Round],
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
    *,
    fixed_pairings: bool = False,
) -> tuple[StandingRow, ...]:
    """Return the rows from the first place to the last."""
    if fixed_pairings:
        rounds = [tuple(msgspec.structs.replace(game, forfeit=False) for game in games) for games in rounds]
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
        scores = {entrant: table.scores_against(entrant, tied) for entrant in tied}
        if all({opponent for opponent, _ in scores[entrant]} == tied - {entrant} for entrant in tied):
            for entrant in tied:
                values[entrant][index] = sum(score for _, score in scores[entrant])


class _Results:
    """Games by entrant."""

    def __init__(self, entrants: tuple[int, ...], rounds: Sequence[Round]) -> None:
        self.entrants = entrants
        self._rounds: dict[int, list[RoundGame | None]] = {entrant: [None] * len(rounds) for entrant in entrants}
        for number, games in enumerate(rounds):
            for game in games:
                for entrant in game.entrants:
                    if entrant in self._rounds:
                        self._rounds[entrant][number] = game
        self._points = {
            entrant: sum(game.points_of(entrant) for game in games if game) for entrant, games in self._rounds.items()
        }

    def points(self, entrant: int) -> float:
        return self._points[entrant]

    def scores_against(self, entrant: int, others: frozenset[int]) -> list[tuple[int, float]]:
        """Return each meeting with one of the others: the opponent, and the points against them."""
        return [
            (opponent, game.score_against(entrant, opponent))
            for game in self._rounds[entrant]
            if game and game.was_played
            for opponent in game.opponents_of(entrant)
            if opponent in others
        ]

    def value(self, kind: TieBreak, entrant: int) -> float:
        if kind == "wins":
            return float(sum(bool(game and game.points_of(entrant) >= WIN) for game in self._rounds[entrant]))
        if kind == "sonneborn-berger":
            return sum(self._sonneborn_berger(entrant, game) for game in self._rounds[entrant])
        games = self._rounds[entrant]
        opponents = sorted((not _missed(entrant, game), self._opponents(entrant, game)) for game in games)
        return sum(points for _, points in opponents[kind == "buchholz-cut-1" :])

    def _opponents(self, entrant: int, game: RoundGame | None) -> float:
        """Return the points of the opponent in one round, or the mean of several."""
        opponents = game.opponents_of(entrant) if game else ()
        if not opponents:
            return min(self._points[entrant], len(self._rounds[entrant]) * WIN / 2)
        points = sum(map(self._adjusted, opponents)) / len(opponents)
        return points if game and game.was_played else min(self._points[entrant], points)

    def _sonneborn_berger(self, entrant: int, game: RoundGame | None) -> float:
        if game is None or not game.was_played:
            return self._opponents(entrant, game) * game.points_of(entrant) if game else 0.0
        opponents = game.opponents_of(entrant)
        return sum(self._adjusted(one) * game.score_against(entrant, one) for one in opponents) / len(opponents)

    def _adjusted(self, entrant: int) -> float:
        """Return the points of an entrant with a draw for each round without a game after the last one not missed."""
        missed = takewhile(lambda game: _missed(entrant, game), reversed(self._rounds[entrant]))
        return self._points[entrant] + sum(game is None for game in missed) * WIN / 2


def _missed(entrant: int, game: RoundGame | None) -> bool:
    """Return whether an entrant did not play in a round and has no points for it."""
    return game is None or (game.forfeit and not game.points_of(entrant))
