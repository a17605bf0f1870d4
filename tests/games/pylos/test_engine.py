"""Pylos in the engine: evaluation, tactical moves, reasons, aids, styles, handicaps, and its bots."""

import json
from functools import cache

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.hint import hint
from parlour.engine.levels import read_bot, settings
from parlour.engine.report import PROVEN, Limits
from parlour.errors import ArgumentError, OptionError, PositionError
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.tables import CELL, KIND_SHIFT, PLAY, RAISE
from parlour.lab.arena import Pairing, play_game
from parlour.match.records.text_format import read_record
from tests.games.both_builds import compiled_and_interpreted
from tests.games.pylos.examples import (
    CHILDREN,
    EXPERT,
    PROFILES,
    PYLOS,
    SETS,
    STANDARD,
    example,
    mapped,
    play,
    position,
    reserves,
    sampled,
    start,
)


def alone(here: PylosPosition, name: str, seat: int = 0) -> int:
    """Return a single term of the evaluation."""
    reader = here.copy()
    reader.weigh({term.name: int(term.name == name) for term in PYLOS.terms})
    return reader.static(seat)


# ---- Evaluation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETS)
def test_the_evaluation_is_antisymmetric(options: str) -> None:
    for here in sampled(SETS[options]):
        assert here.static(0) == -here.static(1)


@pytest.mark.parametrize("options", SETS)
def test_evaluation_is_the_same_for_all_images_of_a_position(options: str) -> None:
    for here in sampled(SETS[options], 12):
        if here.stage == PLAY:
            for image in PYLOS.symmetries(here.options):
                assert mapped(here, image).static(0) == here.static(0)


@pytest.mark.parametrize("options", [name for name in SETS if name != "handicap"])
def test_evaluation_does_not_prefer_a_colour(options: str) -> None:
    for here in sampled(SETS[options]):
        if here.stage == PLAY:
            same = tuple(range(len(here.shape_of_board.cells)))
            assert mapped(here, same, swap=True).static(1) == here.static(0)


@pytest.mark.parametrize("options", SETS)
def test_evaluation_after_moves_is_that_of_the_position_set_up(options: str) -> None:
    for here in sampled(SETS[options]):
        assert PYLOS.read(here.text(), here.options).static(0) == here.static(0)


def test_evaluation_is_linear_in_its_weights() -> None:
    for here in sampled(EXPERT, 20):
        assert sum(term.weight * alone(here, term.name) for term in PYLOS.terms) == here.static(0)


def test_no_evaluation_is_taken_for_a_win() -> None:
    for options in SETS.values():
        assert all(abs(here.static(0)) < PROVEN for here in sampled(options))


def test_reserves_and_what_is_about_to_come_back_count() -> None:
    here = position("1a1 1b1 1a2", "1d1 1d4")
    assert (alone(here, "reserve"), alone(here, "owed")) == (-1, 0)
    play_one(here, "1b2")
    assert (alone(here, "reserve"), alone(here, "owed")) == (-2, 2)
    play_one(here, "-1a1")
    assert (alone(here, "reserve"), alone(here, "owed")) == (-1, 1)


def play_one(here: PylosPosition, move: str) -> None:
    here.play(here.read_move(move))


@pytest.mark.parametrize(
    ("size", "light", "dark", "seat", "ahead"),
    [
        (4, "", "", 0, -1),  # 30 balls for 30 cells: the second to place fills the top
        (5, "", "", 0, 1),  # 56 balls for 55 cells: the first does
        (4, "1a1", "", 1, -1),
        (4, "1a1", "1b1 1c1", 0, 1),
        (5, "1a1", "1b1", 0, 1),
        (5, "1a1 1c1", "1b1", 0, -1),
    ],
)
def test_the_race_is_won_by_the_side_that_would_fill_the_top(
    size: int, light: str, dark: str, seat: int, ahead: int
) -> None:
    here = position(light, dark, PYLOS.check({"size": size, "square": False}), seat)
    assert alone(here, "race") == ahead
    # Placing only: a side that must place without a ball, or whose opponent fills the top, loses.
    left, cells, mover = [*reserves(here)], here.shape_of_board.apex + 1 - len(light.split()) - len(dark.split()), seat
    while cells > 0 and left[mover]:
        left[mover] -= 1
        cells -= 1
        mover = 1 - mover
    assert ahead == (1 if mover == 1 else -1)


