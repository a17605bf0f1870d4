"""Knockouts: the bracket, drawn games, and games that both have lost."""

from __future__ import annotations

import pytest

from parlour.club.tournaments.knockout import pair_knockout_round, winner
from parlour.club.tournaments.rounds import Points, Round, RoundGame
from parlour.errors import TournamentError
from tests.club.tournaments.stored_event import Event, check_restart, setup


def stronger_wins(games: Round) -> Round:
    return tuple(
        game
        if game.second is None
        else RoundGame(game.first, game.second, (1.0, 0.0) if game.first < game.second else (0.0, 1.0))
        for game in games
    )


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (5, 3), (8, 3), (13, 4)])
def test_the_strongest_meet_last_in_a_knockout(entrants: int, rounds: int) -> None:
    played: list[Round] = []
    for _ in range(rounds):
        played.append(stronger_wins(pair_knockout_round(range(1, entrants + 1), played)))
    assert [set(game.entrants) for game in played[-1]] == [{1, 2}]
    assert [winner(game) for game in played[-1]] == [1]
    byes = [game.first for game in played[0] if game.second is None]
    assert sorted(byes) == list(range(1, 2**rounds - entrants + 1))


def test_a_drawn_game_has_no_winner() -> None:
    with pytest.raises(ValueError, match="no winner"):
        winner(RoundGame(1, 2, (0.5, 0.5)))


def test_a_drawn_knockout_game_is_played_again_with_sides_exchanged() -> None:
    event = Event(setup("knockout"), 2)
    event.do(event.tournament.pair_round(1))
    before = event.tournament.rounds[0][0]
    event.do(event.tournament.decide_game(0, 0, (0.5, 0.5), 2))
    after = event.tournament.rounds[0][0]
    assert (after.first, after.second, after.points) == (before.second, before.first, None)


def decide_all(event: Event, *results: Points) -> None:
    for at, place in event.tournament.open_games:
        event.do(event.tournament.decide_game(at, place, results[place] if results else (1.0, 0.0), 2))


def test_those_who_lose_in_the_same_round_share_a_place() -> None:
    event = Event(setup("knockout", tie_breaks=()), 7)
    for _ in range(3):
        event.do(event.tournament.pair_round(1))
        decide_all(event)
    assert [row.place for row in event.tournament.standings()] == [1, 2, 3, 3, 5, 5, 5]


def test_a_correction_after_the_next_round_has_begun_withdraws_the_later_rounds() -> None:
    event = Event(setup("knockout"), 8)
    tournament = event.tournament
    for _ in range(2):
        event.do(tournament.pair_round(1))
        decide_all(event)
    event.do(tournament.pair_round(3))
    first = tournament.rounds[0][0]
    assert first.first in tournament.rounds[1][0].entrants
    with pytest.raises(TournamentError, match="needs a winner"):
        tournament.correct_result(0, 0, (0.5, 0.5), "Seen late", 4)
    event.do(tournament.correct_result(0, 0, (0.0, 1.0), "Seen late", 4))
    assert [len(games) for games in tournament.rounds] == [4]
    check_restart(event)
    event.do(tournament.pair_round(5))
    assert first.second in tournament.rounds[1][0].entrants
    assert first.first not in [number for game in tournament.rounds[1] for number in game.entrants]


def test_a_correction_that_lets_the_same_entrant_advance_keeps_the_later_rounds() -> None:
    event = Event(setup("knockout"), 4)
    event.do(event.tournament.pair_round(1))
    decide_all(event)
    event.do(event.tournament.pair_round(3))
    event.do(event.tournament.correct_result(0, 0, (1.0, 0.0), "Nobody came", 4, forfeit=True))
    assert len(event.tournament.rounds) == 2
    assert event.tournament.rounds[0][0].forfeit


def test_who_has_advanced_is_final_when_a_knockout_is_over() -> None:
    event = Event(setup("knockout"), 4)
    for _ in range(2):
        event.do(event.tournament.pair_round(1))
        decide_all(event)
    event.do(event.tournament.end(3))
    with pytest.raises(TournamentError, match="can no longer be changed"):
        event.tournament.correct_result(0, 0, (0.0, 1.0), "Seen late", 4)


def test_both_are_out_of_a_knockout_who_have_lost_their_game() -> None:
    event = Event(setup("knockout"), 8)
    event.do(event.tournament.pair_round(1))
    for place, points in enumerate([(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]):
        event.do(event.tournament.decide_game(0, place, points, 2, forfeit=points == (0.0, 0.0)))
    third = event.tournament.rounds[0][2].first
    event.do(event.tournament.pair_round(3))
    free, bye = event.tournament.rounds[1]
    assert (free.second, free.points) == (None, (0.0, 0.0))
    assert (bye.first, bye.second, bye.points) == (third, None, (1.0, 0.0))
    event.do(event.tournament.pair_round(4))
    [final] = event.tournament.rounds[2]
    assert final.entrants == (third,)
    event.do(event.tournament.end(5))
    assert event.tournament.winner() == third
    check_restart(event)


def test_a_knockout_whose_final_both_have_lost_has_no_winner() -> None:
    event = Event(setup("knockout"), 2)
    event.do(event.tournament.pair_round(1))
    event.do(event.tournament.decide_game(0, 0, (1.0, 0.0), 2))
    event.do(event.tournament.correct_result(0, 0, (0.0, 0.0), "Nobody came", 3))
    event.do(event.tournament.end(4))
    assert event.tournament.winner() is None


def test_two_who_have_withdrawn_are_both_out_of_a_knockout() -> None:
    event = Event(setup("knockout"), 4)
    event.do(event.tournament.pair_round(1))
    for place in range(2):
        event.do(event.tournament.decide_game(0, place, (1.0, 0.0), 2))
    for game in event.tournament.rounds[0]:
        event.do(event.tournament.withdraw(game.first, 3))
    event.do(event.tournament.pair_round(4))
    event.do(event.tournament.end(5))
    assert event.tournament.winner() is None
