"""`python -m tools.game_reference`: write `docs/game-reference.md` and the picture of the shapes from the source.

`--check` writes nothing and fails if the stored page or picture differs; `tools.check_docs` runs the same check.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from parlour.games import Board, EdgeLabel, Kind, Options, Piece, PlainGame, Side, Site
from parlour.games.contract import board, declarations, display, options, plain_game
from parlour.games.contract import game as game_module
from parlour.games.contract.declarations import PIECE_SHAPES
from parlour.games.drawing.svg import render
from parlour.i18n import message

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "game-reference.md"
PICTURE = DOCS / "shapes.svg"

INTRODUCTION = """# Reference for authors of games

Generated from the docstrings by `python -m tools.game_reference`. Everything here is imported from `parlour.games`.
[The tutorial](tutorial.md) writes a game in ten steps; [the contract](contract.md) explains how the parts fit together.
"""

CONSTRUCTORS: tuple[tuple[str, tuple[tuple[ModuleType, tuple[str, ...]], ...]], ...] = (
    ("Sides, pieces and buttons", ((declarations, ("Side", "Kind", "Verb", "Term", "Style", "Flawless")),)),
    ("Options", ((options, ("Option", "Choice", "Preset")),)),
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
    ("What a position shows", ((display, ("Piece", "Mark", "Score", "Effect", "Beam")), (message, ("Message",)))),
)

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
        parts = [
            ast.unparse(field.target) + f": {ast.unparse(field.annotation)}" + _default(field.value)
            for field, _ in fields_of(node)
        ]
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
                if name == "Kind":
                    yield "![The shapes of pieces](shapes.svg)"


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
    return "\n\n".join([INTRODUCTION.strip(), *game_sections(), *constructor_sections()]) + "\n"


class ShapeShow(PlainGame):
    """One piece of every shape, for the picture."""

    key = "shape-show"
    title = "Shapes"
    description = "All shapes."
    kinds = tuple(Kind(shape, shape, shape, "k") for shape in (*PIECE_SHAPES, "any other"))

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Red", "#c8452f", "red", "r"), Side("Blue", "#3d6fb4", "blue", "b")

    def draw_board(self, options: Options) -> Board:
        spots = [(n % 6 * 1.7, -(n // 6) * 1.5) for n in range(len(self.kinds))]
        sites = [Site(kind.name, x, y) for kind, (x, y) in zip(self.kinds, spots, strict=True)]
        sites += [Site(f"{kind.name} end", x + 0.6, y) for kind, (x, y) in zip(self.kinds, spots, strict=True)]
        labels = tuple(EdgeLabel(kind.name, x, y - 0.65) for kind, (x, y) in zip(self.kinds, spots, strict=True))
        return Board(tuple(sites), labels=labels)

    def first(self, options: Options) -> str:
        return "all"

    def seat(self, state: str) -> int:
        return 0

    def moves(self, state: str) -> list[int]:
        return [0]

    def play(self, state: str, move: int) -> str:
        return state

    def outcome(self, state: str) -> None:
        return None

    def pieces(self, state: str) -> list[Piece]:
        count = len(self.kinds)
        return [
            Piece(0, kind.name, n % 2, (n, n + count) if kind.shape in ("stroke", "cord") else n)
            for n, kind in enumerate(self.kinds)
        ]

    def text(self, state: str) -> str:
        return state

    def read_state(self, text: str, options: Options) -> str:
        return text


def picture() -> str:
    """Return the picture of all shapes."""
    return render(ShapeShow().start()) + "\n"


def problems() -> list[str]:
    """Return which stored file is not current."""
    wanted = {PAGE: page(), PICTURE: picture()}
    return [
        f"docs/{path.name} is not current: run python -m tools.game_reference"
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write the page and the picture, or check them; return the exit status."""
    if arguments == ["--check"]:
        found = problems()
        for problem in found:
            print(problem, file=sys.stderr)
        return 1 if found else 0
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
