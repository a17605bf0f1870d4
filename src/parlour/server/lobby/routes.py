"""Routes of the lobby: what the host may do, and handing a person over to another device."""

from __future__ import annotations

from litestar import get, patch, post
from litestar.params import FromPath, JSONBody

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.clock import DAY_MS
from parlour.match.commands import Adjudicate, Sender
from parlour.match.names import distinct_names
from parlour.server.http.auth import PageRequest, now
from parlour.server.http.error_responses import Forbidden
from parlour.server.lobby.host_messages import (
    AbsentGuestView,
    EndMatchRequest,
    HandOverView,
    HostRequest,
    HostView,
    MuteRequest,
    TakeOverRequest,
)
from parlour.server.lobby.views import host_view
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.live.leaving import leave_matches
from parlour.server.messages import RenameRequest
from parlour.server.person_keys import person_key
from parlour.server.services import InjectedServices, Services
from parlour.store import Person

RECENT_MS = 7 * DAY_MS
"""How long the host finds guests who have left. The store knows to the hour when they were seen."""


async def _show_host(services: Services, request: PageRequest, language: str) -> HostView:
    return host_view(services, request.user, await services.store.public_matches.longest_idle(), language)


async def guest_of(services: Services, key: str) -> Person:
    """Return the guest with a key; raise `NotFound`, or `Forbidden` for accounts, which belong to their owners."""
    person = await person_of(services, key)
    if person.account:
        raise localized_error(Forbidden, "server.lobby.account", name=person.name)
    return person


async def person_of(services: Services, key: str) -> Person:
    """Return the person with a key, who is here or a guest who was recently; raise `NotFound`."""
    found = services.lobby.people.by_key(key)
    if found is not None:
        return found.person
    absent = next((guest for guest in await absent_guests(services) if person_key(guest.id) == key), None)
    if absent is None:
        raise localized_error(NotFound, "server.lobby.gone")
    return absent


async def absent_guests(services: Services) -> list[Person]:
    """Return the guests who were here in the last week and have left, the latest first."""
    recent = await services.store.people.recent_guests(now() - RECENT_MS, now())
    return [guest for guest in recent if not services.lobby.is_here(guest.id)]


@get("/host")
async def show_host(request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage) -> HostView:
    """Return the page of the host."""
    request.user.require_owner()
    return await _show_host(services, request, reader_language)


@get("/host/absent")
async def show_absent_guests(request: PageRequest, services: InjectedServices) -> list[AbsentGuestView]:
    """Return the guests who were here in the last week and have left, such as those whose device has failed."""
    request.user.require_owner()
    guests = await absent_guests(services)
    names = distinct_names([(one.name, False) for one in guests])
    return [AbsentGuestView(person_key(one.id), name, one.seen) for one, name in zip(guests, names, strict=True)]


@patch("/host")
async def change_host(
    data: JSONBody[HostRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> HostView:
    """Lock or unlock the lobby, or choose what chat is permitted."""
    request.user.require_owner()
    if data.locked is not None:
        services.lobby.host.decide(locked=data.locked)
    if data.chat is not None:
        services.chat.set_mode(data.chat)
    return await _show_host(services, request, reader_language)


@post("/host/people/{key:str}/rename", status_code=204)
async def rename_guest(
    key: FromPath[str], data: JSONBody[RenameRequest], request: PageRequest, services: InjectedServices
) -> None:
    """Rename a guest, in their games too."""
    request.user.require_owner()
    guest = await guest_of(services, key)
    renamed = await services.store.people.rename(guest.id, data.name, now(), everywhere=True)
    services.lobby.change_person(renamed)
    services.chat_rooms.rename_author(renamed)
    await services.matches.reload_matches_of(guest.id)


@post("/host/people/{key:str}/remove", status_code=204)
async def remove_person(key: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """End all sessions of a person.

    A guest can come back only as another guest, and not while the lobby is locked: nobody has to wait for their moves.
    """
    request.user.require_owner()
    person = await person_of(services, key)
    if person.bot:
        raise localized_error(Forbidden, "server.lobby.account", name=person.name)
    if person.id == request.user.id:
        raise localized_error(Forbidden, "server.lobby.remove-self")
    services.sessions.on_revoked(await services.store.logins.revoke_all(person.id))
    services.lobby.dismiss(person.id)
    if not person.account:
        await services.tournaments.withdraw_everywhere(person.id)
        await leave_matches(services.matches, person.id)


@post("/host/people/{key:str}/mute", status_code=204)
async def mute_person(
    key: FromPath[str], data: JSONBody[MuteRequest], request: PageRequest, services: InjectedServices
) -> None:
    """Remove the chat messages of a person and refuse new ones, or accept them again. They may have left."""
    request.user.require_owner()
    found = services.lobby.people.by_key(key)
    person = services.chat.author_with_key(key) if found is None else found.person.id
    services.chat.mute(person, muted=data.muted)


@post("/host/people/{key:str}/hand-over", status_code=200)
async def hand_over_guest(
    key: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> HandOverView:
    """Return a code with which another device continues as a guest."""
    request.user.require_owner()
    guest = await guest_of(services, key)
    return HandOverView(*services.lobby.host.open_code(guest.id, reader_language))


@post("/host/matches/{match:str}/end", status_code=204)
async def end_match(
    match: FromPath[str], data: JSONBody[EndMatchRequest], request: PageRequest, services: InjectedServices
) -> None:
    """End a game with a result."""
    request.user.require_owner()
    await services.matches.do(match, Adjudicate(results=data.results), lambda _: Sender(host=True))


@post("/me/hand-over", status_code=200, limit="saves")
async def hand_over_me(
    request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> HandOverView:
    """Return a code with which another device continues as the visitor."""
    person = request.user.require_person()
    return HandOverView(*services.lobby.host.open_code(person.id, reader_language))


@post("/take-over", status_code=204, limit="codes")
async def take_over(data: JSONBody[TakeOverRequest], request: PageRequest, services: InjectedServices) -> None:
    """Continue on this device as the person with a code. Their other sessions end."""
    person = await services.store.people.find(services.lobby.host.redeem(data.code[:200]))
    before = request.user.person
    if data.adopt and before is not None and not before.account and before.id != person.id:
        await services.store.people.adopt(person.id, before.id, now())
        services.sessions.on_person_deleted(before.id)
        await services.matches.reload_matches_of(person.id, before.id)
        services.chat.change_author(before.id, person.id)
    services.sessions.on_revoked(await services.store.logins.revoke_all(person.id))
    await services.sessions.log_in(request, person)


HANDLERS = [
    show_host,
    show_absent_guests,
    change_host,
    rename_guest,
    remove_person,
    mute_person,
    hand_over_guest,
    end_match,
    hand_over_me,
    take_over,
]
