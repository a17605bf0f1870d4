"""The interface of OpenSpiel."""

from random import Random

import pytest

from parlour.errors import IllegalMove
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


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state: State = load_game("sim").new_initial_state()
    state.apply_action(4)
    with pytest.raises(IllegalMove):
        state.apply_action(4)
    assert state.history() == [4]
