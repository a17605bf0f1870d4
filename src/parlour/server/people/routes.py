"""Routes of the visitor: sign-up, login and logout, name, password, preferences, data export, account deletion."""

from __future__ import annotations

from typing import Any

from litestar import delete, get, patch, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

import parlour
from parlour.games.contract.position import COMPILED
from parlour.i18n.languages import languages
from parlour.server.http.auth import PageRequest, now
from parlour.server.http.limits.exports import EXPORT_LIMIT
from parlour.server.http.limits.rate_limits import account_key
from parlour.server.messages import RenameRequest
from parlour.server.people.messages import (
    ChangePasswordRequest,
    CredentialsRequest,
    DeleteAccountRequest,
    LoginView,
    MeView,
    PersonView,
    PreferencesRequest,
)
from parlour.server.people.person_deletion import delete_person
from parlour.server.services import InjectedServices, Services


async def me(request: PageRequest, services: Services) -> MeView:
    """Return the visitor as the server knows them."""
    person = request.user.person
    return MeView(
        person=None if person is None else PersonView(person.name, person.account, person.created),
        owner=request.user.owner,
        preferences={} if person is None else await services.store.preferences.get(person.id),
        languages=languages(),
        release=parlour.__version__,
        compiled=COMPILED,
        now=now(),
    )


@get("/me", scope="read")
async def show_me(request: PageRequest, services: InjectedServices) -> MeView:
    """Return the visitor."""
    return await me(request, services)


@patch("/me", limit="saves")
async def rename_me(data: JSONBody[RenameRequest], request: PageRequest, services: InjectedServices) -> MeView:
    """Rename the visitor."""
    person = await services.sessions.ensure_person(request)
    renamed = await services.store.people.rename(person.id, data.name, now())
    services.sessions.replace_person(request, renamed)
    services.lobby.change_person(renamed)
    services.chat_rooms.rename_author(renamed)
    await services.matches.reload_matches_of(person.id)
    return await me(request, services)


@post("/sign-up", limit="sign-ups")
async def sign_up(data: JSONBody[CredentialsRequest], request: PageRequest, services: InjectedServices) -> MeView:
    """Create an account; a guest keeps their games."""
    visitor = request.user
    guest = visitor.id if visitor.person is not None and not visitor.person.account and data.adopt else None
    services.sessions.require_unlocked(visitor)
    person = await services.store.people.sign_up(data.name, data.password, now(), guest=guest)
    await services.matches.reload_matches_of(person.id)
    await services.sessions.log_in(request, person)
    services.lobby.change_person(person)
    services.chat_rooms.rename_author(person)
    if visitor.owner and data.adopt:
        await services.matches.reload_matches_of(*await services.sessions.become_owner(person))
    return await me(request, services)


@post("/log-in", status_code=200, limit="logins")
async def log_in(data: JSONBody[CredentialsRequest], request: PageRequest, services: InjectedServices) -> MeView:
    """Log in; the account takes over what the guest did in this browser."""
    visitor = request.user
    guest = visitor.id if visitor.person is not None and not visitor.person.account else None
    services.limits.count("logins", account_key(data.name))
    person = await services.store.people.log_in(data.name, data.password, now())
    if guest is not None and data.adopt:
        # First: if the server stops in between, this browser is still the guest and can log in again.
        await services.store.people.adopt(person.id, guest, now())
        services.sessions.on_person_deleted(guest)
        await services.matches.reload_matches_of(person.id, guest)
        services.chat.change_author(guest, person.id)
    await services.sessions.log_in(request, person)
    if visitor.owner and data.adopt:
        await services.matches.reload_matches_of(*await services.sessions.become_owner(person))
    return await me(request, services)


@post("/log-out", status_code=200)
async def log_out(request: PageRequest, services: InjectedServices) -> MeView:
    """Log out of this browser. Guests cannot: they would lose their games with the cookie."""
    request.user.require_account()
    await services.sessions.log_out(request)
    return await me(request, services)


@post("/me/password", status_code=200, limit="logins")
async def change_password(
    data: JSONBody[ChangePasswordRequest], request: PageRequest, services: InjectedServices
) -> MeView:
    """Change the password and end all other sessions."""
    person = request.user.require_account()
    services.sessions.on_revoked(await services.store.people.change_password(person.id, data.old, data.new))
    request.user.token = request.user.login = None
    await services.sessions.log_in(request, person)
    return await me(request, services)


@post("/me/delete", status_code=204, limit="logins")
async def delete_me(data: JSONBody[DeleteAccountRequest], request: PageRequest, services: InjectedServices) -> None:
    """Delete the person; games with others stay, under a neutral name."""
    person = request.user.require_person()
    if person.account:
        await services.store.people.check_password(person.id, data.password)
    for bot in await services.store.bot_accounts.of(person.id):
        await delete_person(services, bot.id)
    await delete_person(services, person.id)
    await services.sessions.log_out(request)


@get("/me/export", middleware=[EXPORT_LIMIT])
async def export_me(request: PageRequest, services: InjectedServices) -> Stream:
    """Export all data of the person as a file."""
    person = request.user.require_person()
    headers = {"content-disposition": 'attachment; filename="parlour-my-data.json"'}
    return Stream(services.store.people.export(person.id), media_type="application/json", headers=headers)


@get("/me/logins")
async def list_logins(request: PageRequest, services: InjectedServices) -> list[LoginView]:
    """List the sessions of the person."""
    person = request.user.require_person()
    this = request.user.login
    return [
        LoginView(login.id, login.label, login.created, login.used, this is not None and login.id == this.id)
        for login in await services.store.logins.of(person.id, now())
    ]


@delete("/me/logins/{login:str}")
async def end_login(login: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """End a session."""
    person = request.user.require_person()
    await services.sessions.revoke_one(person.id, login)


@patch("/me/preferences", limit="saves")
async def change_preferences(
    data: JSONBody[PreferencesRequest], request: PageRequest, services: InjectedServices
) -> dict[str, Any]:
    """Change preferences and return all of them."""
    person = await services.sessions.ensure_person(request)
    return await services.store.preferences.change(person.id, data.values)


HANDLERS = [
    show_me,
    rename_me,
    sign_up,
    log_in,
    log_out,
    change_password,
    delete_me,
    export_me,
    list_logins,
    end_login,
    change_preferences,
]
