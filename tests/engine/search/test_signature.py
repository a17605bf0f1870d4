"""Search visits as many nodes as its recorded signature, compiled and interpreted."""

import json
import os
import subprocess
import sys

import pytest

from parlour.engine.search.negamax import COMPILED
from tests.engine.search import signature

AGAIN = "If that was meant: .venv/bin/python -m tests.engine.search.signature"


@pytest.mark.skipif(not COMPILED, reason="takes the interpreter minutes; smaller searches are compared below")
@pytest.mark.parametrize("key", signature.two_seated())
def test_a_fixed_depth_takes_as_many_nodes_as_recorded(key: str) -> None:
    recorded = signature.recorded()
    assert key in recorded, f"No signature yet. {AGAIN}"
    depth = recorded[key]["depth"]
    assert {"depth": depth, "nodes": signature.nodes(key, depth)} == recorded[key], AGAIN


def test_interpreted_search_finds_the_same_as_compiled() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.search.signature", "quick"],
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_PURE": "1"},
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == json.loads(json.dumps(signature.quick()))
