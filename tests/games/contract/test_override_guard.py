"""Python classes cannot override what compiled code calls."""

import os
import subprocess
import sys
from typing import Any

import pytest

from parlour.games import PlainPosition, Position, game
from parlour.games.contract import position
from parlour.games.contract.override_guard import C_METHODS
from parlour.games.surakarta.position import SurakartaPosition

COMPILED_ONLY = pytest.mark.skipif(not position.COMPILED, reason="nothing is compiled here")
INTERPRETED_ONLY = pytest.mark.skipif(position.COMPILED, reason="needs the interpreted modules: PARLOUR_PURE=1")


# ---- The guard -----------------------------------------------------------------------------------------------------


@COMPILED_ONLY
@pytest.mark.parametrize("base", [Position, PlainPosition, SurakartaPosition])
@pytest.mark.parametrize("name", C_METHODS)
def test_a_python_class_cannot_override_what_compiled_code_calls(base: type[Position], name: str) -> None:
    with pytest.raises(TypeError, match=f"Sneaky overrides {name} in Python.*PlainGame"):
        type("Sneaky", (base,), {name: lambda self, *arguments: 0})


@COMPILED_ONLY
def test_the_guard_names_all_overridden_methods() -> None:
    with pytest.raises(TypeError, match="overrides make, evaluate in Python"):
        type("Sneaky", (SurakartaPosition,), {"evaluate": None, "make": None, "text": None})


@COMPILED_ONLY
def test_the_guard_knows_every_virtual_method() -> None:
    """C methods are invisible from Python; those of the interpreted class are visible."""
    code = "from parlour.games.contract.position import Position; print(*dir(Position))"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_PURE": "1"},
        check=True,
    )
    in_python = {name for name in dir(Position) if not name.startswith("__")}
    assert {name for name in answer.stdout.split() if not name.startswith("__")} - in_python == set(C_METHODS)


def test_a_python_class_may_override_other_methods() -> None:
    class Silent(SurakartaPosition):
        def prompt(self) -> Any:
            return self.message("prompt", seat=1 - self.seat)

    surakarta = game("surakarta")
    assert Silent(surakarta, surakarta.check()).prompt().params == {"seat": 1}


@INTERPRETED_ONLY
def test_interpreted_rules_may_be_overridden() -> None:
    class Fond(SurakartaPosition):
        def evaluate(self, seat: int) -> int:
            return 7

    surakarta = game("surakarta")
    assert Fond(surakarta, surakarta.check()).static(0) == 7
