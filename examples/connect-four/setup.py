"""Compile the rules: every module with a .pxd beside it. The wheel needs the Parlour that it was built with."""

from importlib.metadata import version
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGE = "parlour_connect_four"
MODULES = [path.stem for path in Path(PACKAGE).glob("*.pxd")]

setup(
    install_requires=[f"parlour=={version('parlour')}"],
    ext_modules=cythonize(
        [Extension(f"{PACKAGE}.{name}", [f"{PACKAGE}/{name}.py"]) for name in MODULES],
        language_level="3",
        compiler_directives={"freethreading_compatible": True},
    ),
)
