"""Everything in `parlour.rl` answers hostile arguments, or refuses them with a sentence."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import rl
from parlour.errors import ArgumentError, ParlourError
from tests.games.contract.hostile_calls import HOSTILE

SIM = parlour.game("sim").start()
FOREIGN = [
    parlour.game("surakarta").start(),
    parlour.game("sim").start({"players": 3, "vertices": 7}),
    parlour.game("laserchess").start(),
]
HOSTILE_HERE = [*HOSTILE, *FOREIGN, np.zeros(3), np.array([1, 2])]
SPIEL = rl.load_game("sim")
VALID: dict[str, Any] = {
    "action": 0,
    "actions": np.array([0, 0]),
    "agent": "player_0",
    "chosen": "sim",
    "count": 2,
    "game": "sim",
    "move": "A-B",
    "player": 0,
    "position": SIM,
    "text": SPIEL.new_initial_state().serialize(),
    "random": np.random.default_rng(1),
    "State.game": SPIEL,
    "State.string_to_action.player": "A-B",
}
"""Valid values of all required parameters."""


def make(name: str) -> Any:
    """Return an object of a class, ready for use."""
    if name == "State":
        return SPIEL.new_initial_state().child(14)
    found = getattr(rl, name)("sim", **({"count": 2} if name == "BatchEnv" else {}))
    if hasattr(found, "reset"):
        found.reset()
    return found


def constructed(name: str) -> Callable[..., Any]:
    """Return a function that makes an object and, if it is an environment, takes a step."""

    def function(**values: Any) -> None:
        found = getattr(rl, name)(**values)
        if isinstance(found, rl.TurnBasedEnv | rl.SinglePlayerEnv):
            found.reset()
            found.step(0)

    return function


def calls() -> list[Any]:
    """Return every function, constructor and method as (name, function, parameters)."""
    found: list[Any] = []
    for name in rl.__all__:
        one = getattr(rl, name)
        found.append((name, constructed(name), inspect.signature(one)))
        if isinstance(one, type):
            for method, function in vars(one).items():
                if not method.startswith("_") and inspect.isfunction(function):
                    signature = inspect.signature(getattr(make(name), method))

                    def call(name: str = name, method: str = method, **values: Any) -> Any:
                        return getattr(make(name), method)(**values)

                    found.append((f"{name}.{method}", call, signature))
    cases = []
    for name, function, signature in found:
        for parameter in signature.parameters.values():
            needed = [p.name for p in signature.parameters.values() if p.default is p.empty]
            given = {n: VALID.get(f"{name}.{n}", VALID.get(n)) for n in needed}
            cases.append(pytest.param(function, given, parameter.name, id=f"{name}-{parameter.name}"))
    return cases


@pytest.mark.parametrize(("function", "given", "parameter"), calls())
def test_a_hostile_argument_is_answered_or_refused_by_a_sentence(
    function: Callable[..., Any], given: dict[str, Any], parameter: str
) -> None:
    function(**given)
    for value in HOSTILE_HERE:
        if parameter == "count" and isinstance(value, int) and value > 1000:
            continue
        try:
            function(**{**given, parameter: value})
        except ParlourError:
            continue
    assert parlour.game("sim").start() == SIM


@pytest.mark.parametrize("position", FOREIGN, ids=lambda position: position.game.key)
def test_a_position_of_another_game_or_with_other_options_is_refused(position: parlour.Position) -> None:
    encoder = rl.Encoder("sim")
    for method in (encoder.mask, encoder.legal_actions, encoder.observe, encoder.rewards):
        with pytest.raises(ArgumentError, match="not a position of Sim"):
            method(position)
    with pytest.raises(ArgumentError, match="not a position of Sim"):
        encoder.observe(position, seat=0)
    with pytest.raises(ArgumentError, match="not a position of Sim"):
        rl.BatchEnv("sim", 2, start=position)


def test_a_step_before_the_first_reset_plays_nothing() -> None:
    for environment in (rl.SinglePlayerEnv("sim"), rl.TurnBasedEnv("sim")):
        with pytest.raises(ArgumentError, match="reset"):
            environment.step(0)
        assert environment.position == SIM
    with pytest.raises(ArgumentError, match="reset"):
        rl.TurnBasedEnv("sim").observe("player_0")


def test_an_agent_whose_game_is_over_steps_only_with_none() -> None:
    environment = rl.TurnBasedEnv("sim", max_moves=1)
    environment.reset()
    environment.step(0)
    for value in HOSTILE_HERE:
        if value is not None:
            with pytest.raises(ArgumentError, match="with None"):
                environment.step(value)
    environment.step(None)
    environment.step(None)
    with pytest.raises(ArgumentError, match="reset"):
        environment.step(None)


def test_the_positions_of_a_batch_cannot_be_replaced() -> None:
    batch = rl.BatchEnv("sim", 2)
    with pytest.raises(TypeError):
        batch.positions[0] = parlour.game("sim").start({"players": 5, "vertices": 9})  # type: ignore[index]
