"""Actions, masks and observations: stable, complete, and the same in every process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ArgumentError, IllegalMove
from parlour.games import Game, Options, game, keys
from parlour.games.conformance import option_sets
from parlour.games.contract import encoding
from parlour.rl import Encoder
from tests.games.hexapawn import Hexapawn
from tests.games.known import HEXAPAWN, known
from tests.rl.numbering import digest, middles, move_values, report_game

ROOT = Path(__file__).parents[2]
GAMES: dict[str, Game] = {**{key: game(key) for key in keys()}, "hexapawn": Hexapawn()}
OPTION_SETS = {key: option_sets(one, Random(3), 12) for key, one in GAMES.items()}

# Trained networks depend on these. If a change is intended, say so in the change log. The number of actions and the
# digest of their list, for default options ("") and for every preset and option value with another list.
NUMBERING = {
    "laserchess": {"": (1232, "c64387a3870035b8"), "swap=off": (696, "ffe696e82581db63")},
    "pylos": {
        "": (245, "abbb5a7038f0a52c"),
        "square=False": (186, "09bba44bdf67b221"),
        "take=two,stuck=passes": (245, "dae0e03dabff0486"),
        "line=four,take=two,stuck=passes": (245, "dae0e03dabff0486"),
        "size=3": (61, "0d24bdae2e657117"),
        "size=5": (836, "6ce04f4def64e2e0"),
        "size=6": (2400, "2ee66608fa3f72a5"),
        "size=7": (5963, "d586728b9c08ab4d"),
        "take=two": (244, "7819c26500c16a17"),
        "take=optional": (246, "59b2b055e2915a06"),
        "stuck=passes": (246, "a89afd073d19c1f2"),
    },
    "sim": {
        "": (15, "7d18b5481a842c68"),
        "players=3,vertices=7": (21, "de0b7325c09d8fcc"),
        "players=4,vertices=8,elimination=True": (28, "5ed1b1700a1b0b93"),
        "vertices=3": (3, "1d226b8db3e15d55"),
        "vertices=4": (6, "b0229c06acf4d5c9"),
        "vertices=5": (10, "a28bb79aa5ca8a5e"),
        "vertices=7": (21, "de0b7325c09d8fcc"),
        "vertices=8": (28, "5ed1b1700a1b0b93"),
        "vertices=9": (36, "6772f7c15b65b2ab"),
        "vertices=10": (45, "7be8b161e07b6752"),
    },
    "surakarta": {"": (924, "90246ecacac6c0dc")},
    "yinsh": {"": (2142, "6f1351efd1811518")},
}
# The same for the shape of observations and the names of their planes.
PLANES = {
    "laserchess": {"": ((34, 8, 10), "5b36edfb4a698d85")},
    "pylos": {
        "": ((16, 4, 4), "c6e5a033f140f073"),
        "size=3": ((14, 3, 3), "0d609b7459204467"),
        "size=5": ((18, 5, 5), "d4b077209a456506"),
        "size=6": ((20, 6, 6), "5703e5e79e721df9"),
        "size=7": ((22, 7, 7), "2eb1682d535899a5"),
    },
    "sim": {
        "": ((6, 6, 6), "952f52a1659042d3"),
        "players=3,vertices=7": ((9, 7, 7), "e7bcb871e3037055"),
        "players=4,vertices=8,elimination=True": ((12, 8, 8), "d8cb3768abe0c2ce"),
        "players=3": ((9, 6, 6), "e7bcb871e3037055"),
        "players=4": ((12, 6, 6), "d8cb3768abe0c2ce"),
        "players=5": ((15, 6, 6), "e71796c123fe4795"),
        "vertices=3": ((6, 3, 3), "952f52a1659042d3"),
        "vertices=4": ((6, 4, 4), "952f52a1659042d3"),
        "vertices=5": ((6, 5, 5), "952f52a1659042d3"),
        "vertices=7": ((6, 7, 7), "952f52a1659042d3"),
        "vertices=8": ((6, 8, 8), "952f52a1659042d3"),
        "vertices=9": ((6, 9, 9), "952f52a1659042d3"),
        "vertices=10": ((6, 10, 10), "952f52a1659042d3"),
    },
    "surakarta": {"": ((6, 6, 6), "95f0870638604afc")},
    "yinsh": {"": ((19, 11, 11), "09bc32e123155717")},
}
# Digests of what both players observe in a few positions, with default options.
OBSERVED = {
    "laserchess": "899928d27390e73c",
    "pylos": "7f11ecf48244e1c5",
    "sim": "f0736b606d8162a9",
    "surakarta": "6926acea917b052d",
    "yinsh": "7d03451a8218fb33",
}


def differing(key: str, of: Callable[[Encoder], object]) -> dict[str, object]:
    """Return a value for default options, and for each preset and option value with another one."""
    found: dict[str, object] = {"": of(Encoder(key))}
    defaults = game(key).check()
    for options in option_sets(game(key), Random(0), 0):
        changed = {name: value for name, value in options.items() if value != defaults[name]}
        if (value := of(Encoder(key, options))) != found[""]:
            found[",".join(f"{name}={value}" for name, value in changed.items())] = value
    return found


@pytest.mark.parametrize("key", NUMBERING)
def test_the_numbering_is_the_one_that_networks_were_trained_with(key: str) -> None:
    assert differing(key, lambda encoder: (encoder.num_actions, digest(move_values(encoder)))) == NUMBERING[key]


@pytest.mark.parametrize("key", NUMBERING)
def test_the_planes_are_those_that_networks_were_trained_with(key: str) -> None:
    assert differing(key, lambda encoder: (encoder.observation_shape, digest(encoder.planes.names))) == PLANES[key]


@pytest.mark.parametrize("key", NUMBERING)
def test_positions_are_observed_as_networks_were_trained(key: str) -> None:
    encoder = Encoder(key)
    seen = [encoder.observe(position, seat) for position in middles(encoder, range(4), 60) for seat in (0, 1)]
    assert len({one.tobytes() for one in seen}) == len(seen)
    assert digest(b"".join(one.tobytes() for one in seen)) == OBSERVED[key]


@pytest.mark.parametrize("key", GAMES)
def test_no_move_has_two_actions(key: str) -> None:
    for options in OPTION_SETS[key]:
        moves = Encoder(GAMES[key], options).moves.tolist()
        assert len(set(moves)) == len(moves) > 0


@given(st.data())
@pytest.mark.parametrize("key", GAMES)
def test_moves_and_actions_correspond_and_masks_are_the_legal_moves(key: str, data: st.DataObject) -> None:
    options = data.draw(st.sampled_from(OPTION_SETS[key]))
    encoder = Encoder(GAMES[key], options)
    position = encoder.start()
    position.play_random(data.draw(st.integers(0, 10**6)), data.draw(st.integers(0, 400)))
    mask = encoder.mask(position)
    assert set(np.flatnonzero(mask).tolist()) == {encoder.action(position, move) for move in position.moves()}
    for move in position.moves():
        action = encoder.action(position, move)
        assert encoder.move(position, action) == move
        assert encoder.action(position, encoder.move(position, action)) == action
    assert encoder.legal_actions(position) == sorted(encoder.action(position, text) for text in position.move_texts())


@given(st.data())
@pytest.mark.parametrize("key", GAMES)
def test_observations_are_numbers_from_0_to_1_and_change_with_the_viewer(key: str, data: st.DataObject) -> None:
    encoder = Encoder(GAMES[key], data.draw(st.sampled_from(OPTION_SETS[key])))
    position = encoder.start()
    position.play_random(data.draw(st.integers(0, 10**6)), data.draw(st.integers(0, 300)))
    seen = [encoder.observe(position, seat) for seat in range(encoder.num_players)]
    assert all(one.shape == encoder.observation_shape and 0 <= one.min() <= one.max() <= 1 for one in seen)
    assert len({one.tobytes() for one in seen}) == encoder.num_players
    assert (encoder.observe(position) == seen[position.seat]).all()


@pytest.mark.parametrize("key", NUMBERING)
def test_equal_observations_have_the_same_legal_actions(key: str) -> None:
    encoder = Encoder(key)
    masks: dict[bytes, bytes] = {}
    for position in middles(encoder, range(120), 12):
        seen = encoder.observe(position).tobytes()
        mask = encoder.mask(position).tobytes()
        assert masks.setdefault(seen, mask) == mask
    assert len(masks) > 40


def test_repetitions_and_counters_are_observed() -> None:
    encoder = Encoder("laserchess")
    position = encoder.start()
    before = encoder.observe(position)
    for text in ("Nd1>", "Ng8>", "Nd1<", "Ng8<"):
        position.play(text)
    after = encoder.observe(position)
    names = encoder.planes.names
    changed = {names[n] for n in range(len(names)) if (before[n] != after[n]).any()}
    assert changed == {"turns without capture / 100", "repetitions / 2"}
    assert after[names.index("repetitions / 2")].max() == 0.5


def test_another_process_has_the_same_numbers_compiled_or_not() -> None:
    for pure in ("0", "1"):
        environment = {**os.environ, "PARLOUR_PURE": pure, "PYTHONHASHSEED": "12345"}
        command = [sys.executable, "-m", "tests.rl.numbering", str(HEXAPAWN)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        other = json.loads(done.stdout)
        assert other.keys() == GAMES.keys()
        for key, one in GAMES.items():
            one.start().playouts(50, seed=9)  # plain moves get their numbers in another order
            assert json.loads(json.dumps(report_game(one))) == other[key], key


@pytest.mark.parametrize(("name", "actions"), [("hex", 122), ("amazons", 2940)])
def test_the_example_games_list_their_moves(name: str, actions: int) -> None:
    with known(ROOT / "examples" / f"{name}.py"):
        encoder = Encoder(name)
        assert encoder.num_actions == actions
        for position in middles(encoder, range(3), 30):
            assert encoder.mask(position).sum() == len(position.moves())
            assert encoder.observe(position).max() == 1


class Listed(Hexapawn):
    """A plain game that lists its moves."""

    def all_moves(self, options: Options) -> Sequence[Hashable]:
        return [(8 - start, 8 - end) for start in range(9) for end in range(9) if start != end]


def test_a_plain_game_is_numbered_in_the_order_it_lists() -> None:
    listed = Listed()
    listed.start().playouts(10)
    encoder = Encoder(listed)
    assert move_values(encoder) == listed.all_moves(encoder.options)
    assert encoder.legal_actions(encoder.start())


def test_the_error_of_a_plain_game_that_lists_too_little_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Listed, "all_moves", lambda *_: [(0, 3)])
    encoder = Encoder(Listed())
    with pytest.raises(ArgumentError, match=r"Hexapawn does not list the move \w+ among its actions"):
        encoder.mask(encoder.start())


def test_a_large_plain_game_must_list_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "MAX_EXPLORED", 20)
    with pytest.raises(ArgumentError, match="Define `all_moves`"):
        Encoder(Hexapawn())


def test_illegal_actions_are_refused() -> None:
    encoder = Encoder("surakarta")
    start = encoder.start()
    legal = encoder.legal_actions(start)
    with pytest.raises(IllegalMove):
        encoder.move(start, next(action for action in range(924) if action not in legal))
    for action in (-1, 924, 1.5, None, "4,0-3,0"):
        with pytest.raises(ArgumentError):
            encoder.move(start, action)
    with pytest.raises(ArgumentError):
        encoder.observe(start, 2)
