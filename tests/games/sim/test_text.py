"""Position text of Sim with its errors, and the notation of strokes."""

import itertools

import pytest

from parlour.errors import IllegalMove, PositionError, TextError
from parlour.games import Draft, Piece, game, read_share, write_share
from parlour.games.sim.position import SimPosition
from parlour.games.sim.setup_check import unreachable
from parlour.games.sim.tables import stroke, strokes

SIM = game("sim")
STANDARD = SIM.check()
SURVIVOR = SIM.check({"players": 3, "elimination": True})

# ---- The position text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dots", range(3, 11))
def test_the_start_is_written_with_a_row_for_every_dot_but_the_first(dots: int) -> None:
    text = SIM.start(SIM.check({"vertices": dots})).text()
    rows, seat = text.split()
    assert [len(row) for row in rows.split("/")] == list(range(1, dots))
    assert set(rows) == {".", "/"} if dots > 2 else {"."}
    assert seat == "1"


def test_strokes_stand_in_the_row_of_their_later_dot() -> None:
    position = SIM.start()
    position.play(position.read_move("0-1"))
    position.play(position.read_move("1-3"))
    assert position.text() == "1/../.2./..../..... 1"


@pytest.mark.parametrize(
    ("text", "options", "over"),
    [
        pytest.param("./../.../..../..... 1", {}, None, id="the start"),
        pytest.param("1/../.../..../..... 2", {}, None, id="after one stroke"),
        pytest.param("2/22/.../1.1./...1. 1", {}, "triangle", id="lost"),
        pytest.param("1/../..2/..../....3 1", {"players": 3}, None, id="three players"),
        pytest.param("1/11/2../.32./..3.. 2", {"players": 3, "elimination": True}, None, id="one is out"),
        pytest.param("1/11/..2/..22/3...3 3", {"players": 3, "elimination": True}, "triangle", id="one is left"),
        pytest.param("1/21/221/1221 1", {"vertices": 5}, "full", id="a full board"),
    ],
)
def test_every_stage_of_a_game_is_read_and_written_alike(
    text: str, options: dict[str, object], over: str | None
) -> None:
    position = SIM.read(text, SIM.check(options))
    assert position.text() == text
    outcome = position.outcome()
    assert (None if outcome is None else outcome.reason) == over
    assert bool(position.moves()) == (over is None)
    assert SIM.read(f"  {text}\n", SIM.check(options)).key == position.key


def test_the_key_tells_seats_and_owners_apart() -> None:
    start = SIM.start()
    one = start.after(stroke(0, 1)).after(stroke(2, 3))
    other = start.after(stroke(2, 3)).after(stroke(0, 1))
    back = start.after(stroke(2, 3)).after(stroke(0, 1))
    assert one.key != other.key == back.key
    assert len({start.key, start.after(stroke(0, 1)).key, one.key}) == 3


