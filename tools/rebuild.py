"""Print the option that makes `uv sync` build Parlour again, if the source tree needs it.

uv compares only the times of the sources and caches builds. It does not notice that extension modules were deleted,
that a .pxd was removed, that a compiler was installed, or that the page is missing.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from tools import prerequisites

ROOT = Path(__file__).resolve().parent.parent


def uncompiled() -> bool:
    """Return whether a module with a .pxd has no extension module for this Python."""
    return any(
        pxd.with_suffix(".py").exists() and not pxd.with_suffix(EXTENSION_SUFFIXES[0]).exists()
        for pxd in (ROOT / "src").rglob("*.pxd")
    )


def left_over() -> bool:
    """Return whether an extension module for this Python has no .pxd any more: Python would prefer it to its .py."""
    suffix = EXTENSION_SUFFIXES[0]
    return any(
        not path.with_name(path.name[: -len(suffix)] + ".pxd").exists()
        for path in (ROOT / "src").rglob(f"*{suffix}")
        if path.name != f"_cyutility{suffix}"  # made by setup.py, without a source of its own
    )


def can_compile() -> bool:
    python = prerequisites.probe(sys.executable)
    return python is not None and python.header and prerequisites.has_compiler(python.cc)


def no_page() -> bool:
    return not (ROOT / "src" / "parlour" / "server" / "static" / "index.html").exists()


def main() -> None:
    went_without = (ROOT / "build" / f"interpreted-{sys.implementation.cache_tag}").exists()
    if (
        (no_page() and os.environ.get("PARLOUR_SKIP_WEB") != "1")
        or left_over()
        or (uncompiled() and (not went_without or can_compile()))
    ):
        print("--reinstall-package=parlour")


if __name__ == "__main__":
    main()
