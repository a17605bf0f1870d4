"""Environments for machine learning, over every game: `pip install 'parlour[rl]'`, and docs/rl.md.

- `Encoder`: actions, masks and observations of a game with given options.
- `BatchEnv`: many games at once, in compiled loops.
- `env`, `raw_env`: PettingZoo's AEC interface. `SinglePlayerEnv`: Gymnasium's, against a bot.
- `load_game`, `State`: the interface of OpenSpiel, without OpenSpiel.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.lazy_imports import lazy_imports

for _package in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_package) is None:
        raise localized_error(ParlourError, "shared.actions.extra", extra="rl", package=_package)

if TYPE_CHECKING:
    from parlour.rl.batch_env import BatchEnv
    from parlour.rl.encoder import Encoder
    from parlour.rl.gymnasium_env import SinglePlayerEnv
    from parlour.rl.pettingzoo_env import TurnBasedEnv, env, raw_env
    from parlour.rl.spiel import GameType, SpielGame, State, load_game

__all__ = [
    "BatchEnv",
    "Encoder",
    "GameType",
    "SinglePlayerEnv",
    "SpielGame",
    "State",
    "TurnBasedEnv",
    "env",
    "load_game",
    "raw_env",
]

# Gymnasium and PettingZoo take longer to load than the games.
__getattr__, __dir__ = lazy_imports(
    __name__,
    {
        "BatchEnv": "parlour.rl.batch_env",
        "Encoder": "parlour.rl.encoder",
        "SinglePlayerEnv": "parlour.rl.gymnasium_env",
        **dict.fromkeys(("TurnBasedEnv", "env", "raw_env"), "parlour.rl.pettingzoo_env"),
        **dict.fromkeys(("GameType", "SpielGame", "State", "load_game"), "parlour.rl.spiel"),
    },
)
