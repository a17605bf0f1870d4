"""The order in which several workers run the tests."""

from tests.web.conftest import distribute_slow


def test_every_worker_begins_with_its_share_of_slow_tests() -> None:
    order = distribute_slow(["S1", "S2", "S3", "S4"], [f"q{number}" for number in range(8)], 3)
    assert [order[first : first + 4] for first in (0, 4, 8)] == [
        ["S1", "S4", "q0", "q1"],
        ["S2", "q2", "q3", "q4"],
        ["S3", "q5", "q6", "q7"],
    ]


def test_no_test_is_lost() -> None:
    for slow in range(5):
        for quick in range(7):
            for workers in range(1, 5):
                names = [f"S{number}" for number in range(slow)], [f"q{number}" for number in range(quick)]
                order = distribute_slow(*names, workers)
                assert sorted(order) == sorted([*names[0], *names[1]])
