"""Display and messages of Laser Chess: clicks, effects, marks, trays, sentences."""

import pytest

from parlour.games.contract.display import Beam, Effect, Piece, apply, reverse
from parlour.games.laserchess import GAME
from parlour.games.laserchess.position import LaserChessPosition
from tests.games.laserchess.boards import START, begin, play, read, sentence

BOARD = GAME.board(GAME.check())


def site(label: str) -> int:
    found = BOARD.site(label)
    assert found is not None
    return found


def effects(position: LaserChessPosition, turn: str) -> list[Effect]:
    found: list[Effect] = position.effects(position.read_move(turn))
    return found


def piece_on(position: LaserChessPosition, label: str) -> Piece:
    return next(piece for piece in position.pieces() if piece.place == site(label))


# ---- Clicks ----------------------------------------------------------------------------------------------------------


def test_a_move_is_two_squares_and_a_rotation_a_square_and_a_verb() -> None:
    position = begin()
    assert position.picks(position.read_move("e1-e2")) == [(site("e1"), site("e2"))]
    assert position.picks(position.read_move("j4>")) == [(site("j4"), "rotate right")]
    assert position.picks(position.read_move("j4<")) == [(site("j4"), "rotate left")]
    assert {verb.name for verb in GAME.verbs} == {"rotate right", "rotate left"}


def test_a_swap_is_picked_from_the_scarab() -> None:
    position = play(begin(), "f4-g5 f8>")
    assert position.picks(position.read_move("g5=h5")) == [(site("g5"), site("h5"))]


# ---- Effects: the action, then the beam, then what it destroys -------------------------------------------------------


def test_a_move_with_a_hit_slides_fires_and_removes_in_three_phases() -> None:
    position = play(begin(), "h2-h3 f8>")
    mover, victim = piece_on(position, "j4"), piece_on(position, "h4")
    bends = [mover.id, piece_on(position, "h3").id]
    slide, beam, remove = effects(position, "j4-j3")
    assert (slide.kind, slide.phase, slide.path) == ("slide", 0, (site("j4"), site("j3")))
    assert slide.after is not None
    assert slide.after.id == mover.id
    path = tuple(site(label) for label in ["j1", "j2", "j3", "i3", "h3", "h4"])
    assert (beam.kind, beam.phase) == ("beam", 1)
    assert beam.beam == Beam(0, path, (*bends, victim.id), "destroyed")
    assert (remove.kind, remove.phase, remove.before) == ("remove", 2, victim)
    assert remove.after is not None
    assert (remove.after.id, remove.after.place, remove.after.facing) == (victim.id, "captured 0", 0)


def test_a_rotation_turns_the_piece_and_shows_where_the_beam_leaves() -> None:
    position = begin()
    turn, beam = effects(position, "e1>")
    assert turn.kind == "turn"
    assert turn.before is not None
    assert turn.after is not None
    assert (turn.before.facing, turn.after.facing, turn.after.place) == (0, 1, site("e1"))
    assert beam.beam is not None
    assert (beam.beam.end, beam.beam.towards, len(beam.beam.pieces)) == ("left", "N", 4)
    left = effects(position, "e1<")[0]
    assert left.after is not None
    assert left.after.facing == 3


def test_a_swap_moves_both_pieces_together() -> None:
    position = play(begin(), "f4-g5 f8>")
    one, other, beam, _ = effects(position, "g5=h5")
    assert (one.kind, other.kind, beam.kind) == ("swap", "swap", "beam")
    assert one.phase == other.phase == 0
    assert one.path == other.path[::-1] == (site("g5"), site("h5"))


def test_a_beam_that_meets_both_sides_of_a_scarab_names_it_twice() -> None:
    position = read("sc6fc2/10/2Pb1Pc5/10/pd3Ra4Pc/10/2Pa1Pd5/7Fa1Sa b")
    beam = effects(position, "h1-g1")[1].beam
    assert beam is not None
    assert beam.pieces.count(piece_on(position, "e4").id) == 2
    assert beam.path.count(site("c4")) == 2


