"""Environments for machine learning, over every game: `pip install 'parlour[rl]'`, and docs/rl.md.

- `Encoder`: actions, masks and observations of a game with given options.
- `BatchEnv`: many games at once, in compiled loops.
- `env`, `raw_env`: PettingZoo's AEC interface. `SinglePlayerEnv`: Gymnasium's, against a bot.
- `load_game`, `State`: the interface of OpenSpiel, without OpenSpiel.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error

for _package in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_package) is None:
        raise localized_error(ParlourError, "shared.actions.extra", extra="rl", package=_package)

if TYPE_CHECKING:
    from parlour.rl.batch_env import BatchEnv
    from parlour.rl.encoder import Encoder
    from parlour.rl.gymnasium_env import SinglePlayerEnv
    from parlour.rl.pettingzoo_env import TurnBasedEnv, env, raw_env
    from parlour.rl.spiel import SpielGame, State, load_game

__all__ = [
    "BatchEnv",
    "Encoder",
    "SinglePlayerEnv",
    "SpielGame",
    "State",
    "TurnBasedEnv",
    "env",
    "load_game",
    "raw_env",
]

_MODULES = {
    "BatchEnv": "batch_env",
    "Encoder": "encoder",
    "SinglePlayerEnv": "gymnasium_env",
    "SpielGame": "spiel",
    "State": "spiel",
    "TurnBasedEnv": "pettingzoo_env",
    "env": "pettingzoo_env",
    "load_game": "spiel",
    "raw_env": "pettingzoo_env",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Import names on first use: Gymnasium and PettingZoo take longer to load than the games."""
    if name in _MODULES:
        return getattr(import_module(f"parlour.rl.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
