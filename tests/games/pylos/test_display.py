"""Display and messages of Pylos: board, pieces, clicks, effects, marks, sentences, explanations."""

from __future__ import annotations

from itertools import combinations
from math import dist, isclose, sqrt

import pytest

from parlour.games import Message, Options
from parlour.games.contract.display import Picks, apply, reverse
from parlour.games.pylos.position import PylosPosition
from tests.games.pylos.examples import (
    CLASSIC,
    EXPERT,
    PYLOS,
    STANDARD,
    example,
    play,
    position,
    start,
)

SMALL = PYLOS.check({"size": 3})
SMALL_CLASSIC = PYLOS.check({"size": 3}, preset="classic")


def sites(here: PylosPosition, *labels: str) -> Picks:
    """Return sites by label; anything else stays, as a verb."""
    board = here.game.board(here.options)
    return tuple(label if (site := board.site(label)) is None else site for label in labels)


def labels(here: PylosPosition, cells: tuple[int, ...]) -> list[str]:
    board = here.game.board(here.options)
    return [board.sites[cell].label for cell in cells]


def sentence_of(here: PylosPosition, message: Message) -> str:
    return PYLOS.sentence(message, here.options)


def why(here: PylosPosition, *clicks: str) -> str:
    return sentence_of(here, here.explain(sites(here, *clicks)))


# ---- The board -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_sites_are_the_centres_of_balls_that_touch_and_never_overlap(size: int) -> None:
    points = [(site.x, site.y, site.z) for site in PYLOS.board(PYLOS.check({"size": size})).sites]
    assert all(dist(one, other) > 1 - 1e-9 for one, other in combinations(points, 2))
    shape = start(PYLOS.check({"size": size})).shape_of_board
    for cell, below in enumerate(shape.below):
        assert all(isclose(dist(points[cell], points[carrier]), 1) for carrier in below)
    top = points[shape.apex]
    assert top[:2] == ((size - 1) / 2, (size - 1) / 2)
    assert isclose(top[2], (size - 1) * sqrt(0.5))


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_every_place_on_the_ground_is_a_hollow(size: int) -> None:
    board = PYLOS.board(PYLOS.check({"size": size}))
    assert {cell.shade for cell in board.cells} == {"hollow"}
    assert [cell.site for cell in board.cells] == [n for n, site in enumerate(board.sites) if site.z == 0]
    assert len(board.cells) == size * size


def test_light_moves_first_and_each_side_has_its_reserve() -> None:
    here = start()
    assert [side.name for side in PYLOS.sides(STANDARD)] == ["Light", "Dark"]
    assert here.seat == 0
    assert [(score.key, score.value, score.of, score.tray) for score in here.scores()] == [
        ("reserve", 15, 15, "reserve 0"),
        ("reserve", 15, 15, "reserve 1"),
    ]
    assert [piece.place for piece in here.pieces()] == ["reserve 0"] * 15 + ["reserve 1"] * 15


def test_the_board_has_eight_symmetries() -> None:
    images = PYLOS.symmetries(STANDARD)
    assert len(set(images)) == 7
    shape = start().shape_of_board
    for image in images:
        for cell, below in enumerate(shape.below):
            assert {image[carrier] for carrier in below} == set(shape.below[image[cell]])


def test_mirrored_positions_have_one_canonical_key() -> None:
    one = position("1a1 1b2", "1b1 1a2 2a1")
    other = position("1d1 1c2", "1c1 1d2 2c1")
    assert one.key != other.key
    assert one.canonical_key() == other.canonical_key()
    assert one.canonical_key() != position("1a1 1b2", "1b1 1a2").canonical_key()


def test_the_diagram_shows_the_levels_side_by_side() -> None:
    here = position("1a1 1b2 1d4 2a1", "1b1 1a2")
    assert here.diagram().splitlines() == [
        "1:",
        "4 . . . o  2:",
        "3 . . . .  3 . . .  3:",
        "2 x o . .  2 . . .  2 . .  4:",
        "1 o x . .  1 o . .  1 . .  1 .",
        "  a b c d    a b c    a b    a",
    ]


def test_the_largest_diagram_fits_eighty_columns() -> None:
    rows = start(PYLOS.check({"size": 7})).diagram().splitlines()
    assert max(map(len, rows)) <= 80
    assert sum(row.count(".") for row in rows) == 140


