"""A tournament with everything that was stored of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from parlour.club.tournaments.events import AnyTournamentEvent, TournamentFormat, TournamentGame, TournamentSetup
from parlour.club.tournaments.rounds import Points
from parlour.club.tournaments.tournament import Tournament
from parlour.match.seats import Account

RESULTS: tuple[Points, ...] = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))
THREE = (TournamentGame("sim", {"players": 3}, 3),)


def setup(format: TournamentFormat = "swiss", rounds: int = 3, **more: object) -> TournamentSetup:
    games = (TournamentGame("sim"), TournamentGame("pylos"))
    return msgspec.structs.replace(TournamentSetup("Cup", format, games, rounds), **more)


class Event:
    """A tournament with everything that was stored of it."""

    def __init__(self, setup: TournamentSetup, entrants: int = 0) -> None:
        self.tournament = Tournament(setup)
        self.stored: list[AnyTournamentEvent] = []
        for number in range(1, entrants + 1):
            self.do(self.tournament.enter(Account(str(number), f"Player {number}"), 0, seed_points=2000 - number))

    def do(self, events: Sequence[AnyTournamentEvent]) -> None:
        stored = msgspec.json.decode(msgspec.json.encode(events), type=list[AnyTournamentEvent])
        self.stored += stored
        self.tournament.apply(stored)

    def play_round(self, rng: Random) -> None:
        self.do(self.tournament.pair_round(1))
        while self.tournament.open_games:
            at, place = self.tournament.open_games[0]
            self.do(self.tournament.decide_game(at, place, rng.choice(RESULTS), 2))


def check_restart(event: Event) -> None:
    again = Tournament(event.tournament.setup, event.stored)
    assert vars(again) == vars(event.tournament)
