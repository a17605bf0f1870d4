"""Perfect play: the value of every move, the choice among them, and solving in advance."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from parlour.engine.report import WIN, Stop
from parlour.engine.solve.perfect_play import PerfectPlay, PerfectPlayCache, perfect_play, sort_key
from parlour.engine.solve.solvers import SolvedMove, SolveProgress
from parlour.games import Options
from tests.engine import brute_force
from tests.engine.mazes import Maze, Truth
from tests.games.hexapawn import Hexapawn


class Solvable(Hexapawn):
    """Hexapawn that declares how it can be solved."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    def exact(self, options: Options) -> str | None:
        return self.way


WAYS = pytest.mark.parametrize("way", ["fixpoint", "proof"])


@WAYS
def test_every_move_of_every_position_has_its_value(way: str) -> None:
    game = Solvable(way)
    exact = PerfectPlay(game, game.check())
    for position in brute_force.reachable(game.start()):
        found = exact.verdicts(position)
        assert found is not None
        assert {one.move for one in found} == set(position.moves())
        for one in found:
            assert one.result == -brute_force.value(position.after(one.move))
        assert found[0].result == brute_force.value(position)


@pytest.mark.parametrize("seed", range(40))
def test_a_player_is_shown_only_moves_that_keep_the_value(seed: int) -> None:
    maze = Maze(seed, rooms=30, way="proof")
    truth = Truth(maze)
    exact = PerfectPlay(maze, maze.check())
    for position in brute_force.reachable(maze.start()):
        best = exact.best(position)
        assert best
        for one in best:
            assert one.result == truth.value[int(position.text())]
            there = position.after(one.move)
            outcome = there.outcome()
            after = truth.value[int(there.text())] * (1 if there.seat == position.seat else -1)
            assert one.result == (after if outcome is None else 2 * outcome.results[position.seat] - 1)


@WAYS
@pytest.mark.parametrize("seed", range(30))
def test_mazes_are_played_perfectly_to_their_end(way: str, seed: int) -> None:
    maze = Maze(seed, rooms=20, cycles=way == "fixpoint", way=way)
    truth = Truth(maze)
    position = maze.start()
    exact = PerfectPlay(maze, maze.check())
    for _ in range(40):
        if position.is_over():
            break
        room = int(position.text())
        found = exact.verdicts(position)
        assert found is not None
        assert found[0].result == truth.value[room]
        if way == "fixpoint" and found[0].result:
            assert (found[0].turns, found[0].moves) == truth.length[room]
        position.play(found[0].move)
    assert position.is_over() or truth.value[int(position.text())] == 0


def test_a_set_up_that_the_start_does_not_reach_is_solved_too() -> None:
    game = Solvable("fixpoint")
    exact = PerfectPlay(game, game.check())
    position = game.read("WW....BB. w")
    assert position.text() not in {one.text() for one in brute_force.reachable(game.start())}
    found = exact.verdicts(position)
    assert found is not None
    for one in found:
        assert one.result == -brute_force.value(position.after(one.move))


def test_the_best_move_wins_soon_or_resists() -> None:
    quick, slow, draw = SolvedMove(1, 1, 3, 3), SolvedMove(2, 1, 5, 5), SolvedMove(3, 0)
    short, long = SolvedMove(4, -1, 2, 2, 9), SolvedMove(5, -1, 8, 8, 3)
    harder = SolvedMove(6, -1, 8, 8, 1)
    assert sorted([short, draw, long, slow, quick, harder], key=sort_key) == [quick, slow, draw, harder, long, short]
    assert sort_key(draw) == sort_key(SolvedMove(7, 0))


@WAYS
def test_a_lost_position_reports_the_number_of_winning_replies(way: str) -> None:
    game = Solvable(way)
    exact = PerfectPlay(game, game.check())
    start = game.start()  # the second player wins Hexapawn
    found = exact.verdicts(start)
    assert found is not None
    for one in found:
        there = start.after(one.move)
        assert one.replies == sum(brute_force.value(there.after(reply)) == -1 for reply in there.moves())


@WAYS
def test_equally_good_moves_are_reported_together(way: str) -> None:
    game = Solvable(way)
    exact = PerfectPlay(game, game.check())
    for position in brute_force.reachable(game.start()):
        best = exact.best(position)
        found = exact.verdicts(position)
        assert best is not None
        assert found is not None
        assert best
        assert {sort_key(one) for one in best} == {sort_key(best[0])}
        assert {one.result for one in best} == {found[0].result}
        if way == "fixpoint":
            assert {one.move for one in best} == {one.move for one in found if sort_key(one) == sort_key(found[0])}


