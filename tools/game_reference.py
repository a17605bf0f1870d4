"""`python -m tools.game_reference`: write `docs/game-reference.md` and its pictures from the source.

`--check` writes nothing and fails if a stored file differs; `tools.check_docs` runs the same check.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from parlour.games.contract import board, declarations, display, draft, encoding, legacy, options, plain_game
from parlour.games.contract import game as game_module
from parlour.games.learning import lessons, rule_diagrams
from parlour.i18n import message
from tools.reference_pictures import pictures

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "game-reference.md"

INTRODUCTION = """# Reference for authors of games

Generated from the docstrings by `python -m tools.game_reference`. Everything here is imported from `parlour.games`.
[The tutorial](tutorial.md) writes a game in ten steps; [the contract](contract.md) explains how the parts fit together.
"""

CONSTRUCTORS: tuple[tuple[str, tuple[tuple[ModuleType, tuple[str, ...]], ...]], ...] = (
    ("Sides, pieces and buttons", ((declarations, ("Side", "Kind", "Verb", "Term", "Style", "Flawless")),)),
    ("Options", ((options, ("Option", "Choice", "Preset", "Options")),)),
    (
        "Boards",
        (
            (
                board,
                (
                    *("square_board", "hexagon_board", "Board", "Site", "Line", "Arc", "Cell", "Tray"),
                    *("EdgeLabel", "Appearance"),
                ),
            ),
        ),
    ),
    (
        "What a position shows",
        ((display, ("Piece", "Mark", "Score", "Outcome", "Effect", "Beam")), (message, ("Message",))),
    ),
    ("Set-ups and observations", ((draft, ("Draft", "Problem")), (encoding, ("Planes",)))),
    ("Files of earlier programs", ((legacy, ("LegacyGame", "LegacyDatabase")),)),
)

PICTURES_BELOW = {
    "Kind": ("The shapes of pieces", "shapes.svg"),
    "Cell": ("The shapes and shades of cells", "cells.svg"),
    "Appearance": ("Outlines and materials of boards", "boards.svg"),
}
"""Pictures below constructors."""

TEXT_FORMATS = (("Lessons", lessons), ("Diagrams in the rules", rule_diagrams))
"""Modules whose docstrings describe a text that a game may contain."""

MAX_SIGNATURE = 100
"""Longest signature on one line."""


def nodes_of(module: ModuleType) -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """Return the classes and functions of a module's source."""
    source = Path(inspect.getfile(module)).with_name(module.__name__.rpartition(".")[2] + ".py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def fields_of(node: ast.ClassDef) -> Iterator[tuple[ast.AnnAssign, str]]:
    """Yield the annotated variables of a class, each with the text below it."""
    for statement, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign):
            text = ""
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                text = str(following.value.value)
            yield statement, text


