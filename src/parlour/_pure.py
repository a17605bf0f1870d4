"""Interpreted mode: with PARLOUR_PURE=1 all modules are loaded from their .py files.

Python prefers a compiled module over the .py beside it. The finder here comes first and sees source files only.
Interpreted modules are the reference for tests of the compiled ones, and can be debugged.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__all__ = ["PURE", "install"]

PURE = os.environ.get("PARLOUR_PURE", "") not in ("", "0")


class SourceFinder:
    """Find the modules of one package in their source files only."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.package + "."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def install(package: str = __package__) -> None:
    """Install the finder for a package if PARLOUR_PURE is set. Call it before any compiled module is imported."""
    if PURE and not any(isinstance(finder, SourceFinder) and finder.package == package for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder(package))
