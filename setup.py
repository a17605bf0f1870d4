"""Builds the compiled modules: every module in src/ with a .pxd beside it, by Cython in pure Python mode.

In an editable install the extension modules lie beside their .py and only what changed is built again. Without a working
C compiler nothing is compiled and the same modules run interpreted; an error *with* a compiler fails the build.

PARLOUR_DEBUG_BUILD=1 compiles with bounds checks and debug symbols.
"""

import os
import sys
import sysconfig
import tempfile
import textwrap
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SRC = Path("src")
DEBUG = os.environ.get("PARLOUR_DEBUG_BUILD") == "1"
CPUS = os.cpu_count() or 1

# Flavours and Python versions have their own folders: going back to one costs a copy, not a compilation.
BUILD = Path("build") / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}{'-debug' if DEBUG else ''}"
TRANSLATED = Path("build") / f"cython{'-debug' if DEBUG else ''}"
INTERPRETED = Path("build") / "interpreted"  # says that, and why, the last build compiled nothing

DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": True,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": False,  # -1 % 6 is 5, compiled and interpreted
    "initializedcheck": False,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def compiled_modules() -> list[Path]:
    """The .py files, relative to the root, that are to be compiled."""
    os.chdir(ROOT)
    paths = [pxd.with_suffix(".py") for pxd in sorted(SRC.rglob("*.pxd")) if pxd.with_suffix(".py").exists()]
    for folder in sorted({path.parent for path in paths}):
        if not (folder / "__init__.py").exists():
            sys.exit(f"{folder} holds compiled modules but no __init__.py: Cython would overlook their .pxd files.")
    return paths


def extensions() -> list[Extension]:
    flags = ["-O1", "-g"] if DEBUG else ["-O3", "-g0"]
    return [
        Extension(".".join(path.with_suffix("").parts[1:]), [path.as_posix()], extra_compile_args=flags)
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
        missing = self.missing_tools()
        if missing:
            self.go_on_interpreted(missing)
            return
        if self.editable_mode:
            remove_extension_modules(keep=set(compiled_modules()))
        self.translate()
        super().run()
        INTERPRETED.unlink(missing_ok=True)

    def translate(self) -> None:
        """Python to C. Done here, where something is really built, and not when only metadata are asked for."""
        from Cython.Build import cythonize

        translated = {
            extension.name: extension
            for extension in cythonize(
                self.extensions, build_dir=str(TRANSLATED), nthreads=CPUS, compiler_directives=DIRECTIVES
            )
        }
        for extension in self.extensions:
            extension.sources = translated[extension.name].sources
            extension.depends = translated[extension.name].depends

    def missing_tools(self) -> str:
        """Why nothing can be compiled here, or "" if the smallest extension module compiles."""
        from setuptools._distutils.ccompiler import new_compiler
        from setuptools._distutils.sysconfig import customize_compiler
        from setuptools.errors import CompileError

        include = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
        if not any(Path(folder, "Python.h").exists() for folder in include):
            return f"Python's header files are missing (no Python.h in {include[0]})"
        compiler = new_compiler()
        customize_compiler(compiler)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "trial.c")
            source.write_text("#include <Python.h>\n")
            try:
                compiler.compile([str(source)], output_dir=folder, include_dirs=include)
            except CompileError as error:
                return f"there is no working C compiler ({error})"
        return ""

    def go_on_interpreted(self, why: str) -> None:
        remove_extension_modules(keep=set())
        self.extensions = []
        INTERPRETED.parent.mkdir(exist_ok=True)
        INTERPRETED.write_text(why + "\n")
        text = (
            f"Parlour is installed without compiled modules, because {why}. Everything works, but the rules and the "
            "computer opponents are about 100 times slower. Install a C compiler and Python's header files and run the "
            "same command again."
        )
        print("\n" + textwrap.fill(text, 100) + "\n", file=sys.stderr)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt})