def test_a_share_string_contains_the_changed_options() -> None:
    position = SIM.read("1/11/2../.32./..3.. 2", SURVIVOR)
    assert write_share(position) == "sim;players=3,elimination=on;1/11/2../.32./..3.. 2"
    again = read_share(write_share(position))
    assert again.key == position.key
    assert again.options == position.options


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", None, "the rows and the seat"),
        ("./../.../..../.....", None, "the rows and the seat"),
        ("./../.../..../..... 1 0", None, "the rows and the seat"),
        ("./../.../..../.....  1", None, "the rows and the seat"),
        ("./../.../..../..... 0", 21, "“0” is not a seat: write 1 to 2"),
        ("./../.../..../..... 3", 21, "“3” is not a seat: write 1 to 2"),
        ("./../.../..../..... -1", 21, "“-1” is not a seat"),
        ("./../.../..../..... ²", 21, "“²” is not a seat"),
        ("./../.../..../..... A", 21, "“A” is not a seat"),
        ("./../.x./..../..... 1", 7, "“x” is not a stroke: write 1 to 2, or a dot for no stroke"),
        ("./../.3./..../..... 1", 7, "“3” is not a stroke: write 1 to 2, or a dot for no stroke"),
        ("./../.²./..../..... 1", 7, "“²” is not a stroke"),
        ("./.../.../..../..... 1", 5, "Row 2 has 3 characters; it must have 2"),
        ("./../../..../..... 1", 8, "Row 3 has 2 characters; it must have 3"),
        ("./../.../.... 1", 14, "There are 4 rows; 6 dots need 5"),
        ("./../.../..../...../...... 1", 21, "There are 6 rows; 6 dots need 5"),
        ("/../.../..../..... 1", 1, "Row 1 has 0 characters; it must have 1"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_column(text: str, column: int | None, says: str) -> None:
    with pytest.raises(TextError, match=says) as refused:
        SIM.read(text, STANDARD)
    assert refused.value.column == column


def test_a_text_for_another_size_is_refused() -> None:
    with pytest.raises(TextError, match="There are 6 rows; 6 dots need 5"):
        SIM.read(SIM.start_text(SIM.check({"vertices": 7})), STANDARD)
    with pytest.raises(TextError, match="“3” is not a stroke"):
        SIM.read("1/../..2/..../....3 1", STANDARD)


def rows(dots: int, *seats: str) -> str:
    """Return the rows of a text from the strokes of each seat."""
    signs = {}
    for seat, drawn in enumerate(seats, 1):
        for one, other in (text.split("-") for text in drawn.split()):
            signs[stroke(int(one), int(other))] = str(seat)
    return "/".join("".join(signs.get(stroke(a, b), ".") for a in range(b)) for b in range(1, dots))


@pytest.mark.parametrize(
    ("seats", "mover", "says"),
    [
        (("0-1", ""), 1, ["Player 2 has drawn 0 strokes; as Player 1 is to move and has drawn 1, it must be 1."]),
        (("", ""), 2, ["Player 1 has drawn 0 strokes; as Player 2 is to move and has drawn 0, it must be 1."]),
        (
            ("0-1 0-2", "1-3"),
            1,
            ["Player 2 has drawn 1 stroke; as Player 1 is to move and has drawn 2, it must be 2."],
        ),
        (
            ("0-1", "1-2", ""),
            1,
            ["Player 3 has drawn 0 strokes; as Player 1 is to move and has drawn 1, it must be 1."],
        ),
        (
            ("0-1 0-2 1-2", "", "3-4"),
            1,
            [
                "Player 2 has drawn 0 strokes; as Player 1 is to move and has drawn 3, it must be 3.",
                "Player 3 has drawn 1 stroke; as Player 1 is to move and has drawn 3, it must be 3.",
                "Player 1 has completed a figure, but the game went on.",
            ],
        ),
        (("0-1 0-2 1-2", "0-3 1-3 3-4"), 1, ["Player 1 has completed a figure, but the game went on."]),
        (
            ("0-1 0-2 1-2", "3-4 4-5 3-5"),
            1,
            ["Player 1 and Player 2 have both completed a figure; the first ends the game."],
        ),
        (
            ("0-1 0-2 1-2 3-4 3-5 4-5", "0-3 0-4 1-3 1-5 2-4"),
            2,
            ["Player 1 has completed 2 figures that a single stroke cannot complete; the first one ends the game."],
        ),
    ],
)
def test_unreachable_strokes_are_refused(seats: tuple[str, ...], mover: int, says: list[str]) -> None:
    options = SIM.check({"players": len(seats)})
    with pytest.raises(PositionError) as refused:
        SIM.read(f"{rows(6, *seats)} {mover}", options)
    assert str(refused.value) == " ".join(says)


OUT = ("0-1 0-2 1-2", "3-4 3-5 4-5", "6-7 6-8 7-8")


@pytest.mark.parametrize(
    ("seats", "mover", "says"),
    [
        ((OUT[0], "3-4 0-3", "3-5 0-4"), 1, "Player 1 is out and cannot be to move."),
        (
            (f"{OUT[0]} 1-3 1-4", "0-3 3-4", "0-4 3-5"),
            2,
            "Player 1 is out but has drawn 5 strokes; as Player 2 is to move and has drawn 2, it can be at most 3.",
        ),
        (OUT, 1, "Every player has completed a figure, but the game ends when one player is left."),
        ((OUT[0], OUT[1], "6-7 6-8 0-7"), 3, "Player 3 has drawn a stroke after all other players were out."),
        ((OUT[0], "3-4 3-5 0-3", "6-7"), 2, "Player 3 has drawn 1 stroke; as Player 2 is to move and has drawn 3"),
    ],
)
def test_with_elimination_an_eliminated_player_draws_no_more_strokes(
    seats: tuple[str, ...], mover: int, says: str
) -> None:
    options = SIM.check({"players": 3, "elimination": True, "vertices": 9})
    with pytest.raises(PositionError) as refused:
        SIM.read(f"{rows(9, *seats)} {mover}", options)
    assert says in str(refused.value)


def test_with_elimination_two_may_be_out_when_their_turns_came_first() -> None:
    options = SIM.check({"players": 3, "elimination": True, "vertices": 9})
    position = SIM.read(f"{rows(9, OUT[0], OUT[1], '6-7 6-8')} 3", options)
    assert position.is_over()


def strokes_of(*drawn: tuple[int, int, int]) -> tuple[Piece, ...]:
    return tuple(Piece(0, "stroke", seat, (one, other)) for seat, one, other in drawn)


@pytest.mark.parametrize(
    ("draft", "says", "sites"),
    [
        (Draft(strokes_of((0, 0, 1), (1, 1, 0))), "A and B are joined twice.", (0, 1)),
        (Draft(strokes_of((0, 3, 3))), "A stroke joins D to itself.", (3,)),
        (Draft(strokes_of((0, 0, 6))), "A stroke must join two dots on the board.", ()),
        (Draft(strokes_of((0, -1, 2))), "A stroke must join two dots on the board.", ()),
        (Draft((Piece(0, "stroke", 0, 4),)), "A stroke must join two dots on the board.", ()),
        (
            Draft((Piece(0, "disc", 0, (0, 1)),)),
            "This game has only strokes, and each belongs to a player.",
            (),
        ),
        (Draft(strokes_of((2, 0, 1))), "This game has only strokes, and each belongs to a player.", ()),
        (Draft((Piece(0, "stroke", None, (0, 1)),)), "This game has only strokes", ()),
        (Draft((), 2), "There is no seat 3 in this game.", ()),
        (Draft((), -1), "There is no seat 0 in this game.", ()),
    ],
)
def test_every_problem_of_a_draft_is_named_with_its_place(draft: Draft, says: str, sites: tuple[int, ...]) -> None:
    problems = SIM.problems(draft, STANDARD)
    assert len(problems) == 1
    assert SIM.sentence(problems[0].message, STANDARD).startswith(says)
    assert problems[0].sites == sites


def test_all_problems_of_a_draft_are_named() -> None:
    draft = Draft(strokes_of((0, 0, 1), (1, 0, 1), (0, 2, 2), (0, 0, 9)), 5)
    keys = [problem.message.key for problem in SIM.problems(draft, STANDARD)]
    assert keys == ["sim.problem.doubled", "sim.problem.same", "sim.problem.off", "shared.bad-seat"]


def test_the_sites_of_impossible_figures_are_named() -> None:
    two = Draft(
        strokes_of(*((0, a, b) for a, b in ((0, 1), (0, 2), (1, 2))), *((1, a, b) for a, b in ((3, 4), (3, 5), (4, 5))))
    )
    assert [problem.sites for problem in SIM.problems(two, STANDARD)] == [(0, 1, 2, 3, 4, 5)]


def test_a_draft_may_name_the_dots_of_a_stroke_in_either_order() -> None:
    assert SIM.set_up(Draft(strokes_of((0, 4, 1)), 1), STANDARD).text() == "./../.../.1../..... 2"


def reached(options: dict[str, object]) -> set[str]:
    """Return the texts of all reachable positions."""
    position = SIM.start(SIM.check(options))
    found: set[str] = set()

    def walk() -> None:
        text = position.text()
        if text not in found:
            found.add(text)
            for move in position.moves():
                position.play(move)
                walk()
                position.undo()

    walk()
    return found


def accepted(options: dict[str, object]) -> set[str]:
    """Return the texts that can be read, of all that could be written."""
    checked = SIM.check(options)
    dots, players = int(checked["vertices"]), int(checked["players"])
    found = set()
    for signs in itertools.product(".12345"[: players + 1], repeat=strokes(dots)):
        drawn = {move: int(sign) - 1 for move, sign in enumerate(signs) if sign != "."}
        for seat in range(players):
            if not unreachable(drawn, seat, checked):
                rows = ("".join(signs[stroke(0, b) : stroke(0, b) + b]) for b in range(1, dots))
                text = f"{'/'.join(rows)} {seat + 1}"
                assert SIM.read(text, checked).text() == text
                found.add(text)
    return found


@pytest.mark.parametrize("options", [{"vertices": 3, "players": 3}, {"vertices": 4}, {"vertices": 4, "players": 3}])
def test_exactly_the_texts_of_reachable_positions_are_read(options: dict[str, object]) -> None:
    assert accepted(options) == reached(options)


@pytest.mark.long
@pytest.mark.parametrize("options", [{"vertices": 5}, {"vertices": 5, "players": 3, "elimination": True}])
def test_on_five_dots_exactly_the_texts_of_reachable_positions_are_read(options: dict[str, object]) -> None:
    assert accepted(options) == reached(options)


# ---- Notation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["0-4", "4-0", "0 4", "0,4", "0, 4", "04", " 0 - 4 ", "A-E", "E-A", "a-e", "A E", "ae", "EA", "A,E", "a – e"],
)
def test_a_stroke_is_read_in_either_order_by_numbers_from_0_or_by_names(text: str) -> None:
    position = SIM.start()
    assert position.read_move(text) == stroke(0, 4)
    assert position.read_turn(text) == [stroke(0, 4)]
    assert position.write_move(stroke(4, 0)) == "A-E"
    assert position.write_turn([stroke(0, 4)]) == "A-E"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No dots are given: write A-B to E-F."),
        ("   ", "No dots are given"),
        ("3", "“3” names only one dot, but a stroke joins two"),
        ("B", "“b” names only one dot"),
        ("0 1 2", "“0 1 2” names more than two dots, but a stroke joins two"),
        ("a-b-c", "“a-b-c” names more than two dots"),
        ("-1 2", "“-1 2” does not name two dots"),
        ("1--2", "“1--2” does not name two dots"),
        ("hello", "“hello” does not name two dots"),
        ("0-b", "“0-b” does not name two dots"),
        ("1-2x", "“1-2x” does not name two dots"),
        ("0-6", "There is no such dot: the dots are A to F."),
        ("A-G", "There is no such dot: the dots are A to F."),
        ("a-z", "There is no such dot"),
        ("0-999999999", "There is no such dot"),
        ("0-9999999999999999999", "does not name two dots"),
        ("2-2", "C was chosen twice, so the choice is cancelled: a stroke joins two different dots."),
        ("cc", "C was chosen twice"),
        ("1-0", "A and B are already joined by Player 1."),
    ],
)
def test_a_bad_pair_is_refused_with_its_own_sentence(text: str, says: str) -> None:
    position = SIM.start().after(stroke(0, 1))
    before = position.text()
    with pytest.raises(IllegalMove) as refused:
        position.read_move(text)
    assert says in str(refused.value)
    assert position.text() == before


