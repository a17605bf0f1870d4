"""Alpha-beta search: limits, stopping, reproducibility, and no side effects on its input."""

from threading import Event, Thread
from typing import Any

import pytest

from parlour.engine.report import PROVEN, Limits, Report, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.search_settings import SearchSettings
from parlour.games import Options, Position, game
from tests.engine.graphs import Graph, random_graph
from tests.engine.search.signature import positions, two_seated
from tests.games.hexapawn import Hexapawn

SURAKARTA = game("surakarta")


def middle_game() -> Position:
    return positions("surakarta")[3]


def same(first: Report, second: Report) -> bool:
    return (first.lines, first.nodes, first.depth, first.stats) == (
        second.lines,
        second.nodes,
        second.depth,
        second.stats,
    )


# Limits


@pytest.mark.parametrize("key", two_seated())
@pytest.mark.parametrize("nodes", [0, 1, 2, 50, 3000])
def test_a_node_limit_is_exact_and_always_gives_a_legal_move(key: str, nodes: int) -> None:
    for position in positions(key):
        report = AlphaBeta(1).search(position, Limits(nodes=nodes))
        assert report.nodes == nodes or report.finished or nodes > report.nodes
        assert report.nodes <= nodes
        assert position.is_legal(report.lines[0].moves[0])


def test_a_time_limit_of_zero_still_gives_a_legal_move() -> None:
    position = middle_game()
    report = AlphaBeta(1).search(position, Limits(seconds=0))
    assert position.is_legal(report.lines[0].moves[0])
    assert not report.finished


def test_depth_is_reached_and_reported_step_by_step() -> None:
    seen: list[Report] = []
    report = AlphaBeta(1).search(SURAKARTA.start(), Limits(depth=5), on_report=seen.append)
    assert [one.depth for one in seen] == [1, 2, 3, 4, 5]
    assert report.lines == seen[-1].lines
    assert [one.nodes for one in seen] == sorted(one.nodes for one in seen)


def test_a_search_needs_a_limit_or_a_way_to_stop() -> None:
    with pytest.raises(ValueError, match="limit"):
        AlphaBeta(1).search(SURAKARTA.start(), Limits())


def test_a_position_that_is_over_is_refused() -> None:
    position = SURAKARTA.start()
    position.play_random(1)
    with pytest.raises(ValueError, match="over"):
        AlphaBeta(1).search(position, Limits(depth=1))


def test_more_than_two_seats_are_refused() -> None:
    class Three(Hexapawn):
        def sides(self, options: Options) -> tuple[Any, ...]:
            return (*super().sides(options), super().sides(options)[0])

    with pytest.raises(ValueError, match="two seats"):
        AlphaBeta(1).search(Three().start(), Limits(depth=1))


# Stopping


def test_a_search_that_is_stopped_before_it_begins_gives_a_legal_move() -> None:
    stop = Stop()
    stop.set()
    position = middle_game()
    report = AlphaBeta(1).search(position, Limits(), stop=stop)
    assert report.nodes == 0
    assert position.is_legal(report.lines[0].moves[0])


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_an_endless_search(threads: int) -> None:
    stop, begun, reports = Stop(), Event(), []
    position = middle_game()

    def work() -> None:
        reports.append(
            AlphaBeta(1).search(position, Limits(threads=threads), stop=stop, on_report=lambda _: begun.set())
        )

    thread = Thread(target=work)
    thread.start()
    assert begun.wait(60)
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert position.is_legal(reports[0].lines[0].moves[0])
    assert not reports[0].finished


def test_a_report_can_stop_the_search_it_comes_from() -> None:
    stop = Stop()
    report = AlphaBeta(1).search(middle_game(), Limits(), stop=stop, on_report=lambda _: stop.set())
    assert report.depth == 1


# The same again


