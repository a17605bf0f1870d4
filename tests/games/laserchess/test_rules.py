"""Rules of Laser Chess: mirrors, worked examples, puzzles, counts, the start position."""

import pytest

from parlour.errors import IllegalMove
from parlour.games.laserchess import GAME
from parlour.games.laserchess.notation import SIGNS
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.laserchess.tables import BEAM_AFTER, KILLS, PHARAOH, STOPS, label
from tests.games.laserchess.boards import START, TEN, begin, end, front, play, read, shot

# ---- The mirrors, as the rules print them: moving north, east, south, west -------------------------------------------

REFLECTIONS = """
Pa kill kill E    N
Pb E    kill kill S
Pc W    S    kill kill
Pd kill N    W    kill
Ra E    N    W    S
Rc E    N    W    S
Rb W    S    E    N
Rd W    S    E    N
Na kill kill stop kill
Nb kill kill kill stop
Nc stop kill kill kill
Nd kill stop kill kill
Fa kill kill kill kill
Fb kill kill kill kill
Fc kill kill kill kill
Fd kill kill kill kill
Sa stop stop stop stop
Sb stop stop stop stop
Sc stop stop stop stop
Sd stop stop stop stop
"""
MEETING = {"N": 0, "E": 1, "S": 2, "W": 3, "stop": STOPS, "kill": KILLS}


@pytest.mark.parametrize("line", REFLECTIONS.strip().splitlines())
def test_every_piece_meets_the_beam_from_every_side_as_the_table_says(line: str) -> None:
    sign, *cells = line.split()
    for owner in (sign, sign[0].lower() + sign[1]):
        assert BEAM_AFTER[SIGNS.index(owner)] == [MEETING[cell] for cell in cells]


def test_the_table_of_mirrors_is_complete() -> None:
    assert sorted(line.split()[0] for line in REFLECTIONS.strip().splitlines()) == sorted(filter(str.istitle, SIGNS))


# ---- Worked examples: position, turn, beam, how it ends --------------------------------------------------------------

RED_START = START[:-1] + "r"
CROSSED = "sc6fc2/10/2Pb1Pc5/10/pd3Ra4Pc/10/2Pa1Pd5/7Fa1Sa b"


@pytest.mark.parametrize(
    ("text", "turn", "beam", "ends"),
    [
        pytest.param(
            START, "e1-e2", "j1N j2N j3N j4W i4W h4N h5E i5E j5N j6N j7N j8N", ("left", "N"), id="1 beam unaffected"
        ),
        pytest.param(
            RED_START, "f8>", "a8S a7S a6S a5E b5E c5S c4W b4W a4S a3S a2S a1S", ("left", "S"), id="2 Red's beam"
        ),
        pytest.param(START, "j4>", "j1N j2N j3N j4*", ("destroyed", ""), id="3 own pyramid"),
        pytest.param(START, "j4-i4", "j1N j2N j3N j4N j5*", ("destroyed", ""), id="4 own pyramid from below"),
        pytest.param(START, "j5<", "j1N j2N j3N j4W i4W h4N h5E i5E j5S j4*", ("destroyed", ""), id="5 own from above"),
        pytest.param(front("c"), "e2-e3", "j1N j2N j3N j4N j5N j6N j7#", ("stopped", ""), id="7 the front of Anubis"),
        *(
            pytest.param(
                front(facing), "e2-e3", "j1N j2N j3N j4N j5N j6N j7*", ("destroyed", ""), id=f"8 Anubis {facing}"
            )
            for facing in "abd"
        ),
        pytest.param(
            CROSSED,
            "h1-g1",
            "j1N j2N j3N j4W i4W h4W g4W f4W e4S e3S e2W d2W c2N c3N c4N c5N c6E d6E e6S e5S e4W d4W c4W b4W a4*",
            ("destroyed", ""),
            id="9 both sides of one Scarab",
        ),
        pytest.param(TEN, "j3-i2", "j1N j2N j3N j4W i4*", ("destroyed", ""), id="10 Red's Pharaoh"),
        pytest.param(TEN, "j4-j5", "j1N j2N j3W i3*", ("destroyed", ""), id="11 own Pharaoh"),
        pytest.param(TEN, "j3>", "j1N j2N j3E", ("left", "E"), id="12 leaves east"),
        pytest.param(
            "sc8Pc/4fc5/10/10/10/10/10/4Fa4Sa b",
            "e1-e2",
            "j1N j2N j3N j4N j5N j6N j7N j8W i8W h8W g8W f8W e8W d8W c8W b8W a8#",
            ("stopped", ""),
            id="13 enemy Sphinx",
        ),
        pytest.param(
            "sc9/4fc5/10/10/4Pb4Pc/10/5Fa4/4Pa4Sa b",
            "f2-g2",
            "j1N j2N j3N j4W i4W h4W g4W f4W e4S e3S e2S e1E f1E g1E h1E i1E j1#",
            ("stopped", ""),
            id="14 own Sphinx",
        ),
    ],
)
def test_the_beam_of_a_worked_example(text: str, turn: str, beam: str, ends: tuple[str, str]) -> None:
    position = read(text)
    assert shot(position, turn) == beam
    assert end(position, turn) == ends
    before = len(position.placement())
    play(position, turn)
    assert len(position.placement()) == before, "no piece is lost: a destroyed one lies in a tray"
    last = GAME.board(position.options).site(beam.split()[-1][:-1])
    assert last is not None
    assert (position.code(last) == 0) == beam.endswith("*") or ends[0] == "left"
    assert position.quiet_turns() == (0 if beam.endswith("*") else 1)


