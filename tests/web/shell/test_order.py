"""The order in which several workers run the tests."""

from itertools import chain

from tests.web.conftest import distribute_slow


def test_every_worker_begins_with_its_share_of_slow_tests() -> None:
    order = distribute_slow([["S1"], ["S2"], ["S3"], ["S4"]], [f"q{number}" for number in range(8)], 3)
    assert [order[first : first + 4] for first in (0, 4, 8)] == [
        ["S1", "S4", "q0", "q1"],
        ["S2", "q2", "q3", "q4"],
        ["S3", "q5", "q6", "q7"],
    ]


def test_slow_tests_of_one_file_stay_together() -> None:
    order = distribute_slow([["S1"], ["a1", "a2"], ["b1", "b2"]], ["q0", "q1", "q2"], 2)
    assert [order[:4], order[4:]] == [["S1", "b1", "b2", "q0"], ["a1", "a2", "q1", "q2"]]


def test_no_test_is_lost() -> None:
    for slow in range(5):
        for quick in range(7):
            for workers in range(1, 5):
                groups = [[f"S{number}a", f"S{number}b"] for number in range(slow)]
                names = [f"q{number}" for number in range(quick)]
                order = distribute_slow(groups, names, workers)
                assert sorted(order) == sorted([*names, *chain.from_iterable(groups)])
