"""Parlour: abstract strategy board games to play, analyse and keep."""

from importlib.metadata import version

from parlour import _pure

_pure.install()

__all__ = ["__version__"]

__version__ = version("parlour")
