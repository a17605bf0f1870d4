"""Compile the rules: every module with a .pxd beside it."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGE = "parlour_connect_four"
MODULES = [path.stem for path in Path(PACKAGE).glob("*.pxd")]

setup(
    ext_modules=cythonize(
        [Extension(f"{PACKAGE}.{name}", [f"{PACKAGE}/{name}.py"]) for name in MODULES],
        language_level="3",
        compiler_directives={"freethreading_compatible": True},
    )
)