def test_patterns_one_ball_short_count_for_both_sides() -> None:
    here = example(4)  # Light lacks 1b2 for a square
    assert (alone(here, "gains"), alone(here, "menaces")) == (1, 0)
    waiting = position("1a1 1b1 1a2", "1d1 1d4 1c4", seat=1)
    assert (alone(waiting, "gains"), alone(waiting, "menaces")) == (0, 1)
    assert alone(example(4, CHILDREN), "gains") == 0
    assert (alone(example(9), "gains"), alone(example(9, EXPERT), "gains")) == (0, 1)
    # One cell for two squares counts once; a square whose last cell has no support yet does not count.
    assert alone(example(7), "gains") == 1
    high = position("1a1 1b1 1c1 1a2 1b2 1c2 1a3 2a1 2b1 2a2", "1b3 1d1 1d2 1d3 1d4 1c4 1b4 1a4", CHILDREN)
    assert alone(high, "gains") == 0


def test_balls_that_can_be_raised_count_and_those_that_are_free() -> None:
    here = example(3)  # 1d4 can be raised to 2a1, and so can Dark's 1c4
    assert (alone(here, "raises"), alone(here, "climbs")) == (1, -1)
    assert alone(example(2), "raises") == 0
    assert alone(example(5), "free") == 0
    assert alone(position("1a1 1b2", "1b1 1a2 2a1"), "free") == -1


def test_squares_in_the_making_and_squares_blocked_count() -> None:
    assert alone(position("1a1 1b1", "1d4"), "squares") == 1
    assert alone(position("1b2 1c2", "1a4"), "squares") == 2
    assert alone(position("1b2 1c2", "1b3"), "squares") == 1
    assert alone(position("1b2 1c2", "1b3"), "blocks") == -1
    assert alone(position("1a1 1b1", "1d4", CHILDREN), "squares") == 0


def test_places_where_four_squares_meet_count() -> None:
    assert alone(position("1b2", "1a1"), "inner") == 1
    assert alone(position("1b2 1a2", "1c2 1c3"), "inner") == -1


PURE = """
import json
from tests.games.pylos.examples import SETS, sampled
from parlour.games.pylos.baseline_search import PylosBaselineSearch
print(json.dumps([
    [p.static(0), p.tactical_moves(), PylosBaselineSearch(p, 1).choose() if p.automatic() is None else None]
    for options in SETS.values() for p in sampled(options, 5)
]))
"""


def test_interpreted_and_compiled_evaluations_are_equal() -> None:
    answers = compiled_and_interpreted(PURE)
    assert json.loads(answers[0]) == json.loads(answers[1])


# ---- Bots ----------------------------------------------------------------------------------------------------------

SEVERAL_MOVES = {
    "a square": (example(4), "1b2"),
    "a ball that frees another": (example(6), "1d4"),
    "a square by raising": (example(8), "1d4>2b2"),
    "exactly two": (example(4, PROFILES["classic"]), "1b2"),
    "a line": (example(9, EXPERT), "1d1"),
}


@pytest.mark.parametrize("level", ["2", "4", "6", "8,seconds=0.02", "custom,method=mcts,nodes=60", "classic-minimax"])
@pytest.mark.parametrize("several", SEVERAL_MOVES)
def test_bots_on_both_sides_get_through_turns_of_several_moves(several: str, level: str) -> None:
    """After completing a square, the same bot is still to move."""
    here, first = SEVERAL_MOVES[several]
    here = here.copy()  # type: ignore[assignment]
    play_one(here, first)
    assert here.seat == 0
    bots = [BotPlayer(read_bot(level), PYLOS, here.options, seat) for seat in (0, 1)]
    for _ in range(8):
        here.play(bots[here.seat].choose(here))
    assert here.turns >= 3


@cache
def chances_to_win() -> list[tuple[PylosPosition, set[int]]]:
    """Return positions in which some but not all moves win immediately, and those moves."""
    found = []
    for seed in range(400):
        here = start(PYLOS.check({"dark": 6, "size": 3 + seed % 3}) if seed % 2 else PYLOS.check({"size": 4}))
        here.play_random(seed)
        if here.is_over() and here.played:
            here.undo()
            seat = here.seat
            wins = set()
            for move in here.moves():
                outcome = here.after(move).outcome()
                if outcome is not None and outcome.results[seat] == 1:
                    wins.add(move)
            if wins and len(wins) < len(here.moves()):
                found.append((here, wins))
    return found


@pytest.mark.parametrize("level", ["3", "4", "5", "6", "7", "8,nodes=2000,threads=1"])
def test_from_level_3_on_bots_play_a_winning_move(level: str) -> None:
    chances = [(here, wins) for here, wins in chances_to_win() if PYLOS.exact(here.options) is None]
    assert len(chances) > 5
    for seed, (here, wins) in enumerate(chances[:12]):
        assert BotPlayer(read_bot(level), PYLOS, here.options, seed).choose(here) in wins


