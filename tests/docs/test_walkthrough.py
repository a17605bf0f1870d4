"""The walkthrough names existing files, and few enough of them."""

import os
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


def imports_of(file: str) -> set[str]:
    """Return the modules that a file imports, as paths without suffix relative to their root folder."""
    path = next(folder / file for folder in FOLDERS if (folder / file).is_file())
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pxd"):
        declared = path.with_suffix(".pxd")
        text += declared.read_text(encoding="utf-8") if declared.is_file() else ""
        text = text.replace("(\n", "(").replace(",\n", ",")
        pairs = re.findall(r"from parlour\.([\w.]+) c?import \(?([\w, ]+)", text)
        modules = {module for module, _ in pairs}
        modules |= {f"{module}.{name.strip()}" for module, names in pairs for name in names.split(",")}
        return {module.replace(".", "/") for module in modules}
    folder = Path(file).parent
    found: set[str] = set()
    for source in re.findall(r"from '([#.][^']+)'|import\('([#.][^']+)'\)", text):
        name = "".join(source)
        target = name.removeprefix("#lib/") if name.startswith("#lib/") else os.path.normpath(folder / name)
        found.add(str(Path(target).with_suffix("")))
    return found


def connected_parts(links: dict[str, set[str]]) -> list[list[str]]:
    """Return the modules in groups that imports connect, in whichever direction."""
    part_of = {module: {module} for module in links}
    for module, others in links.items():
        for other in others:
            joined = part_of[module] | part_of[other]
            part_of.update(dict.fromkeys(joined, joined))
    return [sorted(part) for part in {id(part): part for part in part_of.values()}.values()]


def test_imports_connect_the_files_of_each_path_except_between_page_and_server() -> None:
    for path in MAX_FILES:
        modules = {str(Path(file).with_suffix("")): file for file in files_of(path)}
        links = {module: imports_of(file) & modules.keys() - {module} for module, file in modules.items()}
        parts = connected_parts(links)
        assert len(parts) == 2, parts
