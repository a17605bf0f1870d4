"""Machine learning: steps of environments per second, and their ratio to plain random games."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.rules import moves_from_python, per_second
from parlour.games import keys
from parlour.rl import BatchEnv, Encoder, SinglePlayerEnv, load_game, raw_env

BATCH = 64
STEPS = 2000
# Random games of Laser Chess may last very long.
MAX_MOVES = 1000


def batch_steps(key: str) -> Callable[[], int]:
    batch, random = BatchEnv(key, BATCH, max_moves=MAX_MOVES), np.random.default_rng(1)

    def work() -> int:
        for _ in range(STEPS // BATCH):
            batch.step(batch.sample(random))
        return STEPS // BATCH * BATCH

    return work


def state_steps(key: str) -> Callable[[], int]:
    """Choose among the legal actions without observing, like a tree search."""
    game, choice = load_game(key), Random(1).choice

    def work() -> int:
        state = game.new_initial_state()
        for _ in range(STEPS):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(choice(state.legal_actions()))
        return STEPS

    return work


def agent_steps(key: str) -> Callable[[], int]:
    games: Any = raw_env(key, max_moves=MAX_MOVES)

    def work() -> int:
        done = 0
        while done < STEPS:
            games.reset()
            for agent in games.agent_iter():
                observation, _, terminated, truncated, _ = games.last()
                over = terminated or truncated
                games.step(None if over else games.action_space(agent).sample(observation["action_mask"]))
                done += 0 if over else 1
        return done

    return work


def single_steps(key: str) -> Callable[[], int]:
    """Count the agent's moves; the random bot answers each."""
    games = SinglePlayerEnv(key, max_moves=MAX_MOVES)

    def work() -> int:
        observation, _ = games.reset(seed=1)
        for _ in range(STEPS):
            action = games.action_space.sample(observation["action_mask"])
            observation, _, terminated, truncated, _ = games.step(action)
            if terminated or truncated:
                observation, _ = games.reset()
        return STEPS

    return work


def main() -> None:
    table = Table("thousand per second", "random games", "from Python", f"batch of {BATCH}", "OpenSpiel", "AEC", "Gym")
    for key in keys():
        start = Encoder(key).start()
        plain = per_second(partial(start.playouts, 50, limit=MAX_MOVES))
        python = per_second(partial(moves_from_python, key, STEPS))
        makers = (batch_steps, state_steps, agent_steps, single_steps)
        rates = [per_second(make(key)) for make in makers]
        cells = [f"{rate / 1e3:,.0f} [dim](1 : {plain / rate:,.0f})[/dim]" for rate in (python, *rates)]
        table.add_row(key, f"{plain / 1e3:,.0f}", *cells)
    console = Console()
    console.print(table)
    console.print("In brackets: how many times slower than random games in one compiled loop.", style="dim")
