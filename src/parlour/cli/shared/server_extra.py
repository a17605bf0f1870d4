"""Report missing packages of the extra `server`, which a plain `pip install parlour` leaves out."""

from collections.abc import Iterator
from contextlib import contextmanager

from parlour.errors import ParlourError


@contextmanager
def needs_server_extra() -> Iterator[None]:
    """Import server modules inside this block; a missing package raises an error that names the extra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] == "parlour":
            raise
        from parlour.i18n.errors import localized_error

        raise localized_error(ParlourError, "server.serve.no-extra", package=missing.name) from missing