@pytest.mark.parametrize("turn", ["e1-e2", "j4>", "j4-i4", "j5<"])
def test_effects_play_forwards_and_backwards(turn: str) -> None:
    position = begin()
    before = position.pieces()
    found = effects(position, turn)
    following = apply(before, found)
    play(position, turn)
    assert following == position.pieces()
    assert apply(following, reverse(found)) == before


# ---- Trays and scores ------------------------------------------------------------------------------------------------


def tray(position: LaserChessPosition, seat: int) -> list[tuple[str, int | None]]:
    return [(piece.kind, piece.owner) for piece in position.placement() if piece.place == f"captured {seat}"]


def test_a_captured_piece_goes_to_its_owners_opponent_also_when_the_owner_hit_it() -> None:
    position = play(begin(), "j4>")
    assert (tray(position, 0), tray(position, 1)) == ([], [("pyramid", 0)])
    assert [score.value for score in position.scores()] == [0, 1]
    position.undo()
    assert (tray(position, 0), tray(position, 1)) == ([], [])
    play(position, "h2-h3 f8> j4-j3")
    assert (tray(position, 0), tray(position, 1)) == ([("pyramid", 1)], [])
    assert [(score.value, score.of, score.tray) for score in position.scores()] == [
        (1, 10, "captured 0"),
        (0, 10, "captured 1"),
    ]


def test_a_destroyed_pharaoh_is_in_the_winners_tray() -> None:
    position = play(read("sc9/10/10/10/8faRb/8FaRb/10/9Sa b"), "j3-i2")
    assert ("pharaoh", 1) in tray(position, 0)


def test_a_piece_beyond_the_box_vanishes_when_it_is_destroyed() -> None:
    position = read("sc9/4fc5/PaPaPaPaPaPaPa3/10/9Pa/10/4Fa5/9Sa b")
    assert tray(position, 1) == [("anubis", 0)] * 2
    remove = effects(position, "e2-e3")[-1]
    assert (remove.kind, remove.after) == ("remove", None)
    play(position, "e2-e3")
    assert tray(position, 1) == [("anubis", 0)] * 2


def test_a_missing_scarab_is_not_shown_as_captured() -> None:
    assert "scarab" not in {kind for kind, _ in tray(read("sc9/4fc5/10/10/10/10/4Fa5/9Sa b"), 0)}


# ---- Marks and aids --------------------------------------------------------------------------------------------------


def test_the_board_shows_the_beam_of_the_side_to_move() -> None:
    position = begin()
    (mark,) = position.marks()
    assert (mark.kind, mark.seat) == ("beam", 0)
    assert mark.sites == tuple(
        site(label) for label in ["j1", "j2", "j3", "j4", "i4", "h4", "h5", "i5", "j5", "j6", "j7", "j8"]
    )
    assert mark.beam is not None
    assert (mark.beam.end, mark.beam.towards) == ("left", "N")
    play(position, "e1-e2")
    assert position.marks()[0].seat == 1


def test_after_the_end_the_board_shows_the_beam_that_decided() -> None:
    position = play(read("sc9/10/10/10/8faRb/8FaRb/10/9Sa b"), "j3-i2")
    (mark,) = position.marks()
    assert mark.seat == 0
    assert site("i4") in mark.sites
    (again,) = read(position.text()).marks()
    assert again.sites == mark.sites


def test_aids_show_both_lasers_what_they_would_destroy_and_where_a_mirror_would_bend_them_onto_a_pharaoh() -> None:
    assert [(mark.kind, mark.seat) for mark in begin().aids()] == [("beam", 0), ("beam", 1)]
    position = read("sc3fc5/9na/10/10/10/10/4Fa5/9Sa b")
    assert [(mark.kind, mark.seat, mark.sites[-1]) for mark in position.aids()] == [
        ("beam", 0, site("j7")),
        ("target", 0, site("j7")),
        ("beam", 1, site("a1")),
        ("crossing", 1, site("a2")),
    ]


