"""Available bots and their notation."""

import re
from pathlib import Path

import msgspec
import pytest

from parlour.engine.levels import Bot, BotError, between, bot_name, read_bot, settings
from parlour.engine.player_rating import PlayerRating
from parlour.games import game, keys

STRINGS = Path(__file__).parents[2] / "web" / "src" / "lib" / "strings"


@pytest.mark.parametrize("text", ["3", "8:blocker", "8,seconds=1", "custom,method=mcts,nodes=5000,seed=7", "perfect"])
def test_a_bot_is_written_as_it_was_read(text: str) -> None:
    assert str(read_bot(text)) == text


@pytest.mark.parametrize("text", ["", ":blocker", "3:", "3,seconds", "3,seed=x", "3,seed=²", "3,nodes=1,nodes=2", ","])
def test_an_invalid_bot_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(BotError, match=r"write|whole number"):
        read_bot(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9", "There is no bot “9”"),
        ("0", "There is no bot “0”"),
        ("5:sleepy", "has no style “sleepy”"),
        ("5,speed=3", "Invalid settings of the computer opponent"),
        ("5,nodes=many", "Invalid settings of the computer opponent"),
        ("5,blunder_rate=2", "blunder_rate must be between 0 and 1"),
        ("8,seconds=0", "seconds must be between 0.01 and 600"),
        ("perfect", "Perfect play is not available"),
        ("custom,method=exact", "Perfect play is not available"),
        ("3,baseline=nobody", "has no classic opponent “nobody”"),
    ],
)
def test_invalid_settings_are_refused_with_the_reason(text: str, reason: str) -> None:
    found = game("surakarta")
    with pytest.raises(BotError, match=reason):
        settings(read_bot(text), found, found.check())


@pytest.mark.parametrize("seconds", [15, 30])
@pytest.mark.parametrize("method", ["mcts", "alphabeta"])
def test_a_custom_bot_has_the_given_method_and_limits(method: str, seconds: int) -> None:
    found = game("surakarta")
    made = settings(read_bot(f"custom,method={method},seconds={seconds}"), found, found.check())
    assert (made.method, made.seconds, made.nodes, made.depth) == (method, seconds, None, None)
    assert settings(read_bot("custom"), found, found.check()).seconds == 1.0
    deep = settings(read_bot(f"custom,method={method},depth=4"), found, found.check())
    assert (deep.method, deep.depth, deep.seconds) == (method, 4, None)


def test_every_level_exists_in_every_game_and_preset() -> None:
    for key in keys():
        found = game(key)
        for preset in found.presets:
            options = found.check(preset.values)
            made = [settings(Bot(level), found, options) for level in range(1, 9)]
            assert made[0].method == "random"
            assert all(one.threads == 1 and one.seconds is None for one in made[:7]), (
                "levels 1 to 7 are limited by work"
            )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("level", ["perfect", "custom"])
def test_a_bot_has_one_name_on_the_server_and_the_page(level: str, language: str) -> None:
    texts = (STRINGS / language / "match.ts").read_text(encoding="utf-8")
    (name,) = re.findall(rf"'match\.player\.bot\.{level}': '(.*)'", texts)
    assert bot_name(Bot(level), game("sim"), language) == name


def test_alpha_beta_refuses_more_than_two_seats() -> None:
    found = game("sim")
    options = found.check({"players": 3})
    assert settings(Bot(5), found, options).method == "mcts"
    with pytest.raises(BotError, match="needs a game with two seats"):
        settings(read_bot("custom,method=alphabeta"), found, options)


def test_a_fractional_level_interpolates_its_neighbours() -> None:
    assert between(Bot(8)) is None
    assert between(Bot(8.5)) is None
    assert between(Bot("x.5")) is None
    found = between(Bot(4.25, style="blocker"))
    assert found is not None
    assert (found[0].level, found[1].level, found[2], found[0].style) == (4, 5, 0.25, "blocker")


def test_the_suggested_level_follows_results_and_settles_slightly_above_even() -> None:
    won = lost = PlayerRating()
    for _ in range(12):
        won = won.after(won.level(), 1)
        lost = lost.after(lost.level(), 0)
    assert won.level() > 5
    assert lost.level() == 1
    assert won.suggestion() in range(1, 9)
    # A player as strong as level 4 gets a slightly weaker bot.
    person = PlayerRating()
    for n in range(300):
        expected = 1 / (1 + 10 ** ((person.level() - 4) * 150 / 400))
        person = person.after(person.level(), 1.0 if (n * 0.618) % 1 < expected else 0.0)
    assert 3.0 < person.level() < 4.2


def test_a_bot_keeps_its_stored_form() -> None:
    # Events and set-ups in the store hold bots in exactly this JSON.
    assert msgspec.json.encode(Bot(3)) == b'{"is":"bot","level":3}'
    assert msgspec.json.encode(Bot()) == b'{"is":"bot"}'
    full = Bot(4.3, "blocker", 7, {"seconds": 1})
    stored = b'{"is":"bot","level":4.3,"style":"blocker","seed":7,"custom":{"seconds":1}}'
    assert msgspec.json.encode(full) == stored
    assert msgspec.json.decode(stored, type=Bot) == full


def test_settings_of_stored_bots_may_have_their_former_names() -> None:
    found = game("surakarta")
    now = settings(read_bot("5,blunder_rate=0.3,eval_noise=40"), found, found.check())
    assert (now.blunder_rate, now.eval_noise) == (0.3, 40)
    assert settings(read_bot("5,glances=0.3,misjudged=40"), found, found.check()) == now
