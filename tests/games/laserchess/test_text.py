"""Position text and notation of Laser Chess, and the errors for invalid texts."""

import msgspec
import pytest

from parlour.errors import IllegalMove, PositionError, TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import write_share
from parlour.games.laserchess import GAME
from parlour.games.laserchess.notation import LAYOUTS
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.registry import read_share
from tests.games.laserchess.boards import START, begin, play, read

STANDARD = GAME.check()
RANKS = LAYOUTS["classic"]
OPEN = "sc9/4fc5/10/10/10/10/4Fa5/9Sa"
"""A board with nothing but Pharaohs and Sphinxes."""


# ---- Texts that can be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        START,
        RANKS + " r",
        LAYOUTS["dynasty"] + " b",
        LAYOUTS["imhotep"] + " r",
        "sc3ncfdncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pd/pb1Pd1RaRb4/6pbPa1Pc/10/2PdNaFaNa3Sa r",
        "sc9/10/10/10/9Rb/8FaRb/10/9Sa r",
        OPEN + " b",
    ],
)
def test_a_text_reads_back_exactly(text: str) -> None:
    assert read(text).text() == text


def test_quiet_turns_are_written_only_with_the_limit() -> None:
    assert begin(limit=True).text() == START + " 0"
    assert read(OPEN + " b 17", limit=True).text() == OPEN + " b 17"
    assert read(OPEN + " b", limit=True).text() == OPEN + " b 0"
    assert read(OPEN + " b 17").text() == OPEN + " b"
    assert play(read(OPEN + " b 17", limit=True), "e2-e3").quiet_turns() == 18


def test_a_position_that_is_over_reads_back_with_its_end() -> None:
    position = read("sc9/10/10/10/9Rb/8FaRb/10/9Sa r")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason, position.moves()) == ((1.0, 0.0), "pharaoh", [])
    assert read("sc9/10/10/10/8faRb/9Rb/10/9Sa r").reason() == "own-pharaoh"


def test_a_share_string_carries_the_options() -> None:
    position = begin("strict", layout="dynasty")
    share = write_share(position)
    assert share.startswith("laserchess;layout=dynasty,sphinx=turns,squares=reserved,pharaoh=fixed,scarab=one;sc3pc")
    again = read_share(share)
    assert (again.text(), again.moves()) == (position.text(), position.moves())
    assert read_share(f"laserchess;swap=pyramid+anubis;{START}").text() == START


# ---- Unreadable texts: the error and its column ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", None, "position is missing"),
        ("   ", None, "position is missing"),
        ("10/10/10/10/10/10/10 b", 21, "7 ranks"),
        ("10/10/10/10/10/10/10/10/10 b", 25, "9 ranks"),
        ("9/10/10/10/10/10/10/10 b", 2, "Rank 8 has 9 squares"),
        ("sc9Pa/10/10/10/10/10/10/10 b", 4, "Rank 8 has more than 10"),
        ("sc10/10/10/10/10/10/10/10 b", 3, "Rank 8 has more than 10"),
        ("10/10/10/10/10/10/10/9 b", 23, "Rank 1 has 9 squares"),
        ("10/55/10/10/10/10/10/10 b", 4, "“55” is not a number of empty squares"),
        ("10/0Pa9/10/10/10/10/10/10 b", 4, "“0” is not a number"),
        ("10/11/10/10/10/10/10/10 b", 4, "from 1 to 10"),
        ("10/sc09/10/10/10/10/10/10 b", 6, "“09” is not a number"),
        ("10/10/P9/10/10/10/10/10 b", 8, "“9” is not a facing"),
        ("10/10/9P/10/10/10/10/10 b", 9, "facing is missing"),
        ("10/10/PA9/10/10/10/10/10 b", 8, "“A” is not a facing"),
        ("10/10/Xa9/10/10/10/10/10 b", 7, "“X” is not a piece"),
        ("10/10/éa9/10/10/10/10/10 b", 7, "“é” is not a piece"),
        ("10/10/.9/10/10/10/10/10 b", 7, "“.” is not a piece"),
        ("10/10/10/10/10//10/10 b", 16, "Rank 3 has 0 squares"),
        ("10/10/10/10/10/10/10/10", 24, "side to move is missing"),
        ("10/10/10/10/10/10/10/10 w", 25, "“w” is not a side"),
        ("10/10/10/10/10/10/10/10 B", 25, "“B” is not a side"),
        ("10/10/10/10/10/10/10/10 br", 25, "“br” is not a side"),
        ("10/10/10/10/10/10/10/10 b -1", 27, "“-1” is not a number of turns"),
        ("10/10/10/10/10/10/10/10 b 007", 27, "“007” is not a number of turns"),
        ("10/10/10/10/10/10/10/10 b 0 x", 29, "“x”: the text ends before it"),
        ("  10/10/10/10/10/10/10/10 w", 27, "“w” is not a side"),
        ("10/10/10/10/10/10/10/10 b\n", 25, "not a side"),
    ],
)
def test_an_unreadable_text_is_refused_with_its_column(text: str, column: int | None, says: str) -> None:
    with pytest.raises(TextError, match=says) as caught:
        GAME.read(text)
    assert caught.value.column == column


