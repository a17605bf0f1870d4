"""Position text of Pylos, errors in texts and set-ups, and the notation of moves and turns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.errors import IllegalMove, PositionError, TextError
from parlour.games import Draft, Options, Piece, game, read_share, write_share
from tests.games.pylos.examples import (
    CHILDREN,
    CLASSIC,
    EXPERT,
    PYLOS,
    STANDARD,
    draft,
    example,
    play,
    position,
    start,
)

START = "..../..../..../....|.../.../...|../..|. 1 play 0"
SMALL = PYLOS.check({"size": 3})


def documented() -> list[str]:
    """Return the example texts on the page of position texts."""
    page = (Path(__file__).parents[3] / "docs" / "positions.md").read_text(encoding="utf-8")
    part = page.partition("\n## Pylos\n")[2].partition("\n## ")[0]
    return re.findall(r"^    ([.12/|]+ [12] \S+ \d+)", part, re.MULTILINE)


# ---- Every stage of a turn -----------------------------------------------------------------------------------------


def test_the_page_has_an_example_of_every_stage() -> None:
    assert [text.split()[2].partition(":")[0] for text in documented()] == ["play", "play", "take", "more", "play"]


@pytest.mark.parametrize("text", documented())
def test_a_documented_text_reads_back_as_itself(text: str) -> None:
    options = STANDARD if text.count("|") == 3 else SMALL
    assert PYLOS.read(text, options).text() == text


def test_the_start_is_the_start() -> None:
    assert start().text() == START
    assert documented()[0] == START


def test_the_last_documented_text_is_a_won_game() -> None:
    here = PYLOS.read(documented()[-1], SMALL)
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "apex")


def test_the_text_follows_a_turn_through_its_stages() -> None:
    here = position("1a1 1b1 1a2", "1d1 1d4 1c4", turns=6)
    found = []
    for text in ("1b2", "-1a1", "-1b1"):
        here.play(here.read_move(text))
        found.append(here.text().split()[1:])
    assert found == [["1", "take:1b2", "6"], ["1", "more", "6"], ["2", "play", "7"]]


def test_a_text_inside_a_turn_has_the_same_moves() -> None:
    here = example(6)
    for text in ("1d4", "-2a1"):
        here.play(here.read_move(text))
        assert PYLOS.read(here.text()).moves() == here.moves()


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_every_size_has_its_text(size: int) -> None:
    options = PYLOS.check({"size": size})
    here = start(options)
    here.play_random(size, 60)
    assert here.text().count("|") == size - 1
    assert PYLOS.read(here.text(), options).key == here.key


def test_a_share_string_carries_options_and_stage() -> None:
    options = PYLOS.check({"size": 5}, preset="expert")
    here = play(start(options), "1a1", "1e5", "1b1", "1e4", "1a2", "1e3")
    here.play(here.read_move("1b2"))
    share = write_share(here)
    assert share.startswith("pylos;size=5,line=official;")
    assert read_share(share).text() == here.text()


# ---- Texts that cannot be read -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("", None, "Write the levels"),
        ("..../..../..../....|.../.../...|../..|. 1 play", None, "Write the levels"),
        ("..../..../..../..x.|.../.../...|../..|. 1 play 0", 18, "“x” is not a ball"),
        ("..../..../..../...|.../.../...|../..|. 1 play 0", 19, "Row 1 of level 1 has 3 cells; it should have 4"),
        ("..../......./....|.../.../...|../..|. 1 play 0", 10, "Row 3 of level 1 has 7 cells; it should have 4"),
        ("..../..../....|.../.../...|../..|. 1 play 0", 15, "Level 1 has 3 rows; it should have 4"),
        ("..../..../..../....|.../.../.../...|../..|. 1 play 0", 33, "Level 2 has 4 rows; it should have 3"),
        ("..../..../..../....|.../.../...|../.. 1 play 0", 38, "There are 3 levels; the board has 4"),
        ("..../..../..../....|.../.../...|../..|.|. 1 play 0", 41, "There are 5 levels; the board has 4"),
        (START.replace(" 1 ", " 3 "), 41, "“3” is not a seat"),
        (START.replace("play", "raise"), 43, "“raise” is not a stage"),
        (START.replace("play", "take"), 43, "“take” is not a stage"),
        (START.replace("play", "take:4b1"), 48, "There is no cell 4b1 on this board"),
        (START.replace("play 0", "play -1"), 48, "“-1” is not a number of turns"),
        (START.replace("play 0", "play 01"), 48, "“01” is not a number of turns"),
    ],
)
def test_unreadable_text_is_refused_with_its_column(text: str, column: int | None, why: str) -> None:
    with pytest.raises(TextError, match=re.escape(why)) as caught:
        PYLOS.read(text)
    assert caught.value.column == column


def test_a_text_of_another_size_is_refused() -> None:
    with pytest.raises(TextError, match="it should have 5"):
        PYLOS.read(START, PYLOS.check({"size": 5}))


# ---- Set-ups that cannot be played ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("..../..../1.../11..|.../.../2..|../..|. 1 play 0", STANDARD, "2a1 has no support: 1b2 below it is empty"),
        (
            "..../..../1.../.1..|.../.../2..|../..|. 1 play 0",
            STANDARD,
            "2a1 has no support: 1a1, 1b2 below it are empty",
        ),
        ("1111/1111/1111/1111|.../.../...|../..|. 1 play 0", STANDARD, "Light has 16 balls; the maximum is 15"),
        (START.replace("play 0", "play 401"), STANDARD, "There cannot have been 401 turns; the maximum is 400"),
        (START.replace("play", "take:1a1"), STANDARD, "Light has no ball on 1a1"),
        (
            "..../..../1.../11..|.../.../...|../..|. 1 take:1a1 0",
            STANDARD,
            "1a1 is not part of a complete square or line of Light",
        ),
        ("..../..../11../11..|.../.../2..|../..|. 1 take:1a1 0", STANDARD, "1a1 carries another"),
        ("..../..../11../11..|.../.../...|../..|. 2 take:1a1 0", STANDARD, "Dark has no ball on 1a1"),
        ("..../..../11../11..|.../.../...|../..|. 1 take:1a1 0", CHILDREN, "nothing is ever taken back"),
        ("..../..../..../1111|.../.../...|../..|. 1 take:1a1 0", STANDARD, "not part of a complete square or line"),
        ("..../..../11../11..|.../.../...|../..|. 1 take:1a1 400", STANDARD, "After 400 turns the game is over"),
        (START.replace("play", "more"), STANDARD, "Light has no free ball"),
        ("1212/2121/1212/2121|121/212/121|21/12|. 1 more 9", STANDARD, "Light has no ball in reserve"),
    ],
)
def test_unplayable_positions_are_refused_with_the_reason(text: str, options: Options, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(why)):
        PYLOS.read(text, options)


def test_a_line_can_be_what_was_completed() -> None:
    text = "..../..../..../1111|.../.../...|../..|. 1 take:1a1 0"
    assert PYLOS.read(text, EXPERT).text() == text


def test_the_winner_is_not_to_move() -> None:
    with pytest.raises(PositionError, match="Light has filled the top and won, so Dark would be to move"):
        PYLOS.read("212/121/212|12/21|1 1 play 15", SMALL)
    with pytest.raises(PositionError, match="The top is filled"):
        PYLOS.read("212/121/212|12/21|1 2 more 15", SMALL)


def test_all_problems_of_a_set_up_are_named_with_their_sites() -> None:
    board = PYLOS.board(STANDARD)
    one, other = board.site("2a1"), board.site("1a1")
    assert one is not None
    assert other is not None
    pieces = (
        Piece(0, "ball", 0, one),
        Piece(0, "ball", 1, other),
        Piece(0, "ball", 0, other),
        Piece(0, "ring", 0, 5),
        Piece(0, "ball", 0, 30),
        Piece(0, "ball", 0, "reserve 1"),
    )
    found = PYLOS.problems(Draft(pieces, seat=2, counters={"turns": -1}), STANDARD)
    sentences = [PYLOS.sentence(problem.message, STANDARD) for problem in found]
    assert sentences == [
        "There are two balls on 1a1.",
        "This game has only balls of the two sides.",
        "A ball is neither on the board nor in its owner’s reserve.",
        "A ball is neither on the board nor in its owner’s reserve.",
        "The ball on 2a1 has no support: 1b1, 1a2, 1b2 below it are empty.",
        "There cannot have been -1 turns; the maximum is 400.",
        "There is no seat 3 in this game.",
    ]
    floating = next(problem for problem in found if problem.message.key == "pylos.problem.floats")
    assert [board.sites[site].label for site in floating.sites] == ["2a1", "1b1", "1a2", "1b2"]


def test_balls_in_the_reserve_may_be_part_of_a_set_up() -> None:
    here = example(6)
    whole = Draft(tuple(here.placement()), here.seat, "play")
    assert PYLOS.set_up(whole, STANDARD).key == here.key
    more = Draft((*whole.pieces, Piece(0, "ball", 0, "reserve 0")), 0, "play")
    assert [p.message.key for p in PYLOS.problems(more, STANDARD)] == ["pylos.problem.count"]


def test_an_unknown_stage_is_a_problem() -> None:
    for stage in ("rest", "take", "take:9z9", "more:1a1"):
        found = PYLOS.problems(draft("1a1", "", STANDARD, stage=stage), STANDARD)
        assert [problem.message.key for problem in found] == ["pylos.problem.stage"], stage


# ---- Notation ------------------------------------------------------------------------------------------------------


def test_moves_and_turns_are_written_as_the_page_says() -> None:
    here = example(8)
    moves = [here.read_move("1d4>2b2")]
    walker = here.copy()
    walker.play(moves[0])
    for text in ("-2a1", "-1a1"):
        moves.append(walker.read_move(text))
        walker.play(moves[-1])
    assert here.write_turn(moves) == "1d4>2b2-2a1-1a1"
    assert here.read_turn("1d4>2b2-2a1-1a1") == moves


def test_done_is_not_written_but_a_turn_of_nothing_else_is() -> None:
    here = example(4)
    turn = here.read_turn("1b2-1a1")
    assert len(turn) == 3
    assert here.write_turn(turn) == "1b2-1a1"
    for move in turn[:2]:
        here.play(move)
    assert here.write_move(turn[2]) == "="
    assert here.write_turn(turn[2:]) == "="
    assert here.read_turn("=") == here.read_turn("done") == turn[2:]


@pytest.mark.parametrize("text", ["1B2-1A1-1B1", " 1b2 - 1a1 - 1b1 ", "1b2–1a1−1b1"])
def test_turns_are_read_leniently(text: str) -> None:
    here = example(4)
    assert here.write_turn(here.read_turn(text)) == "1b2-1a1-1b1"


def test_the_order_of_a_pair_is_kept() -> None:
    here = example(4)
    one, other = play(example(4), "1b2-1a1-1b1"), play(example(4), "1b2-1b1-1a1")
    assert here.write_turn(here.read_turn("1b2-1b1-1a1")) == "1b2-1b1-1a1"
    assert one.text() == other.text()


def test_a_turn_that_begins_inside_is_written_without_its_ball() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    again = PYLOS.read(here.text())
    assert again.write_turn(again.read_turn("-1a1-1b1")) == "-1a1-1b1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a move"),
        ("1d4-2a1x", "is not a move"),
        ("1a5", "There is no cell 1a5: level 1 of this board is 4×4"),
        ("1e1", "There is no cell 1e1: level 1 of this board is 4×4"),
        ("4b1", "There is no cell 4b1: level 4 of this board is 1×1"),
        ("5a1", "There is no cell 5a1: write level, column and row, with a level from 1 to 4"),
        ("0a1", "There is no cell 0a1"),
        ("99a99", "There is no cell 99a99"),
        ("1b2", "The turn is not complete. Take back one"),
        ("1b2=", "Take back at least one ball first"),
        ("1b2-1a1-1b1-1a2", "The turn ends before “-1a2”"),
        ("1b2-1a1=-1b1", "is not a move"),
        ("1c1-1a1", "The turn ends before “-1a1”"),
        ("-1a1", "no square or line has just been completed"),
        ("1b2-1c3", "no ball on 1c3 to take back"),
        ("1b2-1d1", "Only your own balls can be taken back; the one on 1d1 is Dark’s"),
        ("pass", "You cannot pass by choice"),
        ("=", "The turn cannot end yet"),
    ],
)
def test_a_text_that_is_not_a_turn_is_refused_with_the_reason(text: str, why: str) -> None:
    here = example(4)
    before = here.text()
    with pytest.raises(IllegalMove, match=re.escape(why)):
        here.read_turn(text)
    assert here.text() == before


def test_exactly_two_means_that_one_is_no_turn() -> None:
    with pytest.raises(IllegalMove, match=r"The turn is not complete\. Take back a second ball"):
        example(4, CLASSIC).read_turn("1b2-1a1")


def test_two_moves_are_not_one() -> None:
    with pytest.raises(IllegalMove, match="more than one move"):
        example(4).read_move("1b2-1a1")


def test_a_ball_cannot_be_played_before_balls_are_taken_back() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    with pytest.raises(IllegalMove, match="Take back balls first"):
        here.read_move("1c1")


def test_nothing_is_read_after_the_end() -> None:
    here = PYLOS.read("212/121/212|12/21|1 2 play 15", SMALL)
    for text in ("1a1", "-1a1", "1a1>2a1", "=", "pass"):
        with pytest.raises(IllegalMove, match="The game is over"):
            here.read_move(text)


def test_the_registry_finds_the_game() -> None:
    assert game("pylos") is PYLOS
