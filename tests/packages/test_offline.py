"""Parlour serves its page and plays where there is no network and nothing is compiled."""

import subprocess
import sys
from pathlib import Path

from tests.packages.distributions import ROOT
from tests.web.network_namespaces import LocalNetwork


def test_a_game_is_played_without_a_network_and_without_compiled_modules(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "parlour", "serve", "--host", "127.0.0.1", "--no-qr"]
    environment = [f"PARLOUR_FOLDER={tmp_path / 'data'}", "PARLOUR_PURE=1"]
    play = [sys.executable, "-m", "tests.packages.playing", "/", "/usr/bin/env", *environment, *program]
    with LocalNetwork() as network:
        done = subprocess.run([*network.on_server, *play], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "triangle"