# ---- Boards that cannot be played: all that is wrong -----------------------------------------------------------------


def faults(ranks: str, side: str = "b", **values: object) -> list[tuple[str, list[str]]]:
    options = GAME.check(values)
    board = GAME.board(options)
    found = GAME.problems(GAME.parse(f"{ranks} {side}", options), options)
    return [
        (GAME.sentence(fault.message, options), [board.sites[site].label for site in fault.sites]) for fault in found
    ]


@pytest.mark.parametrize(
    ("ranks", "says", "squares"),
    [
        ("sc9/4fc1fa3/10/10/10/10/4Fa5/9Sa", "Red has 2 Pharaohs: e7, g7.", ["e7", "g7"]),
        ("sc9/4fc5/10/10/10/10/4FaFb4/9Sa", "Blue has 2 Pharaohs: e2, f2.", ["e2", "f2"]),
        ("sc9/10/10/10/10/10/10/9Sa", "Neither side has a Pharaoh.", []),
        ("10/4fc5/10/10/10/10/4Fa5/9Sa", "Red has no Sphinx.", []),
        ("sc9/4fc5/10/10/10/10/4Fa5/10", "Blue has no Sphinx.", []),
        ("sc9/4fc5/10/10/10/10/4Fa5/Sa8Sa", "Blue has 2 Sphinxes: a1, j1.", ["a1", "j1"]),
        ("sa9/4fc5/10/10/10/10/4Fa5/9Sa", "Red’s Sphinx on a8 faces off the board.", ["a8"]),
        ("sd9/4fc5/10/10/10/10/4Fa5/9Sa", "Red’s Sphinx on a8 faces off the board.", ["a8"]),
        ("sc9/4fc5/10/10/10/10/4Fa5/9Sb", "Blue’s Sphinx on j1 faces off the board.", ["j1"]),
        ("sc9/4fc5/10/10/10/10/4Fa5/9Sc", "Blue’s Sphinx on j1 faces off the board.", ["j1"]),
    ],
)
def test_an_impossible_board_is_refused_with_its_squares(ranks: str, says: str, squares: list[str]) -> None:
    assert faults(ranks) == [(says, squares)]
    with pytest.raises(PositionError, match=says[:-1]):
        GAME.read(f"{ranks} b")


def test_all_problems_are_named_together() -> None:
    assert [says for says, _ in faults("10/4fc1fa3/10/10/10/10/10/9Sb")] == [
        "Red has 2 Pharaohs: e7, g7.",
        "Blue’s Sphinx on j1 faces off the board.",
        "Red has no Sphinx.",
    ]


def test_the_editor_may_hold_boards_that_cannot_be_played() -> None:
    draft = GAME.parse("10/10/10/10/10/10/10/Pa9 b", STANDARD)
    assert [(piece.kind, piece.place) for piece in draft.pieces] == [("pyramid", 0)]
    assert GAME.problems(draft, STANDARD)


def test_a_piece_on_a_reserved_square_is_refused_only_with_reserved_squares() -> None:
    ranks = "sc9/4fc5/10/Pa8pa/10/10/4Fa5/9Sa"
    assert faults(ranks) == []
    assert faults(ranks, squares="reserved") == [
        ("Blue’s piece on a5 is on a square reserved for Red.", ["a5"]),
        ("Red’s piece on j5 is on a square reserved for Blue.", ["j5"]),
    ]


def test_more_pieces_than_in_the_box_may_be_played() -> None:
    assert faults("sc9/4fc5/10/10/10/10/4Fa5/PaPaPaPaPaPaPaPaNaSa") == []


def test_too_many_quiet_turns_are_refused_with_the_limit() -> None:
    assert read(OPEN + " b 100", limit=True).reason() == "no-progress"
    with pytest.raises(PositionError, match="101 turns without a capture; the maximum is 100"):
        read(OPEN + " b 101", limit=True)


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        (Piece(0, "king", 0, 5), "pieces does not belong to this game"),
        (Piece(0, "pyramid", None, 5), "pieces does not belong to this game"),
        (Piece(0, "pyramid", 0, 80), "not on the board"),
        (Piece(0, "pyramid", 0, (1, 2)), "not on the board"),
        (Piece(0, "pyramid", 0, 5, 4), "f1 has an invalid facing"),
        (Piece(0, "pyramid", 0, 9), "There are two pieces on j1"),
    ],
)
def test_a_wrong_piece_in_a_draft_is_named(piece: Piece, says: str) -> None:
    draft = GAME.parse(OPEN + " b", STANDARD)
    draft = msgspec.structs.replace(draft, pieces=(*draft.pieces, piece))
    (fault,) = GAME.problems(draft, STANDARD)
    assert says in GAME.sentence(fault.message, STANDARD)