@pytest.mark.parametrize(
    ("options", "pair"),
    [
        ("standard", ("1", "8,seconds=0.01")),
        ("standard", ("3:blocker", "3:hoarder")),
        ("expert", ("4", "5:builder")),
        ("children", ("2", "3")),
        ("classic-lines", ("3", "4:unpredictable")),
        ("small", ("6", "4")),
        ("five", ("4", "3")),
        ("seven", ("1", "3")),
        ("handicap", ("3", "4")),
    ],
)
def test_bots_play_games_to_the_end(options: str, pair: tuple[str, str]) -> None:
    played = play_game(Pairing("pylos", dict(SETS[options]), *pair, seed=2), 0)
    assert played.reason in ("apex", "stuck", "repetition", "turns")


def test_a_seed_repeats_a_game_and_another_does_not() -> None:
    games = [play_game(Pairing("pylos", {}, "5", "4", seed=seed), 0).record for seed in (1, 1, 2)]
    moves = [[move.text for move in read_record(record).moves] for record in games]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


@pytest.mark.parametrize("size", range(3, 8))
def test_every_level_has_a_limit_at_every_size(size: int) -> None:
    options = PYLOS.check({"size": size})
    for level in range(2, 8):
        found = settings(read_bot(str(level)), PYLOS, options)
        assert found.method == "exact" or (found.nodes is not None and found.nodes <= 35_000)
    highest = settings(read_bot("8"), PYLOS, options)
    assert highest.method == "exact" or (highest.seconds is not None and highest.seconds <= 5)


@pytest.mark.parametrize(("size", "level", "games"), [(4, "4", 8), (5, "4", 4), (6, "6", 2), (7, "6", 2)])
def test_the_earlier_player_is_beaten_at_every_size(size: int, level: str, games: int) -> None:
    pairing = Pairing("pylos", {"size": size}, level, "classic-minimax", seed=5)
    assert [play_game(pairing, number).result for number in range(games)] == [1.0] * games


def test_three_by_three_is_played_from_the_exact_table() -> None:
    """Its values are tested in `test_exact.py`."""
    player = BotPlayer(read_bot("8"), PYLOS, SETS["small"])
    assert player.settings.method == "exact"
    assert BotPlayer(read_bot("8"), PYLOS, STANDARD).settings.method == "alphabeta"


# ---- Reasons and teaching aids -------------------------------------------------------------------------------------


def reasons(here: PylosPosition, turn: str, then: str = "") -> list[str]:
    """Return the game's reasons for a turn as text, with the turns that would follow."""
    moves = here.read_turn(turn)
    walker = here.copy()
    assert isinstance(walker, PylosPosition)
    line = [*moves]
    for one in [turn, *then.split()]:
        line += walker.read_turn(one) if one != turn else []
        play(walker, one)
    return [PYLOS.sentence(message, here.options) for message in here.turn_reasons(moves, line)]


def test_reasons_for_squares_lines_and_what_is_taken_back() -> None:
    assert reasons(example(4), "1b2-1a1-1b1")[:2] == ["It completes a square.", "It takes 2 balls back."]
    assert reasons(example(4), "1b2-1a1")[:2] == ["It completes a square.", "It takes a ball back."]
    assert reasons(example(9, EXPERT), "1d1-1a1-1b1")[0] == "It completes a line."
    assert "It completes a square." in reasons(example(8), "1d4>2b2-2b2")


def test_reasons_for_raising_and_holding_down() -> None:
    sentences = reasons(example(3), "1d4>2a1")
    assert "It raises a ball, which saves one." in sentences
    assert "It pins 2 of Dark’s balls." in sentences


def test_reasons_for_stopping_and_preparing_a_square() -> None:
    here = position("1a4 1d1", "1b2 1c2 1b3")
    assert reasons(here, "1c3") == [
        "It takes a place where four squares meet.",
        "It blocks 1c3, where Dark could complete a square or line.",
    ]
    assert "It threatens to take balls back with a ball on 1b2." in reasons(position("1a1 1b1", "1d4 1d3"), "1a2")


def test_reasons_from_the_line_that_follows() -> None:
    here = position("1a1 1b1", "1d4 1d3")
    assert "It leads to balls being taken back later." in reasons(here, "1a2", "1d2 1b2-1a1-1b1")
    assert "It leads to balls being taken back later." not in reasons(here, "1a2", "1b2")


def test_reasons_for_the_last_turn() -> None:
    full = PYLOS.start(SETS["small"])
    won = 0
    for seed in range(60):
        here = full.copy()
        assert isinstance(here, PylosPosition)
        here.play_random(seed)
        outcome = here.outcome()
        assert outcome is not None
        last = here.undo()
        if here.stage == PLAY and outcome.results[here.seat] == 1:
            sentences = [PYLOS.sentence(message, here.options) for message in here.turn_reasons([last], [last])]
            expected = {
                "apex": "It fills the top.",
                "stuck": f"It leaves {('Dark', 'Light')[here.seat]} without a legal move.",
            }
            assert sentences[-1] == expected[outcome.reason]
            won += 1
    assert won > 10


