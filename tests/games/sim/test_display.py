"""Display and messages of Sim: board, clicks, effects, marks, aids, sentences."""

import math
import re
from pathlib import Path

import pytest

from parlour.errors import PositionError
from parlour.games import game
from parlour.games.contract.display import Picks, apply, reverse
from parlour.games.contract.position import Position
from parlour.games.sim.tables import stroke, strokes
from parlour.i18n.message import Message
from parlour.match.colours import MIN_DIFFERENCE, difference

SIM = game("sim")


def played(moves: str, **options: object) -> Position:
    position = SIM.start(SIM.check(options))
    for text in moves.replace(",", " ").split():
        position.play(position.read_move(text))
    return position


def sentence_of(position: Position, message: Message) -> str:
    return SIM.sentence(message, position.options)


# ---- Board ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dots", range(3, 11))
def test_the_dots_lie_evenly_on_a_circle_clockwise_from_the_top(dots: int) -> None:
    sites = SIM.board(SIM.check({"vertices": dots})).sites
    assert [site.label for site in sites] == list("ABCDEFGHIJ"[:dots])
    assert len({round(math.hypot(site.x, site.y), 9) for site in sites}) == 1
    for one, other in zip(sites, sites[1:] + sites[:1], strict=True):
        assert math.hypot(one.x - other.x, one.y - other.y) == pytest.approx(1)
    assert sites[0].x == pytest.approx(0)
    assert sites[0].y > 0
    assert sites[1].x > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_a_home_at_which_the_board_can_be_turned_to_face(players: int) -> None:
    options = SIM.check({"players": players, "vertices": 8})
    board = SIM.board(options)
    assert board.homes[0] == 270
    assert len(set(board.homes)) == len(board.turns) == players
    assert {round(270 - home) % 360 for home in board.homes} == set(board.turns)


def test_the_boards_own_symmetries_are_its_turns_and_mirrorings() -> None:
    for dots in range(3, 11):
        mappings = SIM.symmetries(SIM.check({"vertices": dots}))
        assert len({*mappings, tuple(range(dots))}) == 2 * dots
        for mapping in mappings:
            neighbours = {abs(mapping[n] - mapping[n - 1]) for n in range(dots)}
            assert neighbours <= {1, dots - 1}


# ---- Clicks --------------------------------------------------------------------------------------------------------


def test_the_two_dots_may_be_clicked_in_either_order() -> None:
    position = SIM.start()
    for move in position.moves():
        one, other = position.picks(move)
        assert one == other[::-1]
        assert len({*one}) == 2


@pytest.mark.parametrize(
    ("picks", "says"),
    [
        ((), "Join two dots that are not joined yet."),
        ((0,), "Choose the dot to join to A: C, D, E, F."),
        ((0, 0), "A was chosen twice, so the choice is cancelled: a stroke joins two different dots."),
        ((0, 1), "A and B are already joined by Player 1."),
        ((1, 0), "A and B are already joined by Player 1."),
        ((2, 3), "Player 2 joins C and D."),
        ((6,), "There is no such dot: the dots are A to F."),
        ((-1,), "There is no such dot: the dots are A to F."),
        ((0, 6), "There is no such dot: the dots are A to F."),
        (("done",), "There is no such dot: the dots are A to F."),
        ((0, 2, 3), "A stroke has two ends: choose two dots."),
    ],
)
def test_clicks_that_make_no_stroke_are_explained(picks: Picks, says: str) -> None:
    position = played("0-1")
    assert sentence_of(position, position.explain(picks)) == says


def test_a_dot_that_is_joined_with_all_others_says_so() -> None:
    position = played("0-1 1-2 0-2 0-3", vertices=4)
    assert sentence_of(position, position.explain((0,))) == "A is already joined to every other dot."


def test_the_five_kinds_of_bad_click_have_five_different_sentences() -> None:
    running, over = played("0-1"), played("0-4, 0-1, 2-4, 0-2, 3-5, 1-2")
    sentences = {
        sentence_of(running, running.explain((1, 0))),
        sentence_of(running, running.explain((2, 2))),
        sentence_of(running, running.explain((0, 17))),
        sentence_of(running, Message("sim.explain.not-your-turn", {"seat": 1})),
        sentence_of(over, over.explain((0, 3))),
    }
    assert len(sentences) == 5
    assert "It is not your turn: Player 2 is to move." in sentences
    assert "The game is over." in sentences