def signature(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return how a class is constructed or a function called."""
    if isinstance(node, ast.ClassDef):
        made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        parts = (
            [part for part in _split(ast.unparse(made.args)) if part != "self"]
            if made
            else [
                ast.unparse(field.target) + f": {ast.unparse(field.annotation)}" + _default(field.value)
                for field, _ in fields_of(node)
            ]
        )
    else:
        parts = [part for part in _split(ast.unparse(node.args)) if part != "self"]
    line = f"{node.name}({', '.join(parts)})"
    if len(line) > MAX_SIGNATURE:
        line = f"{node.name}(\n" + "".join(f"    {part},\n" for part in parts) + ")"
    returned = node.returns if isinstance(node, ast.FunctionDef) else None
    return line + (f" -> {ast.unparse(returned)}" if returned is not None else "")


def _default(value: ast.expr | None) -> str:
    return "" if value is None else f" = {ast.unparse(value)}"


def _split(text: str) -> list[str]:
    """Return the parameters in a list, which may contain brackets."""
    parts, depth, part = [], 0, ""
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [one for one in (*parts, part.strip()) if one]


def paragraphs(text: str | None) -> str:
    """Return a docstring without its examples, which tests run where they are written."""
    return re.sub(r"(?m)^>>> .*(?:\n.+)*", "", inspect.cleandoc(text or "")).strip()


def constructor_sections() -> Iterator[str]:
    for title, modules in CONSTRUCTORS:
        yield f"## {title}"
        for module, names in modules:
            nodes = nodes_of(module)
            for name in names:
                node = nodes[name]
                yield f"### `{name}`\n\n```text\n{signature(node)}\n```\n\n{paragraphs(ast.get_docstring(node))}"
                if isinstance(node, ast.ClassDef):
                    texts = [f"- `{ast.unparse(field.target)}`: {text}" for field, text in fields_of(node) if text]
                    if texts:
                        yield "\n".join(texts)
                if name in PICTURES_BELOW:
                    yield "![{}]({})".format(*PICTURES_BELOW[name])


def format_sections() -> Iterator[str]:
    """Yield the sections about lessons and diagrams."""
    for title, module in TEXT_FORMATS:
        _, _, text = paragraphs(module.__doc__).partition("\n\n")
        yield f"## {title}\n\n{text}"


def method_rows(node: ast.ClassDef, *, abstract: bool) -> Iterator[str]:
    """Yield a table row for each public method that is, or is not, abstract."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
            is_abstract = any(ast.unparse(one) == "abstractmethod" for one in method.decorator_list)
            text = ast.get_docstring(method)
            if text and is_abstract == abstract:
                names = ", ".join(argument.arg for argument in method.args.args[1:])
                yield f"| `{method.name}({names})` | {' '.join(text.split())} |"


def game_sections() -> Iterator[str]:
    plain, base = nodes_of(plain_game)["PlainGame"], nodes_of(game_module)["Game"]
    assert isinstance(plain, ast.ClassDef)
    assert isinstance(base, ast.ClassDef)
    looks = [row for row in method_rows(base, abstract=True) if row.startswith(("| `sides", "| `draw_board"))]
    table = "| method | |\n|---|---|\n"
    yield "## `PlainGame`: what a game must define"
    yield table + "\n".join([*looks, *method_rows(plain, abstract=True)])
    yield "## `PlainGame`: what a game may define"
    derived = ("number(", "start_text(", "parse(", "build(", "read(")
    rows = [row for row in method_rows(plain, abstract=False) if not row.startswith(tuple(f"| `{n}" for n in derived))]
    rows += [
        row for row in method_rows(base, abstract=False) if row.startswith(("| `rules", "| `lesson", "| `forbids"))
    ]
    yield table + "\n".join(rows)
    yield "## Class variables of a game"
    lines = ["| variable | type | default | |", "|---|---|---|---|"]
    for field, text in (*fields_of(plain), *fields_of(base)):
        kind = re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(field.annotation)).replace("|", "\\|")
        given = "" if field.value is None else f"`{ast.unparse(field.value)}`"
        lines.append(f"| `{ast.unparse(field.target)}` | `{kind}` | {given} | {' '.join(text.split())} |")
    yield "\n".join(lines)


def page() -> str:
    """Return the whole page."""
    return "\n\n".join([INTRODUCTION.strip(), *game_sections(), *constructor_sections(), *format_sections()]) + "\n"


def stored_files() -> dict[Path, str]:
    """Return the files that this module writes, with their current contents."""
    return {PAGE: page(), **{DOCS / name: text for name, text in pictures().items()}}


def problems() -> list[str]:
    """Return the first stored file that is out of date."""
    return [
        f"docs/{path.name} is not current: run python -m tools.game_reference"
        for path, text in stored_files().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write the page and the pictures, or check them; return the exit status."""
    if arguments == ["--check"]:
        found = problems()
        for problem in found:
            print(problem, file=sys.stderr)
        return 1 if found else 0
    for path, text in stored_files().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
