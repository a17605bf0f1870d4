"""Connect Four as a compiled game in an outside package: it agrees with the plain one, interpreted and compiled."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from parlour.games import load
from parlour.games.conformance import conform
from parlour.games.contract.position import COMPILED
from tests.examples.outside_package import EXAMPLES, PACKAGE, install_connect_four
from tests.packages.playing import start_and_play
from tests.server.processes import free_port

COMPILED_ONLY = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")

COMPARE = """
import random, sys
from parlour.games import load
from parlour.games.conformance import conform
if sys.argv[2] == "installed":
    from parlour.games import game
    compiled = game("connect-four")
else:
    from parlour_connect_four import ConnectFour
    compiled = ConnectFour()
from parlour_connect_four.rules import COMPILED
plain = load(sys.argv[1])
assert list(conform(compiled)) == [], list(conform(compiled))
assert compiled.read(compiled.showpiece).text() == plain.read(plain.showpiece).text() != plain.start().text()
for seed in range(5):
    one, other, chance = compiled.start(), plain.start(), random.Random(seed)
    while True:
        assert (one.text(), one.move_texts(), one.outcome()) == (other.text(), other.move_texts(), other.outcome())
        if one.is_over():
            break
        assert [one.static(seat) for seat in (0, 1)] == [other.static(seat) for seat in (0, 1)]
        text = chance.choice(one.move_texts())
        one.play(text)
        other.play(text)
print("compiled" if COMPILED else "interpreted")
"""


def compare(folder: Path, how: str, **environment: str) -> str:
    """Play random games of both; return whether the rules of the package are compiled."""
    done = subprocess.run(
        [sys.executable, "-c", COMPARE, str(EXAMPLES / "connect_four.py"), how],
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_plain_game_passes_all_checks() -> None:
    assert list(conform(load(EXAMPLES / "connect_four.py"))) == []


def test_the_interpreted_package_agrees_with_the_plain_game() -> None:
    assert compare(PACKAGE, "source", PARLOUR_PURE="1") == "interpreted"


@COMPILED_ONLY
def test_rules_that_were_not_compiled_are_refused_with_a_reason() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import parlour_connect_four"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "compile the class (a .pxd beside its module)" in done.stderr


@COMPILED_ONLY
@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_built_wheel_is_found_by_its_entry_point_and_agrees(tmp_path: Path) -> None:
    site = install_connect_four(tmp_path)
    (metadata,) = site.glob("*.dist-info/METADATA")
    assert f"Requires-Dist: parlour=={version('parlour')}" in metadata.read_text(encoding="utf-8")
    assert compare(site, "installed") == "compiled"
    assert compare(site, "installed", PARLOUR_PURE="1") == "interpreted"
    environment = {**os.environ, "PYTHONPATH": str(site), "PARLOUR_FOLDER": str(tmp_path / "data")}
    parlour: list[str | Path] = [sys.executable, "-m", "parlour"]
    listed = subprocess.run([*parlour, "games"], env=environment, capture_output=True, text=True, check=False)
    assert "connect-four" in listed.stdout
    serve = [*parlour, "serve", "--host", "127.0.0.1", "--port", str(free_port()), "--no-qr"]
    assert start_and_play(serve, environment, "connect-four") in ("row", "full")
