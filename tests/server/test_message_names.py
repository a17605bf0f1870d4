"""Names of types: wire types have a suffix, and every class name is unique."""

import ast
import importlib
import pkgutil
from collections import defaultdict
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


def test_no_two_classes_share_a_name() -> None:
    files: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                files[node.name].append(str(file.relative_to(SOURCE)))
    assert len(files) > 500
    assert {name: found for name, found in files.items() if len(found) > 1} == {}
