"""Swiss pairing."""

from __future__ import annotations

from math import ceil, log2
from random import Random

import networkx
import pytest

from parlour.club.tournaments.rounds import Round, RoundGame, histories
from parlour.club.tournaments.swiss import pair_swiss_round
from tests.club.tournaments.simulated import Eventful, eventful_swiss, play, swiss


def check_round(entrants: set[int], before: list[Round], games: Round) -> None:
    """Everybody is paired once; nobody meets an opponent twice or has points without play twice."""
    known = histories(entrants, before)
    assert sorted(number for game in games for number in game.entrants) == sorted(entrants)
    byes = [game.first for game in games if game.second is None]
    assert len(byes) == len(entrants) % 2
    for number in byes:
        assert not known[number].unopposed
    for game in games:
        if game.second is not None:
            assert game.second not in known[game.first].opponents


def check_eventful(event: Eventful) -> None:
    """Those who take part in a round are paired once. Opponents meet twice only if that cannot be avoided; no entrant
    gets points without play a second time before all others have had them once.
    """
    for at, (games, present) in enumerate(zip(event.rounds, event.present, strict=True)):
        before = event.rounds[:at]
        known = histories(present, before)
        assert sorted(number for game in games for number in game.entrants) == sorted(present)
        byes = [game.first for game in games if game.second is None]
        assert len(byes) == len(present) % 2
        assert not repeated(before, games) or not can_avoid_repeats(present, before)
        assert not any(known[one].unopposed for one in byes) or all(one.unopposed for one in known.values())


def check_sides(entrants: int, rounds: list[Round]) -> None:
    for history in histories(range(1, entrants + 1), rounds).values():
        assert abs(history.surplus) <= 2
        assert all(set(history.sides[at : at + 3]) != {side} for at in range(len(history.sides) - 2) for side in (0, 1))


def check_event(entrants: int, rounds: list[Round]) -> None:
    for at, games in enumerate(rounds):
        check_round(set(range(1, entrants + 1)), rounds[:at], games)


def sound_rounds(entrants: int) -> int:
    """Return a number of rounds in which nobody need meet an opponent twice, whatever the results."""
    return max(1, min(entrants // 2, ceil(log2(entrants)) + 2))


def test_first_round_pairs_the_upper_half_with_the_lower_half_and_alternates_sides() -> None:
    assert pair_swiss_round(range(1, 9), []) == (RoundGame(1, 5), RoundGame(6, 2), RoundGame(3, 7), RoundGame(8, 4))
    assert pair_swiss_round(range(1, 9), [], first_side=1)[0] == RoundGame(5, 1)


def test_the_last_entrant_of_an_odd_number_has_the_first_bye() -> None:
    *_, last = pair_swiss_round(range(1, 8), [])
    assert last == RoundGame(7, None, (1.0, 0.0))


def test_winners_meet_winners() -> None:
    first = tuple(RoundGame(game.first, game.second, (1.0, 0.0)) for game in pair_swiss_round(range(1, 9), []))
    winners = {game.first for game in first}
    second = pair_swiss_round(range(1, 9), [first])
    assert all((game.first in winners) == (game.second in winners) for game in second)
    assert {game.first for game in second} != winners, "sides alternate"


@pytest.mark.parametrize("entrants", [2, 3, 5, 6, 9, 16, 31])
def test_simulated_events_are_sound(entrants: int) -> None:
    rounds = sound_rounds(entrants)
    for seed in range(12):
        played = swiss(entrants, rounds, seed)
        check_event(entrants, played)
        check_sides(entrants, played)


def test_everybody_can_meet_everybody_in_as_many_rounds_as_there_are_opponents() -> None:
    """No opponent twice has priority over everything, as long as a pairing without that exists."""
    for seed in range(20):
        rng = Random(seed)
        played: list[Round] = []
        for _ in range(5):
            games = pair_swiss_round(range(1, 7), played)
            if repeated(played, games):
                assert not can_avoid_repeats(set(range(1, 7)), played)
            played.append(play(games, rng))


def repeated(before: list[Round], games: Round) -> bool:
    known = histories({number for game in games for number in game.entrants}, before)
    return any(game.second in known[game.first].opponents for game in games if game.second is not None)


def can_avoid_repeats(entrants: set[int], before: list[Round]) -> bool:
    known = histories(entrants, before)
    graph = networkx.Graph(
        (one, other) for one in entrants for other in entrants if one < other and other not in known[one].opponents
    )
    return len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(entrants) // 2


def test_late_entrants_and_withdrawals_are_paired_with_those_who_are_there() -> None:
    rng = Random(5)
    played = [play(pair_swiss_round(range(1, 11), []), rng)]
    present = {1, 2, 4, 5, 7, 8, 9, 10, 11}
    games = pair_swiss_round(present, played)
    check_round(present, played, games)


@pytest.mark.parametrize("entrants", [7, 12, 30])
def test_simulated_events_that_entrants_join_late_and_leave_are_sound(entrants: int) -> None:
    for seed in range(6):
        event = eventful_swiss(entrants, sound_rounds(entrants), seed)
        check_eventful(event)
        check_sides(entrants + 1, event.rounds)


def test_a_forfeit_is_no_meeting() -> None:
    """Two entrants whose game was not played may still meet; the winner by forfeit has no bye after that."""
    forfeited = (RoundGame(1, 2, (1.0, 0.0), forfeit=True), RoundGame(3, None, (1.0, 0.0)))
    second = pair_swiss_round([1, 2, 3], [forfeited])
    assert [game.first for game in second if game.second is None] == [2]


def test_many_entrants_are_paired_from_few_pairs() -> None:
    """Pairs with unequal points, which odd score groups need, are among the few pairs that are tried first."""
    played = swiss(150, 5, seed=3)
    check_event(150, played)
    check_sides(150, played)
    before = histories(range(1, 151), played[:4])
    differences = [abs(before[game.first].points - before[game.second or 0].points) for game in played[4]]
    assert sum(difference > 0 for difference in differences) <= 2 * len({one.points for one in before.values()})


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_events_are_sound() -> None:
    rng = Random(2024)
    for seed in range(1000):
        entrants = rng.randint(5, 200)
        rounds = sound_rounds(entrants)
        if seed % 2:
            event = eventful_swiss(entrants, rounds, seed)
            check_eventful(event)
            check_sides(entrants + 1, event.rounds)
        else:
            played = swiss(entrants, rounds, seed)
            check_event(entrants, played)
            check_sides(entrants, played)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_five_hundred_entrants_are_paired_soundly() -> None:
    played = swiss(500, 11, seed=1)
    check_event(500, played)
    check_sides(500, played)
