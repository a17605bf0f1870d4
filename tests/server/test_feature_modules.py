"""Features of the server have modules of the same kinds: routes, messages, views."""

import ast
import re
from pathlib import Path

import parlour.server

SERVER = Path(parlour.server.__file__).parent
VIEW_BUILDER = re.compile(r"(\w*_)?views?")


def test_routes_build_no_views() -> None:
    routes = sorted(SERVER.rglob("*routes.py"))
    assert len(routes) > 20
    found = [
        f"{path.relative_to(SERVER)}: {node.name}"
        for path in routes
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and VIEW_BUILDER.fullmatch(node.name)
    ]
    assert found == []
