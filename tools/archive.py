"""Pack Parlour with its own Python, by PyInstaller, into a folder that starts by double click.

PyInstaller sees what Python files import, but not what extension modules do: that is read from their sources.
"""

from __future__ import annotations

import ast
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from parlour import __version__

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "packages" / "archive"
START = """
import multiprocessing
import os
import sys

# The libraries of this folder are for this program, not for the browser that it starts.
for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    original = os.environ.pop(f"{name}_ORIG", None)
    os.environ.pop(name, None)
    if original:
        os.environ[name] = original

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from parlour.cli import main

    main()
"""
# Chosen by name at run time.
CHOSEN = ("aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite", "uvicorn.lifespan.on", "uvicorn.loops.auto")


def archive_name() -> str:
    """Return the name of the archive for this machine, without its ending."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"parlour-{__version__}-{system}-{platform.machine().lower()}"


def imports_of_compiled_modules() -> set[str]:
    """Return the modules outside Parlour that compiled modules import."""
    found: set[str] = set()
    for pxd in (ROOT / "src").rglob("*.pxd"):
        if pxd.with_suffix(".py").exists():
            for node in ast.walk(ast.parse(pxd.with_suffix(".py").read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    found.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module)
    return {name for name in found if name.split(".")[0] not in ("parlour", "cython")}


def build_archive(python: Path, work: Path, target: Path) -> Path:
    """Pack the Parlour that is installed in an environment with PyInstaller; return the archive."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    start = work / "start.py"
    start.write_text(START)
    hidden = [f"--hidden-import={name}" for name in (*CHOSEN, *sorted(imports_of_compiled_modules()))]
    # Textual imports its widgets on first use, by name.
    collected = [f"--collect-all={name}" for name in ("parlour", "parlour_pylos_expert", "textual")]
    options = [
        "--noconfirm",
        "--log-level=WARN",
        "--name=parlour",
        "--copy-metadata=parlour",
        "--exclude-module=Cython",
    ]
    folders = [f"--distpath={work / 'dist'}", f"--workpath={work / 'work'}", f"--specpath={work}"]
    subprocess.run([python, "-m", "PyInstaller", *options, *folders, *hidden, *collected, start], cwd=work, check=True)
    folder = work / archive_name()
    (work / "dist" / "parlour").rename(folder)
    add_documents(folder)
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(target / folder.name), kind, root_dir=work, base_dir=folder.name))


def add_documents(folder: Path) -> None:
    """Add the description, the licence, and on Linux what makes an entry in the menu of the desktop."""
    shutil.copy(PARTS / "README.txt", folder)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    shutil.copy(ROOT / "web" / "static" / "icon.svg", folder / "parlour.svg")
    if sys.platform == "linux":
        for name in ("parlour.desktop", "add-to-menu.sh"):
            shutil.copy(PARTS / name, folder)