# ---- Clicks --------------------------------------------------------------------------------------------------------


def test_a_place_is_one_click_and_a_raise_two() -> None:
    here = example(3)
    assert here.picks(here.read_move("2a1")) == [sites(here, "2a1")]
    assert here.picks(here.read_move("1d4>2a1")) == [sites(here, "1d4", "2a1")]


def test_taking_back_is_one_click_and_done_a_verb() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    here.play(here.read_move("-1a1"))
    assert here.picks(here.read_move("-1b1")) == [sites(here, "1b1")]
    assert here.picks(here.read_move("=")) == [("done",)]
    assert [verb.name for verb in PYLOS.verbs] == ["done", "pass"]


# ---- Effects -------------------------------------------------------------------------------------------------------


def test_balls_come_from_the_reserve_and_go_back_to_it() -> None:
    here = example(8)
    seen = []
    before = here.pieces()
    for move in here.read_turn("1d4>2b2-2a1-1a1"):
        effects = here.effects(move)
        after = apply(here.pieces(), effects)
        assert apply(after, reverse(effects)) == here.pieces()
        seen += [(e.kind, e.before and e.before.place, e.after and e.after.place) for e in effects]
        here.play(move)
        assert here.pieces() == after
    raised, onto, first, second = sites(here, "1d4", "2b2", "2a1", "1a1")
    assert seen == [("slide", raised, onto), ("remove", first, "reserve 0"), ("remove", second, "reserve 0")]
    assert len(here.pieces()) == len(before)


def test_a_placed_ball_is_the_last_of_its_tray() -> None:
    here = start()
    (effect,) = here.effects(here.read_move("1b2"))
    assert effect.kind == "place"
    assert effect.before is not None
    assert effect.before.place == "reserve 0"
    assert effect.before.id == max(piece.id for piece in here.pieces() if piece.owner == 0)


def test_done_and_pass_move_nothing() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    here.play(here.read_move("-1a1"))
    assert here.effects(here.read_move("=")) == []
    stuck = example(15, SMALL_CLASSIC)
    assert stuck.effects(stuck.moves()[0]) == []


# ---- Marks and aids ------------------------------------------------------------------------------------------------


def test_marks_show_the_square_that_waits_even_after_reading_the_text() -> None:
    here = example(4)
    assert here.marks() == []
    here.play(here.read_move("1b2"))
    (mark,) = here.marks()
    assert (mark.kind, mark.seat, mark.n, mark.of) == ("square", 0, 1, 1)
    assert labels(here, mark.sites) == ["1a1", "1b1", "1a2", "1b2"]
    assert PYLOS.read(here.text()).marks() == here.marks()


def test_an_old_square_is_not_marked() -> None:
    here = position("1a1 1b1 1a2 1b2 1c4 1d4 1c3", "1d1 1d2 2a1")
    here.play(here.read_move("1d3"))
    assert [labels(here, mark.sites) for mark in here.marks()] == [["1c3", "1d3", "1c4", "1d4"]]


def test_two_squares_are_numbered() -> None:
    here = example(7)
    here.play(here.read_move("1b2"))
    assert [(mark.n, mark.of) for mark in here.marks()] == [(1, 2), (2, 2)]


def test_marks_show_a_line_and_the_winning_ball() -> None:
    here = example(9, EXPERT)
    here.play(here.read_move("1d1"))
    assert [(mark.kind, labels(here, mark.sites)) for mark in here.marks()] == [("line", ["1a1", "1b1", "1c1", "1d1"])]
    won = PYLOS.read("212/121/212|12/21|1 2 play 15", SMALL)
    assert [(mark.kind, mark.sites, mark.seat) for mark in won.marks()] == [("apex", (13,), 0)]


def test_aids_show_free_balls_raises_and_where_something_would_be_completed() -> None:
    here = example(5)
    found = {(mark.kind, mark.seat): labels(here, mark.sites) for mark in here.aids()}
    assert found == {
        ("free", 0): ["1c1"],
        ("free", 1): ["2a1"],
        ("bonus", 0): ["1c2"],
        ("short", 0): ["1b1", "1c1", "1b2"],
    }
    assert ("raise", ["1d4"]) in [(mark.kind, labels(example(3), mark.sites)) for mark in example(3).aids()]


# ---- Prompts, and moves for the ear --------------------------------------------------------------------------------