def test_reserved_squares_are_shaded_for_their_side() -> None:
    strict = {cell.site: cell.shade for cell in GAME.board(GAME.check(preset="strict")).cells}
    assert [strict[site(label)] for label in ("a1", "a5", "i1", "i8")] == ["reserved 1"] * 4
    assert [strict[site(label)] for label in ("j8", "j5", "b1", "b8")] == ["reserved 0"] * 4
    assert strict[site("b2")] == {cell.site: cell.shade for cell in BOARD.cells}[site("b2")]
    assert sum(shade.startswith("reserved") for shade in strict.values()) == 20
    assert not any(cell.shade.startswith("reserved") for cell in BOARD.cells)


# ---- Sentences -------------------------------------------------------------------------------------------------------

SWAPPING = "sc8fc/10/10/2pbnbPb5/2rbRaNb5/2FaRbSb5/10/10 b"
EDGE = "sc3fc5/10/10/paRb6paRb/10/10/1Pa8/4Fa4Sa b"


@pytest.mark.parametrize(
    ("text", "preset", "values", "picks", "says"),
    [
        (START, None, {}, (), "Move a piece one square, or rotate it a quarter turn."),
        (START, None, {}, ("rotate left",), "Choose a piece first"),
        (START, None, {}, ("e1", "e2", "e3"), "one action"),
        (START, None, {}, ("e1", "rotate left", "e2"), "one action"),
        (START, None, {}, ("nowhere",), "no such place"),
        (START, None, {}, ("e1", "nowhere"), "no such place"),
        (START, None, {}, ("e3",), "e3 is empty"),
        (START, None, {}, ("e5",), "the Scarab on e5 is Red’s"),
        (START, None, {}, ("e5", "e6"), "the Scarab on e5 is Red’s"),
        (START, None, {}, ("e1",), "The Pharaoh on e1 can move to d2, e2, f2, or rotate right or rotate left."),
        (START, None, {}, ("e1", "e2"), "Blue moves the Pharaoh from e1 to e2."),
        (START, None, {}, ("j4", "rotate right"), "and the laser destroys Blue’s Pyramid on j4"),
        (START, None, {}, ("j1",), "The Sphinx on j1 neither moves nor rotates: it fires north"),
        (START, None, {}, ("j1", "rotate left"), "neither moves nor rotates"),
        (START, None, {}, ("j1", "i1"), "A Sphinx never moves."),
        (START, None, {}, ("e1", "e1"), "cannot stay on e1"),
        (START, None, {}, ("e1", "e3"), "e3 is too far from e1"),
        (START, None, {}, ("a1",), "a1 is empty"),
        (START, None, {}, ("e1", "d1"), "The Anubis is on d1. Only a Scarab may swap"),
        (START, None, {}, ("e1", "j2"), "too far"),
        (START, None, {"swap": "off"}, ("e4", "e5"), "may not swap"),
        (START, None, {}, ("e4", "f4"), "only with a Pyramid or an Anubis; the piece on f4 is a Scarab"),
        (START, None, {}, ("e4", "e5"), "the piece on e5 is a Scarab"),
        (SWAPPING, None, {}, ("d4", "c3"), "the piece on c3 is a Pharaoh"),
        (SWAPPING, None, {}, ("d4", "e3"), "A Sphinx never leaves its square"),
        (SWAPPING, None, {"swap": "any-but-sphinx"}, ("d4", "e3"), "A Sphinx never leaves its square"),
        (SWAPPING, None, {}, ("d4", "c5"), "Blue’s Scarab on d4 swaps with the Pyramid on c5"),
        (START, "strict", {}, ("j1",), "The Sphinx on j1 never moves; it fires north. It can rotate left."),
        (START, "strict", {}, ("j1", "rotate right"), "would face east, off the board"),
        (START, "strict", {}, ("e1", "rotate right"), "a Pharaoh may not rotate"),
        (START, "strict", {}, ("e1",), "The Pharaoh on e1 can move to d2, e2, f2."),
        (START, "strict", {}, ("e4", "rotate left"), "rotates only to the right"),
        (EDGE, "strict", {}, ("b2", "a2"), "a2 is reserved for Red."),
        (EDGE, "strict", {}, ("b5", "a5"), "a5 is reserved for Red."),
        (EDGE, "strict", {}, ("j5", "i5"), "j5 is closed to Red, so the Pyramid cannot go there."),
        (
            "sc3fc5/10/10/10/10/10/PaPaPa7/PaNaPa1Fa4Sa b",
            None,
            {},
            ("b1",),
            "The Anubis on b1 cannot move to any square. It can rotate right or rotate left.",
        ),
        (
            "sc3fc5/10/10/10/10/10/PaPaPa7/PaFaPa6Sa b",
            "strict",
            {"squares": "free"},
            ("b1",),
            "The Pharaoh on b1 has no legal action.",
        ),
        ("sc9/10/10/10/9Rb/8FaRb/10/9Sa r", None, {}, ("a8",), "The game is over."),
    ],
)
def test_every_click_gets_a_sentence(
    text: str, preset: str | None, values: dict[str, object], picks: tuple[str, ...], says: str
) -> None:
    assert says in sentence(read(text, preset, **values), *picks)


