"""The data folder: the database, games of one's own, and the secrets of this installation."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

import msgspec

from parlour.errors import StoreError
from parlour.games.registry import data_path
from parlour.i18n.errors import localized_error

SECRETS = "secrets.json"


def data_folder(folder: Path | None = None) -> Path:
    """The data folder (or the one given), made if it is not there; only its owner can enter it."""
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
    """What only this installation knows."""

    owner: str
    """The token that gives owner rights; the link that opens at the start carries it."""
    signing: str
    """The key with which cookies are signed, 32 bytes in hexadecimal digits."""

    @staticmethod
    def load(folder: Path | None = None) -> Secrets:
        """The secrets in the data folder, made up at the first time; only its owner can read the file."""
        path = data_folder(folder) / SECRETS
        try:
            if not path.exists():
                _write_once(path, msgspec.json.encode(Secrets(secrets.token_urlsafe(32), secrets.token_hex(32))))
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
            return msgspec.json.decode(path.read_bytes(), type=Secrets)
        except OSError as wrong:
            raise localized_error(
                StoreError, "store.folder.secrets", path=str(path), why=wrong.strerror or str(wrong)
            ) from wrong
        except msgspec.MsgspecError as wrong:
            raise localized_error(StoreError, "store.folder.secrets-damaged", path=str(path)) from wrong


def _write_once(path: Path, content: bytes) -> None:
    """Writes a whole file, or leaves the one that another process was faster to write."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secrets-")  # made for its owner only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        Path(draft).unlink()