def test_prompts_follow_the_turn() -> None:
    here = example(4)
    assert sentence_of(here, here.prompt()) == "Place a ball."
    here.play(here.read_move("1b2"))
    assert sentence_of(here, here.prompt()) == "Take back one of your free balls; a second one is optional."
    here.play(here.read_move("-1a1"))
    assert sentence_of(here, here.prompt()) == "Take back a second ball, or press Done."
    assert sentence_of(example(3), example(3).prompt()) == "Place a ball, or raise one of yours."


def test_prompts_of_the_house_rules_and_the_end() -> None:
    here = example(4, CLASSIC)
    here.play(here.read_move("1b2"))
    assert "Take back two of your free balls" in sentence_of(here, here.prompt())
    here.play(here.read_move("-1a1"))
    assert sentence_of(here, here.prompt()) == "Take back a second ball."
    raising = example(14, SMALL)
    assert sentence_of(raising, raising.prompt()) == "Your reserve is empty, so raise one of your balls."
    stuck = example(15, SMALL_CLASSIC)
    assert sentence_of(stuck, stuck.prompt()) == "Light cannot move and passes."
    assert sentence_of(stuck, example(15, SMALL).prompt()) == "The game is over."


def test_moves_are_described() -> None:
    here = example(8)
    found = []
    for move in here.read_turn("1d4>2b2-2a1"):
        found.append(sentence_of(here, here.describe(move)))
        here.play(move)
    assert found == [
        "Light raises the ball on 1d4 to 2b2.",
        "Light takes back the ball on 2a1.",
        "Light takes back no more balls.",
    ]
    assert sentence_of(start(), start().describe(start().read_move("1b2"))) == "Light places a ball on 1b2."


def notices(here: PylosPosition, text: str) -> list[str]:
    return [sentence_of(here, message) for message in here.notices(here.read_move(text))]


def test_squares_and_lines_are_announced() -> None:
    assert notices(example(4), "1b2") == ["Light completes a square and takes balls back."]
    assert notices(example(7), "1b2") == ["Light completes 2 squares at once; that is still one bonus."]
    assert notices(example(9, EXPERT), "1d1") == ["Light completes a line and takes balls back."]
    assert notices(example(9), "1d1") == []


def test_a_pass_is_announced() -> None:
    assert notices(example(15, SMALL_CLASSIC), "pass") == ["Light cannot move and passes."]


def test_a_low_reserve_is_announced() -> None:
    here = position("1a1 1c1 1a3", "1b1 1b3 1c2", SMALL)
    assert notices(here, "1c3") == ["Light has 3 balls left in reserve."]
    low = position("1a1 1c1 1a3 1c3 1b2 2a1", "1b1 1b3 1c2 1a2", SMALL)
    assert notices(low, "2b2") == ["Light has no ball left in reserve."]


def test_a_turn_that_ends_for_want_of_balls_says_so() -> None:
    here = play(example(15, SMALL_CLASSIC), "pass")
    here.play(here.read_move("1c1"))
    assert "Dark has no other free ball, so the turn is over." in notices(here, "-1c1")


def test_draws_announce_themselves() -> None:
    assert notices(position("1a1", "1b1", turns=390), "1c1") == ["The game is a draw after 9 more turns."]
    assert notices(position("1a1", "1b1", turns=398), "1c1") == ["The game is a draw after 1 more turn."]
    here = play(position("1a1 1b1 1a2", "1d4 1c4 1d3"), "1b2-1b2")
    for text in ("1c3", "-1c3"):
        here.play(here.read_move(text))
    assert notices(here, "=") == ["This position has occurred twice; the third time is a draw."]


@pytest.mark.parametrize(
    ("here", "sentence"),
    [
        (PYLOS.read("212/121/212|12/21|1 2 play 15", SMALL), "Light has filled the top"),
        (example(15, SMALL), "Light has no ball in reserve and none to raise"),
        (position("", "", turns=400), "400 turns have been played"),
    ],
)
def test_the_result_has_a_reason(here: PylosPosition, sentence: str) -> None:
    assert sentence_of(here, here.why_over()) == sentence


