"""The games in `examples/`: rules, endings, lessons and conformance."""

from pathlib import Path

import pytest

from parlour.errors import TextError
from parlour.games import Game, load
from parlour.games.conformance import conform
from parlour.games.conformance.warnings import warnings_of
from parlour.games.learning.lessons import check, steps_of
from parlour.games.learning.rule_diagrams import read_page

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module", params=["hex", "amazons"])
def game(request: pytest.FixtureRequest) -> Game:
    return load(EXAMPLES / f"{request.param}.py")


@pytest.fixture(scope="module")
def hex_game() -> Game:
    return load(EXAMPLES / "hex.py")


@pytest.fixture(scope="module")
def amazons() -> Game:
    return load(EXAMPLES / "amazons.py")


def test_each_passes_all_checks(game: Game) -> None:
    assert list(conform(game, combinations=2, samples=2)) == []
    assert warnings_of(game) == []


def test_each_has_rules_with_diagrams_and_a_lesson(game: Game) -> None:
    _, diagrams = read_page(game, game.rules())
    assert len(diagrams) >= 2
    steps = steps_of(game)
    assert len(steps) == 3
    for step in steps:
        check(game, step)
        assert step.task


def test_hex_is_won_by_joining_both_edges(hex_game: Game) -> None:
    position = hex_game.start({"size": 4})
    for text in ("a1", "b1", "a2", "b2", "a3", "b3"):
        position.play(text)
    assert not position.is_over()
    position.play("a4")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "connected")
    assert [mark.sites for mark in position.marks()] == [(0, 4, 8, 12)]


def test_hex_joins_cells_along_rising_rows_only(hex_game: Game) -> None:
    # a2 touches b1, but a1 does not touch b2.
    joined = hex_game.read("...r/..r./.r../.... r", {"size": 4})
    joined.play("a4")
    assert joined.is_over()
    apart = hex_game.read("r.../.r../..r./.... r", {"size": 4})
    apart.play("d4")
    assert not apart.is_over()


def test_blue_joins_the_left_and_right_edges(hex_game: Game) -> None:
    position = hex_game.read("..../bbb./rrr./.... b", {"size": 4})
    position.play("d2")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_the_swap_takes_over_the_first_stone_once(hex_game: Game) -> None:
    position = hex_game.start({"size": 5})
    assert "swap" not in position.move_texts()
    position.play("d2")
    assert position.picks(position.read_move("swap")) == [("swap",)]
    position.play("swap")
    assert position.text() == "...../...../...../.b.../..... r"
    position.play("a1")
    assert "swap" not in position.move_texts()
    without = hex_game.start({"size": 5, "swap": False})
    without.play("d2")
    assert "swap" not in without.move_texts()


def test_a_blue_stone_cannot_be_taken_over(hex_game: Game) -> None:
    position = hex_game.read("b.../..../..../.... b", {"size": 4})
    assert "swap" not in position.move_texts()


def test_an_amazon_moves_and_then_shoots(amazons: Game) -> None:
    position = amazons.start()
    assert len(position.moves()) == 80  # four queens on the usual board
    position.play("d1-d7")
    assert position.seat == 0
    assert position.marks()[0].sites == (position.game.board(position.options).site("d7"),)
    position.play("g10" if "g10" in position.move_texts() else "d9")
    assert position.seat == 1
    assert position.text().split()[1:] == ["b", "-"]


def test_arrows_block_the_way(amazons: Game) -> None:
    position = amazons.read("w...../x...../....../....../....../.....b w -", {"size": 6})
    texts = position.move_texts()
    assert "a1-f1" in texts
    assert "a1-a2" not in texts
    assert "a1-a3" not in texts


def test_a_player_who_cannot_move_loses(amazons: Game) -> None:
    position = amazons.read("....../....../....../..w.../x...../bx...w w c4", {"size": 6})
    position.play("b5")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "enclosed")


@pytest.mark.parametrize("text", ["", "w", "....../ w -", "w...../....../....../....../....../.....b w f6"])
def test_bad_positions_are_refused_with_a_reason(amazons: Game, text: str) -> None:
    with pytest.raises(TextError):
        amazons.read(text, {"size": 6})


def test_a_position_that_was_over_before_is_refused(hex_game: Game) -> None:
    with pytest.raises(TextError, match="before the last move"):
        hex_game.read("r.../r.../r.../r... r", {"size": 4})