# ---- Effects and pieces --------------------------------------------------------------------------------------------


def test_a_move_draws_one_stroke_of_the_movers_and_plays_backwards() -> None:
    position = played("0-1 1-2")
    before = position.pieces()
    effects = position.effects(stroke(2, 4))
    assert [(effect.kind, effect.before) for effect in effects] == [("draw", None)]
    drawn = effects[0].after
    assert drawn is not None
    assert (drawn.kind, drawn.owner, drawn.place) == ("stroke", 0, (2, 4))
    assert effects[0].path == (2, 4)
    after = apply(before, effects)
    assert [piece.place for piece in after] == [(0, 1), (1, 2), (2, 4)]
    assert apply(after, reverse(effects)) == before


def test_strokes_keep_their_identity_through_play_and_take_back() -> None:
    position = played("0-1 1-2 2-4")
    known = {piece.place: piece.id for piece in position.pieces()}
    position.play(stroke(0, 5))
    position.undo()
    position.play(stroke(3, 5))
    ids = {piece.place: piece.id for piece in position.pieces()}
    assert known.items() <= ids.items()
    assert len(set(ids.values())) == 4


def test_scores_count_the_strokes_of_each_player() -> None:
    position = played("0-1 1-2 2-4 3-4", players=3)
    assert [(score.key, score.seat, score.value) for score in position.scores()] == [
        ("strokes", 0, 2),
        ("strokes", 1, 1),
        ("strokes", 2, 1),
    ]


def test_the_completed_triangle_is_still_shown_after_reading_the_position_from_text() -> None:
    position = played("0-2, 4-5, 0-3, 2-4, 1-2, 3-5, 1-3, 0-5, 0-1")
    assert SIM.read(position.text()).marks() == position.marks()
    assert len(position.marks()) == 2


# ---- Aids ----------------------------------------------------------------------------------------------------------


def test_strokes_that_lose_immediately_are_pointed_out_for_the_seat_to_move_and_for_the_others() -> None:
    position = played("1-3, 0-4, 1-5, 1-2, 2-3, 4-5")
    assert [(aid.kind, aid.sites, aid.seat) for aid in position.aids()] == [
        ("losing", (3, 5), 0),
        ("their losing", (0, 5), 1),
    ]
    position.play(position.read_move("0-1"))
    assert next((aid.kind, aid.sites, aid.seat) for aid in position.aids()) == ("losing", (0, 5), 1)
    assert played("0-4, 0-1, 2-4, 0-2, 3-5, 1-2").aids() == []


def test_where_the_triangle_wins_the_aids_show_what_wins() -> None:
    position = played("0-1 2-3 0-2 4-5", goal="make")
    assert [(aid.kind, aid.sites) for aid in position.aids()] == [("winning", (1, 2))]


# ---- Sentences -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "last", "options", "says"),
    [
        ("0-1", "2-3", {}, []),
        (
            "0-4, 0-1, 2-4, 0-2, 3-5",
            "1-2",
            {},
            ["Player 2 has completed the triangle A, B, C.", "Player 2 loses."],
        ),
        (
            "0-2, 4-5, 0-3, 2-4, 1-2, 3-5, 1-3, 0-5",
            "0-1",
            {},
            ["Player 1 has completed 2 triangles: A, B, C; A, B, D.", "Player 1 loses."],
        ),
        (
            "0-4, 0-1, 2-4, 0-2, 3-5",
            "1-2",
            {"goal": "make"},
            ["Player 2 has completed the triangle A, B, C.", "Player 2 wins."],
        ),
        (
            "0-1, 2-3, 4-5, 1-2, 3-4, 0-5",
            "0-2",
            {"players": 3, "elimination": True},
            ["Player 1 has completed the triangle A, B, C.", "Player 1 drops out."],
        ),
        (
            "0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2",
            "2-4",
            {"players": 3, "elimination": True},
            [
                "Player 2 has completed the triangle C, D, E.",
                "Player 2 drops out.",
                "Player 3 is the last one left and wins.",
            ],
        ),
        (
            "0-1 0-4 0-2 1-4 1-2 2-4 0-3 0-5 1-3 1-5",
            "2-3",
            {"clique": 4},
            ["Player 1 has joined all four of A, B, C, D.", "Player 1 loses."],
        ),
        (
            "0-1 0-2 1-2 2-4 2-3 1-4 3-4 1-3 0-4",
            "0-3",
            {"vertices": 5},
            ["All dots are joined: the game is a draw."],
        ),
    ],
)
def test_what_happens_beyond_the_stroke_is_announced(
    moves: str, last: str, options: dict[str, object], says: list[str]
) -> None:
    position = played(moves, **options)
    found = position.notices(position.read_move(last))
    assert [sentence_of(position, notice) for notice in found] == says


