"""Display and messages of YINSH: clicks, effects, marks, aids, sentences."""

from __future__ import annotations

import pytest

from parlour.games.conformance import conform
from parlour.games.contract.display import Effect, Picks, Piece, apply, reverse
from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import LABELS, NAMED
from parlour.i18n.message import Message
from tests.games.yinsh.examples import (
    BLACK_ASIDE,
    BLITZ,
    EXAMPLE_9,
    EXAMPLE_10,
    EXAMPLE_11,
    EXAMPLE_12,
    EXAMPLE_13,
    EXAMPLE_15,
    STANDARD,
    WHITE_ASIDE,
    YINSH,
    bare,
    full_board,
    play,
    read,
    text,
    written,
)


def sites(*points: str) -> Picks:
    return tuple(NAMED[point] for point in points)


def paths(position: YinshPosition, move: str) -> set[str]:
    """Return the click paths of a move, with the labels of their points."""
    found = position.picks(position.read_move(move))
    return {" ".join(LABELS[pick] if isinstance(pick, int) else pick for pick in path) for path in found}


def sentence_of(position: YinshPosition, message: Message) -> str:
    return YINSH.sentence(message, position.options)


def explained(position: YinshPosition, *points: str) -> str:
    return sentence_of(position, position.explain(tuple(NAMED.get(point, point) for point in points)))


def test_yinsh_fulfils_the_contract() -> None:
    assert list(conform(YINSH, seed=3, samples=12)) == []


@pytest.mark.long
def test_yinsh_fulfils_the_contract_in_many_games() -> None:
    assert [failure for seed in range(30) for failure in conform(YINSH, seed, samples=25)] == []


def test_presets() -> None:
    assert [preset.key for preset in YINSH.presets] == ["standard", "blitz"]
    assert (STANDARD["rings"], BLITZ["rings"]) == (3, 1)
    assert [side.name for side in YINSH.sides(STANDARD)] == ["White", "Black"]


def test_the_rules_page_says_what_is_house_rule() -> None:
    official, house = YINSH.rules().split("## House rules")
    assert "that player **passes**" in house
    assert "If neither side can move" in house
    assert "pass" not in official


def test_positions_that_are_images_of_each_other_have_one_canonical_key() -> None:
    one = read(text(wr="e3", seat="b", stage="place"))
    keys = {play(read(text(stage="place")), LABELS[image[NAMED["e3"]]]) for image in YINSH.symmetries(STANDARD)}
    assert len({position.canonical_key() for position in keys} | {one.canonical_key()}) == 1
    assert play(read(text(stage="place")), "e4").canonical_key() != one.canonical_key()


# ---- Clicks --------------------------------------------------------------------------------------------------------


def test_clicks_for_placing_moving_and_removing_a_ring() -> None:
    assert paths(read(text(stage="place")), "e3") == {"e3"}
    position = read(text(**EXAMPLE_11))
    assert paths(position, "f3-f6") == {"f3 f6"}
    play(position, "f3-f6", "xb4-f4")
    assert paths(position, "xa2") == {"a2"}
    assert paths(read(text(**EXAMPLE_15)), "pass") == {"pass"}


def test_any_marker_of_a_single_row_removes_it() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    assert paths(position, "xb4-f4") == {"b4", "c4", "d4", "e4", "f4"}


def test_in_six_in_line_an_end_decides_and_the_middle_asks() -> None:
    position = read(text(wr=f"e6 {WHITE_ASIDE}", br=BLACK_ASIDE, wm="b6 c6 d6 f6 g6"))
    play(position, "e6-e7")
    assert paths(position, "xb6-f6") == {
        "b6",
        *(f"{m} b6" for m in ("c6", "d6", "e6", "f6")),
        *("c6 f6", "d6 f6", "e6 f6"),
    }
    assert paths(position, "xc6-g6") == {
        "g6",
        *(f"{m} g6" for m in ("c6", "d6", "e6", "f6")),
        *("d6 c6", "e6 c6", "f6 c6"),
    }


