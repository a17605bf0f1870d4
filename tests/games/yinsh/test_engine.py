"""YINSH in the engine: evaluation, tactical moves, reasons, styles, handicaps, and its bots."""

import json
from random import Random

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.hint import hint
from parlour.engine.levels import read_bot
from parlour.engine.report import PROVEN, Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.errors import ArgumentError, OptionError
from parlour.games.yinsh.baseline import BASELINES
from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import (
    KIND_SHIFT,
    LABELS,
    MOVE,
    MOVING,
    NAMED,
    POINTS,
    RING_BEFORE,
    SYMMETRIES,
    TAKE_RING,
)
from parlour.lab.arena import Pairing, play_game
from tests.games.both_builds import compiled_and_interpreted
from tests.games.yinsh.examples import (
    EXAMPLE_9,
    EXAMPLE_10,
    EXAMPLE_11,
    EXAMPLE_12,
    EXAMPLE_15,
    STANDARD,
    WINNING,
    YINSH,
    bare,
    fork,
    play,
    read,
    sampled,
    text,
)

SEVERAL_MOVES = {
    "two rows": (EXAMPLE_9, "f3-f7"),
    "one row crossing two": (EXAMPLE_10, "d6-h6"),
    "rows for both": (EXAMPLE_11, "f3-f6"),
    "a row for the opponent": (EXAMPLE_12, "f3-f6"),
}


def mapped(position: YinshPosition, image: tuple[int, ...], swap: bool = False) -> YinshPosition:
    """Return a position rotated or reflected, or with the colours swapped."""
    owners = ("br", "wr", "bm", "wm") if swap else ("wr", "br", "wm", "bm")
    points: dict[str, list[str]] = {name: [] for name in owners}
    for site in range(POINTS):
        ring, marker = position.ring_on(site), position.marker_on(site)
        if ring is not None:
            points[owners[ring]].append(LABELS[image[site]])
        elif marker is not None:
            points[owners[2 + marker]].append(LABELS[image[site]])
    seat = "wb"[position.seat != swap]
    return read(
        text(**{name: " ".join(at) for name, at in points.items()}, seat=seat, stage=position.text().split()[2])
    )


def alone(position: YinshPosition, name: str) -> int:
    """Return a single term of the evaluation for White."""
    reader = fork(position)
    reader.weigh({term.name: int(term.name == name) for term in YINSH.terms})
    return reader.static(0)


# ---- Evaluation ----------------------------------------------------------------------------------------------------


def test_the_evaluation_is_antisymmetric() -> None:
    for position in sampled():
        assert position.static(0) == -position.static(1)


def test_evaluation_is_the_same_for_all_images_of_a_position() -> None:
    for position in sampled(24):
        for image in SYMMETRIES:
            assert mapped(position, image).static(0) == position.static(0)


def test_evaluation_does_not_prefer_a_colour() -> None:
    for position in sampled():
        if position.stage_now() == MOVING:
            assert mapped(position, tuple(range(POINTS)), swap=True).static(1) == position.static(0)


def test_evaluation_after_moves_is_that_of_the_position_set_up() -> None:
    for position in sampled():
        assert read(position.text()).static(0) == position.static(0)


def test_evaluation_is_linear_in_its_weights() -> None:
    for position in sampled(20):
        parts = sum(term.weight * alone(position, term.name) for term in YINSH.terms)
        assert parts == position.static(0)


@pytest.mark.parametrize(
    ("pieces", "counts"),
    [
        ({"wm": "e4 e5 e6 e7"}, {"four-gap": 2, "threes": 2, "twos": 2, "markers": 4}),
        ({"wm": "e4 e5 e6 e7", "wr": "a2 e8"}, {"four-ring": 1, "four-gap": 1, "threes": 2, "twos": 2}),
        ({"wm": "e4 e5 e6 e7", "bm": "e8"}, {"four-turn": 1, "four-gap": 1}),
        ({"wm": "e4 e5 e6 e7", "br": "k10 e8"}, {"four-gap": 1, "threes": 1, "twos": 1, "shut": 2}),
        ({"wm": "e4 e6"}, {"twos": 3, "threes": 0}),
    ],
)
def test_fives_count_by_their_markers_and_by_what_is_missing(pieces: dict[str, str], counts: dict[str, int]) -> None:
    given = {"wr": "a2", "br": "k10", "wm": "", "bm": "", **pieces}
    position = bare(given["wr"], given["br"], given["wm"], given["bm"])
    assert {name: alone(position, name) + ("bm" in pieces and name == "markers") for name in counts} == counts


