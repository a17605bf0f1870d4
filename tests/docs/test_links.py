"""Links and page names in the documentation and the source lead to something that exists."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = {"build", "node_modules", ".svelte-kit", "static"}
BUILT_NAMES = {"src/parlour/server/static"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAGE_NAME = re.compile(r"\bdocs/[\w./-]+\.md\b")
FILE_NAME = re.compile(
    r"`((?:src|tests|web|tools|bench|docs|games|engine|match|lab|store|server|strings|scene)/[\w./-]*"
    r"|[\w/-]+\.(?:py|pxd|ts|svelte))`"
)
SOURCES = ("src", "tests", "tools", "bench", "examples", "web/src")
SUFFIXES = {".py", ".pxd", ".toml", ".ts", ".svelte", ".css"}


def files(*suffixes: str, folders: tuple[str, ...] = ("",)) -> list[Path]:
    """Return the files with these suffixes, without build output."""
    found = []
    for folder in folders:
        for parent, inner, names in os.walk(ROOT / folder):
            inner[:] = [name for name in inner if not is_built((Path(parent) / name).relative_to(ROOT))]
            found += [Path(parent) / name for name in names if Path(name).suffix in suffixes]
    return sorted(found)


def is_built(path: Path) -> bool:
    """Return whether a path is in a build folder or in a virtual environment."""
    return bool(BUILT.intersection(path.parts)) or path.parts[0].startswith(".venv")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub generates them."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    """Return the relative links of a page whose target does not exist."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for link in LINK.findall(text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if re.match(r"[a-z]+:|/", link):
            continue
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    return broken


PAGES = files(".md")


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_relative_links_resolve(page: Path) -> None:
    assert broken_links(page) == []


def test_files_named_in_the_documentation_exist() -> None:
    """A name is the end of a path from the root; the coverage tables and `moved.md` have their own tests."""
    paths = [f"/{path.relative_to(ROOT)}" for folder in SOURCES for path in (ROOT / folder).rglob("*")]
    missing = {
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        if "coverage" not in str(page.relative_to(ROOT)) and page.name != "moved.md"
        for name in FILE_NAME.findall(page.read_text(encoding="utf-8"))
        if name not in BUILT_NAMES
        and not (ROOT / name).exists()
        and not any(path.endswith(f"/{name.rstrip('/')}") for path in paths)
    }
    assert missing == set()


def test_pages_named_in_the_source_exist() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in [ROOT / "Makefile", ROOT / "pyproject.toml", *files(*SUFFIXES, folders=SOURCES)]
        for name in PAGE_NAME.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    }
    assert missing == set()


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = LINK.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert sorted(link for link in index if "/" not in link) == sorted(
        path.name for path in folder.glob("*.md") if path.name != "README.md"
    )


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One two\n[a](#one-two) [b](#three) [c](gone.md) [d](https://example.org)\n", encoding="utf-8")
    assert broken_links(page) == ["#three", "gone.md"]
