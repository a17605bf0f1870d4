"""A bot exceeds its time by at most 0.1 s, however slow the moves of a game are."""

import json
import os
import subprocess
import sys
from threading import Event, Thread

import pytest

from parlour.engine.bot import FIRST_SEARCH_SHARE, BotPlayer
from parlour.engine.levels import read_bot
from parlour.engine.report import Stop
from parlour.games import game
from parlour.games.registry import own_keys
from tests.engine.search.overtime import SECONDS

ALLOWED = 0.1
RESERVED = SECONDS * (1 - FIRST_SEARCH_SHARE)
"""What a bot keeps for later moves of its turn."""


def test_no_move_comes_more_than_a_tenth_of_a_second_after_its_time() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.search.overtime"],
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_PURE": "1"},
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    late: dict[str, float] = json.loads(answer.stdout)
    assert len(late) == 18
    for trial, seconds in late.items():
        assert -RESERVED <= seconds <= ALLOWED, trial


@pytest.mark.parametrize("key", own_keys())
def test_other_threads_run_while_a_bot_thinks(key: str) -> None:
    """A thread blocked by the search would wait forever: only its own work ends the search."""
    position = game(key).start()
    stop, begun, chosen = Stop(), Event(), []

    def think() -> None:
        bot = BotPlayer(read_bot("custom,method=alphabeta,seconds=600,threads=1"), position.game, position.options)
        chosen.append(bot.choose(position, stop=stop, on_report=lambda _: begun.set()))

    thinker = Thread(target=think)
    thinker.start()
    assert begun.wait(60)
    for _ in range(2000):
        assert position.read_move(position.write_move(position.moves()[0])) in position.moves()
    assert thinker.is_alive() or chosen, "the bot failed"
    stop.set()
    thinker.join(60)
    assert position.is_legal(chosen[0])