def full_with_one_out() -> tuple[Position, int]:
    """Return a game with elimination, one stroke before the board is full and two are left, and that stroke."""
    options = SIM.check({"players": 3, "elimination": True})
    for seed in range(100):
        position = SIM.start(options)
        position.play_random(seed)
        outcome = position.outcome()
        if outcome is not None and outcome.reason == "full" and len(outcome.winners) == 2:
            last = position.undo()
            if len(position.notices(last)) == 1:
                return position, last
    raise AssertionError("no such game")


def test_a_full_board_with_some_out_is_announced_as_shared_by_those_left() -> None:
    position, last = full_with_one_out()
    notices = [sentence_of(position, notice) for notice in position.notices(last)]
    assert notices == ["All dots are joined: 2 players are left and share the win."]
    end = position.after(last)
    assert sentence_of(end, end.why_over()) == "all dots are joined and 2 players are left"


@pytest.mark.parametrize(
    ("moves", "options", "why"),
    [
        ("0-4, 0-1, 2-4, 0-2, 3-5, 1-2", {}, "Player 2 completed a triangle"),
        ("0-4, 0-1, 2-4, 0-2, 3-5, 1-2", {"goal": "make"}, "Player 2 completed a triangle"),
        ("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2", {"players": 3}, "Player 1 completed a triangle"),
        ("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2", {"players": 3, "goal": "make"}, "Player 1 completed a triangle"),
        ("0-1 0-4 0-2 1-4 1-2 2-4 0-3 0-5 1-3 1-5 2-3", {"clique": 4}, "Player 1 joined four dots"),
        (
            "0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2, 2-4",
            {"players": 3, "elimination": True},
            "only Player 3 is left",
        ),
        (
            "0-1 0-2 1-2 2-4 2-3 1-4 3-4 1-3 0-4 0-3",
            {"vertices": 5},
            "all dots are joined and nobody completed a figure",
        ),
    ],
)
def test_the_reason_names_who_ended_the_game(moves: str, options: dict[str, object], why: str) -> None:
    position = played(moves, **options)
    assert sentence_of(position, position.why_over()) == why
    assert sentence_of(position, position.prompt()) == "The game is over."


def test_a_running_game_has_no_reason_to_be_over() -> None:
    with pytest.raises(PositionError, match="not over"):
        SIM.start().why_over()


def test_a_stroke_is_described_with_the_names_of_its_dots() -> None:
    position = SIM.start(SIM.check({"vertices": 10}))
    assert sentence_of(position, position.describe(stroke(0, 9))) == "Player 1 joins A and J."
    assert SIM.sentence(position.describe(stroke(0, 9)), position.options, ["Ann", "Ben"]) == "Ann joins A and J."


def test_the_rules_page_cites_the_published_strategy() -> None:
    """The page names the source and claims no more than it proves."""
    (line,) = (line for line in SIM.rules().splitlines() if "1974" in line)
    assert "*Mathematics Magazine* 47 (1974), pages 243–247" in line
    assert "six dots" in line


def brightness(colour: str) -> float:
    """Return the relative luminance as defined by WCAG 2.2."""
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_usual_colours_stand_out_from_the_cloth_and_from_each_other() -> None:
    sides = SIM.sides(SIM.check({"players": 5}))
    finish = (Path(__file__).parents[3] / "web" / "src" / "lib" / "board" / "view" / "finish.ts").read_text(
        encoding="utf-8"
    )
    cloth = re.findall(r"\bfield: '(#\w{6})'", finish)[0]
    for side in sides:
        assert (brightness(side.colour) + 0.05) / (brightness(cloth) + 0.05) >= 3
        assert all(difference(side.colour, other.colour) >= MIN_DIFFERENCE for other in sides if other is not side)


def test_the_rules_page_names_every_option_and_how_dots_are_counted() -> None:
    page = SIM.rules()
    for option in SIM.declared:
        assert f"`{option.key}`" in page
    assert "`A-E`" in page
    assert "`0-4`" in page
    assert str(strokes(6)) in page
