"""The import contracts name every folder of the server, and every module of routes and messages."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from parlour import server

ROOT = Path(__file__).resolve().parents[2]
SERVER = Path(server.__path__[0])
CONTRACTS: dict[str, Any] = {
    contract["name"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}
SHARED = {"channels", "http", "process"}
"""Folders that are no features."""
FEATURES = {path.parent.name for path in SERVER.glob("*/__init__.py")} - SHARED


def named_in(contract: str, key: str) -> set[str]:
    """Return the folders of the server that a list of a contract names."""
    modules = {module.removeprefix("parlour.server.") for module in CONTRACTS[contract][key]}
    return {module for module in modules if (SERVER / module).is_dir()}


def test_the_order_of_features_names_them_all() -> None:
    layers = CONTRACTS["Server features build on each other in one direction"]["layers"]
    assert {feature for layer in layers for feature in layer.split(" | ")} == FEATURES


def test_the_internals_of_every_feature_are_protected() -> None:
    # `dev` is above all others: the order of features keeps them from importing it.
    assert named_in("What is imported from outside a server feature is public", "protected_modules") == FEATURES - {
        "dev"
    }


def test_nothing_that_features_share_may_import_one_of_them() -> None:
    contract = "What all features share imports none of them"
    assert named_in(contract, "forbidden_modules") == FEATURES
    assert named_in(contract, "source_modules") == SHARED - {"process"}  # which runs the features


@pytest.mark.parametrize(
    ("contract", "key", "suffix"),
    [
        ("Only the application imports request handlers", "protected_modules", "routes"),
        ("Messages depend on no server code but other messages", "source_modules", "messages"),
    ],
)
def test_every_module_of_a_kind_is_in_its_contract(contract: str, key: str, suffix: str) -> None:
    modules = [
        "parlour.server." + ".".join(path.relative_to(SERVER).with_suffix("").parts)
        for path in SERVER.glob(f"*/*{suffix}.py")
    ]
    assert len(modules) > 10
    patterns = CONTRACTS[contract][key]
    assert [name for name in modules if not any(fnmatchcase(name, pattern) for pattern in patterns)] == []
