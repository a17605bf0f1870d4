"""The map of the code in README.md names every folder and top-level module."""

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAP = (ROOT / "README.md").read_text(encoding="utf-8").split("## Map of the code")[1].split("\n## ")[0]
ROWS: dict[str, str] = dict(re.findall(r"^\| (`[^|]+`) \| (.+) \|$", MAP, re.MULTILINE))
PACKAGE = PurePosixPath("src/parlour")


def tracked() -> list[PurePosixPath]:
    """Return the files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    return [PurePosixPath(line) for line in listed.stdout.splitlines()]


def row(folder: str) -> str:
    """Return what the map says about a folder."""
    return next(text for place, text in ROWS.items() if f"`{folder}/`" in place)


def modules(folder: PurePosixPath) -> set[str]:
    files = (path for path in tracked() if path.parent == folder and path.suffix == ".py")
    return {path.stem for path in files if not path.stem.startswith("_")}


def test_the_map_names_every_folder() -> None:
    paths = tracked()
    folders = {path.parts[0] for path in paths if len(path.parts) > 1 and not path.parts[0].startswith(".")}
    named = {place.split("/")[0] for places in ROWS for place in re.findall(r"`([^`]+)`", places)}
    assert folders - named == set()
    packages = {path.parts[2] for path in paths if path.is_relative_to(PACKAGE) and len(path.parts) > 3}
    assert [name for name in sorted(packages) if f"`{PACKAGE}/{name}/" not in MAP] == []


@pytest.mark.parametrize("folder", ["src/parlour", "src/parlour/server"])
def test_the_map_names_every_module_beside_packages(folder: str) -> None:
    named = set(re.findall(r"`([a-z_]+)`", row(folder)))
    assert sorted(modules(PurePosixPath(folder)) - named) == []
