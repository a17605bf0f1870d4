"""The steps of the container file make a server that plays, as far as this can be tried without a container engine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.distributions import ROOT, build, copy_source, unpack

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0 or shutil.which("unshare") is None or sys.base_prefix == "/usr",
        reason="the steps need root, a mount namespace, and a Python with pip that is not part of the system",
    ),
]


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Return a folder with the wheel for all platforms, as `make dist` builds it."""
    copy = copy_source(tmp_path / "copy")
    source = unpack(build("build_sdist", copy, tmp_path / "sdist", PARLOUR_SKIP_WEB="1"), tmp_path / "source")
    return build("build_wheel", source, tmp_path / "wheels", PARLOUR_COMPILE="0").parent


def test_its_steps_install_the_wheel_and_its_command_serves_a_game(wheels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "container"
    folder.mkdir()
    command = ["unshare", "--mount", sys.executable, "-m", "tests.packages.container"]
    done = subprocess.run(
        [*command, folder, sys.base_prefix, wheels], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    *_, speed, reason, files = done.stdout.splitlines()
    assert "interpreted (slow): this is the package" in speed
    assert reason == "triangle"
    assert "secrets.json" in files.split()
