"""Stored solutions of Pylos 4×4, and perfect play from them."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot
from parlour.engine.report import Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.solve import perfect_play as perfect_play_module
from parlour.engine.solve.perfect_play import PerfectPlay, PerfectPlayCache, perfect_play
from parlour.games import Options, game
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.solution import stored
from parlour.games.pylos.solution.index import position_index
from parlour.games.pylos.solution.stored import TABLE_VARIABLE, StoredSolution, stored_solution
from tests.games.both_builds import compiled_and_interpreted
from tests.games.marks import FAST_ONLY

ROOT = Path(__file__).parents[4]
PYLOS = game("pylos")
PROFILES = {"children": (-1, 36), "standard": (-1, 40), "expert": (0, None)}
SAMPLES = json.loads((Path(__file__).parent / "full_table_samples.json").read_text())
"""Numbers of positions with their codes in the complete tables, of which the files store only a part."""
pytestmark = FAST_ONLY


def options(profile: str) -> Options:
    return PYLOS.check(preset=profile)


@pytest.fixture(autouse=True, scope="module")
def one_table_per_profile() -> Iterator[None]:
    """Let the tests share one table per profile, and release the tables, hundreds of megabytes, after the last test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(PYLOS), "solution", staticmethod(cache(stored_solution)))
        patch.setattr(perfect_play_module, "_cache", PerfectPlayCache())
        yield


def solution(profile: str) -> StoredSolution:
    found = PYLOS.solution(options(profile))
    assert isinstance(found, StoredSolution)
    return found


def player(profile: str) -> PerfectPlay:
    found = perfect_play(PYLOS.start(options(profile)))
    assert found is not None
    return found


def test_the_published_solution_is_cited_with_its_values() -> None:
    text = " ".join((ROOT / "docs" / "pylos-solved.md").read_text(encoding="utf-8").split())
    assert "10.1177/13896911261418683" in text
    assert "36 turns without taking back, in 40 with squares, and in 46 with" in text


@pytest.mark.parametrize("profile", PROFILES)
def test_the_start_has_the_published_value(profile: str) -> None:
    """36 and 40 turns are published. With lines, the published 46 turns need the option to take back nothing."""
    assert solution(profile).value(PYLOS.start(options(profile))) == PROFILES[profile]


@pytest.mark.parametrize(
    ("profile", "most"),
    [*((profile, 15) for profile in PROFILES), *(pytest.param(name, 29, marks=pytest.mark.long) for name in PROFILES)],
)
def test_values_are_those_of_the_complete_table(profile: str, most: int) -> None:
    """In the fast form up to a number of balls: the planes of later layers are large."""
    index = position_index(4)
    for number, code in SAMPLES[profile]:
        if number >= index.layer(most)[1]:
            break
        found = solution(profile).lookup.value(*index.position(number))
        assert found is not None
        result, turns = found
        assert result == (0 if code == 0 else -1 if code % 2 else 1)
        assert turns in (None, code - 1)
        if index.position(number)[0].bit_count() + index.position(number)[1].bit_count() < 12 and code:
            assert turns is not None, "distances are stored up to 12 balls"


VALUES = """
from parlour.games import game
position = game("pylos").start()
position.play_random(3, 9)
solution = game("pylos").solution(position.options)
print([solution.value(position.after(move)) for move in position.moves()])
"""


def test_interpreted_and_compiled_modules_read_the_same_values() -> None:
    """The planes that are read outgrow the memory reserved for them at first."""
    answers = compiled_and_interpreted(VALUES)
    assert answers[0] == answers[1] != ""


@pytest.mark.parametrize(
    "text",
    [
        "2.22/.221/1..2/1121|..1/.../...|../..|. 1 play 14",
        ".2.2/2112/.21./1111|.../.2./...|../..|. 1 play 14",
        "11.1/1.22/22.2/1211|.../.../...|../..|. 2 play 13",
    ],
)
def test_a_win_has_no_length_where_only_some_turns_reach_stored_lengths(text: str) -> None:
    """No lengths are stored for 13 balls, but turns that take back balls reach positions that have them."""
    assert solution("standard").value(PYLOS.read(text, options("standard"))) == (1, None)


def test_a_turn_that_repeats_a_position_for_the_third_time_is_no_win() -> None:
    """In this game perfect play once took a won game for a draw."""
    position = PYLOS.start(options("expert")).copy()
    game = """
        1c3 1b3 1d4 1c4 1a4 1d2 1b1 1b2 1a3 1a2 1c2 1a2>2b2 1a1 1a2 1c1 1d1 1a1>2c1 1a2>2b1 1a1 1a2 2a1 1b4
        2a3 2b3 -2b3 -1c4 1c4 -1c4 = 1c4 2a2 -2a2 = 2b3 -2b3 -1c4 1d3 1c4
    """
    for move in game.split():
        position.play(position.read_move(move))
    assert solution("expert").value(position)[0] == 1
    best = [position.write_move(one.move) for one in player("expert").best(position) or []]
    position.play(position.read_move("2a2"))
    assert solution("expert").value(position) == (0, None), "the only good way to end this turn repeats a position"
    assert best
    assert "2a2" not in best


