"""The transposition table stores entries in bounded memory and replaces old entries first."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.search.transposition_table import TranspositionTable

WORD = st.integers(0, 2**64 - 1)


@given(WORD, st.integers(-(2**31), 2**31 - 1), st.integers(-30000, 30000), st.integers(0, 255), st.integers(1, 3))
def test_a_stored_entry_is_found(key: int, move: int, score: int, depth: int, bound: int) -> None:
    table = TranspositionTable(0.01)
    table.put(key, move, score, depth, bound, solid=depth % 2 == 0)
    assert table.get(key) == (move, score, depth, bound, depth % 2 == 0)


def test_an_unknown_key_finds_nothing() -> None:
    table = TranspositionTable(0.01)
    assert table.get(0) is None
    table.put(5, 1, 0, 1, 3)
    assert table.get(5 + (1 << 40)) is None


def test_the_size_is_the_largest_power_of_two_that_fits() -> None:
    assert TranspositionTable(16).bytes() == 16 << 20
    assert TranspositionTable(3).bytes() == 2 << 20
    assert TranspositionTable(0).bytes() == 64


def test_a_full_bucket_gives_up_its_shallowest_entry() -> None:
    table = TranspositionTable(0)
    for key, depth in ((1, 5), (2, 3), (3, 9), (4, 7)):
        table.put(key, key, 0, depth, 3)
    table.put(6, 6, 0, 4, 3)
    assert table.get(2) is None
    assert all(table.get(key) is not None for key in (1, 3, 4, 6))


def test_entries_of_earlier_searches_go_first_even_if_deeper() -> None:
    table = TranspositionTable(0)
    table.put(1, 1, 0, 9, 3)
    table.next_search()
    table.next_search()
    for key in (2, 3, 4, 5):
        table.put(key, key, 0, 1, 3)
    assert table.get(1) is None
    assert table.get(2) is not None


def test_a_shallow_bound_does_not_replace_the_same_position_searched_much_deeper() -> None:
    table = TranspositionTable(0.01)
    table.put(9, 1, 50, 8, 3)
    table.put(9, 2, 10, 2, 1)
    assert table.get(9) == (1, 50, 8, 3, False)
    table.put(9, 2, 10, 7, 1)
    assert table.get(9) == (2, 10, 7, 1, False)


def test_a_result_without_a_move_keeps_the_move_known_before() -> None:
    table = TranspositionTable(0.01)
    table.put(9, 7, 50, 3, 3)
    table.put(9, -1, 40, 4, 1)
    assert table.get(9) == (7, 40, 4, 1, False)


def test_clear_removes_all_entries() -> None:
    table = TranspositionTable(0.01)
    table.put(9, 7, 50, 3, 3)
    table.clear()
    assert table.get(9) is None
