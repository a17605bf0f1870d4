"""Build and install the compiled game of `examples/connect-four`, a package of its own."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
PACKAGE = EXAMPLES / "connect-four"


def install_connect_four(folder: Path) -> Path:
    """Build the wheel, unpack it, and return the folder to put on the path."""
    source = folder / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "*.so", "*.c"))
    build = "from setuptools.build_meta import build_wheel; import sys; build_wheel(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return site
