"""Interpreted mode: with PARLOUR_PURE=1 every module of Parlour is loaded from its .py.

A compiled module lies beside its .py and Python prefers it. The finder here comes first and sees source files only. The
interpreted modules are the reference that the compiled ones are tested against, and what a debugger can step through.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__all__ = ["PURE", "install"]

PURE = os.environ.get("PARLOUR_PURE", "") not in ("", "0")


class SourceFinder:
    """Finds the modules of one package in their source files, whatever lies beside these."""

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


def install() -> None:
    """Puts the finder first if PARLOUR_PURE asks for it. Must run before any compiled module is imported."""
    if PURE and not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder(__package__))