def test_a_seat_that_does_not_exist_is_named() -> None:
    draft = msgspec.structs.replace(GAME.parse(OPEN + " b", STANDARD), seat=2)
    with pytest.raises(PositionError, match="no seat 3"):
        GAME.set_up(draft, STANDARD)


def test_a_draft_of_all_pieces_with_the_captured_ones_is_the_same_position() -> None:
    position = play(begin(), "j4>")
    draft = Draft(tuple(position.placement()), position.seat)
    assert GAME.set_up(draft, STANDARD).text() == position.text()


# ---- Notation --------------------------------------------------------------------------------------------------------

SIX = play(begin(), "h2-h3 f8>").text()
TEN = "sc9/10/10/10/8faRb/8FaRb/10/9Sa b"
FIFTEEN = play(begin(), "f4-g5 f8>").text()


@pytest.mark.parametrize(
    ("text", "written", "others"),
    [
        (START, "Fe1-e2", ["e1-e2", "e1e2", "e1 e2", "E1-E2", " fe1 - e2 ", "e1:e2"]),
        (START, "Ph2>", ["h2>", "h2 cw", "h2cw", "H2 right", "h2 rotate right", "ph2 turn right"]),
        (START, "Ph2<", ["h2<", "h2 acw", "h2 ccw", "h2 left", "h2 rotate left"]),
        (START, "Pj4>xPj4", ["j4>", "j4>xj4", "j4 cw x pj4", "Pj4>"]),
        (SIX, "Pj4-j3xph4", ["j4-j3", "j4j3xh4", "Pj4-j3", "j4-j3 x h4", "pj4-j3xPh4"]),
        (FIFTEEN, "Rg5=h5xpg3", ["g5=h5", "g5-h5", "g5h5", "g5 h5 xg3", "Rg5=h5"]),
        (TEN, "Rj3-i2xfi4#", ["j3-i2", "j3-i2xi4", "j3-i2#", "j3i2xfi4"]),
        (TEN, "Rj4-j5xFi3#", ["j4-j5", "j4-j5xi3#"]),
        (RANKS + " r", "Ff8<", ["f8<", "ff8<"]),
    ],
)
def test_a_turn_is_written_one_way_and_read_in_many(text: str, written: str, others: list[str]) -> None:
    position = read(text)
    move = position.read_move(written)
    assert position.write_move(move) == written
    assert {position.read_move(other) for other in others} == {move}
    assert {tuple(position.read_turn(other)) for other in others} == {(move,)}
    assert position.write_turn([move]) == written


@pytest.mark.parametrize(
    ("text", "turn", "says"),
    [
        (START, "", "is not a move"),
        (START, "e1", "is not a move"),
        (START, "e1-", "is not a move"),
        (START, "e9-e8", "is not a move"),
        (START, "k1-k2", "is not a move"),
        (START, "e1-e2-e3", "is not a move"),
        (START, "e1+", "is not a move"),
        (START, "Re1-e2", "no Scarab on e1: that is the Pharaoh"),
        (START, "e1=e2", "e2 is empty: that is a move, not a swap"),
        (START, "e1-e2xh4", "destroys nothing"),
        (START, "e1-e2#", "does not destroy a Pharaoh"),
        (START, "j4>xj5", "destroys the Pyramid on j4 and nothing else"),
        (START, "j4>xNj4", "destroys the Pyramid on j4"),
        (START, "j4>#", "does not destroy a Pharaoh"),
        (START, "e5-e6", "is Red’s"),
        (START, "e3-e4", "e3 is empty"),
        (TEN[:-1] + "r", "i4-i6", "too far"),
    ],
)
def test_a_turn_with_a_wrong_claim_is_refused_with_the_reason(text: str, turn: str, says: str) -> None:
    position = read(text)
    before = (position.text(), position.key, position.played)
    with pytest.raises(IllegalMove, match=says):
        position.read_move(turn)
    assert (position.text(), position.key, position.played) == before


def test_a_finished_game_reads_no_turn() -> None:
    position = play(read(TEN), "j3-i2")
    with pytest.raises(IllegalMove, match="over"):
        position.read_move("i4-i5")


def test_a_diagram_shows_every_piece_with_its_facing() -> None:
    lines = begin().diagram().splitlines()
    assert lines[0] == "8  sc .  .  .  nc fc nc pb .  ."
    assert lines[4] == "4  pb .  Pd .  Ra Rb .  pa .  Pc"
    assert lines[-1] == "   a  b  c  d  e  f  g  h  i  j"


def test_the_position_is_of_this_game() -> None:
    assert isinstance(GAME.start(), LaserChessPosition)
    assert "Khet" not in " ".join([GAME.title, GAME.description, *(preset.label for preset in GAME.presets)])
