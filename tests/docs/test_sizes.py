"""Files and functions stay short enough to be read."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAX_FILE_LINES = 450
MAX_FUNCTION_LINES = 60
GENERATED = ("web/src/lib/net/types.ts", "web/src/lib/net/paths.ts")
LONG_COMPILED = ("/rules.py", "/search/negamax.py", "/search/mcts_tree.py")
"""Compiled rules and compiled search, whose parts call each other without Python in between."""
LONG_FUNCTIONS = ("src/parlour/engine/search/", "src/parlour/store/migrations/")
"""Compiled search and migrations may have longer functions."""


def python_sources() -> Iterator[Path]:
    for folder in ("src", "tests", "tools", "bench"):
        yield from (ROOT / folder).rglob("*.py")


def sources() -> Iterator[Path]:
    yield from python_sources()
    for pattern in ("*.ts", "*.svelte", "*.css"):
        yield from (ROOT / "web" / "src").rglob(pattern)
    yield from (ROOT / "tests").rglob("*.js")


def test_no_file_is_too_long() -> None:
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in sources()}
    assert len(lengths) > 500
    long = {name: lines for name, lines in lengths.items() if lines > MAX_FILE_LINES and name not in GENERATED}
    assert [name for name in long if not name.endswith(LONG_COMPILED)] == []
    assert [name for name in long if not (ROOT / name).with_suffix(".pxd").exists()] == []


def test_no_function_is_too_long() -> None:
    found = {}
    for path in python_sources():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(LONG_FUNCTIONS):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MAX_FUNCTION_LINES:
                    found[f"{name}: {node.name}"] = lines
    assert found == {}
