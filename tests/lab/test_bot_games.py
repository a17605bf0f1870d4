"""Bots of all levels play each other in every game and preset without illegal moves, crashes or missing reasons."""

import pytest

from parlour.games.registry import own_keys
from tests.lab.all_levels import LARGEST, SIZE, bot_game, check, megabytes

ALLOWED = 16
"""Megabytes: solved positions stay in memory, plus allocator overhead. A leaked table would be 64."""


@pytest.mark.parametrize("number", [1, 10, 19, 28, 37])
@pytest.mark.parametrize("key", own_keys())
def test_neighbouring_levels_play_a_game_by_the_rules(key: str, number: int) -> None:
    check(key, bot_game(key, number))


@pytest.mark.skipif(not SIZE.exists(), reason="only Linux tells how large a process is")
def test_memory_of_the_highest_level_is_released_after_its_game() -> None:
    before = megabytes()
    for _ in range(3):
        bot_game("pylos", LARGEST)
    assert megabytes() - before < ALLOWED


@pytest.mark.long
@pytest.mark.skipif(not SIZE.exists(), reason="only Linux tells how large a process is")
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", own_keys())
def test_a_thousand_games_of_all_levels_are_played_by_the_rules_and_memory_stays_flat(key: str, part: int) -> None:
    bot_game(key, LARGEST)
    early = megabytes()
    adjudicated = 0
    for n in range(100):
        played = bot_game(key, 100 * part + n)
        check(key, played)
        adjudicated += played.reason == "adjudication"
    assert megabytes() - early < ALLOWED
    assert adjudicated < 10
