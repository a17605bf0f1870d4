"""Tournaments from the first entrant to the final standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import msgspec
import pytest

from parlour.club.tournaments.events import (
    AnyTournamentEvent,
    TournamentFormat,
    TournamentGame,
    TournamentSetup,
)
from parlour.club.tournaments.rounds import Points
from parlour.club.tournaments.tournament import Tournament
from parlour.engine.levels import Bot
from parlour.errors import TournamentError
from parlour.match.seats import Account

RESULTS: tuple[Points, ...] = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))


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


@pytest.mark.parametrize("format", ["swiss", "round-robin", "knockout"])
@pytest.mark.parametrize("entrants", [2, 5, 8])
def test_a_whole_tournament(format: TournamentFormat, entrants: int) -> None:
    event = Event(setup(format, rounds=1 if format == "round-robin" else 3), entrants)
    rng = Random(entrants)
    total = event.tournament.total_rounds
    assert total
    for _ in range(total):
        event.play_round(rng)
        check_restart(event)
    with pytest.raises(TournamentError, match="All rounds have been played"):
        event.tournament.pair_round(3)
    event.do(event.tournament.end(4))
    check_restart(event)
    assert len(event.tournament.standings()) == entrants
    if format == "knockout":
        assert event.tournament.winner() in event.tournament.entrants
    with pytest.raises(TournamentError, match="over"):
        event.tournament.enter(Account("x", "X"), 5)


def test_rounds_have_the_games_in_turn() -> None:
    tournament = Event(setup(), 4).tournament
    assert [tournament.game_of_round(number).game for number in range(3)] == ["sim", "pylos", "sim"]


def test_an_arena_pairs_whoever_is_free() -> None:
    event = Event(setup("arena"), 5)
    tournament = event.tournament
    event.do(tournament.pair_round(1, free=[1, 2, 3, 4, 5]))
    assert len(tournament.open_games) == 2
    assert tournament.pair_round(2, free=[1, 5]) == [], "1 plays"
    first = tournament.rounds[0][0]
    event.do(tournament.decide_game(0, 0, (1.0, 0.0), 3))
    event.do(tournament.pair_round(4, free=[*first.entrants, 5]))
    assert 5 in tournament.rounds[1][0].entrants
    check_restart(event)


def test_arena_opponents_do_not_meet_again_at_once() -> None:
    event = Event(setup("arena"), 6)
    rng = Random(3)
    pairs = []
    for _ in range(5):
        event.do(event.tournament.pair_round(1, free=range(1, 7)))
        pairs.append({frozenset(game.entrants) for game in event.tournament.rounds[-1]})
        for at, place in event.tournament.open_games:
            event.do(event.tournament.decide_game(at, place, rng.choice(RESULTS), 2))
    assert all(not one & following for one, following in pairwise(pairs))


def test_a_round_begins_only_when_the_last_one_is_complete() -> None:
    event = Event(setup(), 4)
    event.do(event.tournament.pair_round(1))
    with pytest.raises(TournamentError, match="no result yet"):
        event.tournament.pair_round(2)


def test_entrants_are_seeded_by_their_points() -> None:
    event = Event(setup())
    for name, points in (("weak", 1200), ("strong", 1800), ("middle", 1500)):
        event.do(event.tournament.enter(Account(name, name), 0, seed_points=points))
    event.do(event.tournament.pair_round(1))
    assert [entrant.player.name for entrant in event.tournament.entrants.values()] == ["strong", "middle", "weak"]


def test_a_bot_fills_an_odd_number_only_while_it_is_odd() -> None:
    bot = Bot(level=3)
    event = Event(setup(substitute=bot), 3)
    rng = Random(1)
    event.play_round(rng)
    assert all(game.second is not None for game in event.tournament.rounds[0])
    event.do(event.tournament.enter(Account("late", "Late"), 3))
    event.play_round(rng)
    playing = {number for game in event.tournament.rounds[1] for number in game.entrants}
    assert bot not in [event.tournament.entrants[number].player for number in playing]
    event.do(event.tournament.withdraw(1, 4))
    event.play_round(rng)
    playing = {number for game in event.tournament.rounds[2] for number in game.entrants}
    assert bot in [event.tournament.entrants[number].player for number in playing]
    check_restart(event)


def test_who_withdraws_loses_the_open_game_and_may_return() -> None:
    event = Event(setup(), 4)
    event.do(event.tournament.pair_round(1))
    event.do(event.tournament.withdraw(2, 2))
    game = next(game for game in event.tournament.rounds[0] if 2 in game.entrants)
    assert game.forfeit
    assert game.points_of(2) == 0
    with pytest.raises(TournamentError, match="has withdrawn"):
        event.tournament.withdraw(2, 3)
    event.do(event.tournament.come_back(2, 3))
    assert not event.tournament.entrants[2].withdrawn


def test_the_organiser_corrects_results_and_restarts_a_round_with_a_note() -> None:
    event = Event(setup(), 4)
    event.play_round(Random(2))
    with pytest.raises(TournamentError, match="Give a reason"):
        event.tournament.correct_result(0, 0, (0.0, 1.0), " ", 3)
    event.do(event.tournament.correct_result(0, 0, (0.0, 1.0), "entered wrongly", 3))
    assert event.tournament.rounds[0][0].points == (0.0, 1.0)
    event.do(event.tournament.restart_round("wrong clock", 4))
    assert event.tournament.rounds == []
    check_restart(event)


def test_a_drawn_knockout_game_is_played_again_with_sides_exchanged() -> None:
    event = Event(setup("knockout"), 2)
    event.do(event.tournament.pair_round(1))
    before = event.tournament.rounds[0][0]
    event.do(event.tournament.decide_game(0, 0, (0.5, 0.5), 2))
    after = event.tournament.rounds[0][0]
    assert (after.first, after.second, after.points) == (before.second, before.first, None)


def test_nothing_begins_during_a_pause() -> None:
    event = Event(setup(), 4)
    event.play_round(Random(1))
    event.do(event.tournament.pause(2))
    with pytest.raises(TournamentError, match="paused"):
        event.tournament.pair_round(3)
    event.do(event.tournament.resume(3))
    event.do(event.tournament.pair_round(4))


def test_bad_requests_are_refused() -> None:
    event = Event(setup("round-robin"), 1)
    tournament = event.tournament
    with pytest.raises(TournamentError, match="at least 2"):
        tournament.pair_round(1)
    with pytest.raises(TournamentError, match="already"):
        tournament.enter(Account("1", "Player 1"), 1)
    with pytest.raises(TournamentError, match="no such entrant"):
        tournament.withdraw(9, 1)
    with pytest.raises(TournamentError, match="no such game"):
        tournament.decide_game(0, 0, (1.0, 0.0), 1)
    event.do(tournament.enter(Account("2", "Player 2"), 1))
    event.do(tournament.pair_round(1))
    with pytest.raises(TournamentError, match="points of a game"):
        tournament.decide_game(0, 0, (1.0, 1.0), 2)
    with pytest.raises(TournamentError, match="has begun"):
        tournament.enter(Account("3", "Player 3"), 2)
    with pytest.raises(TournamentError, match="no result yet"):
        tournament.end(3)
