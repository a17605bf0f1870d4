"""Search in Pylos: whole turns, symmetric positions as one, and the shortest win."""

import pytest

from parlour.engine.report import Limits
from parlour.engine.search.alphabeta import AlphaBeta, count_turns
from parlour.engine.search.search_settings import SearchSettings
from parlour.engine.solve.perfect_play import perfect_play
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.rules import COMPILED
from parlour.games.pylos.tables import PLAY
from tests.games.pylos.examples import EXPERT, PYLOS, SETS, STANDARD, example, mapped, reserves, sampled, start

# ---- Moves ---------------------------------------------------------------------------------------------------------


def completes(here: PylosPosition, move: int) -> bool:
    """Return whether a move completes a pattern or the pyramid."""
    after = here.after(move)
    assert isinstance(after, PylosPosition)
    return after.stage != PLAY or after.owner(after.shape_of_board.apex) is not None


def test_beyond_the_depth_only_what_completes_something_is_played() -> None:
    seen = 0
    for options in (STANDARD, EXPERT, SETS["five"]):
        for here in sampled(options, 60):
            if here.stage != PLAY:
                assert set(here.tactical_moves()) <= set(here.moves())
                continue
            completing = {move for move in here.moves() if completes(here, move)}
            assert set(here.tactical_moves()) == completing
            seen += bool(completing)
    assert seen > 20


def test_the_first_move_tried_refutes_most_often() -> None:
    for seed, plies in ((2, 8), (3, 14), (4, 20)):
        here = start()
        here.play_random(seed, plies)
        stats = AlphaBeta(2).search(here, Limits(nodes=20_000)).stats
        assert stats["first_cutoffs"] > 0.8 * stats["cutoffs"]


# ---- Images --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETS)
def test_symmetric_positions_share_one_key(options: str) -> None:
    """The compiled key equals the one that the contract defines by setting up every image."""
    for here in sampled(SETS[options], 16):
        assert here.solving_key() == here.canonical_key()
        if here.stage == PLAY:
            for image in PYLOS.symmetries(here.options):
                assert mapped(here, image).solving_key() == here.solving_key()


def test_asymmetric_positions_have_different_keys() -> None:
    walker, images, keys = start(), set(), set()
    for move in walker.moves():
        after = walker.after(move)
        for reply in after.moves():
            end = after.after(reply)
            assert isinstance(end, PylosPosition)
            images.add(min(mapped(end, image).text() for image in (range16(), *PYLOS.symmetries(STANDARD))))
            keys.add(end.solving_key())
    assert len(keys) == len(images) == 33


def range16() -> tuple[int, ...]:
    """Return the identity symmetry."""
    return tuple(range(len(start().shape_of_board.cells)))


@pytest.mark.parametrize(("size", "depth", "share"), [(4, 8, 0.7), (5, 7, 0.6)])
def test_symmetry_saves_work_in_the_opening(size: int, depth: int, share: float) -> None:
    """Without heuristics both find the same score; with them the search also needs fewer positions."""
    here = start(PYLOS.check({"size": size}))
    guessing, exact = [], []
    for symmetries in (False, True):
        exactly = AlphaBeta(8, SearchSettings(symmetries=symmetries, reductions=False, extensions=False))
        exact.append(exactly.search(here, Limits(depth=depth - 2)))
        guessing.append(AlphaBeta(8, SearchSettings(symmetries=symmetries)).search(here, Limits(depth=depth)))
    assert exact[0].lines[0].score == exact[1].lines[0].score
    assert guessing[1].nodes < share * guessing[0].nodes


# ---- Turns and distances -------------------------------------------------------------------------------------------


def test_depth_is_reported_in_turns_and_moves() -> None:
    report = AlphaBeta(1).search(example(4), Limits(depth=3))
    assert report.stats["nodes"] == report.nodes > 0
    # Placing, taking and taking again are three moves and one turn.
    assert (report.stats["depth"], report.stats["turns"]) == (3, 1)


@pytest.mark.skipif(not COMPILED, reason="solving takes minutes interpreted")
def test_a_search_scores_wins_by_their_distance_as_the_exact_table_does() -> None:
    """An empty reserve alone is not a win; the baseline in `test_baseline.py` treated it as one."""
    compared = 0
    for here in sampled(SETS["small"], 60):
        if here.stage == PLAY and sum(reserves(here)) <= 4:
            exact = perfect_play(here)
            assert exact is not None
            best = exact.best(here)
            assert best is not None
            line = AlphaBeta(1, SearchSettings(reductions=False)).search(here, Limits(depth=16)).lines[0]
            assert line.proven == best[0].result
            if best[0].result:
                assert count_turns(here, line.moves) == best[0].turns
                compared += 1
    assert compared > 5


def test_within_a_turn_both_orders_of_a_pair_have_its_value() -> None:
    here = PYLOS.read("121/112/1.1|22/..|. 1 take:1a1 10", {**EXPERT, "size": 3})
    lines = AlphaBeta(2).search(here, Limits(depth=8), lines=2).lines
    assert {here.write_move(line.moves[0]) for line in lines} == {"-1a1", "-1c1"}
    assert lines[0].proven is not None
    assert lines[0].score == lines[1].score
