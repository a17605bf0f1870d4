"""Find classes by their codes."""

from __future__ import annotations

from parlour.errors import NotFound
from parlour.server.classroom.views import is_teacher
from parlour.server.http.auth import PageRequest, PageSocket
from parlour.server.http.limits.rate_limits import address_key
from parlour.server.services import Services
from parlour.store import Classroom


async def find_classroom(services: Services, connection: PageRequest | PageSocket, code: str) -> Classroom:
    """Return the class with a code.

    Unknown codes are counted. Beyond the limit only the members of a class find it, so that codes cannot be guessed.
    """
    store, person = services.store.classrooms, connection.user.id
    try:
        found = await store.get(code.strip().upper()[:40])
    except NotFound:
        services.limits.count("codes", address_key(connection))
        raise
    if not is_teacher(found, connection.user) and (person is None or not await store.is_pupil(found.code, person)):
        services.limits.check("codes", address_key(connection))
    return found