def test_a_hint_mentions_the_square() -> None:
    found = hint(example(4), Limits(depth=4))
    sentences = [PYLOS.sentence(reason, STANDARD) for reason in found.reasons]
    assert found.turn.startswith("1b2-")
    assert "It completes a square." in sentences


def test_aids_show_for_both_sides_what_is_free_what_climbs_and_what_is_one_short() -> None:
    here = position("1a1 1b1 1a2 1d1", "1b2 2a1 1d4 1c4 1c3")
    labels = here.shape_of_board.labels
    found = {(mark.kind, mark.seat): {labels[cell] for cell in mark.sites} for mark in here.aids()}
    assert found == {
        ("free", 0): {"1d1"},
        ("free", 1): {"1c3", "1c4", "1d4", "2a1"},
        ("bonus", 1): {"1d3"},
        ("short", 1): {"1c3", "1c4", "1d4"},
    }
    raised = {(mark.seat, mark.sites) for mark in example(3).aids() if mark.kind == "raise"}
    assert {(seat, tuple(labels[cell] for cell in cells)) for seat, cells in raised} == {(0, ("1d4",)), (1, ("1c4",))}


def test_the_balls_that_aids_call_raisable_are_those_that_moves_raise() -> None:
    for here in sampled(count=60):
        if here.stage == PLAY:
            marked = {
                cell for mark in here.aids() if mark.kind == "raise" and mark.seat == here.seat for cell in mark.sites
            }
            assert marked == {move >> 8 & CELL for move in here.moves() if move >> KIND_SHIFT == RAISE}


# ---- Styles --------------------------------------------------------------------------------------------------------


def test_traits_of_styles() -> None:
    here = position("1b2 1c2 1a1", "1b3 1d4")
    assert {style.key: style.trait for style in PYLOS.styles} == {
        "hoarder": "climbing",
        "builder": "building",
        "blocker": "blocking",
    }
    assert here.trait("climbing", 0) == 0
    assert example(3).trait("climbing", 0) == example(3).trait("climbing", 1) == 1
    assert here.trait("building", 0) == 2  # below 2a1 and 2b1; none on 1b3
    assert here.trait("blocking", 1) == 1
    assert here.trait("blocking", 0) == 0
    with pytest.raises(ArgumentError):
        here.trait("speed", 0)


def test_styles_change_what_a_position_with_their_trait_is_worth() -> None:
    shown = {
        "hoarder": example(3),
        "builder": position("1b2 1c2 1a1", "1b3 1d4"),
        "blocker": position("1b2 1c2", "1b3 1a1"),
    }
    for style in PYLOS.styles:
        here = shown[style.key]
        plain = here.static(0)
        here.weigh(style.weights)
        assert here.static(0) != plain


# ---- Handicaps -----------------------------------------------------------------------------------------------------


def test_with_a_handicap_a_side_has_fewer_balls() -> None:
    options = PYLOS.check({"dark": 4})
    here = start(options)
    assert reserves(here) == (15, 11)
    assert [(score.value, score.of) for score in here.scores()] == [(15, 15), (11, 11)]
    assert len(here.pieces()) == 26
    assert reserves(start(PYLOS.check({"light": 6, "size": 3}))) == (1, 7)
    assert [option.key for option in PYLOS.declared if option.handicap] == ["light", "dark"]


def test_the_reserves_of_a_text_leave_the_handicap_out() -> None:
    options = PYLOS.check({"light": 2})
    here = play(start(options), "1a1", "1d4")
    again = PYLOS.read(here.text(), options)
    assert isinstance(again, PylosPosition)
    assert reserves(again) == reserves(here) == (12, 14)


def test_a_set_up_cannot_have_more_balls_than_the_handicap_leaves() -> None:
    with pytest.raises(PositionError, match="Dark has 2 balls; the maximum is 1"):
        position("1a1", "1b1 1c1", PYLOS.check({"dark": 6, "size": 3}))


def test_a_side_without_balls_because_of_a_handicap_loses() -> None:
    here = play(start(PYLOS.check({"dark": 6, "size": 3, "square": False})), "1a1", "1b1", "1c1")
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((1.0, 0.0), "stuck")


def test_only_one_side_can_have_a_handicap() -> None:
    with pytest.raises(OptionError, match="Only one side"):
        PYLOS.check({"light": 1, "dark": 1})
    with pytest.raises(OptionError, match="from 0 to 6"):
        PYLOS.check({"dark": 7})