def test_in_nine_in_line_the_second_click_is_an_end_of_the_row() -> None:
    position = play(bare(wr="f5 a2", br="k10", wm="b5 c5 d5 e5 g5 h5 i5 j5"), "f5-f6")
    assert {"f5 d5", "f5 h5", "e5 d5", "e5 h5", "g5 d5", "g5 h5", "d5 h5", "h5 d5"} == paths(position, "xd5-h5")
    assert "b5" in paths(position, "xb5-f5")
    assert "f5 b5" in paths(position, "xb5-f5")


def test_at_a_crossing_a_second_marker_says_which_row() -> None:
    position = play(read(text(**EXAMPLE_10)), "d6-h6")
    assert paths(position, "xf5-j9") == {"g6", "h7", "i8", "j9", "f5 g6", "f5 h7", "f5 i8", "f5 j9"}
    assert {"f6", "f5 f6", "f7 f6", "f7 f4"} <= paths(position, "xf4-f8")


def test_rows_of_the_other_side_cannot_be_picked() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    offered = {pick for move in position.moves() for path in position.picks(move) for pick in path}
    assert offered == set(sites("b4", "c4", "d4", "e4", "f4"))


# ---- Effects -------------------------------------------------------------------------------------------------------


def brief(effect: Effect) -> tuple[object, ...]:
    def name(piece: Piece | None) -> object:
        if piece is None:
            return None
        return piece.kind, piece.owner, LABELS[piece.place] if isinstance(piece.place, int) else piece.place

    return effect.kind, name(effect.before), name(effect.after), effect.phase, effect.step


def test_a_ring_move_lays_a_marker_slides_and_flips_in_step() -> None:
    position = read(text(**EXAMPLE_11))
    effects = position.effects(position.read_move("f3-f6"))
    assert [brief(effect) for effect in effects] == [
        ("place", ("marker", None, "pool"), ("marker", 0, "f3"), 0, None),
        ("slide", ("ring", 0, "f3"), ("ring", 0, "f6"), 1, None),
        ("flip", ("marker", 1, "f4"), ("marker", 0, "f4"), 1, 1),
        ("flip", ("marker", 0, "f5"), ("marker", 1, "f5"), 1, 2),
    ]
    assert effects[1].path == sites("f3", "f4", "f5", "f6")


def test_a_row_goes_to_the_pool_and_a_ring_to_its_owners_tray() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    row = [brief(effect) for effect in position.effects(position.read_move("xb4-f4"))]
    assert row == [
        ("remove", ("marker", 0, point), ("marker", None, "pool"), 0, None) for point in ("b4", "c4", "d4", "e4", "f4")
    ]
    play(position, "xb4-f4")
    ring = [brief(effect) for effect in position.effects(position.read_move("xk7"))]
    assert ring == [("remove", ("ring", 0, "k7"), ("ring", 0, "removed 0"), 0, None)]


def test_a_ring_is_placed_from_the_reserve_and_a_pass_shows_nothing() -> None:
    start = read(text(stage="place"))
    assert [brief(effect) for effect in start.effects(start.read_move("e3"))] == [
        ("place", ("ring", 0, "reserve 0"), ("ring", 0, "e3"), 0, None)
    ]
    blocked = read(text(**EXAMPLE_15))
    assert blocked.effects(blocked.moves()[0]) == []


def test_a_whole_turn_plays_forwards_and_backwards() -> None:
    position = read(text(**EXAMPLE_9))
    before = position.pieces()
    pieces, effects = before, []
    for move in position.read_turn("f3-f7;xb4-f4xa2;xf6-j6xa3"):
        made = position.effects(move)
        pieces = apply(pieces, made)
        effects.append(made)
        position.play(move)
        assert pieces == position.pieces()
    for made in reversed(effects):
        pieces = apply(pieces, reverse(made))
    assert pieces == sorted(before, key=lambda piece: piece.id)


# ---- Marks and aids ------------------------------------------------------------------------------------------------


def test_rows_to_be_removed_are_marked_and_numbered_without_history() -> None:
    position = read(play(read(text(**EXAMPLE_10)), "d6-h6").text())
    assert [(mark.kind, mark.seat, mark.n, mark.of) for mark in position.marks()] == [
        ("row", 0, 1, 3),
        ("row", 0, 2, 3),
        ("row", 0, 3, 3),
    ]
    assert {mark.sites for mark in position.marks()} == {
        sites("d5", "e6", "f7", "g8", "h9"),
        sites("f4", "f5", "f6", "f7", "f8"),
        sites("f5", "g6", "h7", "i8", "j9"),
    }


