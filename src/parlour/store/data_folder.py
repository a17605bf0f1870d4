"""The data folder: the database, the user's own games, and the secrets of this installation."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from parlour.errors import StoreError
from parlour.games.registry import data_path
from parlour.i18n.errors import localized_error

SECRETS = "secrets.json"


def data_folder(folder: Path | None = None) -> Path:
    """Return the data folder (or the one given), created if missing and accessible by its owner only."""
    folder = folder or data_path()
    try:
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as wrong:
        raise localized_error(
            StoreError, "store.folder.unusable", folder=str(folder), why=wrong.strerror or str(wrong)
        ) from wrong
    return folder


class Secrets(msgspec.Struct, frozen=True):
    """Secrets of this installation."""

    owner: str
    """Token that grants owner rights; part of the link that opens at start-up."""
    signing: str
    """Key that signs cookies: 32 bytes in hexadecimal."""

    @staticmethod
    def load(folder: Path | None = None) -> Secrets:
        """Return the secrets in the data folder, created on first use and readable by the owner only."""
        path = data_folder(folder) / SECRETS
        with file_errors(path, "secrets"):
            if not path.exists():
                write_private(path, msgspec.json.encode(Secrets(secrets.token_urlsafe(32), secrets.token_hex(32))))
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
            return msgspec.json.decode(path.read_bytes(), type=Secrets)


@contextmanager
def file_errors(path: Path, kind: str) -> Iterator[None]:
    """Raise `StoreError` if a file of the data folder cannot be read, written or parsed in this block."""
    try:
        yield
    except OSError as wrong:
        why = wrong.strerror or str(wrong)
        raise localized_error(StoreError, f"store.folder.{kind}", path=str(path), why=why) from wrong
    except msgspec.MsgspecError as wrong:
        raise localized_error(StoreError, f"store.folder.{kind}-damaged", path=str(path)) from wrong


def write_private(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file that only its owner may read, atomically; without `replace` only if no process has created it."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")  # created with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(draft).replace(path)
        else:
            os.link(draft, path)
    except FileExistsError:
        return
    finally:
        Path(draft).unlink(missing_ok=True)