def test_a_report_has_a_proven_line_for_every_move() -> None:
    game = Solvable("fixpoint")
    report = PerfectPlay(game, game.check()).report(game.start())
    assert report is not None
    assert report.finished
    assert len(report.lines) == 3
    for line in report.lines:
        assert line.proven == -1
        assert line.distance is not None
        assert line.score == line.distance - WIN
        assert line.results == (0.0, 1.0)


@WAYS
def test_solving_ahead_prepares_the_answer(way: str) -> None:
    game = Solvable(way)
    exact = PerfectPlay(game, game.check())
    assert not exact.is_ready(game.start())
    assert exact.solve(game.start())
    assert exact.is_ready(game.start())


def test_solving_ahead_reports_progress_and_can_be_stopped() -> None:
    maze = Maze(1, rooms=60000, cycles=True, way="fixpoint")
    exact = PerfectPlay(maze, maze.check())
    stop = Stop()
    seen: list[SolveProgress] = []

    def record(progress: SolveProgress) -> None:
        seen.append(progress)
        stop.set()

    assert not exact.solve(maze.start(), stop=stop, on_progress=record)
    assert not exact.is_ready(maze.start())
    assert len(seen) == 1
    assert 0 < seen[0].share < 1
    assert seen[0].positions > 0


def test_a_request_interrupts_solving_ahead_which_then_continues() -> None:
    maze = Maze(1, rooms=20000, cycles=True, way="fixpoint")
    exact = PerfectPlay(maze, maze.check())
    begun, asked = Event(), Event()
    seen: list[SolveProgress] = []

    def record(progress: SolveProgress) -> None:
        seen.append(progress)
        begun.set()
        asked.wait(60)

    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(lambda: exact.solve(maze.start(), on_progress=record))
        assert begun.wait(60)
        stopped = Stop()
        stopped.set()
        assert exact.best(maze.start(), stop=stopped) is None  # a request that does not wait
        asked.set()
        assert exact.verdicts(maze.start()) is not None
        assert ahead.result(60)
    assert exact.is_ready(maze.start())
    assert len(seen) == 1, "the question did the rest"


def test_concurrent_solvers_do_the_work_once() -> None:
    maze = Maze(1, rooms=20000, cycles=True, way="fixpoint")
    exact = PerfectPlay(maze, maze.check())
    seen: list[SolveProgress] = []
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda _: exact.solve(maze.start(), on_progress=seen.append), range(4)))
    alone: list[SolveProgress] = []
    assert PerfectPlay(maze, maze.check()).solve(maze.start(), on_progress=alone.append)
    assert len(seen) == len(alone)


@WAYS
def test_a_stopped_question_has_no_answer(way: str) -> None:
    game = Solvable(way)
    stop = Stop()
    stop.set()
    exact = PerfectPlay(game, game.check())
    assert exact.verdicts(game.start(), stop=stop) is None
    assert exact.best(game.start(), stop=stop) is None
    assert exact.report(game.start(), stop=stop) is None
    assert exact.best(game.start()) is not None


def test_perfect_play_is_shared_within_a_process() -> None:
    game = Solvable("proof")
    one = perfect_play(game.start())
    assert one is not None
    assert one is perfect_play(game.start())
    assert perfect_play(Hexapawn().start()) is None


def test_unsolvable_games_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be solved"):
        PerfectPlay(Hexapawn(), Hexapawn().check())
    maze = Maze(1, seats=3, way="proof")
    with pytest.raises(ValueError, match="two seats"):
        PerfectPlay(maze, maze.check())
    game = Solvable("proof")
    with pytest.raises(ValueError, match="over"):
        PerfectPlay(game, game.check()).verdicts(game.read("......W.. b"))


@WAYS
def test_the_least_recently_used_solution_is_discarded_when_memory_is_full(way: str) -> None:
    one, two, three = (Solvable(way) for _ in range(3))

    def solved(kept: PerfectPlayCache, game: Solvable) -> PerfectPlay:
        player = kept.player(game, game.check())
        assert player.solve(game.start())
        return player

    size = solved(PerfectPlayCache(), one).memory_bytes()
    kept = PerfectPlayCache(most=2 * size)
    first, second, third = (solved(kept, game) for game in (one, two, three))
    assert kept.player(one, one.check()) is first
    assert kept.player(three, three.check()) is third
    again = kept.player(two, two.check())
    assert again is not second
    assert again.positions() == 0
    assert second.is_ready(two.start())


def test_a_solution_larger_than_the_cache_is_still_cached() -> None:
    game = Solvable("proof")
    kept = PerfectPlayCache(most=0)
    player = kept.player(game, game.check())
    assert player.solve(game.start())
    assert kept.player(game, game.check()) is player
