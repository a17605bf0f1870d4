"""Find classes by their codes."""

from __future__ import annotations

from parlour.errors import NotFound
from parlour.server.http.auth import PageRequest
from parlour.server.http.rate_limits import address_key
from parlour.server.services import Services
from parlour.store import Classroom


async def find_classroom(services: Services, request: PageRequest, code: str) -> Classroom:
    """Return the class with a code; count attempts with unknown codes, so that codes cannot be guessed."""
    try:
        return await services.store.classrooms.get(code.strip().upper()[:40])
    except NotFound:
        services.limits.count("codes", address_key(request))
        raise
