"""Tournaments from the first entrant to the final standings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour.club.tournaments.events import (
    TournamentFormat,
    TournamentGame,
)
from parlour.engine.levels import Bot
from parlour.errors import TournamentError
from parlour.match.clock import DAY_MS, Clock, Limit
from parlour.match.seats import Account
from tests.club.tournaments.stored_event import THREE, Event, check_restart, setup


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


def test_a_round_begins_only_when_the_last_one_is_complete() -> None:
    event = Event(setup(), 4)
    event.do(event.tournament.pair_round(1))
    with pytest.raises(TournamentError, match="no result yet"):
        event.tournament.pair_round(2)


def seeded_names(event: Event, ratings: dict[int, int] | None = None) -> list[str]:
    event.do(event.tournament.pair_round(1, ratings=ratings))
    return [entrant.player.name for entrant in event.tournament.entrants.values()]


@pytest.mark.parametrize("format", ["swiss", "round-robin", "knockout"])
def test_entrants_are_seeded_by_rating_and_those_without_one_by_entry(format: TournamentFormat) -> None:
    event = Event(setup(format, seeding="rating"))
    for name, points in (("new", 0), ("weak", 1200), ("strong", 1800), ("newer", 0), ("middle", 1500)):
        event.do(event.tournament.enter(Account(name, name), 0, seed_points=points))
    assert seeded_names(event) == ["strong", "middle", "weak", "new", "newer"]


def test_bots_are_seeded_among_people_and_ratings_at_the_start_replace_those_of_the_entry() -> None:
    event = Event(setup(seeding="rating"))
    event.do(event.tournament.enter(Account("a", "Anna"), 0, seed_points=1400))
    event.do(event.tournament.enter(Bot(level=3), 0, seed_points=1500))
    event.do(event.tournament.enter(Account("b", "Ben"), 0, seed_points=1600))
    assert seeded_names(event, {1: 1700, 2: 1500}) == ["Anna", "Ben", "Level 3"]
    assert [entrant.seed_points for entrant in event.tournament.entrants.values()] == [1700, 1600, 1500]


def test_entrants_are_seeded_by_entry_or_at_random() -> None:
    assert seeded_names(Event(setup(), 4)) == [f"Player {n}" for n in (1, 2, 3, 4)]
    drawn = [seeded_names(Event(setup(seeding="random", lot=lot), 6)) for lot in range(5)]
    assert all(sorted(names) == sorted(drawn[0]) for names in drawn)
    assert len(set(map(tuple, drawn))) > 1


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


def test_a_bot_fills_an_odd_round_robin_so_that_nobody_has_a_bye() -> None:
    bot = Bot(level=3)
    event = Event(setup("round-robin", substitute=bot, rounds=1), 5)
    rng = Random(1)
    for _ in range(5):
        event.play_round(rng)
    assert [len(games) for games in event.tournament.rounds] == [3] * 5
    assert all(game.second is not None for games in event.tournament.rounds for game in games)
    assert [one.player for one in event.tournament.entrants.values()].count(bot) == 1


def test_an_entrant_who_withdraws_is_not_paired_until_returning() -> None:
    event = Event(setup(), 4)
    event.play_round(Random(1))
    event.do(event.tournament.withdraw(2, 2))
    event.do(event.tournament.pair_round(2))
    assert 2 not in [number for game in event.tournament.rounds[1] for number in game.entrants]
    with pytest.raises(TournamentError, match="has withdrawn"):
        event.tournament.withdraw(2, 3)
    event.do(event.tournament.come_back(2, 3))
    assert not event.tournament.entrants[2].withdrawn


def test_nobody_joins_when_the_last_round_or_the_last_games_have_begun() -> None:
    event = Event(setup(rounds=2), 4)
    event.play_round(Random(1))
    event.do(event.tournament.enter(Account("late", "Late"), 3))
    event.play_round(Random(1))
    with pytest.raises(TournamentError, match="Nobody can join any more"):
        event.tournament.enter(Account("later", "Later"), 4)
    arena = Event(setup("arena"), 4)
    arena.do(arena.tournament.pair_round(1, free=[1, 2, 3, 4]))
    arena.do(arena.tournament.end(2))
    with pytest.raises(TournamentError, match="Nobody can join any more"):
        arena.tournament.enter(Account("later", "Later"), 3)


def test_the_bot_that_takes_vacant_places_does_not_enter() -> None:
    event = Event(setup(substitute=Bot(level=3)), 2)
    with pytest.raises(TournamentError, match="Choose another level"):
        event.tournament.enter(Bot(level=3), 1)
    for _ in range(3):
        event.do(event.tournament.enter(Bot(level=4), 1))
    event.play_round(Random(1))
    assert [len(game.entrants) for game in event.tournament.rounds[0]] == [2, 2, 2]


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
    with pytest.raises(TournamentError, match="not in the tournament"):
        tournament.withdraw(9, 1)
    with pytest.raises(TournamentError, match="not part of the tournament"):
        tournament.decide_game(0, 0, (1.0, 0.0), 1)
    event.do(tournament.enter(Account("2", "Player 2"), 1))
    event.do(tournament.pair_round(1))
    with pytest.raises(TournamentError, match="points of a game"):
        tournament.decide_game(0, 0, (1.0, 1.0), 2)
    with pytest.raises(TournamentError, match="has started"):
        tournament.enter(Account("3", "Player 3"), 2)
    with pytest.raises(TournamentError, match="no result yet"):
        tournament.end(3)


# ---- Tables ----------------------------------------------------------------------------------------------------------


def play_tables(event: Event, rng: Random) -> None:
    """Play a round: one at each table loses."""
    event.do(event.tournament.pair_round(1))
    for at, place in event.tournament.open_games:
        seats = len(event.tournament.rounds[at][place].entrants)
        loser = rng.randrange(seats)
        points = tuple(float(seat != loser) for seat in range(seats))
        event.do(event.tournament.decide_game(at, place, points, 2))


def test_a_tournament_of_tables_with_byes_for_those_left_over() -> None:
    event = Event(setup(rounds=4, games=THREE), 7)
    for _ in range(4):
        play_tables(event, Random(1))
        check_restart(event)
    for games in event.tournament.rounds:
        assert [len(game.entrants) for game in games] == [3, 3, 1]
    byes = [games[-1].first for games in event.tournament.rounds]
    assert len(set(byes)) == 4
    assert sum(row.points for row in event.tournament.standings()) == 4 * (2 + 2 + 1)


def test_bots_take_all_seats_that_are_left_over_at_tables() -> None:
    bot = Bot(level=1)
    event = Event(setup(rounds=2, games=THREE, substitute=bot), 4)
    play_tables(event, Random(1))
    assert [len(game.entrants) for game in event.tournament.rounds[0]] == [3, 3]
    assert [entrant.player for entrant in event.tournament.entrants.values()].count(bot) == 2
    event.do(event.tournament.enter(Account("late", "Late"), 3))
    play_tables(event, Random(1))
    assert [entrant.player for entrant in event.tournament.entrants.values()].count(bot) == 2


def test_rounds_of_two_and_of_tables_alternate() -> None:
    event = Event(setup(rounds=4, games=(TournamentGame("pylos"), *THREE)), 6)
    for sizes in ([2, 2, 2], [3, 3], [2, 2, 2], [3, 3]):
        play_tables(event, Random(2))
        assert [len(game.entrants) for game in event.tournament.rounds[-1]] == sizes
    assert len(event.tournament.standings()) == 6


def test_points_of_a_table_are_those_of_its_seats() -> None:
    event = Event(setup(games=THREE), 3)
    with pytest.raises(TournamentError, match="at least 3"):
        Event(setup(games=THREE), 2).tournament.pair_round(1)
    event.do(event.tournament.pair_round(1))
    for wrong in ((1.0, 0.0), (1.0, 1.0, 1.0), (2.0, 0.0, 0.0)):
        with pytest.raises(TournamentError, match="not everyone"):
            event.tournament.decide_game(0, 0, wrong, 2)
    event.do(event.tournament.withdraw(1, 2))
    assert event.tournament.open_games == [(0, 0)], "the others play on, or the match ends when 1 resigns"


# ---- Teams -----------------------------------------------------------------------------------------------------------


def with_teams(format: TournamentFormat, teams: str, **more: Any) -> Event:
    event = Event(setup(format, teams=("A", "B", "C"), **more))
    for number, team in enumerate(teams, start=1):
        event.do(event.tournament.enter(Account(str(number), f"Player {number}"), 0, team=team))
    return event


def met_mates(event: Event) -> int:
    """Return in how many games members of one team met."""
    teams = {number: entrant.team for number, entrant in event.tournament.entrants.items()}
    games = [game for games in event.tournament.rounds for game in games]
    return sum(len({teams[number] for number in game.entrants}) < len(game.entrants) for game in games)


@pytest.mark.parametrize("seed", range(5))
def test_team_mates_do_not_meet_in_a_swiss_tournament_if_they_can_avoid_it(seed: int) -> None:
    event = with_teams("swiss", "AABBCCAB", separate_teams=True)
    rng = Random(seed)
    for _ in range(3):
        event.play_round(rng)
    assert met_mates(event) == 0


def test_team_mates_do_not_meet_in_a_round_robin() -> None:
    event = with_teams("round-robin", "AABB", rounds=1, separate_teams=True)
    for _ in range(event.tournament.total_rounds or 0):
        event.play_round(Random(1))
    assert met_mates(event) == 0
    games = [game for games in event.tournament.rounds for game in games if game.second is not None]
    assert len(games) == 4
    meeting = with_teams("round-robin", "AABB", rounds=1)
    for _ in range(3):
        meeting.play_round(Random(1))
    assert met_mates(meeting) == 2


def test_team_mates_sit_at_different_tables() -> None:
    event = with_teams("swiss", "AAABBBCCC", games=THREE, separate_teams=True)
    for _ in range(2):
        play_tables(event, Random(3))
    assert met_mates(event) == 0


def test_the_best_members_count_for_a_team() -> None:
    event = with_teams("swiss", "AAABB", rounds=1, team_best=2)
    event.do(event.tournament.assign_team(5, "", 1))
    with pytest.raises(TournamentError, match="not part of the tournament"):
        event.tournament.assign_team(5, "D", 1)
    event.do(event.tournament.pair_round(1))
    for at, place in event.tournament.open_games:
        game = event.tournament.rounds[at][place]
        event.do(
            event.tournament.decide_game(at, place, (1.0, 0.0) if game.first < (game.second or 0) else (0.0, 1.0), 2)
        )
    rows = event.tournament.team_standings(event.tournament.standings())
    assert [(row.place, row.team, row.points, row.counted) for row in rows] == [(1, "A", 2.0, 2), (2, "B", 0.0, 1)]
    assert len(rows[0].members) == 3
    check_restart(event)


# ---- Vacation and pauses ---------------------------------------------------------------------------------------------

DAYS = Clock("down", (Limit(per_turn=3 * DAY_MS),))


def test_games_of_an_entrant_on_vacation_are_stopped_until_the_days_are_used() -> None:
    event = Event(setup(clock=DAYS, vacation=3), 4)
    tournament = event.tournament
    with pytest.raises(TournamentError, match="cannot begin now"):
        tournament.begin_vacation(1, 0)
    event.do(tournament.pair_round(1))
    event.do(tournament.begin_vacation(1, 10))
    stopped = [tournament.is_stopped(at, place) for at, place in tournament.open_games]
    assert sorted(stopped) == [False, True]
    with pytest.raises(TournamentError, match="cannot begin now"):
        tournament.begin_vacation(1, 11)
    event.do(tournament.end_vacation(1, 20))
    assert tournament.entrants[1].vacation_left(3) == 2, "each day that has begun counts"
    event.do(tournament.begin_vacation(1, 30))
    assert tournament.end_used_up_vacations(29 + 2 * DAY_MS) == []
    event.do(tournament.end_used_up_vacations(30 + 2 * DAY_MS))
    assert not any(tournament.is_stopped(at, place) for at, place in tournament.open_games)
    with pytest.raises(TournamentError, match="have been used"):
        tournament.begin_vacation(1, 31 + 2 * DAY_MS)
    check_restart(event)


def test_withdrawing_ends_the_vacation() -> None:
    event = Event(setup(clock=DAYS, vacation=3), 4)
    event.do(event.tournament.pair_round(1))
    event.do(event.tournament.begin_vacation(1, 10))
    event.do(event.tournament.withdraw(1, 20))
    assert event.tournament.entrants[1].away_since is None
    check_restart(event)


def test_there_is_no_vacation_without_days_per_turn() -> None:
    event = Event(setup(vacation=3), 4)
    event.do(event.tournament.pair_round(1))
    with pytest.raises(TournamentError, match="not available"):
        event.tournament.begin_vacation(1, 1)


def test_a_pause_stops_all_games_and_is_measured() -> None:
    event = Event(setup(), 4)
    event.do(event.tournament.pair_round(1))
    event.do(event.tournament.pause(100))
    assert all(event.tournament.is_stopped(at, place) for at, place in event.tournament.open_games)
    event.do(event.tournament.resume(350))
    assert not any(event.tournament.is_stopped(at, place) for at, place in event.tournament.open_games)
    assert event.tournament.paused_for == 250
    check_restart(event)