@pytest.mark.parametrize("key", two_seated())
def test_the_same_search_from_a_cleared_memory_is_exactly_the_same(key: str) -> None:
    search = AlphaBeta(1)
    *others, position = positions(key)
    first = search.search(position, Limits(nodes=4000), lines=2)
    for other in others:
        search.search(other, Limits(nodes=1000))
    search.clear()
    assert same(first, search.search(position, Limits(nodes=4000), lines=2))
    assert same(first, AlphaBeta(1).search(position, Limits(nodes=4000), lines=2))


@pytest.mark.parametrize("key", two_seated())
def test_the_position_is_unchanged(key: str) -> None:
    for position in positions(key):
        before = (position.text(), position.key, position.seat, position.played, position.moves())
        AlphaBeta(1).search(position, Limits(nodes=2000, threads=2))
        assert (position.text(), position.key, position.seat, position.played, position.moves()) == before


def test_memory_makes_the_next_search_cheaper() -> None:
    search = AlphaBeta(4)
    position = middle_game()
    first = search.search(position, Limits(depth=7))
    assert search.search(position, Limits(depth=7)).nodes < first.nodes // 2


# Lines


@pytest.mark.parametrize("key", two_seated())
def test_every_line_can_be_played(key: str) -> None:
    for position in positions(key):
        for line in AlphaBeta(1).search(position, Limits(depth=4, nodes=6000), lines=3).lines:
            following = position.copy()
            for move in line.moves:
                following.play(move)
            assert sum(line.results) == pytest.approx(1)


def test_there_are_never_more_lines_than_moves() -> None:
    position = SURAKARTA.start()
    assert len(AlphaBeta(1).search(position, Limits(depth=2), lines=500).lines) == len(position.moves())


@pytest.mark.parametrize("key", ["surakarta", "yinsh", "sim", "pylos", "laserchess"])
def test_lines_are_best_first_wherever_the_search_is_stopped(key: str) -> None:
    for seed in range(3):
        position = game(key).start()
        position.play_random(seed, 8)
        for nodes in (1, 40, 300, 3000, 12_000):
            scores = [line.score for line in AlphaBeta(1).search(position, Limits(nodes=nodes), lines=4).lines]
            assert scores == sorted(scores, reverse=True)


def test_moves_to_avoid_are_left_out_unless_there_is_no_other() -> None:
    position = middle_game()
    best = AlphaBeta(1).search(position, Limits(depth=4)).lines[0].moves[0]
    assert AlphaBeta(1).search(position, Limits(depth=4), avoid=[best]).lines[0].moves[0] != best
    everything = AlphaBeta(1).search(position, Limits(depth=2), avoid=position.moves())
    assert position.is_legal(everything.lines[0].moves[0])


def test_a_search_that_avoids_a_move_does_not_spoil_the_next_one() -> None:
    position = middle_game()
    search = AlphaBeta(1)
    best = search.search(position, Limits(depth=5)).lines[0]
    search.search(position, Limits(depth=5), avoid=[best.moves[0]])
    assert search.search(position, Limits(depth=5)).lines[0].moves[0] == best.moves[0]


# Repetition and counting rules


def test_the_side_with_more_pieces_may_repeat_to_win() -> None:
    """Three captureless moves before the fifty-move rule ends the game, the side that is ahead has won."""
    position = SURAKARTA.read("....../.1..1./....../....../..2.../...... 1 47")
    report = AlphaBeta(1).search(position, Limits(depth=6))
    assert report.lines[0].proven == 1
    assert report.lines[0].distance is not None
    assert report.lines[0].distance <= 3


def test_the_memory_keeps_positions_apart_that_differ_in_moves_left() -> None:
    pieces = ".1..../.1..../...2.2/....../....../...... 2"
    search = AlphaBeta(1, SearchSettings(reductions=False))
    assert search.search(SURAKARTA.read(f"{pieces} 49"), Limits(depth=4)).lines[0].proven == 0
    far = SURAKARTA.read(f"{pieces} 0")
    line = search.search(far, Limits(depth=4)).lines[0]
    assert line.proven is None
    assert line.score == AlphaBeta(1, SearchSettings(reductions=False)).search(far, Limits(depth=4)).lines[0].score