def test_example_5_the_piece_that_reflected_the_beam_survives() -> None:
    position = play(begin(), "j5<")
    assert position.text() == ("sc3ncfcncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pc/pb1Pd1RaRb1pa2/6pb3/7Pa2/2PdNaFaNa3Sa r")


def test_example_6_a_shot_over_a_moved_mirror_destroys_a_red_pyramid() -> None:
    position = play(begin(), "h2-h3 f8>")
    assert shot(position, "j4-j3") == "j1N j2N j3W i3W h3N h4*"
    play(position, "j4-j3")
    assert position.text() == ("sc3ncfdncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pd/pb1Pd1RaRb4/6pbPa1Pc/10/2PdNaFaNa3Sa r")


def test_example_7_the_front_of_an_anubis_changes_nothing_but_the_move() -> None:
    assert play(read(front("c")), "e2-e3").text() == "sc3fc5/9nc/10/10/10/4Fa5/10/9Sa r"


@pytest.mark.parametrize("facing", ["a", "b", "d"])
def test_example_8_an_anubis_is_destroyed_from_rear_and_sides(facing: str) -> None:
    assert play(read(front(facing)), "e2-e3").text() == "sc3fc5/10/10/10/10/4Fa5/10/9Sa r"


def winning_turns(position: LaserChessPosition) -> list[str]:
    """Return the turns that destroy the opponent's Pharaoh immediately."""
    found = []
    for move in position.moves():
        hit = position.victim(move)
        if hit >= 0:
            code = position.code_after(move, hit)
            if code >> 2 & 7 == PHARAOH and code >> 5 != position.seat:
                found.append(position.write_move(move))
    return found


def test_example_10_and_puzzle_b_the_only_winning_turn_destroys_the_pharaoh() -> None:
    position = read(TEN)
    assert winning_turns(position) == ["Rj3-i2xfi4#"]
    play(position, "j3-i2")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((1.0, 0.0), "pharaoh")
    assert position.moves() == []


def test_example_11_destroying_the_own_pharaoh_loses() -> None:
    outcome = play(read(TEN), "j4-j5").outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0.0, 1.0), "own-pharaoh")


def test_example_12_a_turned_scarab_sends_the_beam_off_the_board() -> None:
    position = play(read(TEN), "j3>")
    assert position.outcome() is None
    assert position.text() == "sc9/10/10/10/8faRb/8FaRc/10/9Sa r"


def test_example_15_a_swap_is_the_whole_turn_and_the_laser_fires() -> None:
    position = play(begin(), "f4-g5 f8>")
    assert shot(position, "g5=h5") == "j1N j2N j3N j4W i4W h4N h5W g5S g4S g3*"
    assert position.write_move(position.read_move("g5-h5")) == "Rg5=h5xpg3"
    play(position, "g5=h5")
    assert position.text() == "sc3ncfdncpb2/2pc7/3Pd6/pa1Pc1rbrapbRb1Pd/pb1Pd1Ra2pa1Pc/10/7Pa2/2PdNaFaNa3Sa r"


def test_example_15_without_the_swap_rule_the_turn_is_refused() -> None:
    position = play(begin(swap="off"), "f4-g5 f8>")
    with pytest.raises(IllegalMove, match="may not swap"):
        position.read_move("g5=h5")


