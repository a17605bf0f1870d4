"""Build the compiled modules (every module in src/ with a .pxd, by Cython in pure Python mode) and the page.

In an editable install the extension modules are beside their .py files, and only what changed is built again. Without a
working C compiler nothing is compiled and the modules run interpreted; an error *with* a compiler fails the build.

Cython's code for memory views is compiled once, as parlour._cyutility, instead of into every module: this saves two
thirds of the work. A module is compiled as soon as it is translated, and the page is built at the same time.

PARLOUR_DEBUG_BUILD=1 compiles with all checks, even where a function disables them, and with debug symbols.
PARLOUR_SKIP_WEB=1 does not build the page.
PARLOUR_COMPILE=0 compiles nothing: a wheel is then for every platform.
"""

import hashlib
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from concurrent.futures import ProcessPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from multiprocessing import get_context
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

# These need the path above: a build has no project root on sys.path.
from tools.build_backend import has_packed_page  # noqa: E402
from tools.progress import Count, tell  # noqa: E402

SRC = Path("src")
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
# The extension module with the code that all others share; it has no source of its own.
SHARED = "parlour._cyutility"
# -fwrapv: Python asks for it, but a CFLAGS in the environment would take it away.
# -ffp-contract=off: a fused multiply-add, where the machine has one, would round differently from the interpreter.
FLAGS = ["-fwrapv", "-ffp-contract=off", *(["-O1", "-g"] if DEBUG else ["-O2", "-g0", "-DNDEBUG"])]
# Cython reuses the temporary of a larger array for a smaller one, which gcc 14 and newer reject (cython/cython#6392).
# Not among FLAGS: the code is the same with it.
TOLERANCE = "-Wno-error=incompatible-pointer-types"
MSVC_FLAGS = ["/Od", "/Zi"] if DEBUG else ["/O2", "/DNDEBUG"]  # it wraps numbers and rounds like this by default


def name_of(*settings: object) -> str:
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:8]


# Settings and Python versions have their own folders: new settings translate everything again, which Cython by itself
# would not, and going back to old ones costs a copy.
TRANSLATED = Path("build") / f"cython-{name_of(DIRECTIVES, SHARED)}"
CHECKED = Path("build") / "checked"
COMPILED = f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}-{name_of(DIRECTIVES, SHARED, FLAGS)}"
BUILD = Path("build") / COMPILED
# What `make` shows after a build that compiled nothing.
INTERPRETED = Path("build") / f"interpreted-{sys.implementation.cache_tag}"


def compiled_modules() -> list[Path]:
    """Return the .py files to compile, relative to the root."""
    os.chdir(ROOT)
    paths = [pxd.with_suffix(".py") for pxd in sorted(SRC.rglob("*.pxd")) if pxd.with_suffix(".py").exists()]
    for folder in sorted({path.parent for path in paths}):
        if not (folder / "__init__.py").exists():
            sys.exit(f"{folder} holds compiled modules but no __init__.py: Cython would overlook their .pxd files.")
    return paths


def extensions() -> list[Extension]:
    """Return the extension modules, those that take longest first."""
    if os.environ.get("PARLOUR_COMPILE") == "0":
        return []
    paths = sorted(compiled_modules(), key=lambda path: path.stat().st_size, reverse=True)
    shared = SRC.joinpath(*SHARED.split(".")).with_suffix(".c")  # written into the build folder
    return [Extension(".".join(path.with_suffix("").parts[1:]), [path.as_posix()]) for path in [shared, *paths]]


def remove_extension_modules(keep: set[Path]) -> None:
    """Remove modules compiled for this Python whose .py is not in `keep`: Python would prefer them to the .py."""
    for suffix in EXTENSION_SUFFIXES:
        if suffix == ".so":  # no Python version in the name: not made here
            continue
        for path in SRC.rglob(f"*{suffix}"):
            if path.with_name(path.name.removesuffix(suffix) + ".py") not in keep:
                path.unlink()


