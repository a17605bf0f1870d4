"""Monte Carlo tree search: proofs, rewards for several seats, reuse, memory, stopping, reproducibility."""

import json
import math
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest

from parlour.engine.report import WIN, Limits, Report, Stop
from parlour.engine.search.mcts import DEFAULT_EXPLORATION, EVALUATED_EXPLORATION, Mcts
from parlour.engine.search.mcts_tree import node_bytes
from parlour.games import Position, game, keys
from tests.engine import brute_force
from tests.engine.mazes import Maze, Truth, sure_payoffs
from tests.games.hexapawn import Hexapawn

ROOT = Path(__file__).parents[3]
SURAKARTA = game("surakarta")


def without_time(report: Report) -> Report:
    return msgspec.structs.replace(report, seconds=0.0)


# ---- Proofs ----------------------------------------------------------------------------------------------------------


def test_every_hexapawn_position_is_proven_right() -> None:
    for position in brute_force.reachable(Hexapawn().start()):
        report = Mcts().search(position, Limits(nodes=2000))
        assert report.finished
        assert report.lines[0].proven == brute_force.value(position), position.text()


@pytest.mark.parametrize("seed", range(60))
def test_mazes_with_long_turns_and_draws_are_proven_right(seed: int) -> None:
    maze = Maze(seed)
    truth = Truth(maze)
    report = Mcts(seed=seed).search(maze.start(), Limits(nodes=2000))
    assert report.finished
    best = report.lines[0]
    assert best.proven == truth.value[0]
    for line in report.lines:
        to = maze.steps[line.moves[0]]
        assert isinstance(to, int)
        if line.proven is not None and maze.results[to] is None:
            assert line.proven == truth.value[to] * (1 if maze.owner[to] == maze.owner[0] else -1)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(40))
def test_with_more_seats_a_proof_is_what_a_seat_can_guarantee(seed: int, seats: int) -> None:
    maze = Maze(seed, rooms=14, seats=seats)
    seat = maze.owner[0]
    report = Mcts(seed=seed).search(maze.start(), Limits(nodes=300))
    sure = sure_payoffs(maze)[seat]
    if report.finished:
        assert report.lines[0].proven is not None
        assert report.lines[0].proven + 1 == sure
    for line in report.lines:
        to = maze.steps[line.moves[0]]
        assert isinstance(to, int)
        known = sure_payoffs(maze, to)[seat]
        if line.proven is not None and known is not None:
            assert line.proven + 1 == known
            assert line.results[seat] == known / 2


def test_a_proven_line_is_legal_and_has_the_stated_length() -> None:
    position = Hexapawn().start()
    line = Mcts().search(position, Limits(nodes=2000)).lines[0]
    assert line.proven == -1
    assert line.score == -(WIN - len(line.moves))
    assert line.distance == line.turns == len(line.moves)
    walker = position.copy()
    for move in line.moves:
        walker.play(move)
    outcome = walker.outcome()
    assert outcome is not None
    assert outcome.results[position.seat] == 0


def test_an_immediate_win_is_played_without_searching() -> None:
    position = Hexapawn().read(".....WB.. w")
    report = Mcts().search(position, Limits(nodes=0))
    assert report.finished
    assert report.lines[0].distance == 1
    assert report.lines[0].score == WIN - 1


def test_a_proven_loss_is_not_chosen_if_there_is_an_alternative() -> None:
    for seed in range(40):
        maze = Maze(seed)
        truth = Truth(maze)
        report = Mcts(seed=seed).search(maze.start(), Limits(nodes=3))
        if truth.value[0] >= 0:
            assert report.lines[0].proven != -1


# ---- Rewards ---------------------------------------------------------------------------------------------------------


def test_results_are_those_of_every_seat() -> None:
    maze = Maze(3, rooms=40, seats=3)
    report = Mcts().search(maze.start(), Limits(nodes=200))
    for line in report.lines:
        if line.visits:
            # One loses and two share, or all draw: 2 or 1.5 in all.
            assert 1.5 <= sum(line.results) <= 2.0


