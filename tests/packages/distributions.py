"""Build distributions in a copy of the source, so that a build changes nothing that other tests use."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
BUILD = (
    "import sys; sys.path.insert(0, 'tools'); import build_backend as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"
)
NOT_SOURCE = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "node_modules", "build", ".svelte-kit")


def copy_source(folder: Path) -> Path:
    """Copy what a build uses, with the page that `make` built."""
    for name in ("src", "tools", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=NOT_SOURCE)
    for name in ("CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, folder)
    return folder


def package_files() -> set[Path]:
    """Return the files of the package, without what a build makes and the page."""
    return {
        path
        for path in (SRC / "parlour").rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and "static" not in path.parts
        and path.suffix not in (".so", ".c", ".html")
    }


def build(kind: str, source: Path, target: Path, **environment: str) -> Path:
    """Run the build backend ("build_sdist" or "build_wheel") and return what it made."""
    target.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", BUILD, kind, str(target)]
    done = subprocess.run(
        command, cwd=source, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return target / done.stdout.splitlines()[-1]


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack a source distribution and return its folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [unpacked] = folder.iterdir()
    return unpacked
