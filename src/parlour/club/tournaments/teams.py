"""Standings of the teams in a tournament: the points of their members."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from parlour.club.tournaments.standings import StandingRow


class TeamRow(msgspec.Struct, frozen=True):
    """The row of a team; teams that are equal in everything share a place."""

    place: int
    team: str
    points: float
    members: tuple[int, ...]
    """Entrants whose points count, the best first; then the others."""
    counted: int
    """Number of members whose points count."""


def team_standings(rows: Iterable[StandingRow], teams: Mapping[int, str], best: int = 0) -> tuple[TeamRow, ...]:
    """Return the teams from the first place to the last, given the standings of the entrants and their teams.

    The points of the `best` members count, or those of all. Ties are broken by the places of the counted members, the
    best member first.
    """
    members: dict[str, list[StandingRow]] = {}
    for row in rows:
        if team := teams.get(row.entrant, ""):
            members.setdefault(team, []).append(row)

    def key(team: str) -> tuple[float, tuple[int, ...]]:
        counted = members[team][: best or None]
        return -sum(row.points for row in counted), tuple(row.place for row in counted)

    found: list[TeamRow] = []
    for number, team in enumerate(sorted(members, key=lambda team: (key(team), team)), start=1):
        tied = bool(found) and key(team) == key(found[-1].team)
        numbers = tuple(row.entrant for row in members[team])
        counted = min(best, len(numbers)) or len(numbers)
        found.append(TeamRow(found[-1].place if tied else number, team, -key(team)[0], numbers, counted))
    return tuple(found)
