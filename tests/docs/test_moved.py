"""The table of what moved where names existing files and folders."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "moved.md").read_text(encoding="utf-8")
FOLDERS = {"Python": ROOT / "src" / "parlour", "Page": ROOT / "web" / "src" / "lib"}


def exists(folder: Path, name: str) -> bool:
    if name.endswith("/"):
        return (folder / name).is_dir()
    return any((folder / f"{name}{suffix}").is_file() for suffix in (".py", ".ts", ".svelte.ts", ".svelte"))


@pytest.mark.parametrize("section", FOLDERS)
def test_every_new_place_exists(section: str) -> None:
    table = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    places = [place for row in re.findall(r"^\| .+ \| (`.+) \|$", table, re.MULTILINE) for place in row.split(", ")]
    paths = [path for place in places for path in re.findall(r"`(\w+/[\w/]*)`", place)]
    assert len(paths) > 30
    assert [path for path in paths if not exists(FOLDERS[section], path)] == []