def test_rows_of_both_sides_are_marked_the_resolvers_first() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    assert [(mark.seat, mark.n, mark.of) for mark in position.marks()] == [(0, 1, 1), (1, 1, 1)]


def test_a_long_line_is_one_mark() -> None:
    position = play(bare(wr="f5 a2", br="k10", wm="b5 c5 d5 e5 g5 h5"), "f5-f6")
    assert [mark.sites for mark in position.marks()] == [sites("b5", "c5", "d5", "e5", "f5", "g5", "h5")]


def test_nothing_is_marked_before_a_row_is_made_and_after_the_end() -> None:
    assert read(text(**EXAMPLE_11)).marks() == []
    assert play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4", "xa2").marks() == []


def test_aids_show_rows_one_short() -> None:
    position = read(text(wr=f"f5 {WHITE_ASIDE}", br=f"e9 {BLACK_ASIDE[3:]}", wm="b5 c5 d5 e5", bm="d2 e2 f2 g2"))
    shown = {(mark.kind, mark.seat, mark.sites) for mark in position.aids()}
    assert ("one-short", 0, sites("b5", "c5", "d5", "e5", "f5")) in shown
    assert ("one-short", 0, sites("a5", "b5", "c5", "d5", "e5")) not in shown
    assert ("one-short", 1, sites("c2", "d2", "e2", "f2", "g2")) in shown
    assert ("one-short", 1, sites("a2", "b2", "c2", "d2", "e2")) not in shown


def test_scores_count_removed_rings_rings_on_the_board_and_the_pool() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4", "xa2")
    assert [(score.key, score.seat, score.value, score.of) for score in position.scores()] == [
        ("removed", 0, 1, 3),
        ("rings", 0, 4, 5),
        ("removed", 1, 0, 3),
        ("rings", 1, 5, 5),
        ("pool", None, 45, 51),
    ]


def test_the_diagram_shows_rings_markers_and_coordinates() -> None:
    lines = read(text(**EXAMPLE_11)).diagram().splitlines()
    assert max(map(len, lines)) <= 80
    drawn = "".join(lines)
    assert (drawn.count("O"), drawn.count("X"), drawn.count("o"), drawn.count("x")) == (5, 5, 5, 5)
    assert all(letter in drawn for letter in "abcdefghijk")
    assert all(str(number) in drawn for number in range(1, 12))
    # f6 is the centre of the board.
    middle = play(read(text(stage="place")), "f6").diagram().splitlines()
    assert [line.split().count("O") for line in middle].index(1) == len(middle) // 2


# ---- Sentences -----------------------------------------------------------------------------------------------------


def test_every_stage_has_a_prompt() -> None:
    position = read(text(**EXAMPLE_11))
    prompts = []
    for move in ("f3-f6", "xb4-f4", "xa2", "xb5-f5", "xa4"):
        prompts.append(sentence_of(position, position.prompt()))
        play(position, move)
    assert prompts == [
        "Move one of your rings; it leaves a marker behind.",
        "You made a row: remove it.",
        "Remove one of your rings.",
        "White made a row for you: remove it, then a ring, then move.",
        "Remove one of your rings.",
    ]
    start = read(text(stage="place"))
    assert sentence_of(start, start.prompt()) == "Place a ring on a vacant point; 5 are left to place."
    blocked = read(text(**EXAMPLE_15))
    assert sentence_of(blocked, blocked.prompt()) == "None of your rings can move: you pass."
    ended = play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4", "xa2")
    assert sentence_of(ended, ended.prompt()) == "The game is over."
    two = play(read(text(**EXAMPLE_9)), "f3-f7")
    assert sentence_of(two, two.prompt()) == "You made 2 rows: remove one of them."


