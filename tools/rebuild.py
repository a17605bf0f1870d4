"""Prints the option that makes `uv sync` build Parlour again when its compiled modules are not there although they could be.

uv looks only at the sources, and keeps the result of a build in a cache of its own. It does not see that the extension
modules beside the sources have been deleted, or that there is a compiler now that was missing at the last build.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import prerequisites

ROOT = Path(__file__).resolve().parent.parent


def uncompiled() -> bool:
    """Whether a module with a .pxd beside it has no extension module for this Python."""
    return any(
        pxd.with_suffix(".py").exists() and not pxd.with_suffix(EXTENSION_SUFFIXES[0]).exists()
        for pxd in (ROOT / "src").rglob("*.pxd")
    )


def can_compile() -> bool:
    python = prerequisites.probe(sys.executable)
    return python is not None and python.header and prerequisites.has_compiler(python.cc)


def main() -> None:
    went_without = (ROOT / "build" / "interpreted").exists()
    if uncompiled() and (not went_without or can_compile() or os.environ.get("CI") == "true"):
        print("--reinstall-package=parlour")


if __name__ == "__main__":
    main()
