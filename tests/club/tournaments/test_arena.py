"""Arenas: who is paired, and when they end."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from parlour.engine.levels import Bot
from parlour.errors import TournamentError
from tests.club.tournaments.stored_event import RESULTS, THREE, Event, check_restart, setup


def test_an_arena_pairs_free_entrants() -> None:
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


def test_arena_opponents_do_not_meet_again_immediately() -> None:
    event = Event(setup("arena"), 6)
    rng = Random(3)
    pairs = []
    for _ in range(5):
        event.do(event.tournament.pair_round(1, free=range(1, 7)))
        pairs.append({frozenset(game.entrants) for game in event.tournament.rounds[-1]})
        for at, place in event.tournament.open_games:
            event.do(event.tournament.decide_game(at, place, rng.choice(RESULTS), 2))
    assert all(not one & following for one, following in pairwise(pairs))


def test_an_arena_that_is_ended_early_begins_no_more_games_and_waits_for_the_open_ones() -> None:
    event = Event(setup("arena"), 4)
    event.do(event.tournament.pair_round(1, free=[1, 2, 3, 4]))
    event.do(event.tournament.decide_game(0, 0, (1.0, 0.0), 2))
    event.do(event.tournament.end(3))
    check_restart(event)
    assert (event.tournament.status, event.tournament.closed_at) == ("running", 3)
    with pytest.raises(TournamentError, match="All rounds have been played"):
        event.tournament.pair_round(4, free=event.tournament.free_entrants())
    with pytest.raises(TournamentError, match="no result yet"):
        event.tournament.end(4)
    event.do(event.tournament.decide_game(0, 1, (1.0, 0.0), 5))
    event.do(event.tournament.end(6))
    assert event.tournament.status == "over"


def test_a_bot_plays_the_entrant_left_over_in_an_arena_and_nobody_else() -> None:
    bot = Bot(level=3)
    event = Event(setup("arena", substitute=bot), 5)
    tournament = event.tournament

    def pair() -> list[tuple[int, ...]]:
        before = len(tournament.rounds)
        event.do(tournament.pair_round(1, free=tournament.free_entrants()))
        return [game.entrants for games in tournament.rounds[before:] for game in games]

    assert sorted(one for game in pair() for one in game) == [1, 2, 3, 4, 5, 6]
    assert tournament.entrants[6].player == bot
    of_people = next(place for place, game in enumerate(tournament.rounds[0]) if 6 not in game.entrants)
    event.do(tournament.decide_game(0, of_people, (1.0, 0.0), 2))
    event.do(tournament.withdraw(tournament.rounds[0][of_people].first, 2))
    assert pair() == [], "with four entrants nobody is left over, and the others are playing"
    event.do(tournament.come_back(tournament.rounds[0][of_people].first, 3))
    assert all(6 not in game for game in pair()), "the bot is playing"
    with_bot = next(place for place, game in enumerate(tournament.rounds[0]) if 6 in game.entrants)
    event.do(tournament.decide_game(0, with_bot, (1.0, 0.0), 4))
    assert [6 in game for game in pair()] == [True]
    assert len(tournament.entrants) == 6
    check_restart(event)


def test_an_arena_forms_tables_of_free_entrants() -> None:
    event = Event(setup("arena", games=THREE), 8)
    event.do(event.tournament.pair_round(1, free=range(1, 9)))
    assert [len(game.entrants) for game in event.tournament.rounds[0]] == [3, 3]
    waiting = set(range(1, 9)) - {number for game in event.tournament.rounds[0] for number in game.entrants}
    event.do(event.tournament.decide_game(0, 0, (1.0, 1.0, 0.0), 2))
    event.do(event.tournament.pair_round(3, free=event.tournament.free_entrants()))
    [table] = event.tournament.rounds[1]
    assert waiting < set(table.entrants)
