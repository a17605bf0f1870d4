"""The top level of the package: its names, their types for users' type checkers, and what they do."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, assert_type

import pytest

import parlour
from parlour.errors import ArgumentError, IllegalMove

ROOT = Path(__file__).resolve().parents[1]


def test_dir_lists_the_public_names_and_all_of_them_exist() -> None:
    assert dir(parlour) == sorted(parlour.__all__)
    for name in parlour.__all__:
        assert getattr(parlour, name) is not None
    with pytest.raises(AttributeError):
        _ = parlour.nonsense


def types_that_users_see() -> None:
    """Never called: mypy and pyright check it."""
    position = parlour.game("surakarta").start({"repetition": "off"})
    assert_type(position.moves(), list[int])
    assert_type(position.move_texts(), list[str])
    assert_type(position.undo(), int)
    assert_type(position.is_legal("4,0-3,0"), bool)
    assert_type(position.copy(), parlour.Position)
    assert_type(position.outcome(), parlour.Outcome | None)
    assert_type(position.perft(2), int)
    assert_type(position.seat, int)
    assert_type(parlour.keys(), list[str])
    assert_type(parlour.Bot(level=3, style="central").choose(position), int)
    assert_type(parlour.analyse(position)[0].texts, tuple[str, ...])
    assert_type(parlour.records.write(parlour.records.read("")), str)
    if TYPE_CHECKING:
        position.play(1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_pyright_knows_the_types_of_the_library() -> None:
    """Mypy checks the same function with all of the source, see `make lint`."""
    answer = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, __file__],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    report = json.loads(answer.stdout)
    assert report["summary"]["filesAnalyzed"] == 1
    assert [one for one in report["generalDiagnostics"] if one["severity"] == "error"] == []


def test_analysis_is_best_first_and_ends_with_the_game() -> None:
    position = parlour.game("pylos").start()
    lines = parlour.analyse(position, seconds=None, nodes=5000, lines=4)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert [position.read_move(line.texts[0]) for line in lines] == [line.moves[0] for line in lines]
    with pytest.raises(ArgumentError, match="limit"):
        parlour.analyse(position, seconds=None)
    with pytest.raises(ArgumentError):
        parlour.analyse(position, lines=0)
    position.play_random(1)
    assert parlour.analyse(position) == []


def test_the_arena_plays_bots_and_functions() -> None:
    result = parlour.arena("surakarta", 3, lambda position: position.move_texts()[-1], games=4)
    assert result.tally.games == 4
    assert [game.seat for game in result.games] == [0, 1, 0, 1]
    assert result.elo_range[0] <= result.elo <= result.elo_range[1]
    assert parlour.records.read(result.games[0].record)[0].game == "surakarta"
    again = parlour.arena("surakarta", parlour.Bot(3), lambda position: position.move_texts()[-1], games=4)
    assert [game.result for game in again.games] == [game.result for game in result.games]
    with pytest.raises(IllegalMove):
        parlour.arena("sim", "1", lambda position: "nonsense", games=2)


def test_notebooks_show_positions_and_games() -> None:
    position = parlour.game("pylos").start()
    position.play_random(1, 5)
    assert position._repr_svg_().startswith("<svg")
    assert parlour.svg(position, size=100)._repr_svg_().startswith("<svg")
    animated = parlour.animation(position)
    assert animated._repr_svg_().startswith("<svg")
    assert "<animate" in animated
    assert len(position.played) == 5