def test_after_the_end_nothing_is_read() -> None:
    position = SIM.read("2/22/.../1.1./...1. 1", STANDARD)
    for text in ("0-3", "nonsense", ""):
        with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
            position.read_move(text)


def test_ten_dots_go_up_to_j_and_9() -> None:
    position = SIM.start(SIM.check({"vertices": 10}))
    assert position.read_move("J-A") == position.read_move("9-0") == stroke(0, 9)
    with pytest.raises(IllegalMove, match="A to J"):
        position.read_move("A-K")
    with pytest.raises(IllegalMove, match="A to J"):
        position.read_move("0-10")


def test_the_diagram_shows_every_stroke_and_what_is_free() -> None:
    position = SIM.read("1/11/2../.32./..3.. 2", SURVIVOR)
    assert isinstance(position, SimPosition)
    assert position.diagram().splitlines() == [
        "    A B C D E",
        "  B 1",
        "  C 1 1",
        "  D 2 . .",
        "  E . 3 2 .",
        "  F . . 3 . .",
        "  free: B-D C-D A-E D-E A-F B-F D-F E-F",
    ]
    widest = SIM.start(SIM.check({"vertices": 10})).diagram().splitlines()
    assert max(map(len, widest)) <= 80
    assert sum(line.count("-") for line in widest) == 45
    assert "free" not in SIM.read("1/21/221/1221 1", SIM.check({"vertices": 5})).diagram()
