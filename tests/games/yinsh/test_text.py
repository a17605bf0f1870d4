"""Position text, drafts and notation of YINSH."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.errors import IllegalMove, PositionError, TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import write_share
from parlour.games.registry import read_share
from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import LABELS, NAMED
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
    full_board,
    markers,
    play,
    read,
    text,
)

START = "..../......./......../........./........../........./........../........./......../......./.... w place"
DOCS = Path(__file__).resolve().parents[3] / "docs" / "positions.md"


# ---- Every stage of a turn -----------------------------------------------------------------------------------------

STAGES = {
    "place": play(read(START), "e3"),
    "move": read(text(**EXAMPLE_11)),
    "row>": play(read(text(**EXAMPLE_11)), "f3-f6"),
    "ring>": play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4"),
    "row<": play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4", "xa2"),
    "ring<": play(read(text(**EXAMPLE_11)), "f3-f6", "xb4-f4", "xa2", "xb5-f5"),
    "end": play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4", "xa2"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_reads_back_with_the_same_moves(stage: str) -> None:
    position = STAGES[stage]
    assert position.text().endswith(f" {stage}")
    again = read(position.text())
    assert (again.text(), again.key, again.seat) == (position.text(), position.key, position.seat)
    assert sorted(again.moves()) == sorted(position.moves())
    assert again.outcome() == position.outcome()


@pytest.mark.parametrize("stage", STAGES)
def test_stages_have_keys_of_their_own(stage: str) -> None:
    assert [other for other, position in STAGES.items() if position.key == STAGES[stage].key] == [stage]


def test_before_and_after_ones_own_move_differ_in_who_is_next() -> None:
    given = play(read(text(**EXAMPLE_12)), "f3-f6", "xb5-f5")
    own = read(given.text().replace("ring<", "ring>"))
    assert own.key != given.key
    assert play(given, "xa4").seat == 1
    assert play(own, "xa4").seat == 0


def test_the_start_text() -> None:
    assert YINSH.start().text() == START


def test_the_documented_examples_are_positions() -> None:
    chapter = DOCS.read_text(encoding="utf-8").split("## YINSH")[1]
    found = re.findall(r"`([.WBwb/]{95} [wb] [a-z<>]+)`", chapter)
    assert {example.rsplit(" ", 1)[1] for example in found} == set(STAGES)
    for example in found:
        assert read(example).text() == example


def test_a_share_string_says_blitz() -> None:
    share = write_share(play(read(START, blitz=True), "e3"))
    assert share.startswith("yinsh;rings=1;")
    assert read_share(share).options == BLITZ


# ---- Texts that cannot be read -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "column", "why"),
    [
        (START + " 0", None, "lines a to k, the seat to act and the stage"),
        (START.replace(" w", "  w"), None, "single spaces"),
        ("x" + START[1:], 1, "“x” is not a piece"),
        (START.replace("/.", "/9", 1), 6, "“9” is not a piece"),
        ("." + START, 5, "Line a has 4 points, but 5 are given"),
        (START[1:], 4, "Line a has 4 points, but 3 are given"),
        (START.replace(" w", "/. w"), 97, "There are 12 lines; the board has 11"),
        (START.replace("/.... w", " w"), 91, "There are 10 lines; the board has 11"),
        (START.replace(" w ", " 1 "), 97, "“1” is not a seat"),
        (START.replace("place", "row"), 99, "“row” is not a stage"),
    ],
)
def test_malformed_text_is_refused_with_its_column(bad: str, column: int | None, why: str) -> None:
    with pytest.raises(TextError, match=re.escape(why)) as refused:
        YINSH.read(bad)
    assert refused.value.column == column


FIVE = {"wr": f"f3 {WHITE_ASIDE}", "br": BLACK_ASIDE}


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (text(wr="a2 a3 b1 b2 b3 b4", br=BLACK_ASIDE), "White has 6 rings; the maximum is five."),
        (text(wr="e3", stage="place"), "White has placed 1 rings and Black 0: it cannot be White’s turn to place."),
        (text(wr="e3", br="e4", seat="b", stage="place"), "it cannot be Black’s turn to place."),
        (text(br="e4", seat="w", stage="place"), "White has placed 0 rings and Black 1"),
        (text(wm="e3", stage="place"), "There cannot be markers before all rings are placed."),
        (text(**FIVE, stage="place"), "All ten rings are placed"),
        (text(wr="e3", br=BLACK_ASIDE), "White has only 1 ring on the board; the minimum is 2."),
        (text(wr="e3 e4", br=BLACK_ASIDE), "White has only 2 rings left and has won"),
        (text(wr="e3 e4", br="a2 a3", stage="end"), "Black has only 2 rings left and has won"),
        (text(**FIVE, stage="end"), "White still has 5 rings on the board; the game ends with 2."),
        (text(**FIVE, wm="b5 c5 d5 e5 f5"), "White has a complete row from b5 to f5"),
        (text(**FIVE, bm="b5 c5 d5 e5 f5"), "Black has a complete row from b5 to f5"),
        (text(**FIVE, bm="b5 c5 d5 e5", seat="b", stage="row<"), "Black has no complete row to remove."),
        (text(**FIVE, stage="row>"), "White has no complete row to remove."),
        (
            text(**FIVE, wm="b5 c5 d5 e5 f5", bm="b6 c6 d6 e6 f6", stage="row<"),
            "Black has a complete row from b6 to f6, which should already have been removed.",
        ),
        (text(**FIVE, bm="b6 c6 d6 e6 f6", stage="ring<"), "Black has a complete row from b6 to f6"),
    ],
)
def test_impossible_set_ups_are_refused_with_the_reason(bad: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(why)):
        YINSH.read(bad)


def test_too_many_markers_are_refused() -> None:
    white, black = full_board(52)
    with pytest.raises(PositionError, match="There are 52 markers on the board, but only 51 in all"):
        read(text(wr="a2 a3 k7", br="a4 a5 k9", wm=white, bm=black))
    white, black = full_board(47)
    with pytest.raises(PositionError, match="at most 46 can be left"):
        read(text(wr="a2 a3 k7", br="a4 a5 k9", wm=white, bm=black, stage="ring>"))


def test_all_problems_of_a_draft_are_named_with_their_sites() -> None:
    draft = Draft(
        (
            Piece(0, "ring", 0, NAMED["e3"]),
            Piece(0, "marker", 1, NAMED["e3"]),
            Piece(0, "marker", 0, 85),
            Piece(0, "pawn", 0, 3),
            Piece(0, "marker", None, 4),
            *(Piece(0, "marker", 1, NAMED[point]) for point in ("b5", "c5", "d5", "e5", "f5")),
        ),
        stage="move",
    )
    problems = YINSH.problems(draft, STANDARD)
    assert [(problem.message.key, [LABELS[site] for site in problem.sites]) for problem in problems] == [
        ("yinsh.problem.doubled", ["e3"]),
        ("yinsh.problem.off", []),
        ("yinsh.problem.kind", []),
        ("yinsh.problem.kind", []),
        ("yinsh.problem.few", []),
        ("yinsh.problem.few", []),
        ("yinsh.problem.row", ["b5", "c5", "d5", "e5", "f5"]),
    ]


def test_a_draft_needs_a_seat_and_a_stage() -> None:
    assert [p.message.key for p in YINSH.problems(Draft((), 2, "place"), STANDARD)] == ["shared.bad-seat"]
    assert [p.message.key for p in YINSH.problems(Draft((), 0, ""), STANDARD)] == ["yinsh.problem.stage"]


def test_pieces_in_trays_may_be_given_in_a_draft() -> None:
    position = STAGES["row<"]
    draft = Draft(tuple(position.placement()), position.seat, "row<")
    assert YINSH.problems(draft, STANDARD) == []
    assert YINSH.build(draft, STANDARD).text() == position.text()


# ---- Moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "given", "meant"),
    [
        (read(START), "E10", "e10"),
        (read(START), " g11 ", "g11"),
        (STAGES["move"], "F3-F6", "f3-f6"),
        (STAGES["move"], "f3 - f6", "f3-f6"),
        (STAGES["row>"], "XB4-F4", "xb4-f4"),
        (STAGES["row>"], "xf4-b4", "xb4-f4"),
        (STAGES["ring>"], "XA2", "xa2"),
        (read(text(**EXAMPLE_15)), "PASS", "pass"),
    ],
)
def test_moves_are_read_in_either_case_and_written_in_lower_case(
    position: YinshPosition, given: str, meant: str
) -> None:
    assert position.write_move(position.read_move(given)) == meant


@pytest.mark.parametrize(
    ("position", "given", "why"),
    [
        (read(START), "f6-f7", "place a ring"),
        (read(START), "a1", "There is no point a1"),
        (read(START), "e11", "There is no point e11"),
        (read(START), "pass", "You can only pass when none of your rings can move."),
        (STAGES["place"], "e3", "White’s ring is on e3"),
        (STAGES["move"], "f3", "move a ring, for example h7-g7"),
        (STAGES["move"], "xb4-f4", "move a ring"),
        (STAGES["move"], "f3-f6;xb4-f4", "more than one move"),
        (STAGES["move"], "f3-e4", "f3 and e4 are not on one line"),
        (STAGES["row>"], "f6-f7", "remove a row first: xb4-f4."),
        (STAGES["row>"], "xb5-f5", "b5-f5 is not a complete row of White. Available: xb4-f4."),
        (STAGES["row>"], "xa2", "remove a row first"),
        (STAGES["ring>"], "xb4-f4", "remove a ring, for example xa5"),
        (STAGES["ring>"], "xa4", "the ring on a4 is Black’s"),
        (STAGES["end"], "xa2", "The game is over."),
        (read(text(**EXAMPLE_15)), "a2-a3", "None of White’s rings can move"),
        (STAGES["move"], "f3→f6", "“f3→f6” is not a move"),
        (STAGES["move"], "", "is not a move"),
    ],
)
def test_text_that_is_not_a_move_is_refused_with_the_reason(position: YinshPosition, given: str, why: str) -> None:
    before = position.text()
    with pytest.raises(IllegalMove, match=re.escape(why)):
        position.read_move(given)
    assert position.text() == before


# ---- Turns ---------------------------------------------------------------------------------------------------------

TWO_WINDOWS = {"wr": f"e6 {WHITE_ASIDE}", "br": BLACK_ASIDE, "wm": "b6 c6 d6 f6 g6"}


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (read(START), "e3"),
        (read(text(**EXAMPLE_11)), "a2-b2"),
        (read(text(**EXAMPLE_11)), "f3-f6;xb4-f4xa2"),
        (read(text(**EXAMPLE_9)), "f3-f7;xb4-f4xa2;xf6-j6xa3"),
        (read(text(**EXAMPLE_10)), "d6-h6;xf4-f8xh6"),
        (STAGES["row<"], "xb5-f5xa4;k9-j9"),
        (STAGES["ring<"], "xa4;k9-j9"),
        (STAGES["row>"], "xb4-f4xa2"),
        (STAGES["ring>"], "xa2"),
        (read(text(**EXAMPLE_15)), "pass"),
        (read(text(**EXAMPLE_13)), "f3-f6;xb4-f4xa2"),
    ],
)
def test_turns_are_written_and_read(position: YinshPosition, turn: str) -> None:
    moves = position.read_turn(turn)
    assert position.write_turn(moves) == turn
    after = position.copy()
    for move in moves:
        after.play(move)
    assert after.seat != position.seat or after.is_over()


@pytest.mark.parametrize(
    ("position", "given", "meant"),
    [
        (read(text(**EXAMPLE_11)), "F3-F6;XA2", "f3-f6;xb4-f4xa2"),
        (read(text(**EXAMPLE_11)), "f3-f6; xb4-f4; xa2", "f3-f6;xb4-f4xa2"),
        (read(text(**EXAMPLE_11)), "f3-f6 xb4-f4 xa2", "f3-f6;xb4-f4xa2"),
        (STAGES["row<"], "xa4;k9-j9", "xb5-f5xa4;k9-j9"),
        (read(text(**EXAMPLE_9)), "f3-f7;xf6-j6xa2;xa3", "f3-f7;xf6-j6xa2;xb4-f4xa3"),
    ],
)
def test_alternative_notations_of_a_turn_are_read(position: YinshPosition, given: str, meant: str) -> None:
    assert position.write_turn(position.read_turn(given)) == meant


@pytest.mark.parametrize(
    ("position", "given", "why"),
    [
        (read(text(**TWO_WINDOWS)), "e6-e7;xa2", "Specify the row to remove before “xa2”: xb6-f6, xc6-g6."),
        (read(text(**EXAMPLE_11)), "f3-f6", "You made a row: remove it."),
        (read(text(**EXAMPLE_11)), "f3-f6;xb4-f4", "Remove one of your rings."),
        (read(text(**EXAMPLE_11)), "a2-b2;a3-b3", "The turn ends with “a2-b2”: remove what follows it."),
        (STAGES["row<"], "k9-j9", "remove a row first: xb5-f5."),
        (STAGES["row<"], "xb5-f5xa4", "Move one of your rings"),
        (read(text(**EXAMPLE_12)), "f3-f6;xb5-f5xa4", "The turn ends with “f3-f6”"),
    ],
)
def test_illegal_turns_are_refused_with_the_reason(position: YinshPosition, given: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(why)):
        position.read_turn(given)


def test_removals_belong_to_the_turn_of_the_one_who_removes() -> None:
    position = read(text(**EXAMPLE_11))
    seats = []
    for turn in ("f3-f6;xb4-f4xa2", "xb5-f5xa4;k9-j9", "a3-b4"):
        seats.append(position.seat)
        for move in position.read_turn(turn):
            position.play(move)
    assert seats == [0, 1, 0]


def test_numbers_ten_and_eleven_are_read_in_full() -> None:
    position = read(text(wr=f"e10 {WHITE_ASIDE}", br=BLACK_ASIDE))
    play(position, "e10-f10")
    assert markers(position, 0) == {"e10"}
    play(position, "g11-h11")
    assert markers(position, 1) == {"g11"}
