"""Achievements: which games earn them and when, and the feats that some require."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest

from parlour.games import Game, games
from parlour.i18n.catalogue import load_catalogue
from parlour.match.achievement_feats import feats
from parlour.match.achievements import (
    LEVELS,
    TABLE,
    AchievementProgress,
    FinishedGame,
    PlayerHistory,
    PuzzleAttempt,
    progress,
)
from parlour.match.commands import Assist, PlayMove, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup

ALL = Sender(frozenset((0, 1)), host=True)


def played(*many: dict[str, Any]) -> PlayerHistory:
    """Return games in sequence, at the moments 1, 2, 3 …"""
    usual: dict[str, Any] = {"game": "go", "result": "won", "against": "bots", "level": 1, "assisted": False}
    games = [
        FinishedGame(**{"feats": (), **usual, **one, "ended": at}) for one, at in zip(many, count(1), strict=False)
    ]
    return PlayerHistory(tuple(games))


def found(past: PlayerHistory, *some: Game) -> dict[str, AchievementProgress]:
    return {one.achievement.key: one for one in progress(past, some)}


def reached(past: PlayerHistory, *some: Game) -> dict[str, int]:
    return {key: one.reached for key, one in found(past, *some).items() if one.reached is not None}


def test_no_achievement_is_earned_without_playing() -> None:
    assert reached(PlayerHistory(), *games()) == {}
    assert {one.value for one in progress(PlayerHistory(), games())} == {0}


def test_the_first_win_is_not_the_first_game() -> None:
    assert reached(played({"result": "lost", "level": None}, {"level": None})) == {"first-game": 1, "first-win": 2}


def test_an_achievement_is_dated_by_its_last_step() -> None:
    past = played(*[{"level": None}] * 12)
    assert reached(past)["wins-10"] == 10
    assert found(past)["wins-10"].value == 10
    assert found(PlayerHistory(past.games[:9]))["wins-10"].value == 9


def test_winning_streaks_end_with_any_other_result() -> None:
    row = [{}, {}, {"result": "drawn"}, {}, {}, {}, {"result": "lost"}]
    assert reached(played(*row))["row-3"] == 6
    assert found(played(*row, {}))["row-10"].value == 3


@pytest.mark.parametrize("level", LEVELS)
def test_beating_a_level_counts_for_those_below(level: int) -> None:
    got = {key for key in reached(played({"level": level})) if key.startswith("level-")}
    assert got == {f"level-{below}" for below in range(1, level + 1)}


def test_assisted_wins_and_draws_do_not_count_as_wins_against_a_level() -> None:
    past = played({"level": 8, "assisted": True}, {"level": 8, "result": "drawn"}, {"level": "custom"}, {"level": None})
    assert not {key for key in reached(past) if key.startswith(("level-", "top-", "wins-5"))}


def test_ten_wins_against_the_strongest() -> None:
    past = played(*({"level": level} for level in (7, 8, 6, "perfect") * 4))
    assert reached(past)["top-10"] == 13


def test_a_draw_counts_against_a_perfect_player() -> None:
    assert "perfect" in reached(played({"level": "perfect", "result": "drawn"}))
    assert "perfect" not in reached(played({"level": "perfect", "result": "lost"}, {"level": 8}))


def test_five_different_games() -> None:
    past = played(*({"game": name, "result": "lost"} for name in "aabcde"))
    assert reached(past)["games-5"] == 6
    assert found(past)["wins-5"].value == 0


def test_every_game_has_its_own_ladder() -> None:
    one, other, *_ = games()
    past = played(*({"game": one.key, "level": level} for level in (*LEVELS, 3)), {"game": other.key, "level": 2})
    progressed = found(past, one, other)
    assert progressed[f"ladder-{one.key}"].reached == len(LEVELS)
    assert progressed[f"ladder-{other.key}"].value == 1


def test_solved_puzzles_count_and_streaks_count_first_tries() -> None:
    puzzles = [PuzzleAttempt(clean, at, at + 100) for at, clean in enumerate([True] * 4 + [False] + [True] * 6)]
    past = PlayerHistory(puzzles=(*puzzles, PuzzleAttempt(False, 50, None)))
    assert reached(past) == {"puzzles-10": 109, "puzzle-row-5": 9}
    assert (found(past)["puzzles-100"].value, found(past)["puzzle-row-20"].value) == (11, 6)


def test_keys_and_finishes_are_unique_and_have_texts() -> None:
    every = [one.achievement for one in progress(PlayerHistory(), games())]
    assert len({one.key for one in every}) == len(every)
    finishes = [one.finish for one in every if one.finish]
    assert len(set(finishes)) == len(finishes) > 0
    words = load_catalogue("match")
    for one in every:
        assert {f"match.achievement.{one.words}", f"match.achievement-how.{one.words}"} <= words.keys()
    assert all(one.goal > 0 for one in TABLE)


# ---- Feats -----------------------------------------------------------------------------------------------------------

CLEAN = ("a1a2", "c3c2", "b1c2", "b3b2", "c2c3")
"""White crosses the board without losing a pawn."""


def match_of(moves: Iterable[str], key: str = "hexapawn", start: str = "") -> Match:
    seats = (Seat(Guest("Anna")), Seat(Guest("Ben")))
    match = Match.new(Setup(key, seats, start=start), 0)[0]
    for text in moves:
        match.do(PlayMove(ply=match.ply, text=text), ALL, 0)
    return match


def test_a_win_without_losing_a_piece_is_flawless() -> None:
    match = match_of(CLEAN)
    assert (feats(match, 0), feats(match, 1)) == (("flawless",), ())


def test_a_win_that_cost_a_piece_is_not() -> None:
    match = match_of(("a1a2", "b3a2", "b1b2", "a3b2", "c1b2", "a2a1"))
    assert match.result(1) == "won"
    assert feats(match, 1) == ()


def test_help_custom_starts_and_resignations_do_not_count_as_feats() -> None:
    helped = match_of(CLEAN[:-1])
    helped.do(Assist(seat=0, help="hints"), ALL, 0)
    helped.do(PlayMove(ply=helped.ply, text=CLEAN[-1]), ALL, 0)
    elsewhere = match_of(("c2c3",), start="..W..W.B. w")
    resigned = match_of(CLEAN[:-1])
    resigned.do(Resign(seat=1), ALL, 0)
    for match in (helped, elsewhere, resigned):
        assert match.result(0) == "won"
        assert feats(match, 0) == ()


def test_a_game_may_have_nothing_flawless() -> None:
    sim = next(one for one in games() if one.flawless is None)
    match = match_of((), sim.key)
    while match.status == "running":
        match.do(PlayMove(ply=match.ply, index=0), ALL, 0)
    assert "won" in (match.result(0), match.result(1))
    assert feats(match, 0) == feats(match, 1) == ()


@pytest.mark.parametrize("one", [one for one in games() if one.flawless is not None], ids=lambda one: str(one.key))
def test_every_game_can_break_the_flawless_condition(one: Game) -> None:
    """A condition that no move can break would make every win flawless."""
    assert one.flawless is not None
    wanted, done = {*one.flawless.others}, set[str]()
    for seed in range(40):
        chance, position = random.Random(seed), one.start()
        position.pieces()
        while not position.is_over():
            move = chance.choice(position.moves())
            done |= position.move_counts(move).keys()
            position.play(move)
    assert wanted <= done