# ---- Why not -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "options", "clicks", "sentence"),
    [
        (2, STANDARD, ["2b1"], "2b1 has no support: 1c1, 1c2 below it are empty."),
        (2, STANDARD, ["3a1"], "3a1 has no support: 2a1, 2b1, 2a2, 2b2 below it are empty."),
        (2, STANDARD, ["1b1"], "The ball on 1b1 is Dark’s: choose an open place, or one of your own balls to raise."),
        (2, STANDARD, ["1a1", "2a1"], "The ball on 1a1 itself supports 2a1."),
        (
            2,
            STANDARD,
            ["1a1"],
            "The ball on 1a1 cannot be raised: there is no open place higher up that it does not support itself.",
        ),
        (3, STANDARD, ["1d4"], "Choose where the ball on 1d4 goes: 2a1."),
        (
            3,
            STANDARD,
            ["1d4", "1d3"],
            "A ball can only be raised to a higher level, and 1d3 is not above the level of 1d4.",
        ),
        (3, STANDARD, ["1d4", "1a1"], "There is already a ball on 1a1."),
        (3, STANDARD, ["1d4", "2c3"], "2c3 has no support: 1c3, 1d3 below it are empty."),
        (
            3,
            STANDARD,
            ["1d4", "1d4"],
            "The ball on 1d4 cannot stay where it is: choose a higher place, or another move.",
        ),
        (3, STANDARD, ["1d4", "2a1", "1c1"], "A raise consists of two places: where the ball is and where it goes."),
        (
            3,
            STANDARD,
            ["1c1", "1c2"],
            "There is no ball on 1c1 to raise; a ball from the reserve is placed with one click.",
        ),
        (5, STANDARD, ["1b1"], "The ball on 1b1 cannot be raised: it carries another ball, 2a1."),
        (8, STANDARD, ["1a1", "3a1"], "The ball on 1a1 cannot be raised: it carries another ball, 2a1."),
        (16, STANDARD, ["1b2"], "The ball on 1b2 cannot be raised: it carries other balls, 2a1, 2b1, 2a2, 2b2."),
        (
            14,
            SMALL,
            ["2b1"],
            "Your reserve is empty, so nothing can be placed on 2b1. You can raise: 1c1, 1a3.",
        ),
        (2, STANDARD, ["done"], "The turn cannot end yet: place or raise a ball."),
        (2, STANDARD, ["pass"], "You cannot pass by choice."),
        (15, SMALL_CLASSIC, ["1c1"], "You have no ball in reserve and none to raise: you must pass."),
        (15, SMALL, ["1c1"], "The game is over."),
        (2, STANDARD, ["no such verb"], "There is no such place on this board."),
    ],
)
def test_every_refusal_has_its_sentence(number: int, options: Options, clicks: list[str], sentence: str) -> None:
    assert why(example(number, options), *clicks) == sentence


@pytest.mark.parametrize(
    ("clicks", "sentence"),
    [
        (["1a1"], "The ball on 1a1 cannot be taken back: it carries another ball, 2a1."),
        (["1b1"], "Only your own balls can be taken back; the one on 1b1 is Dark’s."),
        (["1c1"], "There is no ball on 1c1 to take back."),
        (["done"], "Take back at least one ball first."),
        (["1c3", "1d3"], "Balls are taken back one at a time."),
        (["pass"], "You cannot pass by choice."),
    ],
)
def test_every_refusal_to_take_back_has_its_sentence(clicks: list[str], sentence: str) -> None:
    here = example(6)
    here.play(here.read_move("1d4"))
    assert why(here, *clicks) == sentence


def test_done_is_refused_where_two_must_be_taken() -> None:
    here = example(6, CLASSIC)
    here.play(here.read_move("1d4"))
    here.play(here.read_move("-2a1"))
    assert why(here, "done") == "This house rule requires two balls to be taken back: take another."


def test_clicks_outside_the_board_are_refused() -> None:
    here = start()
    for picks in ((-1,), (30,), (10**9, 3)):
        assert sentence_of(here, here.explain(picks)) == "There is no such place on this board."


def test_clicks_that_are_a_move_say_the_move() -> None:
    assert why(example(3), "1d4", "2a1") == "Light raises the ball on 1d4 to 2a1."
    assert why(example(3)) == "Place a ball, or raise one of yours."


# ---- The page of rules ---------------------------------------------------------------------------------------------


def test_the_rules_tell_official_from_house_rules() -> None:
    text = PYLOS.rules()
    for option in PYLOS.declared:
        assert f"`{option.key}`" in text
    for words in ("published", "house rule", "third time", "400 turns", "5×5 and 6×6"):
        assert words in text