def play_perfectly(profile: str, seat: int, opponent: object, seed: int) -> list[tuple[int, int | None]]:
    """Play a game and return the value of the position before each turn of the perfect player, for that player."""
    lot = Random(seed)
    position = PYLOS.start(options(profile)).copy()
    values = []
    while not position.is_over():
        assert isinstance(position, PylosPosition)
        if position.seat == seat:
            if position.stage == 0:
                values.append(solution(profile).value(position))
            best = player(profile).best(position)
            assert best
            position.play(lot.choice(best).move)
        elif opponent is None:
            position.play(lot.choice(position.moves()))
        else:
            assert isinstance(opponent, BotPlayer)
            position.play(opponent.choose(position))
    outcome = position.outcome()
    assert outcome is not None
    values.append((round(2 * outcome.results[seat]) - 1, 0))
    return values


def seats(profile: str) -> tuple[int, ...]:
    """Return the seats that do not lose: the second where it wins, both where the game is a draw."""
    return (1,) if PROFILES[profile][0] else (0, 1)


@pytest.mark.parametrize(("profile", "seat"), [(profile, seat) for profile in PROFILES for seat in seats(profile)])
def test_perfect_play_never_loses_value(profile: str, seat: int) -> None:
    for seed in range(1 if profile == "expert" else 2):
        values = play_perfectly(profile, seat, None, seed)
        assert all(after[0] >= before[0] for before, after in pairwise(values))
        lengths = [turns for _, turns in values if turns is not None]
        assert lengths == sorted(lengths, reverse=True), "a win comes nearer with every turn"


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("bot", ["", "1", "2", "3", "4", "5", "6", "7", "8,seconds=0.05", "classic-minimax"])
@pytest.mark.parametrize(("profile", "seat"), [(profile, seat) for profile in PROFILES for seat in seats(profile)])
def test_perfect_play_never_loses_value_in_a_thousand_games(profile: str, seat: int, bot: str) -> None:
    """One tenth of the thousand games for each of ten opponents."""
    for seed in range(100):
        opponent = BotPlayer(read_bot(bot), PYLOS, options(profile), seed=seed) if bot else None
        values = play_perfectly(profile, seat, opponent, seed)
        assert all(after[0] >= before[0] for before, after in pairwise(values)), (bot, seed)


@pytest.mark.parametrize(
    ("profile", "balls", "wanted"),
    [
        ("children", 20, 20),
        ("standard", 22, 20),
        pytest.param("children", 16, 3400, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)]),
        pytest.param("standard", 18, 3400, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)]),
        pytest.param("expert", 23, 3400, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)]),
    ],
)
def test_proofs_of_the_search_agree(profile: str, balls: int, wanted: int) -> None:
    """In positions of random games with at least a number of balls, without their history."""
    proofs = seed = 0
    while proofs < wanted:
        lot = Random(seed := seed + 1)
        position = PYLOS.start(options(profile)).copy()
        while not position.is_over():
            assert isinstance(position, PylosPosition)
            late = (position.cells_of(0) | position.cells_of(1)).bit_count() >= balls
            if position.stage == 0 and late and lot.random() < 0.5:
                here = PYLOS.read(f"{position.text().rsplit(' ', 1)[0]} 0", options(profile))
                line = AlphaBeta(table_mb=8).search(here, Limits(nodes=60_000)).lines[0]
                if line.proven is not None:
                    assert solution(profile).value(here)[0] == line.proven, here.text()
                    proofs += 1
            position.play(lot.choice(position.moves()))


def test_a_file_of_the_users_own_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.games.contract.solution import SolverSettings

    small = PYLOS.check({"size": 3})
    assert stored_solution(small) is None
    solver = PYLOS.solver(small)
    assert solver is not None
    summary = solver.solve(SolverSettings(tmp_path), lambda *_: None)
    for named in (tmp_path, summary.path):
        monkeypatch.setenv(TABLE_VARIABLE, str(named))
        found = stored_solution(small)
        assert found is not None
        assert found.file.path == summary.path


def test_an_unusable_file_is_named_in_the_log_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.solution"
    path.write_text("nonsense")
    monkeypatch.setenv(TABLE_VARIABLE, str(path))
    warnings: list[str] = []
    monkeypatch.setattr(stored.log, "warning", lambda text, *values: warnings.append(text % values))
    assert stored_solution(options("standard")) is not None
    assert len(warnings) == 1
    assert str(path) in warnings[0]