def test_example_16_the_third_occurrence_after_eight_turns_is_a_draw() -> None:
    position = begin()
    for n, turn in enumerate(["e1-e2", "f8-f7", "e2-e1", "f7-f8"] * 2):
        assert position.outcome() is None, n
        play(position, turn)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0.5, 0.5), "repetition")


def test_example_17_the_third_occurrence_by_a_cycle_of_six_turns_is_a_draw() -> None:
    position = begin()
    for n, turn in enumerate(["e1-e2", "f8-f7", "e2-d2", "f7-g7", "d2-e1", "g7-f8"] * 2):
        assert position.outcome() is None, n
        play(position, turn)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "repetition"


def test_example_18_the_sphinx_offers_nothing_and_refuses_everything() -> None:
    position = begin()
    sphinx = GAME.board(position.options).site("j1")
    assert all(position.picks(move)[0][0] != sphinx for move in position.moves())
    before = position.text()
    for turn in ("j1>", "j1<", "j1-i1", "j1-i2", "j1=j2"):
        with pytest.raises(IllegalMove, match="Sphinx"):
            position.read_move(turn)
    assert position.text() == before


def test_example_19_a_pyramid_in_the_corner_has_three_squares_and_does_not_wrap() -> None:
    position = read("sc3fc5/10/10/10/10/10/4Fa5/Pa8Sa b")
    turns = [position.write_move(move) for move in position.moves()]
    assert sorted(turn for turn in turns if turn.startswith("Pa1-")) == ["Pa1-a2", "Pa1-b1", "Pa1-b2"]


def safe_turns(position: LaserChessPosition) -> list[str]:
    """Return the turns after which the opponent cannot win immediately."""
    found = []
    for move in position.moves():
        after = position.after(move)
        assert isinstance(after, LaserChessPosition)
        if not after.is_over() and not winning_turns(after):
            found.append(position.write_move(move))
    return found


def test_example_20_and_puzzle_a_only_one_turn_avoids_an_immediate_loss() -> None:
    text = "sc9/pafa8/Fa9/10/10/10/10/9Sa b"
    assert safe_turns(read(text)) == ["Fa6-b5"]
    assert safe_turns(read(text, swap="off")) == ["Fa6-b5"]
    threats = winning_turns(read(text[:-1] + "r"))
    assert threats == ["Pa7-b6xFa6#", "Pa7-b8xFa6#"]


def forcing_turns(position: LaserChessPosition) -> list[str]:
    """Return the turns after which the mover wins with the next turn, whatever the reply."""
    found = []
    for move in position.moves():
        text = position.write_move(move)
        position.play(move)
        answers = position.moves()
        forced = bool(answers)
        for answer in answers:
            position.play(answer)
            outcome = position.outcome()
            forced = bool(winning_turns(position)) if outcome is None else move_wins(outcome.results, position.seat)
            position.undo()
            if not forced:
                break
        position.undo()
        if forced:
            found.append(text)
    return found


def move_wins(results: tuple[float, ...], seat: int) -> bool:
    return results[seat] == 1


PUZZLE_C = "sc9/10/10/8Ra1/7FaRafa/8RaRa/9Ra/9Sa b"
PUZZLE_D = "sc5fcnc2/4Pa4Pc/3pb6/2Pc2ra1pb2/10/pb9/7Pa2/2PdNaFa4Sa b"


@pytest.mark.parametrize(
    ("text", "swap", "answers"),
    [
        (PUZZLE_C, "off", {"Rj2-i1", "Rj3-i2"}),
        (PUZZLE_C, "pyramid+anubis", {"Rj2-i1", "Rj3-i2"}),
        (PUZZLE_C, "any-but-sphinx", {"Rj2-i1", "Rj3-i2", "Rj3=j4"}),
        (PUZZLE_D, "off", {"Pe7-f7", "Pe7-f6", "Pe7-f8", "Pj7-j8xnh8"}),
        # With swaps Red has an answer to e7-f6.
        (PUZZLE_D, "pyramid+anubis", {"Pe7-f7", "Pe7-f8", "Pj7-j8xnh8"}),
    ],
)
def test_puzzles_c_and_d_are_won_in_three_turns_by_exactly_the_known_answers(
    text: str, swap: str, answers: set[str]
) -> None:
    assert set(forcing_turns(read(text, swap=swap))) == answers


def test_puzzle_c_is_played_to_its_end() -> None:
    position = play(read(PUZZLE_C, swap="off"), "j2-i1 j4-j5 j3-i2")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.results == (1.0, 0.0)