def test_a_row_that_waits_and_a_ring_that_is_owed_count_as_removed() -> None:
    position = read(text(**{**EXAMPLE_11, "bm": "f4"}))
    assert alone(position, "first") == 0
    for move in ("f3-f6", "xb4-f4", "xk7"):
        play(position, move)
        assert alone(position, "first") == 1


def test_rings_count_by_their_moves_by_what_they_turn_and_by_their_lines() -> None:
    position = bare(wr="f6", br="k10", bm="f7 f8 g6", wm="e6")
    away = bare(wr="a2", br="k10")
    assert alone(position, "turns") == 3
    assert alone(position, "centre") == 5 + alone(away, "centre")
    assert alone(bare(wr="f6 f7"), "spread") == 5
    assert alone(bare(wr="f6"), "mobility") == 24


def test_tactical_moves_are_the_moves_that_make_a_row() -> None:
    rows = 0
    for position in sampled(150):
        if position.stage_now() != MOVING:
            continue
        making = {move for move in position.moves() if fork(position).after(move).text().endswith("row>")}
        assert making == {move for move in position.moves() if position.could_make_row(move)}
        tactical = set(position.tactical_moves())
        assert tactical <= making
        assert bool(tactical) == bool(making)
        rows += bool(making)
    assert rows > 10


def test_beyond_the_depth_a_turn_is_carried_to_its_end() -> None:
    for pieces, move in SEVERAL_MOVES.values():
        position = play(read(text(**pieces)), move)
        while position.stage_now() != MOVING:
            tactical = position.tactical_moves()
            assert tactical
            assert set(tactical) <= set(position.moves())
            if tactical[0] >> KIND_SHIFT == TAKE_RING:
                assert len(tactical) == 1
            position.play(tactical[0])


PURE = """
import json
from tests.games.yinsh.examples import sampled
from parlour.games.yinsh.baseline_search import score
print(json.dumps([[p.static(0), p.tactical_moves(), score(p), score(p, False)] for p in sampled(25)]))
"""


def test_interpreted_and_compiled_evaluations_are_equal() -> None:
    answers = compiled_and_interpreted(PURE)
    assert json.loads(answers[0]) == json.loads(answers[1])


# ---- Bots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["2", "4", "6", "8,seconds=0.02", "custom,method=mcts,nodes=60", *BASELINES])
@pytest.mark.parametrize("several", SEVERAL_MOVES)
def test_bots_on_both_sides_get_through_turns_of_several_moves(several: str, level: str) -> None:
    """After removing a row that the opponent made, the same bot is still to move."""
    pieces, first = SEVERAL_MOVES[several]
    position = play(read(text(**pieces)), first)
    bots = [BotPlayer(read_bot(level), YINSH, STANDARD, seat) for seat in (0, 1)]
    for _ in range(9):
        removes_first, mover = position.stage_now() == RING_BEFORE, position.seat
        position.play(bots[mover].choose(position))
        assert not removes_first or position.seat == mover
    assert sum(move >> KIND_SHIFT == MOVE for move in position.played) >= 3


@pytest.mark.parametrize("level", ["3", "4", "5", "6", "7", "8,seconds=0.5"])
def test_from_level_3_on_bots_play_a_winning_move(level: str) -> None:
    for seed in range(6):
        position = read(text(**WINNING))
        bot = BotPlayer(read_bot(level), YINSH, STANDARD, seed)
        for _ in range(3):
            position.play(bot.choose(position))
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.results == (1.0, 0.0)


