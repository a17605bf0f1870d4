"""Delete people and bot accounts: end their matches first."""

from __future__ import annotations

from parlour.server.http.auth import now
from parlour.server.matches.live.leaving import leave_matches
from parlour.server.services import Services


async def delete_person(services: Services, person: str) -> None:
    """Delete a person after ending their matches."""
    await services.tournaments.withdraw_everywhere(person)
    await leave_matches(services.matches, person, deleted=True)
    await services.store.people.delete(person, now())
    services.sessions.on_person_deleted(person)
    services.chat.change_author(person, None)
    await services.matches.reload_matches_of(person)
