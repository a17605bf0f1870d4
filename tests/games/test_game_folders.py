"""All games have the same files, with the same functions in them."""

import ast
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
    "evaluation",
    "explain",
    "game",
    "legacy",
    "notation",
    "position",
    "rules",
    "setup_check",
}
REQUIRED |= {"baseline", "baseline_search", "tables"}
OPTIONAL = {"handicap", "legacy_database"}
OF_ONE_GAME = {"yinsh": {"lines", "lines_pure"}}
"""Parts of the rules that several compiled modules of a game share."""
TEXTS = {"catalogue/en.toml", "catalogue/de.toml", "help/en.md", "help/de.md", "lessons/en.toml", "lessons/de.toml"}
FUNCTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "coach": {"aids": ("position",), "turn_reasons": ("position", "moves", "line")},
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


def methods_in(path: Path, ending: str) -> dict[str, tuple[str, ...]]:
    """Return the parameters of the methods of a class, which compiled C methods do not expose."""
    (found,) = [
        node
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name.endswith(ending)
    ]
    return {one.name: tuple(a.arg for a in one.args.args) for one in found.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.parametrize("key", own_keys())
def test_the_hooks_for_search_are_methods_of_the_evaluation(key: str) -> None:
    hooks = {"evaluate": ("self", "seat"), "order_hint": ("self", "move"), "tactical": ("self", "out")}
    evaluation = methods_in(GAMES / key / "evaluation.py", "Evaluation")
    assert {name: evaluation[name] for name in hooks} == hooks
    assert not hooks.keys() & methods_in(GAMES / key / "rules.py", "Rules").keys()


@pytest.mark.parametrize("key", own_keys())
def test_baselines_are_factories_of_players_by_seed(key: str) -> None:
    module = importlib.import_module(f"parlour.games.{key}.baseline")
    assert module.BASELINES
    assert callable(module.classic)
    for name, baseline in module.BASELINES.items():
        assert name.startswith("classic-")
        assert tuple(inspect.signature(baseline).parameters) == ("seed",)
        assert tuple(inspect.signature(baseline(1)).parameters) == ("position",)


@pytest.mark.parametrize("key", [key for key in own_keys() if (GAMES / key / "handicap.py").exists()])
def test_handicaps_are_options_and_what_they_mean_for_a_seat(key: str) -> None:
    module = importlib.import_module(f"parlour.games.{key}.handicap")
    assert module.OPTIONS
    assert all(option.handicap for option in module.OPTIONS)
    assert {option.key for option in module.OPTIONS} <= {option.key for option in game(key).declared}
    functions = [one for _, one in inspect.getmembers(module, inspect.isfunction) if one.__module__ == module.__name__]
    assert functions
    assert {tuple(inspect.signature(one).parameters) for one in functions} == {("options", "seat")}


@pytest.mark.parametrize("key", own_keys())
def test_traits_are_functions_of_a_position_and_a_seat(key: str) -> None:
    coach = importlib.import_module(f"parlour.games.{key}.coach")
    found = getattr(coach, "TRAITS", {})
    assert {style.trait for style in game(key).styles if style.trait} <= found.keys()
    assert all(tuple(inspect.signature(one).parameters) == ("position", "seat") for one in found.values())
    assert not hasattr(coach, "trait")