@pytest.mark.parametrize("preset", ["standard", "blitz"])
@pytest.mark.parametrize("pair", [("1", "8,seconds=0.01"), ("2", "3"), ("4", "5"), ("3:blocker", "3:row-builder")])
def test_bots_play_games_to_the_end(preset: str, pair: tuple[str, str]) -> None:
    options = dict(YINSH.check(preset=preset))
    played = play_game(Pairing("yinsh", options, *pair, seed=2), 0)
    assert played.reason in ("rings", "pool", "stuck")


@pytest.mark.parametrize("bot", ["5", "custom,method=alphabeta,depth=4", "custom,method=mcts,nodes=300"])
def test_a_search_passes_where_no_ring_can_move_and_looks_on(bot: str) -> None:
    blocked = read(text(**EXAMPLE_15))
    assert blocked.write_move(BotPlayer(read_bot(bot), YINSH, blocked.options, 1).choose(blocked)) == "pass"
    report = AlphaBeta(1).search(blocked, Limits(depth=3))
    assert report.depth == 3
    assert len(report.lines[0].moves) >= 3


def test_a_search_stops_at_a_won_position_and_says_so() -> None:
    report = AlphaBeta(1).search(read(text(**WINNING)), Limits(depth=3))
    assert report.lines[0].proven == 1
    assert report.lines[0].distance == 3


def test_a_key_tells_seat_and_stage_apart() -> None:
    """The board determines the removed rings and the markers left, so a key covers the whole state."""
    pieces = {**EXAMPLE_11, "wm": "f5", "bm": "f4"}
    keys = {read(text(**pieces, seat=seat, stage=stage)).key for seat in "wb" for stage in ("move", "ring<", "ring>")}
    assert len(keys) == 6


def test_scores_are_whole_numbers_that_no_evaluation_takes_for_a_win() -> None:
    for position in sampled():
        assert isinstance(position.static(0), int)
        assert abs(position.static(0)) < PROVEN


def test_the_first_move_tried_refutes_most_often() -> None:
    for seed, plies in ((2, 16), (3, 30), (4, 50)):
        position = YINSH.start(STANDARD)
        position.play_random(seed, plies)
        stats = AlphaBeta(2).search(position, Limits(nodes=20_000)).stats
        assert stats["first_cutoffs"] > 0.85 * stats["cutoffs"]


# ---- Reasons and teaching aids -------------------------------------------------------------------------------------


def reasons(position: YinshPosition, turn: str) -> list[str]:
    """Return the game's reasons for a turn as text."""
    moves = position.read_turn(turn)
    return [YINSH.sentence(message, STANDARD) for message in position.turn_reasons(moves, moves)]


def test_reasons_for_rows_rings_and_the_win() -> None:
    assert reasons(read(text(**EXAMPLE_9)), "f3-f7;xb4-f4xa2;xf6-j6xa3")[:2] == [
        "It makes 2 rows.",
        "It removes ring 2 of 3.",
    ]
    assert reasons(read(text(**WINNING)), "f3-f6;xb4-f4xa2")[:2] == ["It makes a row.", "It wins the game."]


def test_a_row_made_by_the_opponent_is_not_a_reason() -> None:
    position = play(read(text(**EXAMPLE_12)), "f3-f6")
    assert "It makes a row." not in reasons(position, "xb5-f5xa4;k9-j9")
    assert "It removes the first of 3 rings." in reasons(position, "xb5-f5xa4;k9-j9")


def test_reasons_for_stopping_and_preparing_rows_and_turning_markers() -> None:
    # Black would make b5–f5 by moving from f5; White turns c5.
    threat = {"wr": "c3 a2 a3 k7 k8", "br": "f5 k9 k10 a4 g11", "wm": "c4", "bm": "b5 c5 d5 e5"}
    sentences = reasons(read(text(**threat)), "c3-c6")
    assert "It stops the row Black could make." in sentences
    assert "It flips one of Black’s markers." in sentences
    ready = {"wr": "f6 a2 a3 k7 k8", "br": "k9 k10 a4 a5 g11", "wm": "b5 c5 d5 e5"}
    assert "It prepares a row for the next move." in reasons(read(text(**ready)), "f6-f5")


