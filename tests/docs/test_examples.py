"""Examples in docstrings and on documentation pages run, and quoted code exists."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from tests.games.known import HEXAPAWN, known

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(parlour.__file__).parent
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(parlour.__path__, "parlour.")
    if not module.name.endswith("__main__") and ".migrations." not in module.name
)
COMPILABLE = [name for name in MODULES if PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".pxd").exists()]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

# Compiled functions hide their source from doctest: their examples run in an interpreter that loads the source.
INTERPRETED = """
import doctest, importlib, sys
failed = tried = 0
for name in sys.argv[1:]:
    result = doctest.testmod(importlib.import_module(name))
    failed, tried = failed + result.failed, tried + result.attempted
print(f"{failed} failed of {tried}")
"""


@pytest.mark.parametrize("name", [name for name in MODULES if name not in COMPILABLE])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_in_docstrings_of_compiled_modules_run() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", INTERPRETED, *COMPILABLE],
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_PURE": "1"},
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip().splitlines()[-1].startswith("0 failed of "), answer.stdout


def test_there_are_examples_to_run() -> None:
    finder = doctest.DocTestFinder()
    examples = [
        example for name in MODULES for example in finder.find(importlib.import_module(name)) if example.examples
    ]
    assert len(examples) >= 10


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_examples_on_pages_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with known():
        result = doctest.testfile(str(page), module_relative=False, encoding="utf-8", globs={"__file__": str(page)})
    assert result.failed == 0
    assert result.attempted >= (30 if page.name == "contract.md" else 0)


def test_the_contract_quotes_a_game_that_exists() -> None:
    """Code blocks on the contract page occur line for line in the example game; … marks an omission."""

    def lines(code: str) -> str:
        return "\n".join(line.strip() for line in code.splitlines() if line.strip()) + "\n"

    page = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    quoted = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    source = lines(HEXAPAWN.read_text(encoding="utf-8"))
    assert len(quoted) >= 3
    for block in quoted:
        for part in block.split("…\n"):
            assert lines(part) in source


def test_a_broken_example_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(">>> 1 + 1\n3\n", encoding="utf-8")
    result = doctest.testfile(str(page), module_relative=False, report=False, verbose=False)
    assert result.failed == 1