@pytest.mark.parametrize(
    ("text", "nodes", "distance"),
    [
        ("....../.2..../....../....../....1./.1.... 1 0", 0, 1),
        ("12..../....../....../....../....../....1. 1 0", 0, 1),
        ("....../11...1/....../1....1/....../.....2 1 0", 1000, 3),
        (".1..../....1./1...../1...../.2.1../...... 1 0", 10000, 5),
    ],
)
def test_won_endgames_of_surakarta_are_proven(text: str, nodes: int, distance: int) -> None:
    position = SURAKARTA.read(text)
    report = Mcts(cap=40).search(position, Limits(nodes=nodes))
    assert report.finished
    assert (report.lines[0].proven, report.lines[0].distance) == (1, distance)


def test_every_move_of_the_root_has_a_line_the_most_visited_first() -> None:
    position = SURAKARTA.start()
    report = Mcts(cap=20).search(position, Limits(nodes=500))
    assert {line.moves[0] for line in report.lines} == set(position.moves())
    visits = [line.visits for line in report.lines]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 500
    # Of moves with equally many visits, the one with the better mean comes first.
    tied = [(one, other) for one, other in pairwise(report.lines) if one.visits == other.visits]
    assert any(one.score != other.score for one, other in tied)
    assert all(one.score >= other.score for one, other in tied)


@pytest.mark.parametrize(
    "settings",
    [{"informed": 50}, {"bias": 1.0}, {"cap": 10}, {"cap": 0}],
    ids=["informed", "bias", "cap", "no playout"],
)
def test_other_playout_settings_work(settings: dict[str, float]) -> None:
    position = SURAKARTA.start()
    report = Mcts(**settings).search(position, Limits(nodes=100))  # type: ignore[arg-type]  # settings of several types
    assert report.nodes == 100
    assert sum(line.visits for line in report.lines) == 100
    assert position.is_legal(report.lines[0].moves[0])
    plain = Mcts().search(position, Limits(nodes=100))
    visits = [{line.moves[0]: line.visits for line in one.lines} for one in (report, plain)]
    assert visits[0] != visits[1]


# ---- Limits, memory and stopping -------------------------------------------------------------------------------------


def test_the_given_position_is_unchanged() -> None:
    position = SURAKARTA.start()
    position.play(position.moves()[0])
    before = position.text(), position.key, position.played
    Mcts().search(position, Limits(nodes=50))
    assert (position.text(), position.key, position.played) == before


@pytest.mark.parametrize("nodes", [0, 1, 7, 500])
def test_the_node_limit_is_respected(nodes: int) -> None:
    report = Mcts(cap=20).search(SURAKARTA.start(), Limits(nodes=nodes))
    assert report.nodes == nodes
    assert not report.finished


def test_seconds_end_a_search() -> None:
    report = Mcts().search(SURAKARTA.start(), Limits(seconds=0.02))
    assert report.nodes > 0


def test_a_search_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="needs"):
        Mcts().search(SURAKARTA.start(), Limits(depth=3))


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        Mcts().search(Hexapawn().read("......W.. b"), Limits(nodes=5))


def test_a_depth_limit_keeps_the_tree_shallow() -> None:
    report = Mcts().search(SURAKARTA.start(), Limits(nodes=300, depth=1))
    assert report.depth == 1
    assert report.stats["tree"] == 1 + len(SURAKARTA.start().moves())


def test_full_memory_stops_growth_but_not_the_search() -> None:
    report = Mcts(memory_mb=1, cap=2).search(SURAKARTA.start(), Limits(nodes=15000))
    assert report.nodes == 15000
    assert report.stats["full"] == 1
    assert report.stats["tree"] <= 1024 * 1024 // node_bytes(2)


def test_a_stop_set_before_the_start_still_gives_a_legal_move() -> None:
    stop = Stop()
    stop.set()
    position = SURAKARTA.start()
    report = Mcts().search(position, Limits(nodes=1000), stop=stop)
    assert report.nodes == 0
    assert position.is_legal(report.lines[0].moves[0])