def test_repetition_is_a_draw_if_the_rules_do_not_define_it() -> None:
    # 0 and 1 lead to each other; the only other road loses.
    graph = Graph([[1, 2], [0, 2], []], [0, 0, 0], {2: 0}, [500, -500, 0])
    report = AlphaBeta(0.1).search(graph.start(), Limits(depth=10))
    assert (report.lines[0].proven, report.lines[0].score) == (0, 0)
    assert graph.start().write_move(report.lines[0].moves[0]) == "1"
    assert report.finished


@pytest.mark.parametrize(("contempt", "first"), [(0, "1"), (30, "1"), (50, "2")])
@pytest.mark.parametrize("seat", [0, 1])
def test_contempt_makes_a_draw_worth_less_than_a_position_that_is_a_little_worse(
    contempt: int, first: str, seat: int
) -> None:
    # Edge 1 draws immediately; edge 2 leads into a cycle through a position that is 40 worse for the seat that chooses.
    value = -40 if seat == 0 else 40
    graph = Graph([[1, 2], [], [3], [2]], [seat, seat, 1 - seat, seat], {1: 0.5}, [0, 0, value, value])
    best = AlphaBeta(0.1, SearchSettings(contempt=contempt)).search(graph.start(), Limits(depth=1)).lines[0]
    assert graph.start().write_move(best.moves[0]) == first


def test_contempt_belongs_to_the_seat_that_searches() -> None:
    """Results found for one seat are not used for the other, even in the same search object."""
    # One road, of both seats in turn, to a drawn end.
    graph = Graph([[1], [2], [3], [4], []], [0, 1, 0, 1, 0], {4: 0.5}, [0, 0, 0, 0, 0])
    search = AlphaBeta(0.1, SearchSettings(contempt=25))
    for text in ("0", "1", "0"):
        line = search.search(graph.read(text), Limits(depth=6)).lines[0]
        assert (line.score, line.proven) == (-25, 0)


# Threads and plain games


def test_two_threads_find_what_one_finds() -> None:
    position = SURAKARTA.read("....../.12.../....../....../....../...... 1 0")
    one = AlphaBeta(1).search(position, Limits(depth=6))
    two = AlphaBeta(1).search(position, Limits(depth=6, threads=2))
    assert one.lines[0].proven == two.lines[0].proven == 1
    busy = AlphaBeta(1).search(middle_game(), Limits(depth=7, threads=2), lines=2)
    assert busy.depth == 7
    assert len(busy.lines) == 2
    assert all(abs(line.score) < PROVEN for line in busy.lines)


class Broken(Hexapawn):
    """Raise an error inside the search, but not at the root."""

    def evaluate(self, state: Any, seat: int) -> int:
        if state != self.first(self.check()):
            raise ZeroDivisionError("the author's mistake")
        return 0


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_plain_game_has_its_traceback(threads: int) -> None:
    with pytest.raises(ZeroDivisionError, match="the author's mistake") as caught:
        AlphaBeta(0.1).search(Broken().start(), Limits(depth=3, threads=threads))
    assert "evaluate" in [entry.name for entry in caught.traceback]


def test_a_plain_game_is_searched_by_several_threads() -> None:
    graph = random_graph(5)
    report = AlphaBeta(0.1).search(graph.start(), Limits(depth=8, threads=3))
    assert graph.start().is_legal(report.lines[0].moves[0])


def test_the_statistics_add_up() -> None:
    report = AlphaBeta(1).search(middle_game(), Limits(depth=6))
    stats = report.stats
    assert stats["nodes"] == report.nodes
    assert 0 < stats["first_cutoffs"] <= stats["cutoffs"] <= stats["nodes"]
    assert 0 < stats["table_hits"] <= stats["table_probes"]
    assert 0 < stats["quiescence"] < stats["nodes"]
    assert stats["depth"] == stats["turns"] == 6 <= stats["seldepth"]
