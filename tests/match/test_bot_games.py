"""Bots of all levels play each other in every game and preset: nothing illegal, no crash, no end without a reason."""

import resource

import pytest

from parlour.games import game
from parlour.games.registry import own_keys
from parlour.match.arena import Pairing, Played, play_game
from parlour.match.record_text import read_record

LEVELS = ("1", "2", "3", "4", "5", "6", "7", "8,seconds=0.02,threads=1")
LARGEST = 63
"""The game of two bots of the highest level, which take the most memory."""
MEGABYTE = 1024
"""In the unit in which Linux tells the largest size of a process."""


def bot_game(key: str, number: int) -> Played:
    """A game between two levels: 64 pairs, then the same with the next preset."""
    found = game(key)
    pair, round_number = number % 64, number // 64
    preset = found.presets[round_number % len(found.presets)]
    options = found.check({**preset.values, **found.finite})
    pairing = Pairing(key, dict(options), LEVELS[pair // 8], LEVELS[pair % 8], found.opening_moves, seed=number)
    return play_game(pairing, number)


def check(key: str, played: Played) -> None:
    """A record that replays by the rules, move by move, to the end that it names."""
    record = read_record(played.record)
    *_, last = record.positions()
    outcome = last.outcome()
    if played.reason == "adjudication":
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.reason, outcome.results[played.seat]) == (played.reason, played.result)
        assert played.reason in game(key).reasons


@pytest.mark.parametrize("number", [1, 10, 19, 28, 37])
@pytest.mark.parametrize("key", own_keys())
def test_neighbouring_levels_play_a_game_by_the_rules(key: str, number: int) -> None:
    check(key, bot_game(key, number))


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", own_keys())
def test_a_thousand_games_of_all_levels_are_played_by_the_rules_and_memory_stays_flat(key: str, part: int) -> None:
    bot_game(key, LARGEST)
    early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    adjudicated = 0
    for n in range(100):
        played = bot_game(key, 100 * part + n)
        check(key, played)
        adjudicated += played.reason == "adjudication"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - early < 32 * MEGABYTE
    assert adjudicated < 10