def test_a_report_can_stop_the_search() -> None:
    stop = Stop()
    seen: list[Report] = []

    def stop_after_report(report: Report) -> None:
        seen.append(report)
        stop.set()

    report = Mcts().search(SURAKARTA.start(), Limits(), stop=stop, on_report=stop_after_report)
    assert len(seen) == 1
    assert report.nodes == seen[0].nodes


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_the_search(threads: int) -> None:
    stop = Stop()
    begun = Event()
    reports: list[Report] = []

    def work() -> None:
        limits = Limits(threads=threads)
        reports.append(Mcts().search(SURAKARTA.start(), limits, stop=stop, on_report=lambda _: begun.set()))

    worker = Thread(target=work)
    worker.start()
    assert begun.wait(60)
    stop.set()
    worker.join(60)
    assert not worker.is_alive()
    assert reports[0].nodes > 0


def test_an_error_in_a_game_is_raised() -> None:
    class Broken(Hexapawn):
        def play(self, state: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
            raise ZeroDivisionError("the game is broken")

    with pytest.raises(ZeroDivisionError, match="broken"):
        Mcts().search(Broken().start(), Limits(nodes=10))


def test_moves_to_avoid_are_left_out() -> None:
    position = SURAKARTA.start()
    moves = position.moves()
    report = Mcts(cap=20).search(position, Limits(nodes=200), avoid=moves[1:])
    assert [line.moves[0] for line in report.lines] == moves[:1]
    report = Mcts(cap=20).search(position, Limits(nodes=200), avoid=moves)
    assert {line.moves[0] for line in report.lines} == set(moves)


class Forks(Maze):
    """One choice of three for each seat, then a corridor without choices, so that results do not depend on chance.

    Room 0 leads to 1, 2, 3, these to three rooms each, and each of those along a corridor to its end.
    """

    corridor = 300
    share = (1.0, 0.5, 0.5, 0.5, 0.5, 1.0, 0.5, 0.0, 1.0)
    """Result for seat 0 at the end of each corridor."""

    def __init__(self) -> None:
        super().__init__(1, rooms=2)
        rooms = 13 + 9 * self.corridor
        self.arrows = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
        self.arrows += [[13 + fork * self.corridor] for fork in range(9)]
        for fork in range(9):
            first = 13 + fork * self.corridor
            self.arrows += [[room + 1] for room in range(first, first + self.corridor - 1)] + [[]]
        self.owner = [0, 1, 1, 1, *(n % 2 for n in range(rooms - 4))]
        self.results = [None] * rooms
        for fork, share in enumerate(self.share):
            self.results[12 + (fork + 1) * self.corridor] = (share, 1 - share)


def test_a_node_is_explored_by_its_own_visits_not_by_all_of_the_search() -> None:
    """A node's children get the visits they would get in a search of that node alone with as many visits."""
    position = Forks().start()
    tree = Mcts(cap=400)
    whole = tree.search(position, Limits(nodes=3000)).stats["visits"]
    position.play(position.moves()[-1])  # the worst of the three, which is visited least
    kept = tree.search(position, Limits(nodes=0))
    visits = kept.stats["visits"]
    assert 10 < visits < whole / 4

    def shares(explore: float) -> dict[int, int]:
        alone = Mcts(cap=400, explore=explore).search(position, Limits(nodes=visits - 1))
        return {line.moves[0]: line.visits for line in alone.lines}

    def apart(one: dict[int, int]) -> int:
        return sum(abs(line.visits - one[line.moves[0]]) for line in kept.lines)

    explore = DEFAULT_EXPLORATION
    by_the_whole = explore * math.sqrt(math.log(whole) / math.log(visits))
    assert apart(shares(explore)) <= 2 < apart(shares(by_the_whole))


def test_a_tree_explores_less_with_an_evaluation_than_with_playouts() -> None:
    """The constants of `docs/measurements/search.md`, visible in the distribution of visits."""

    def same(position: Position, explore: float) -> bool:
        by_default, given = (Mcts(explore=one).search(position, Limits(nodes=500)).lines for one in (None, explore))
        return [line.visits for line in by_default] == [line.visits for line in given]

    for key in ("surakarta", "pylos", "yinsh"):
        assert same(game(key).start(), EVALUATED_EXPLORATION)
        assert not same(game(key).start(), DEFAULT_EXPLORATION)
    several = game("sim").start(game("sim").check({"players": 3}))
    assert same(several, DEFAULT_EXPLORATION)
    assert same(Hexapawn().start(), DEFAULT_EXPLORATION)


# ---- From move to move -----------------------------------------------------------------------------------------------


def test_the_tree_is_reused_from_move_to_move() -> None:
    tree = Mcts(cap=10)
    position = SURAKARTA.start()
    first = tree.search(position, Limits(nodes=1000))
    line = first.lines[0].moves
    assert len(line) >= 2
    visits = first.lines[0].visits
    position.play(line[0])
    second = tree.search(position, Limits(nodes=0))
    assert second.stats["visits"] == visits
    assert {one.moves[0] for one in second.lines} == set(position.moves())
    position.play(second.lines[0].moves[0])
    third = tree.search(position, Limits(nodes=100))
    assert third.stats["visits"] == second.lines[0].visits + 100


def test_a_reused_tree_keeps_its_visits() -> None:
    tree = Mcts(cap=10)
    position = SURAKARTA.start()
    tree.search(position, Limits(nodes=1000))
    again = tree.search(position, Limits(nodes=0))
    assert again.stats["visits"] == 1000
    position.play(again.lines[0].moves[0])
    after = tree.search(position, Limits(nodes=500))
    assert sum(line.visits for line in after.lines) == after.stats["visits"] - 1


def test_another_game_or_an_undo_starts_a_new_tree() -> None:
    tree = Mcts()
    position = SURAKARTA.start()
    position.play(position.moves()[0])
    tree.search(position, Limits(nodes=50))
    position.undo()
    assert tree.search(position, Limits(nodes=30)).stats["visits"] == 30
    assert tree.search(Hexapawn().start(), Limits(nodes=3)).stats["visits"] == 3
    assert tree.search(position, Limits(nodes=20)).stats["visits"] == 20
    tree.clear()
    assert tree.search(position, Limits(nodes=20)).stats["visits"] == 20


# ---- It repeats itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_report(threads: int) -> None:
    limits = Limits(nodes=300, threads=threads)
    reports = [without_time(Mcts(seed=7, cap=20).search(SURAKARTA.start(), limits, lines=3)) for _ in range(2)]
    assert reports[0] == reports[1]
    assert reports[0].nodes == 300
    assert reports[0] != without_time(Mcts(seed=8, cap=20).search(SURAKARTA.start(), limits, lines=3))


PLAY = """
import sys
sys.path.insert(0, ".")
import msgspec
from parlour.engine.search.mcts import Mcts
from parlour.engine.report import Limits
from parlour.games import game
from tests.engine.mazes import Maze

def reports():
    for settings in ({}, {"informed": 40, "bias": 0.5, "cap": 30}):
        tree = Mcts(seed=3, **settings)
        position = game("surakarta").start()
        for _ in range(3):
            report = tree.search(position, Limits(nodes=60), lines=2)
            yield msgspec.structs.replace(report, seconds=0.0)
            position.play(report.lines[0].moves[0])
    maze = Maze(5, rooms=30, seats=3)
    yield msgspec.structs.replace(Mcts().search(maze.start(), Limits(nodes=80)), seconds=0.0)

print(msgspec.json.encode(list(reports())).decode())
"""


def test_compiled_and_interpreted_agree() -> None:
    answers = []
    for pure in ("0", "1"):
        environment = {**os.environ, "PARLOUR_PURE": pure}
        run = subprocess.run(
            [sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
        )
        assert run.returncode == 0, run.stderr
        answers.append(json.loads(run.stdout))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("key", keys())
def test_every_game_is_played_legally_with_a_reused_tree(key: str) -> None:
    tree = Mcts(seed=2)
    position = game(key).start()
    for _ in range(40):
        if position.is_over():
            break
        report = tree.search(position, Limits(nodes=25))
        assert {line.moves[0] for line in report.lines} == set(position.copy().candidate_moves())
        assert report.finished or report.stats["visits"] >= 25
        position.play(report.lines[0].moves[0])


def test_positions_of_both_kinds_can_share_a_process() -> None:
    positions: list[Position] = [SURAKARTA.start(), Hexapawn().start(), Maze(1).start()]
    for position in positions:
        assert position.is_legal(Mcts().search(position, Limits(nodes=20)).lines[0].moves[0])
