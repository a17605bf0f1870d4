"""Names of types: wire types have a suffix, and the name of every type is unique."""

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args

import msgspec
import pytest

from parlour import server
from tools.client_types import declared_types

SOURCE = Path(__file__).resolve().parents[2] / "src" / "parlour"
SUFFIXES = ("Message", "View", "Request")
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(server.__path__, f"{server.__name__}.")
    if module.name.endswith("messages")
]


# Values of the rules, of matches and of the club are sent as they are: a copy of each under another name would have to
# be kept equal to it, and clients use the same words as the rules.
DOMAIN_VALUES = {
    "engine": "Odds",
    "games": """
        Appearance Arc Beam Board Cell Choice EdgeLabel Effect Kind Line Option Outcome Piece Preset Side Site Span
        Tray Verb
    """,
    "match": """
        Abort AnswerOffer Assist Clock Draw Flag HelpCount Limit Pause PlayMove PlayTurn Redo Rematch Resign Restart
        Resume Series SetPace StepTurn Study StudyNode TakeBack
    """,
    "club": "StandingRow TeamRow",
    "store": "Day NamedResults OpponentResults ResultTally Streak",
}


def is_message(value: object, module: ModuleType) -> bool:
    """Return whether a module defines a value as a struct or a union of structs."""
    if isinstance(value, type):
        return issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    return isinstance(value, UnionType) and all(isinstance(part, type) for part in get_args(value))


@pytest.mark.parametrize("module", MODULES, ids=[module.__name__ for module in MODULES])
def test_wire_types_end_in_message_view_or_request(module: ModuleType) -> None:
    imported = {
        alias.asname or alias.name
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    names = [name for name, value in vars(module).items() if name not in imported and is_message(value, module)]
    assert names
    assert [name for name in names if not name.endswith(SUFFIXES)] == []


def test_other_types_on_the_wire_are_known_values_of_the_domain() -> None:
    layers: dict[str, set[str]] = defaultdict(set)
    for name, struct in declared_types().source.items():
        if not name.endswith(SUFFIXES):
            layers[struct.__module__.split(".")[1]].add(name)
    assert layers == {layer: set(names.split()) for layer, names in DOMAIN_VALUES.items()}


def type_aliases(tree: ast.Module) -> list[str]:
    """Return the names that a module gives to types, except type variables, which are named anew in every module."""
    assigned = {
        ast.unparse(target): node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    return [
        name
        for name, value in assigned.items()
        if re.fullmatch(r"_?[A-Z]+[a-z]\w*", name) and not ast.unparse(value).startswith(("TypeVar(", "ParamSpec("))
    ]


def test_no_two_types_share_a_name() -> None:
    files: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for name in classes + type_aliases(tree):
            files[name].append(str(file.relative_to(SOURCE)))
    assert len(files) > 500
    assert {name: found for name, found in files.items() if len(found) > 1} == {}
