"""The games of the next round of a tournament, in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.club.tournaments.arena import pair_arena_games
from parlour.club.tournaments.knockout import pair_knockout_round
from parlour.club.tournaments.round_robin import round_robin
from parlour.club.tournaments.rounds import Round, RoundGame, bye
from parlour.club.tournaments.swiss import pair_swiss_round
from parlour.club.tournaments.tables import pair_tables

if TYPE_CHECKING:
    from parlour.club.tournaments.tournament import Tournament


def next_round(tournament: Tournament, free: Sequence[int]) -> Round:
    """Return the games of the next round; in an arena, games for the entrants who are `free`."""
    setup, rounds = tournament.setup, tournament.rounds
    seats, teams = tournament.game_of_round(len(rounds)).seats, _separate_teams(tournament)
    match setup.format:
        case "swiss":
            entrants = tournament.present + _substitutes(tournament)[: _vacant_seats(tournament, free)]
            if seats > 2:
                return pair_tables(entrants, rounds, seats, teams)
            return pair_swiss_round(entrants, rounds, setup.first_side, teams)
        case "round-robin":
            games = round_robin(sorted(tournament.entrants), max(1, setup.rounds))[len(rounds)]
            separate = (one for game in games for one in _without_team_mates(game, teams))
            return tuple(_forfeited(tournament, game) for game in separate)
        case "knockout":
            games = pair_knockout_round(sorted(tournament.entrants), rounds)
            return tuple(_forfeited(tournament, game) for game in games)
        case "arena":
            waiting = _waiting(tournament, free) + _substitutes(tournament)[: _vacant_seats(tournament, free)]
            return pair_arena_games(waiting, rounds, seats, teams)


def missing_substitutes(tournament: Tournament, free: Sequence[int]) -> int:
    """Return how many substitutes have to enter for the next round of a Swiss tournament, or games of an arena."""
    return max(0, _vacant_seats(tournament, free) - len(_substitutes(tournament)))


def _vacant_seats(tournament: Tournament, free: Sequence[int]) -> int:
    """Return how many seats substitutes have to take.

    In an arena they take no more seats at once than are left over when everybody plays: a person who is free while
    others play is paired with the next free person.
    """
    if tournament.setup.format not in ("swiss", "arena") or tournament.setup.substitute is None:
        return 0
    seats = tournament.game_of_round(len(tournament.rounds)).seats
    left_over = -len(tournament.present) % seats
    if tournament.setup.format == "swiss":
        return left_over
    vacant = -len(_waiting(tournament, free)) % seats
    return vacant if vacant <= left_over - len(_playing_substitutes(tournament)) else 0


def _waiting(tournament: Tournament, free: Sequence[int]) -> list[int]:
    """Return those of the given entrants who have no game in an arena."""
    known = set(tournament.free_entrants())
    return [one for one in free if one in known]


def _substitutes(tournament: Tournament) -> list[int]:
    """Return the substitutes who have entered and have no open game."""
    substitute, playing = tournament.setup.substitute, _playing_substitutes(tournament)
    return [one for one, entrant in tournament.entrants.items() if entrant.player == substitute and one not in playing]


def _playing_substitutes(tournament: Tournament) -> set[int]:
    playing = {one for at, place in tournament.open_games for one in tournament.rounds[at][place].entrants}
    return {one for one in playing if tournament.entrants[one].player == tournament.setup.substitute}


def _separate_teams(tournament: Tournament) -> dict[int, str]:
    """Return the teams of entrants whose members should not meet."""
    if not tournament.setup.separate_teams:
        return {}
    return {number: one.team for number, one in tournament.entrants.items() if one.team}


def _without_team_mates(game: RoundGame, teams: Mapping[int, str]) -> tuple[RoundGame, ...]:
    """Return a round-robin game, or two byes without points if its entrants are in the same team."""
    if game.second is None or not teams.get(game.first) or teams.get(game.first) != teams.get(game.second):
        return (game,)
    return bye(game.first, points=0.0), bye(game.second, points=0.0)


def _forfeited(tournament: Tournament, game: RoundGame) -> RoundGame:
    """Return the game, decided if one of its entrants has withdrawn."""
    if game.second is None:
        return game
    gone = tuple(tournament.entrants[number].withdrawn for number in game.entrants)
    if not any(gone):
        return game
    points = (float(not gone[0]), float(not gone[1]))
    return msgspec.structs.replace(game, points=points, forfeit=True)