def copy_with_checks() -> None:
    """Copy the sources with all checks enabled; unchanged files keep their time."""
    for path in (path for path in SRC.rglob("*") if path.suffix in (".py", ".pxd")):
        text = re.sub(r"(boundscheck|wraparound|initializedcheck)\(False\)", r"\1(True)", path.read_text())
        copy = CHECKED / path.relative_to(SRC)
        if not copy.exists() or copy.read_text() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)


def missing_tools() -> str:
    """Return why nothing can be compiled here, or "" if a small file with Python.h can."""
    if sys.platform == "win32":
        return ""  # setuptools looks for Microsoft's compiler where it is installed, not on PATH
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
            remove_extension_modules(keep={*compiled_modules(), SRC.joinpath(*SHARED.split(".")).with_suffix(".py")})
        if DEBUG:
            copy_with_checks()
        if not any(Path(self.get_ext_fullpath(extension.name)).exists() for extension in self.extensions):
            tell(f"compiling {len(self.extensions)} modules")
        self.count = Count(len(self.extensions), "modules compiled")
        start = "spawn" if sys.platform == "win32" else "fork"
        with ProcessPoolExecutor(CPUS, get_context(start)) as self.translators:
            self.translators.submit(os.getpid).result()  # starts the processes, before there are threads
            super().run()
        INTERPRETED.unlink(missing_ok=True)

    def build_extension(self, ext: Extension) -> None:
        """Translate a module to C and compile it. setuptools calls this in as many threads as there are processors."""
        built = Path(self.get_ext_fullpath(ext.name))
        before = built.stat().st_mtime_ns if built.exists() else None
        self.translate(ext)
        ext.extra_compile_args = MSVC_FLAGS if self.compiler.compiler_type == "msvc" else [*FLAGS, TOLERANCE]
        super().build_extension(ext)
        self.count.step(quiet=built.stat().st_mtime_ns == before)

    def copy_extensions_to_source(self) -> None:
        self.force = True  # a release module may be older than an existing debug one, and has to replace it
        super().copy_extensions_to_source()

    def translate(self, extension: Extension) -> None:
        """Translate Python to C. Done here, where modules are built, and not when only metadata is requested."""
        from Cython.Build import cythonize

        if DEBUG and extension.name != SHARED:
            extension.sources = [str(CHECKED / Path(source).relative_to(SRC)) for source in extension.sources]
        options = {
            "build_dir": str(TRANSLATED),
            "compiler_directives": DIRECTIVES,
            "quiet": True,
            "shared_utility_qualified_name": SHARED,
        }
        (translated,) = self.translators.submit(cythonize, [extension], **options).result()
        extension.sources = translated.sources
        extension.depends = translated.depends

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
    """Build the page, from web/ into the package; in an editable install beside the extension modules."""

    user_options: ClassVar[list[tuple[str, str, str]]] = []
    editable_mode = False
    building: ClassVar[subprocess.Popen[bytes] | None] = None

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...

    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}

    def run(self) -> None:
        if os.environ.get("PARLOUR_SKIP_WEB") == "1" or has_packed_page(ROOT):
            return
        # close_fds: it writes its progress to the descriptor that `make` opened.
        command = [sys.executable, "-m", "tools.web", "build"]
        BuildWeb.building = subprocess.Popen(command, cwd=ROOT, close_fds=False)
        if not self.editable_mode:  # what is packed next has to be complete
            self.finish()

    @staticmethod
    def finish() -> None:
        if BuildWeb.building is not None and BuildWeb.building.wait() != 0:
            sys.exit("The page in web/ was not built; the reason is above.")


class FinishWeb(BuildWeb):
    """Wait for the page."""

    def run(self) -> None:
        self.finish()


class Build(build):
    sub_commands: ClassVar = [("build_web", None), *build.sub_commands, ("finish_web", None)]


class Sdist(sdist):
    """Pack the built page too, so that installing from the archive needs no Node."""

    def run(self) -> None:
        self.run_command("build_web")
        super().run()


setup(
    ext_modules=extensions(),
    cmdclass={"build": Build, "build_ext": BuildExt, "build_web": BuildWeb, "finish_web": FinishWeb, "sdist": Sdist},
)