def test_moves_are_described_for_screen_readers() -> None:
    position = read(text(**EXAMPLE_11))
    sentences = [sentence_of(position, position.describe(position.read_move(move))) for move in ("a2-b2", "f3-f6")]
    assert sentences == [
        "White moves the ring from a2 to b2.",
        "White moves the ring from f3 to f6 and flips 2 markers.",
    ]
    play(position, "f3-f6")
    assert sentence_of(position, position.describe(position.moves()[0])) == "White removes the row from b4 to f4."
    play(position, "xb4-f4")
    assert sentence_of(position, position.describe(position.read_move("xa2"))) == "White removes the ring on a2."
    start = read(text(stage="place"))
    assert sentence_of(start, start.describe(start.read_move("e3"))) == "White places a ring on e3."
    blocked = read(text(**EXAMPLE_15))
    assert sentence_of(blocked, blocked.describe(blocked.moves()[0])) == "White cannot move and passes."


def noticed(position: YinshPosition, move: str) -> list[str]:
    return [sentence_of(position, message) for message in position.notices(position.read_move(move))]


def test_notices_of_rows_and_rings() -> None:
    position = read(text(**EXAMPLE_11))
    assert noticed(position, "a2-b2") == []
    assert noticed(position, "f3-f6") == ["White has a row.", "White made a row for Black."]
    play(position, "f3-f6", "xb4-f4")
    assert noticed(position, "xa2") == ["White has removed 1 of 3 rings."]
    two = play(read(text(**EXAMPLE_9)), "f3-f7", "xb4-f4")
    assert noticed(two, "xa2") == ["White has removed 1 of 3 rings.", "White has another row."]


def test_notices_of_the_last_ring_placed_the_pool_and_a_blocked_player() -> None:
    placing = read(text(wr="a2 a3 a4 a5 b1", br="c1 c2 c3 c4", seat="b", stage="place"))
    assert noticed(placing, "c5") == ["All rings are placed: White moves first."]
    white, black = full_board(48)
    low = read(text(wr="a2 a3 k7", br="a4 a5 k9 k10", wm=white, bm=black))
    assert noticed(low, "k7-k8") == ["2 markers are left in the pool."]
    closing = read(text(wr="a2 a3 a4 a5", br="b2 b3 b4 b5 c7", seat="b"))
    assert noticed(closing, "c7-b6") == ["White cannot move a ring."]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4", "xa2"), "White removed 3 rings"),
        (play(read(text(**EXAMPLE_12), blitz=True), "f3-f6", "xb5-f5", "xa4"), "Black removed a ring"),
    ],
)
def test_the_winning_sentence_is_right_for_both_sides(position: YinshPosition, sentence: str) -> None:
    assert sentence_of(position, position.why_over()) == sentence


def test_the_sentence_of_an_empty_pool_says_the_rings() -> None:
    white, black = full_board(51)
    won = bare(wr="a2", br="k10", wm=white, bm=black, removed=(0, 1))
    assert sentence_of(won, won.why_over()) == "the pool is empty and Black has removed more rings, White 0, Black 1"
    drawn = bare(wr="a2", br="k10", wm=white, bm=black, removed=(1, 1))
    assert (
        sentence_of(drawn, drawn.why_over())
        == "the pool is empty and both have removed the same number of rings, 1 each"
    )


# ---- Why not -------------------------------------------------------------------------------------------------------


def test_why_a_ring_cannot_be_placed() -> None:
    position = play(read(text(stage="place")), "e3")
    assert explained(position, "e3") == "White’s ring is on e3: choose a vacant point."
    assert explained(position, "e4") == "Black places a ring on e4."
    assert explained(position, "e4", "e5") == "Choose only one point here."
    assert explained(position, "pass") == "You can only pass when none of your rings can move."
    assert explained(position, "z9") == "There is no such place on this board."


