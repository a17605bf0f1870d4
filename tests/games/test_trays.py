"""Trays have room for all pieces that a game can put into them, so that boards are laid out once for a game."""

from collections import Counter
from random import Random

import pytest

from parlour.games import game, keys

CASES: list[tuple[str, dict[str, int]]] = [(key, {}) for key in keys()] + [
    ("pylos", {"size": size}) for size in (3, 5, 6, 7)
]


@pytest.mark.parametrize(("key", "chosen"), CASES)
def test_no_tray_ever_holds_more_pieces_than_it_was_declared_for(key: str, chosen: dict[str, int]) -> None:
    options = game(key).check(chosen)
    room = {tray.name: tray.columns * tray.rows for tray in game(key).board(options).trays}
    for seed in range(3):
        position, chance = game(key).start(options), Random(seed)
        while not position.is_over() and len(position.played) < 300:
            held = Counter(piece.place for piece in position.pieces() if isinstance(piece.place, str))
            assert {tray: count for tray, count in held.items() if count > room[tray]} == {}
            position.play(chance.choice(position.moves()))
