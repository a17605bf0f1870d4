"""Names of types: wire types have a suffix, and every class name is unique."""

import ast
import importlib
import pkgutil
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import get_args

import msgspec
import pytest

from parlour import server

SOURCE = Path(__file__).resolve().parents[2] / "src" / "parlour"
SUFFIXES = ("Message", "View", "Request")
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(server.__path__, f"{server.__name__}.")
    if module.name.endswith("messages")
]

PARALLEL = {"Rules", "Valued"}
"""Classes that every game folder may define: a game's files have the same names and the same contents."""


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


@cache
def shared_class_names() -> dict[str, list[str]]:
    """Return the names that several classes of the source share, with the files that define them."""
    files: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                files[node.name].append(str(file.relative_to(SOURCE)))
    return {name: found for name, found in files.items() if len(found) > 1}


def test_no_two_classes_share_a_name() -> None:
    shared = shared_class_names()
    assert {name: files for name, files in shared.items() if name not in PARALLEL} == {}


def test_parallel_classes_are_in_game_folders() -> None:
    for name in PARALLEL & set(shared_class_names()):
        files = shared_class_names()[name]
        assert len({Path(file).parent for file in files}) == len(files)
        assert all(file.startswith("games/") for file in files)
