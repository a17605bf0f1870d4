"""Measured ratings of bots."""

import json
from pathlib import Path

import pytest

from parlour.club.bot_ratings import bot_rating, bots_are_measured
from parlour.engine.levels import Bot
from parlour.games import game as find_game
from parlour.games.contract.options import Value
from parlour.games.registry import own_keys
from parlour.lab.elo import elo
from parlour.match.seats import Guest

STRENGTH = Path(__file__).parents[2] / "docs" / "strength"


@pytest.mark.parametrize("game", own_keys())
def test_the_ratings_are_those_that_were_measured(game: str) -> None:
    played = json.loads((STRENGTH / f"{game}.json").read_text())["matches"]
    points = {1: 0.0}
    for match in played:
        if match["section"] == "step" and match["options"] in ("", "limit=on"):
            tally = match["tally"]
            score = (tally["wins"] + tally["draws"] / 2 + 0.5) / (sum(tally.values()) + 1)
            points[int(match["first"][0])] = points[int(match["second"][0])] + elo(score)
    assert find_game(game).level_ratings == tuple(round(1500 + value - points[3], -1) for value in points.values())


def test_levels_between_two_measured_ones_and_others() -> None:
    def points(level: float) -> int:
        rating = bot_rating("yinsh", level)
        assert rating is not None
        assert not rating.provisional
        return rating.points

    assert points(4) < points(4.25) < points(5)
    assert points(8) == find_game("yinsh").level_ratings[-1]
    for level in ("perfect", "custom", 0, 9):
        assert bot_rating("yinsh", level) is None
    assert bot_rating("hex", 3) is None


@pytest.mark.parametrize(
    ("game", "options", "measured"),
    [
        ("sim", {}, True),
        ("sim", {"vertices": 7}, False),
        ("pylos", {"size": 5}, False),
        ("laserchess", {}, True),
        ("laserchess", {"limit": True}, True),
    ],
)
def test_levels_are_measured_with_the_default_options(game: str, options: dict[str, Value], measured: bool) -> None:
    assert bots_are_measured(game, options, [Bot(3), Guest("Anna")]) is measured
    assert not bots_are_measured(game, options, [Bot("perfect")])
    assert bots_are_measured(game, options, [Guest("Anna"), Guest("Ben")])
