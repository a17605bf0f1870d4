"""All games have the same files, with the same functions in them."""

import importlib
import inspect
from pathlib import Path

import pytest

import parlour.games
from parlour.games.registry import game, own_keys

GAMES = Path(parlour.games.__file__).parent
REQUIRED = {
    "__init__",
    "coach",
    "encoding",
    "explain",
    "game",
    "legacy",
    "notation",
    "position",
    "rules",
    "setup_check",
}
REQUIRED |= {"baseline", "baseline_search", "tables"}
OPTIONAL = {"evaluation", "handicap", "legacy_database"}
OF_ONE_GAME = {"yinsh": {"lines", "lines_pure"}}
"""Parts of the rules that several compiled modules of a game share."""
TEXTS = {"catalogue/en.toml", "catalogue/de.toml", "help/en.md", "help/de.md", "lessons/en.toml", "lessons/de.toml"}
FUNCTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "coach": {"aids": ("position",), "motives": ("position", "moves", "line")},
    "encoding": {"action_moves": ("options",), "planes": ("options",)},
    "explain": {"prompt": ("position",), "explain": ("position", "picks")},
    "legacy": {"read_legacy": ("game", "text")},
    "notation": {
        "write_text": ("position",),
        "parse": ("text", "options"),
        "write_move": ("position", "move"),
        "read_move": ("position", "text"),
    },
    "position": {"build": ("game", "draft", "options")},
    "setup_check": {"problems": ("draft", "options")},
}


@pytest.mark.parametrize("key", own_keys())
def test_a_game_has_the_files_of_all_games(key: str) -> None:
    modules = {path.stem for pattern in ("*.py", "*.pxd") for path in (GAMES / key).glob(pattern)}
    assert modules >= REQUIRED
    assert modules - REQUIRED - OPTIONAL == OF_ONE_GAME.get(key, set())
    assert [text for text in sorted(TEXTS) if not (GAMES / key / text).is_file()] == []


@pytest.mark.parametrize("key", own_keys())
@pytest.mark.parametrize("module", FUNCTIONS)
def test_a_module_has_the_functions_of_all_games(key: str, module: str) -> None:
    found = importlib.import_module(f"parlour.games.{key}.{module}")
    signatures = {name: tuple(inspect.signature(getattr(found, name)).parameters) for name in FUNCTIONS[module]}
    assert signatures == FUNCTIONS[module]


@pytest.mark.parametrize("key", own_keys())
def test_baselines_and_handicaps_are_declared_under_the_same_names(key: str) -> None:
    baselines = importlib.import_module(f"parlour.games.{key}.baseline").BASELINES
    assert baselines
    assert all(name.startswith("classic-") and callable(baseline) for name, baseline in baselines.items())
    if (GAMES / key / "handicap.py").exists():
        options = importlib.import_module(f"parlour.games.{key}.handicap").OPTIONS
        assert options
        assert {option.key for option in options} <= {option.key for option in game(key).declared}