def spoken(position: LaserChessPosition, turn: str) -> tuple[str, list[str]]:
    move = position.read_move(turn)
    notices = [GAME.sentence(notice, position.options) for notice in position.notices(move)]
    return GAME.sentence(position.describe(move), position.options), notices


def test_turns_are_described_with_the_effect_of_the_laser() -> None:
    position = begin()
    assert spoken(position, "e1-e2") == ("Blue moves the Pharaoh from e1 to e2.", [])
    assert spoken(position, "h2<")[0] == "Blue rotates the Pyramid on h2 to the left."
    assert spoken(position, "j4>") == (
        "Blue rotates the Pyramid on j4 to the right, and the laser destroys Blue’s Pyramid on j4.",
        ["Blue has destroyed its own piece: the Pyramid on j4."],
    )
    play(position, "f4-g5 f8>")
    assert spoken(position, "g5=h5") == (
        "Blue’s Scarab on g5 swaps with the Pyramid on h5, and the laser destroys Red’s Pyramid on g3.",
        [],
    )


def test_a_second_occurrence_is_announced() -> None:
    position = play(begin(), "e1-e2 f8-f7 e2-e1")
    assert spoken(position, "f7-f8")[1] == ["This position has occurred twice; the third time is a draw."]


def test_the_last_quiet_turns_are_counted_down() -> None:
    text = "sc9/4fc5/10/10/10/10/4Fa5/9Sa b"
    assert spoken(read(text + " 88", limit=True), "e2-e3")[1] == []
    assert spoken(read(text + " 89", limit=True), "e2-e3")[1] == [
        "The game is a draw after 10 more turns without a capture."
    ]
    assert spoken(read(text + " 98", limit=True), "e2-e3")[1] == [
        "The game is a draw after 1 more turn without a capture."
    ]
    assert spoken(read(text + " 99", limit=True), "e2-e3")[1] == []


@pytest.mark.parametrize(
    ("text", "turn", "says"),
    [
        ("sc9/10/10/10/8faRb/8FaRb/10/9Sa b", "j3-i2", "Red’s Pharaoh was destroyed"),
        ("sc9/10/10/10/8faRb/8FaRb/10/9Sa b", "j4-j5", "Blue destroyed their own Pharaoh"),
    ],
)
def test_the_result_is_given_a_reason(text: str, turn: str, says: str) -> None:
    position = play(read(text), turn)
    assert GAME.sentence(position.why_over(), position.options) == says
    assert GAME.sentence(position.prompt(), position.options) == "The game is over."


def test_the_rules_page_names_the_options_that_change_it() -> None:
    page = GAME.rules()
    for option in GAME.declared:
        assert f"`{option.key}`" in page
