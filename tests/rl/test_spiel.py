"""The interface of OpenSpiel."""

import math
from random import Random

import pytest

from parlour.errors import IllegalMove, ParlourError
from parlour.games import keys
from parlour.rl import State, load_game


@pytest.mark.parametrize("key", keys())
def test_a_random_game_through_the_interface(key: str) -> None:
    game, random = load_game(key), Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        assert state.returns() == [0.0] * game.num_players()
        assert legal == state.legal_actions(player) == sorted(legal)
        assert state.legal_actions(1 - player) == []
        assert [n for n, bit in enumerate(state.legal_actions_mask()) if bit] == legal
        assert len(state.observation_tensor(player)) == game.observation_tensor_size()
        action = random.choice(legal)
        assert state.string_to_action(player, state.action_to_string(player, action)) == action
        before, text = state.clone(), str(state)
        state.apply_action(action)
        assert before.child(action) == state
        assert str(before) == text
        assert state.history()[-1] == action
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert set(state.returns()) in ({1.0, -1.0}, {0.0})
    replayed = game.new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert replayed == state
    assert state.observation_string() == replayed.observation_string()
    state.undo_action(0, state.history()[-1])
    assert not state.is_terminal()


def test_a_game_describes_itself() -> None:
    game = load_game("sim", {"players": 3})
    assert game.num_distinct_actions() == 15
    assert game.observation_tensor_shape() == [9, 6, 6]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, None)
    assert load_game("sim").utility_sum() == 0
    assert str(game).startswith("sim(players=3,vertices=6")
    assert game.get_parameters()["players"] == 3


def test_a_state_is_written_and_read_with_its_history() -> None:
    game = load_game("pylos")
    state = game.new_initial_state()
    assert (state.is_initial_state(), state.is_player_node(), state.is_mean_field_node()) == (True, True, False)
    assert game.deserialize_state(state.serialize()) == state
    while len(state.history()) < 5:
        state.apply_action(state.legal_actions()[0])
    read = game.deserialize_state(state.serialize())
    assert (read.history(), str(read)) == (state.history(), str(state))
    assert not read.is_initial_state()
    for text in ("", "x", "sim;;x", load_game("sim").new_initial_state().serialize(), state.serialize() + "\n99999"):
        with pytest.raises(ParlourError):
            game.deserialize_state(text)


def test_a_game_has_a_type() -> None:
    kind = load_game("sim").get_type()
    assert (kind.short_name, kind.long_name) == ("sim", "Sim")
    assert (kind.min_num_players, kind.max_num_players) == (2, 5)
    assert (kind.dynamics.name, kind.information.name) == ("SEQUENTIAL", "PERFECT_INFORMATION")
    assert (kind.chance_mode.name, kind.reward_model.name) == ("DETERMINISTIC", "TERMINAL")
    assert kind.utility.name == "ZERO_SUM"
    assert load_game("sim", {"players": 3}).get_type().utility.name == "GENERAL_SUM"
    assert kind.parameter_specification == load_game("sim").get_parameters()
    assert load_game("sim").max_game_length() >= 15


class Node:
    """A search-tree node as an OpenSpiel program would write it."""

    def __init__(self, state: State) -> None:
        self.state, self.children = state, dict[int, Node]()
        self.visits, self.value = 0, 0.0

    def choose(self, random: Random) -> int:
        """Return an untried action, or else the one with the best upper bound."""
        untried = [action for action in self.state.legal_actions() if action not in self.children]
        if untried:
            return random.choice(untried)
        scale = 2 * math.log(self.visits)
        return max(self.children, key=lambda a: (c := self.children[a]).value / c.visits + math.sqrt(scale / c.visits))


def tree_search(state: State, simulations: int, random: Random) -> int:
    """Return the most visited action of a Monte Carlo tree search that knows only the interface."""
    assert state.is_player_node()
    root = Node(state)
    for _ in range(simulations):
        path = [root]
        while path[-1].visits and not path[-1].state.is_terminal():
            action = path[-1].choose(random)
            path.append(path[-1].children.setdefault(action, Node(path[-1].state.child(action))))
        end = path[-1].state.clone()
        while not end.is_terminal() and end.move_number() < end.get_game().max_game_length():
            end.apply_action(random.choice(end.legal_actions()))
        returns = end.returns()
        for parent, node in zip([root, *path], path, strict=False):
            node.visits += 1
            node.value += returns[parent.state.current_player()]
    return max(root.children, key=lambda action: root.children[action].visits)


def test_a_tree_search_written_to_the_interface_finds_a_win() -> None:
    state = load_game("surakarta").deserialize_state("surakarta;;....../....../....../.1..2./....../...... 1 0")
    state.apply_action(tree_search(state, 60, Random(1)))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state: State = load_game("sim").new_initial_state()
    state.apply_action(4)
    with pytest.raises(IllegalMove):
        state.apply_action(4)
    assert state.history() == [4]
