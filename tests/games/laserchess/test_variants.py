"""Options of Laser Chess: strict rules, swaps, repetition and the limit of quiet turns."""

import pytest

from parlour.games.laserchess import GAME
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.laserchess.tables import CELLS, ORIENTATIONS, PIECE_KEY, SEAT_KEY
from tests.games.laserchess.boards import START, TEN, begin, front, play, read, shot

RED_START = START[:-1] + "r"


# ---- The strict rules ------------------------------------------------------------------------------------------------


def turns_of(position: LaserChessPosition, square: str) -> set[str]:
    site = GAME.board(position.options).site(square)
    return {position.write_move(move) for move in position.moves() if position.picks(move)[0][0] == site}


def test_a_strict_sphinx_turns_between_its_two_inward_ways() -> None:
    position = read("sc9/4fc5/10/10/10/10/4Fa5/9Sa b", "strict")
    assert turns_of(position, "j1") == {"Sj1<"}
    play(position, "j1<")
    assert turns_of(position, "a8") == {"Sa8<"}
    play(position, "a8<")
    assert turns_of(position, "j1") == {"Sj1>"}


def test_a_turned_sphinx_fires_in_its_new_way() -> None:
    assert shot(begin("strict"), "j1<") == "j1W i1W h1W g1W f1*"


def test_a_strict_pharaoh_does_not_turn_and_a_strict_scarab_turns_one_way() -> None:
    position = begin("strict")
    assert not [turn for turn in turns_of(position, "e1") if turn[-1] in "<>"]
    assert [turn for turn in turns_of(position, "e4") if turn[-1] in "<>"] == ["Re4>"]


def test_reserved_squares_are_closed_to_the_other_side() -> None:
    position = read("sc7fc1/10/10/10/10/10/1Pa8/4Fa4Sa b", "strict")
    assert turns_of(position, "b2") == {"Pb2>", "Pb2<", "Pb2-b1", "Pb2-b3", "Pb2-c1", "Pb2-c2", "Pb2-c3"}
    play(position, "e1-e2")
    assert {turn[:6] for turn in turns_of(position, "i8")} == {"Fi8-h8", "Fi8-h7", "Fi8-i7"}


def test_a_swap_that_puts_either_piece_on_a_reserved_square_is_illegal() -> None:
    # Blue's Scarab on b5 cannot go to file a; Red's Pyramid on i5 cannot come to file j.
    position = read("sc3fc5/10/10/paRb6paRb/10/10/10/4Fa4Sa b", "strict")
    swaps = {position.write_move(move)[:6] for move in position.moves() if "=" in position.write_move(move)}
    assert swaps == set()
    free = read("sc3fc5/10/10/paRb6paRb/10/10/10/4Fa4Sa b")
    assert {free.write_move(move)[:6] for move in free.moves() if "=" in free.write_move(move)} == {"Rb5=a5", "Rj5=i5"}


# ---- Swaps -----------------------------------------------------------------------------------------------------------

SWAPPING = "sc8fc/10/10/2pbnbPb5/2rbRaNb5/2FaRbSb5/10/10 b"


@pytest.mark.parametrize(
    ("swap", "partners"),
    [
        ("off", set()),
        ("pyramid+anubis", {"c5", "d5", "e5", "e4"}),
        ("any-but-sphinx", {"c5", "d5", "e5", "e4", "c4", "c3", "d3"}),
    ],
)
def test_a_scarab_swaps_with_the_partners_that_the_option_names(swap: str, partners: set[str]) -> None:
    position = read(SWAPPING, swap=swap)
    written = [position.write_move(move) for move in position.moves()]
    assert {turn[4:6] for turn in written if turn.startswith("Rd4=")} == partners


def test_both_pieces_of_a_swap_keep_their_facing() -> None:
    position = play(read(SWAPPING), "d4=c5")
    assert position.text() == "sc8fc/10/10/2RanbPb5/2rbpbNb5/2FaRbSb5/10/10 r"


# ---- Repetition and the quiet limit ----------------------------------------------------------------------------------


def test_a_pharaoh_that_turns_is_a_pass_and_the_position_counts_as_the_same() -> None:
    position = begin()
    assert position.repetition_key() == read(START.replace("Fa", "Fc")).repetition_key()
    play(position, "e1> f8> e1>")
    assert position.outcome() is None
    play(position, "f8>")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "repetition"


def test_a_scarab_turned_by_half_counts_as_the_same() -> None:
    for one, other in (("a", "c"), ("b", "d")):
        first = read(TEN.replace("Rb", "R" + one))
        assert first.repetition_key() == read(TEN.replace("Rb", "R" + other)).repetition_key()
    assert read(TEN.replace("Rb", "Ra")).repetition_key() != read(TEN).repetition_key()


def test_every_other_facing_side_and_colour_is_distinguished() -> None:
    texts = [
        START,
        RED_START,
        START.replace("Na", "Nb", 1),
        START.replace("Pd", "Pc", 1),
        START.replace("7Pa2", "6Pa3"),
    ]
    texts += [START.replace("pc", "Pc"), START.replace("Na", "Pa", 1)]
    assert len({read(text).repetition_key() for text in texts}) == len(texts)


def test_keys_have_64_bits_and_differ_by_piece_colour_facing_and_square() -> None:
    pieces = {tuple(keys) for keys in PIECE_KEY if any(keys)}
    assert len(pieces) == 2 * sum(ORIENTATIONS.values())
    keys = {SEAT_KEY}.union(*pieces)
    assert len(keys) == 1 + len(pieces) * CELLS
    assert all(sum(key >> bit & 1 for key in keys) > len(keys) / 3 for bit in range(64))
    assert max(keys) < 1 << 64


def test_a_capture_clears_what_counts_for_repetition() -> None:
    position = play(begin(), "e1-e2 f8-f7 e2-e1 f7-f8")
    assert position.repetition_count() == 2
    play(position, "h2-h3 f8> j4-j3xph4")
    assert position.quiet_turns() == 0
    assert position.repetition_count() == 1
    play(position, "f8-f7 e1-e2 f7-f8 e2-e1")
    assert position.repetition_count() == 2


def test_undoing_a_capture_restores_the_key_exactly() -> None:
    position = begin()
    key = position.key
    play(position, "j4>")
    assert position.key == read(position.text()).key
    position.undo()
    assert position.key == key


def test_a_hundred_quiet_turns_are_a_draw_only_with_the_limit() -> None:
    text = front("c") + " 99"
    position = play(read(text, limit=True), "e2-e3")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0.5, 0.5), "no-progress")
    assert play(read(text), "e2-e3").outcome() is None


def test_a_pharaoh_falling_with_the_hundredth_quiet_turn_decides() -> None:
    outcome = play(read(TEN + " 99", limit=True), "j3-i2").outcome()
    assert outcome is not None
    assert outcome.reason == "pharaoh"
