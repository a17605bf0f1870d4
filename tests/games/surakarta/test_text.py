"""Texts of Surakarta: position texts, drafts, notation, share strings."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ArgumentError, IllegalMove, OptionError, ParlourError, PositionError, TextError
from parlour.games import Draft, Piece, Position, game, read_share, write_share
from tests.games.surakarta.examples import EXAMPLES, example, read

SURAKARTA = game("surakarta")
START = "222222/222222/....../....../111111/111111 1 0"
STANDARD = SURAKARTA.check()
ENDLESS = SURAKARTA.check({"ending": "endless"})


# ---- Position texts ------------------------------------------------------------------------------------------------


def test_the_start_is_written_as_documented() -> None:
    assert SURAKARTA.start().text() == START
    assert SURAKARTA.start(ENDLESS).text() == START


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("tail", ["1 0", "2 7"])
def test_a_text_reads_back_as_itself(name: str, tail: str) -> None:
    text = f"{EXAMPLES[name][0].replace('X', '1').replace('O', '2')} {tail}"
    assert SURAKARTA.read(text).text() == text
    assert SURAKARTA.read(f"  {text}\n").text() == text


def test_dots_are_read_as_empty_points() -> None:
    position = example("W5")
    assert [piece.place for piece in position.placement() if isinstance(piece.place, int)] == [2, 12]


@given(st.integers(0, 2**30), st.sampled_from([STANDARD, ENDLESS]))
def test_text_key_and_moves_survive_reading_anywhere_in_a_game(seed: int, options: object) -> None:
    assert options in (STANDARD, ENDLESS)
    position = SURAKARTA.start(STANDARD if options == STANDARD else ENDLESS)
    position.play_random(seed, seed % 300)
    read_back = SURAKARTA.read(position.text(), position.options)
    assert read_back.text() == position.text()
    assert read_back.key == position.key
    if not position.is_over() or position.reason() != "repetition":
        assert read_back.moves() == position.moves()


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", None, "Write the rows, the seat to move and the number of moves without a capture"),
        (START.removesuffix(" 0"), None, "Write the rows, the seat to move"),
        (START + " 0", None, "Write the rows, the seat to move"),
        (START.replace(" 1 0", "  1 0"), None, "separated by single spaces"),
        ("x" + START[1:], 1, "“x” is not a piece: write 1, 2 or a dot."),
        (START.replace("/....../", "/...0../", 1), 18, "“0” is not a piece"),
        ("   x" + START[1:], 4, "“x” is not a piece"),
        (START.replace("222222/", "22222/", 1), 6, "Row 0 has 5 points; the board is 6 wide."),
        (START.replace("/111111 ", "/1111111 "), 42, "Row 5 has 7 points; the board is 6 wide."),
        (START.replace("/111111 ", " "), 35, "There are 5 rows; the board has 6."),
        (START.replace("/111111 ", "/111111/...... "), 43, "There are 7 rows; the board has 6."),
        (START.replace("/......", "/", 1), 15, "Row 2 has 0 points"),
        (START.replace(" 1 0", " 3 0"), 43, "“3” is not a seat: write 1 or 2."),
        (START.replace(" 1 0", " w 0"), 43, "“w” is not a seat"),
        (START.replace(" 1 0", " 1 -1"), 45, "“-1” is not a number of moves without a capture."),
        (START.replace(" 1 0", " 1 07"), 45, "“07” is not a number"),
        (START.replace(" 1 0", " 1 ٣"), 45, "“٣” is not a number"),
        (START.replace(" 1 0", " 1 9999999"), 45, "“9999999” is not a number"),
        ("1" * 3000, None, "at most 2000 characters; this one has 3000"),
    ],
)
def test_a_text_that_cannot_be_read_is_named_with_its_column(text: str, column: int | None, sentence: str) -> None:
    with pytest.raises(TextError) as caught:
        SURAKARTA.read(text)
    assert caught.value.column == column
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("" if column is None else f"Column {column}: ")


@given(st.text(alphabet="12./ 0x\n", max_size=60))
def test_any_other_text_is_refused_with_a_sentence_or_means_a_position(text: str) -> None:
    try:
        meant = SURAKARTA.read(text).text()
    except ParlourError as fault:
        meant = str(fault)
    assert meant.endswith(".") or meant == text.strip()


# ---- Drafts --------------------------------------------------------------------------------------------------------


def man(owner: int | None, place: int | str, kind: str = "disc") -> Piece:
    return Piece(0, kind, owner, place)


PAIR = (man(0, 0), man(1, 35))


def faults(draft: Draft, ending: str = "standard") -> list[tuple[str, tuple[int, ...]]]:
    options = SURAKARTA.check({"ending": ending})
    return [
        (SURAKARTA.sentence(problem.message, options), problem.sites) for problem in SURAKARTA.problems(draft, options)
    ]


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (Draft(PAIR), []),
        (Draft((man(0, 0),)), []),
        (Draft(()), [("South has no pieces.", ()), ("North has no pieces.", ())]),
        (Draft((*PAIR, man(1, 0))), [("There are two pieces on 0,0.", (0,))]),
        (Draft((*PAIR, man(0, 36))), [("A piece is not on the board.", ())]),
        (Draft((*PAIR, man(0, "captured 1"))), [("A piece is not on the board.", ())]),
        (Draft((*PAIR, man(0, 7, "king"))), [("This game has only discs.", (7,))]),
        (Draft((*PAIR, man(None, 7))), [("This game has only discs.", (7,))]),
        (
            Draft((*(man(0, n) for n in range(13)), man(1, 35))),
            [("South has 13 pieces; the maximum is 12.", tuple(range(13)))],
        ),
        (
            Draft(PAIR, counters={"captureless": 51}),
            [("There cannot have been 51 moves without a capture; the maximum is 50.", ())],
        ),
        (
            Draft(PAIR, counters={"captureless": -1}),
            [("There cannot have been -1 moves without a capture; the maximum is 50.", ())],
        ),
        (Draft(PAIR, seat=2), [("There is no seat 3 in this game.", ())]),
        (
            Draft((man(0, 3), man(1, 3)), seat=5, counters={"captureless": 99}),
            [
                ("There are two pieces on 0,3.", (3,)),
                ("There cannot have been 99 moves without a capture; the maximum is 50.", ()),
                ("There is no seat 6 in this game.", ()),
            ],
        ),
    ],
)
def test_all_problems_of_a_draft_are_reported_with_their_sites(
    draft: Draft, expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert faults(draft) == expected
    if expected:
        with pytest.raises(PositionError) as caught:
            SURAKARTA.set_up(draft, STANDARD)
        assert str(caught.value) == " ".join(sentence for sentence, _ in expected)


def test_an_endless_game_may_have_lasted_long() -> None:
    draft = Draft(PAIR, counters={"captureless": 5000})
    assert faults(draft, "endless") == []
    assert SURAKARTA.set_up(draft, ENDLESS).text().endswith(" 1 5000")


def test_a_text_with_too_many_pieces_can_be_read_but_not_played() -> None:
    with pytest.raises(PositionError, match="South has 13 pieces"):
        SURAKARTA.read("222222/22222./....../.....1/111111/111111 1 0")


def test_a_position_becomes_a_draft_and_back() -> None:
    position = example("W18", quiet=9)
    draft = position.draft()
    assert SURAKARTA.set_up(draft, STANDARD).text() == position.text()
    moved = msgspec.structs.replace(draft, seat=1, counters={"captureless": 3})
    assert SURAKARTA.set_up(moved, STANDARD).text() == position.text().replace(" 1 9", " 2 3")


def test_another_seat_can_be_to_move_first() -> None:
    assert SURAKARTA.with_first(START, 1, STANDARD) == START.replace(" 1 0", " 2 0")
    assert SURAKARTA.with_first(START, 0, STANDARD) == START
    with pytest.raises(ArgumentError, match="from 0 to 1"):
        SURAKARTA.with_first(START, 2, STANDARD)


# ---- Notation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["4,0-3,0", "40-30", "4,0x3,0", "4,0 3,0", "4030", " 4,0 - 3,0 ", "4, 0 - 3, 0", "4 0 3 0", "40X30", "4,03,0"],
)
def test_a_step_is_read_with_or_without_commas_blanks_and_sign(text: str) -> None:
    position = SURAKARTA.start()
    assert position.write_move(position.read_move(text)) == "4,0-3,0"
    assert position.read_turn(text) == [position.read_move(text)]


@pytest.mark.parametrize("text", ["4,1x1,1", "41x11", "4,1-1,1", "4,1 x 1,1", "4,1X1,1", "4111"])
def test_a_capture_is_read_with_either_sign(text: str) -> None:
    position = example("W2")
    assert position.write_move(position.read_move(text)) == "4,1x1,1"


@pytest.mark.parametrize(
    "text", ["", "asdf", "sf", "4_2", "4,0", "4,0-3", "4,0-3,0-2,0", "4,0+3,0", "a4-a3", "4,0--3,0", "٤,0-3,0", "move"]
)
def test_invalid_move_text_is_answered_with_the_notation(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move: write row,column-row,column, for example 4,0-3,0"):
        SURAKARTA.start().read_move(text)


@pytest.mark.parametrize("text", ["6,3-5,3", "4,0-4,6", "9999"])
def test_points_off_the_board_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="rows and columns go from 0 to 5"):
        SURAKARTA.start().read_move(text)


def test_points_that_can_be_read_get_the_games_own_answer() -> None:
    with pytest.raises(IllegalMove, match="Choose one of your own pieces first: 2,2 is empty"):
        SURAKARTA.start().read_move("2,2-2,4")


def test_a_refused_text_does_not_pass_the_turn() -> None:
    position = SURAKARTA.start()
    for text in ("1,1-2,1", "4,0-3,2", "nonsense", "4,1x1,1"):
        with pytest.raises(IllegalMove):
            position.read_move(text)
        assert (position.text(), position.seat, position.played) == (START, 0, ())
    position.play(position.read_move("4,5-3,5"))
    assert position.seat == 1


def test_every_move_of_a_game_is_written_and_read_back() -> None:
    position = SURAKARTA.start()
    position.play_random(5, 120)
    walker = SURAKARTA.start()
    for move in position.played:
        for other in walker.moves():
            assert walker.read_move(walker.write_move(other)) == other
            assert walker.read_turn(walker.write_turn([other])) == [other]
        walker.play(move)


# ---- Share strings -------------------------------------------------------------------------------------------------


def shared(position: Position) -> Position:
    return read_share(write_share(position))


def test_a_share_string_names_game_and_position() -> None:
    assert write_share(SURAKARTA.start()) == f"surakarta;;{START}"
    assert shared(example("W18", quiet=3)).text() == example("W18", quiet=3).text()


def test_a_share_string_contains_only_changed_options() -> None:
    position = read(EXAMPLES["W18"][0], quiet=120, ending="endless")
    assert write_share(position).startswith("surakarta;ending=endless;")
    assert shared(position).options["ending"] == "endless"
    assert shared(position).text() == position.text()


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        (START, TextError, "This is not a share string"),
        (f"surakarta;{START}", TextError, "This is not a share string"),
        (f"surakarta;ending=never;{START}", OptionError, "ending cannot be “never”: it must be standard or endless."),
        (f"surakarta;size=8;{START}", OptionError, "has no option “size”"),
        (f"surakarta;ending;{START}", OptionError, "“ending” is not an option: write name=value."),
        (f"surakarta;ending=endless,ending=standard;{START}", OptionError, "ending is given twice."),
        ("surakarta;;nothing", TextError, "Write the rows"),
    ],
)
def test_a_bad_share_string_is_refused_with_a_reason(text: str, kind: type[ParlourError], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        read_share(text)
