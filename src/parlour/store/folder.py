"""The data folder: the database, games of one's own, and the secrets of this installation."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Secrets(msgspec.Struct, frozen=True):
    """What only this installation knows."""

    owner: str
    """The token that gives owner rights; the link that opens at the start carries it."""
    signing: str
    """The key with which cookies are signed, 32 bytes in hexadecimal digits."""

    @staticmethod
    def load(folder: Path | None = None) -> Secrets:
        """The secrets in the data folder, made up at the first time; only its owner can read the file."""
        raise NotImplementedError


def data_folder(folder: Path | None = None) -> Path:
    """The data folder (or the one given), made if it is not there; only its owner can enter it."""
    raise NotImplementedError
