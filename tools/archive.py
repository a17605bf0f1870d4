"""Pack Parlour with its own Python, by PyInstaller, into a folder that starts by double click.

PyInstaller finds the imports of Python files, but not those of extension modules: these are read from their sources.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

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
# Imported by name at run time.
HIDDEN_IMPORTS = ("aiosqlite", "sqlalchemy.dialects.sqlite.aiosqlite", "uvicorn.lifespan.on", "uvicorn.loops.auto")


def archive_name() -> str:
    """Return the name of the archive for this machine, without its ending."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return f"parlour-{version}-{system}-{platform.machine().lower()}"


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


def pyinstaller_command(python: Path, work: Path) -> list[str | Path]:
    """Return the command that makes a folder of the Parlour that is installed in an environment."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    start = work / "start.py"
    start.write_text(START)
    hidden = [f"--hidden-import={name}" for name in (*HIDDEN_IMPORTS, *sorted(imports_of_compiled_modules()))]
    # Textual imports its widgets on first use, by name.
    collected = [f"--collect-all={name}" for name in ("parlour", "parlour_pylos_expert", "textual")]
    options = ["--noconfirm", "--name=parlour", "--copy-metadata=parlour", "--exclude-module=Cython"]
    folders = [f"--distpath={work / 'dist'}", f"--workpath={work / 'work'}", f"--specpath={work}"]
    return [python, "-m", "PyInstaller", *options, *folders, *hidden, *collected, start]


def try_program(command: list[str | Path]) -> None:
    """Start a packed Parlour as a double click does, and read its page; end with its output if that fails."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as data:
        environment = {**os.environ, "PARLOUR_FOLDER": data, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            [*command, "--no-browser"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            shown = ""
            try:
                while (address := re.search(r"http://\S+", shown)) is None and (line := process.stdout.readline()):
                    shown += line
                if address is None:
                    sys.exit(f"The packed program does not start:\n{shown}")
                with urlopen(address[0]) as page:
                    if b"/_app/" not in page.read():
                        sys.exit(f"The packed program does not serve its page:\n{shown}")
            finally:
                process.terminate()


def pack_folder(work: Path, target: Path) -> Path:
    """Add documents to the folder that PyInstaller made, and pack it; return the archive."""
    folder = work / archive_name()
    (work / "dist" / "parlour").rename(folder)
    add_documents(folder)
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(target / folder.name), kind, root_dir=work, base_dir=folder.name))


def add_documents(folder: Path) -> None:
    """Add the README, the licence, and on Linux the files for an entry in the desktop menu."""
    shutil.copy(PARTS / "README.txt", folder)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    shutil.copy(ROOT / "web" / "static" / "icon.svg", folder / "parlour.svg")
    if sys.platform == "linux":
        for name in ("parlour.desktop", "add-to-menu.sh"):
            shutil.copy(PARTS / name, folder)