EXAMPLE_3 = read(text(wr=f"f6 {WHITE_ASIDE}", br="g6 d6 a4 a5 k10", wm="f7 f4 e6 g7 i9", bm="f8 f3 h8 j10 d4"))


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (("c1",), "Choose one of your rings first: c1 is vacant."),
        (("f7",), "Choose one of your rings first: there is a marker on f7, and markers do not move."),
        (("g6",), "Choose one of your own rings: the ring on g6 is Black’s."),
        (("f6",), "Choose where the ring on f6 goes: c3, e5, f2, f5, f9."),
        (("f6", "f6"), "A ring must move: it cannot stay where it is."),
        (("f6", "g5"), "f6 and g5 are not on one line."),
        (("f6", "g6"), "Black’s ring is on g6: a ring can only stop on a vacant point."),
        (("f6", "h6"), "The ring on g6 blocks the way to h6: a ring jumps over markers, never over rings."),
        (("f6", "c6"), "The ring on d6 blocks the way to c6: a ring jumps over markers, never over rings."),
        (("f6", "j10"), "There is a marker on j10: a ring can only stop on a vacant point."),
        (("f6", "b2"), "After jumping markers a ring must stop on the first vacant point: on c3, not on b2."),
        (("f6", "f10"), "After jumping markers a ring must stop on the first vacant point: on f9, not on f10."),
        (("f6", "f9"), "White moves the ring from f6 to f9 and flips 2 markers."),
        (("f6", "f5"), "White moves the ring from f6 to f5."),
        (("f6", "f5", "f2"), "A ring move consists of two points: where the ring is and where it goes."),
    ],
)
def test_why_a_ring_cannot_move(points: tuple[str, ...], sentence: str) -> None:
    assert explained(EXAMPLE_3, *points) == sentence


def test_why_a_shut_in_ring_cannot_move() -> None:
    position = read(text(wr="a2 a3 a4 a5 f6", br="b2 b3 b4 b5 b6"))
    assert explained(position, "a3") == "The ring on a3 cannot move: it is shut in on all sides."


def test_the_reason_for_a_forced_pass() -> None:
    position = read(text(**EXAMPLE_15))
    assert explained(position, "a2") == "None of White’s rings can move: White must pass."
    assert explained(position, "pass") == "White cannot move and passes."


def test_why_a_row_cannot_be_removed() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    assert explained(position, "b5") == "That row is Black’s; White removes first."
    assert explained(position, "f5") == "That row is Black’s; White removes first."
    assert explained(position, "f3") == "The marker on f3 is not part of a row of five."
    assert explained(position, "a2") == "Remove a row first: there is a ring on a2."
    assert explained(position, "e8") == "Remove a row first: e8 is vacant."
    assert explained(position, "c4") == "White removes the row from b4 to f4."
    assert explained(position, "c4", "d4") == "Choose only one point here."
    stray = play(read(text(**{**EXAMPLE_11, "bm": "f4 b5 c5 d5 e5 e8"})), "f3-f6")
    assert explained(stray, "e8") == "The marker on e8 is Black’s: remove one of your own rows."


def test_whose_turn_it_is_to_remove_when_the_opponent_made_rows_for_both() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4", "xa2")
    assert explained(position, "b5") == "Black removes the row from b5 to f5."
    assert explained(position, "f3") == "The marker on f3 is White’s: remove one of your own rows."


def test_what_to_click_where_a_marker_belongs_to_several_rows() -> None:
    position = read(text(wr=f"e6 {WHITE_ASIDE}", br=BLACK_ASIDE, wm="b6 c6 d6 f6 g6"))
    play(position, "e6-e7")
    assert explained(position, "d6") == (
        "The marker on d6 belongs to 2 rows: choose another marker, such as an end, to specify one: b6, c6, f6, g6."
    )
    assert explained(position, "d6", "e6") == "d6 and e6 are both in several rows: continue with one of b6, c6, f6, g6."
    assert (
        explained(position, "d6", "a2")
        == "d6 and a2 do not belong to the same row: continue with one of b6, c6, f6, g6."
    )
    assert explained(position, "d6", "g6") == "White removes the row from c6 to g6."
    assert explained(position, "d6", "g6", "b6") == "Two markers are enough to specify a row."


def test_why_a_ring_cannot_be_removed() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4")
    assert explained(position, "k10") == "Choose one of your own rings: the ring on k10 is Black’s."
    assert explained(position, "b5") == "Remove one of your rings: there is a marker on b5."
    assert explained(position, "e8") == "Remove one of your rings: e8 is vacant."
    assert explained(position, "a2") == "White removes the ring on a2."
    assert explained(position, "a2", "a3") == "Choose only one point here."


def test_after_the_end_every_click_says_so() -> None:
    position = play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4", "xa2")
    assert explained(position, "b5") == "The game is over."
    assert written(position) == set()