def test_a_placed_ring_is_explained_by_its_moves() -> None:
    assert reasons(read(YINSH.start_text(STANDARD)), "f6") == ["From f6 the ring has 24 moves."]


def test_a_hint_mentions_the_row() -> None:
    found = hint(read(text(**WINNING)), Limits(depth=3))
    sentences = [YINSH.sentence(reason, STANDARD) for reason in found.reasons]
    assert "It makes a row." in sentences
    assert found.turn.startswith("f3-")


def test_aids_show_moves_that_make_a_row_and_rings_that_are_shut_in() -> None:
    position = read(text(wr="f5 a2 a3 k7 k8", br="k9 k10 a4 a5 g11", wm="b5 c5 d5 e5", seat="b"))
    moving = [mark for mark in position.aids() if mark.kind == "row-move"]
    assert moving
    assert {mark.seat for mark in moving} == {0}
    assert all(mark.sites[0] == NAMED["f5"] for mark in moving)
    blocked = read(text(wr="a2 a3 a4 a5", br="b2 b3 b4 b5 b6"))
    assert {LABELS[mark.sites[0]] for mark in blocked.aids() if mark.kind == "stuck"} == {"a2", "a3", "a4", "a5"}


# ---- Styles --------------------------------------------------------------------------------------------------------


def test_traits_of_styles() -> None:
    position = bare(wr="a2", br="k10 e8", wm="e4 e5 e6 e7", bm="h6 h7")
    assert {style.trait for style in YINSH.styles} == {"threats", "blocked", "middle"}
    assert position.trait("threats", 0) == 2
    assert position.trait("blocked", 1) == 2
    assert position.trait("blocked", 0) == 0
    rings = bare(wr="f6 f8 f9 a2", br="e4 k10")
    assert (rings.trait("middle", 0), rings.trait("middle", 1)) == (2, 1), "f8 is two points from the centre, f9 three"
    with pytest.raises(ArgumentError):
        position.trait("speed", 0)


def test_styles_change_the_evaluation() -> None:
    for style in YINSH.styles:
        position = read(text(**EXAMPLE_11))
        plain = position.static(0)
        position.weigh(style.weights)
        assert position.static(0) != plain


# ---- Handicaps -----------------------------------------------------------------------------------------------------


def test_with_a_handicap_fewer_rings_win() -> None:
    options = YINSH.check({"black": 1})
    position = YINSH.read(text(**EXAMPLE_12), options)
    assert isinstance(position, YinshPosition)
    play(position, "f3-f6", "xb5-f5", "xa4")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.results == (0.0, 1.0)
    assert YINSH.sentence(position.why_over(), options) == "Black removed a ring"
    assert YINSH.read(position.text(), options).outcome() == outcome
    assert [score.of for score in position.scores() if score.key == "removed"] == [3, 1]


def test_with_a_handicap_the_winner_may_have_removed_fewer_rings() -> None:
    options = YINSH.check({"white": 1})
    position = YINSH.read(text(**{**EXAMPLE_11, "br": "k9 k10 a4"}), options)
    for move in ("f3-f6", "xb4-f4", "xa2"):
        position.play(position.read_move(move))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.results == (1.0, 0.0)
    assert YINSH.sentence(position.why_over(), options) == "White removed a ring"


def test_only_one_side_can_have_a_handicap_and_none_in_blitz() -> None:
    with pytest.raises(OptionError, match="Only one side"):
        YINSH.check({"white": 2, "black": 1})
    with pytest.raises(OptionError, match="rings=3"):
        YINSH.check({"white": 2, "rings": 1})
    assert [option.key for option in YINSH.declared if option.handicap] == ["white", "black"]


def test_random_games_with_a_handicap_end_with_its_rings() -> None:
    options = YINSH.check({"white": 2})
    random = Random(1)
    for _ in range(20):
        position = YINSH.start(options)
        position.play_random(random.randrange(1 << 30))
        assert isinstance(position, YinshPosition)
        outcome = position.outcome()
        assert outcome is not None
        if outcome.reason == "rings":
            winner = outcome.results.index(1.0)
            assert position.rings_removed(winner) == position.rings_needed(winner) == (2, 3)[winner]