# ---- Counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("swap", "counts"),
    [
        ("off", (80, 6_389, 506_160)),
        ("pyramid+anubis", (81, 6_553, 527_454)),
        ("any-but-sphinx", (87, 7_545, 649_064)),
    ],
)
def test_the_counts_of_lines_from_the_start_are_those_of_the_rules(swap: str, counts: tuple[int, ...]) -> None:
    position = begin(swap=swap)
    assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts


def test_the_counts_of_depth_one_are_56_moves_and_24_turns() -> None:
    turns = [begin(swap="off").write_move(move) for move in begin(swap="off").moves()]
    assert sum("-" in turn for turn in turns) == 56
    assert sum(turn[3] in "<>" for turn in turns) == 24


@pytest.mark.parametrize(("layout", "count"), [("classic", 77), ("dynasty", 70), ("imhotep", 73)])
def test_the_strict_counts_prove_the_layouts(layout: str, count: int) -> None:
    assert begin("strict", layout=layout).perft(1) == count


@pytest.mark.long
def test_making_every_leaf_counts_the_same_as_not_making_it() -> None:
    for preset in ("standard", "strict"):
        assert begin(preset).perft(4) == begin(preset).perft(4, bulk=False)


# ---- Board, start, layouts -------------------------------------------------------------------------------------------


def test_sites_are_numbered_from_a1_along_the_ranks() -> None:
    board = GAME.board(GAME.check())
    assert [board.site(name) for name in ("a1", "j1", "a2", "a8", "i8", "j8")] == [0, 9, 10, 70, 78, 79]
    assert len(board.sites) == 80
    # y grows away from seat 0, so rank 1 is Blue's side of the board, and a is its left file.
    assert [(board.sites[site].x, board.sites[site].y) for site in (0, 9, 70)] == [(0, 0), (9, 0), (0, 7)]


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        ("classic", "sc3ncfcncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pd/pb1Pd1RaRb1pa1Pc/6pb3/7Pa2/2PdNaFaNa3Sa b"),
        ("dynasty", "sc3pcncpb3/5fc4/pa3pcncra3/pb1rb1Pd1Pb3/3pd1pb1Rb1Pd/3RaNaPa3Pc/4Fa5/3PdNaPa3Sa b"),
        ("imhotep", "sc3ncfcncra2/10/3Pd2pa3/paPc2Pbra2pbPd/pbPd2Rapd2paPc/3Pc2pb3/10/2RaNaFaNa3Sa b"),
    ],
)
def test_a_layout_begins_as_it_is_printed(layout: str, text: str) -> None:
    assert begin(layout=layout).text() == text


@pytest.mark.parametrize("layout", ["classic", "dynasty", "imhotep"])
def test_a_layout_is_the_same_for_both_sides_after_half_a_turn(layout: str) -> None:
    position = begin(layout=layout)
    standing = {piece.place: piece for piece in position.placement()}
    assert len(standing) == 26
    for site, piece in standing.items():
        assert isinstance(site, int)
        other = standing[79 - site]
        ways = 2 if piece.kind == "scarab" else 4  # a Scarab turned by half is the same
        assert (other.kind, other.facing % ways) == (piece.kind, (piece.facing + 2) % ways)
        assert {other.owner, piece.owner} == {0, 1}
    for seat in (0, 1):
        assert [position.count(seat, kind) for kind in range(1, 6)] == [1, 2, 7, 2, 1]


def test_blue_begins_unless_the_text_says_red() -> None:
    assert begin().seat == 0
    red = GAME.with_first(START, 1, GAME.check())
    assert red == RED_START
    assert read(red).seat == 1
    assert GAME.first_can_be_chosen


def test_making_a_move_passes_the_turn_every_time() -> None:
    position = begin()
    seats = []
    for turn in ["e1-e2", "f8>", "h2>", "c7<", "d1-d2"]:
        seats.append(position.seat)
        play(position, turn)
    assert seats == [0, 1, 0, 1, 0]


def test_a_boxed_in_side_can_still_turn_and_there_is_no_stalemate() -> None:
    position = read("sc4fc4/10/10/10/10/10/PaPaPa7/PaFaPa6Sa b", swap="off", pharaoh="fixed")
    assert all(label(int(position.picks(move)[0][0])) != "b1" for move in position.moves())
    assert position.moves()


def test_stepping_into_a_losing_line_is_legal() -> None:
    position = read("sc3fc5/10/10/10/10/10/1Fa8/9Sa b")
    play(position, "b2-a2")
    assert winning_turns(position)
