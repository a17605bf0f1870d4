"""Compiled and interpreted rules behave identically, move for move."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parlour.games import registry
from parlour.games.conformance import fingerprint
from parlour.games.contract import position
from tests.games import agreement
from tests.games.hexapawn import Hexapawn
from tests.games.known import HEXAPAWN

HERE = Path(__file__).parent


@cache
def interpreted() -> dict[str, Any]:
    """Return the report of an interpreter that loads every module from its source."""
    answer = subprocess.run(
        [sys.executable, HERE / "agreement.py", HEXAPAWN],
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_PURE": "1"},
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    report: dict[str, Any] = json.loads(answer.stdout)
    return report


KEYS = registry.keys()  # later tests may load further games from files

pytestmark = pytest.mark.skipif(not position.COMPILED, reason="NOTHING IS COMPARED: the rules are not compiled here")


def test_one_build_is_compiled_and_the_other_is_not() -> None:
    assert agreement.report([])["compiled"] == [True, True]
    assert interpreted()["compiled"] == [False, False]


def test_the_same_games_are_found() -> None:
    assert set(interpreted()["games"]) == {*KEYS, "hexapawn"}


@pytest.mark.parametrize("key", [*KEYS, "hexapawn"])
def test_compiled_and_interpreted_rules_agree(key: str) -> None:
    game = Hexapawn() if key == "hexapawn" else registry.game(key)
    ours = json.loads(json.dumps(agreement.move_counts(game)))
    theirs = interpreted()["games"][key]
    assert list(ours) == list(theirs)
    for options, values in ours.items():
        for what, value in values.items():
            assert value == theirs[options][what], f"{key} with {options}: {what}"


def test_the_comparison_sees_a_difference() -> None:
    game = Hexapawn()
    assert fingerprint(game, game.check(), 1) != fingerprint(game, game.check(), 2)
