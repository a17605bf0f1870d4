"""The walkthrough names existing files, and few enough of them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "walkthrough.md").read_text(encoding="utf-8")
FOLDERS = (ROOT / "src" / "parlour", ROOT / "web" / "src" / "lib")
MAX_FILES = {"A click": 30, "A search": 20}


def files_of(path: str) -> list[str]:
    """Return the files that the steps of a path name."""
    section = PAGE.split(f"## {path}\n")[1].split("\n## ")[0]
    return re.findall(r"`([\w./]+\.(?:py|pxd|ts|svelte))`", section)


def test_each_path_has_at_most_its_number_of_files() -> None:
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == list(MAX_FILES)
    for path, most in MAX_FILES.items():
        assert 15 <= len(set(files_of(path))) <= most


def test_every_file_exists() -> None:
    named = {file for path in MAX_FILES for file in files_of(path)}
    assert [file for file in sorted(named) if not any((folder / file).is_file() for folder in FOLDERS)] == []
