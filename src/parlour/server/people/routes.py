"""You: signing up, logging in and out, name and password, preferences, your data, your leave."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import delete, get, patch, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

import parlour
from parlour.errors import ParlourError
from parlour.games.contract.position import COMPILED
from parlour.i18n.languages import languages
from parlour.match.commands import Abort, AnyCommand, Resign, Sender
from parlour.server.http.auth import PageRequest, now
from parlour.server.matches.live import Live
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
from parlour.server.services import Parts, TheParts
from parlour.store import Query


async def me(request: PageRequest, parts: Parts) -> MeView:
    """Who the server takes a visitor for."""
    person = request.user.person
    return MeView(
        person=None if person is None else PersonView(person.name, person.account, person.created),
        owner=request.user.owner,
        preferences={} if person is None else await parts.store.preferences.get(person.id),
        languages=languages(),
        release=parlour.__version__,
        compiled=COMPILED,
        now=now(),
    )


@get("/me")
async def show_me(request: PageRequest, parts: TheParts) -> MeView:
    """Who you are here."""
    return await me(request, parts)


@patch("/me")
async def rename_me(data: JSONBody[RenameRequest], request: PageRequest, parts: TheParts) -> MeView:
    """Another name."""
    person = await parts.door.somebody(request)
    renamed = await parts.store.people.rename(person.id, data.name, now())
    parts.door.is_now(request, renamed)
    await parts.matches.reload_matches_of(person.id)
    return await me(request, parts)


@post("/sign-up")
async def sign_up(data: JSONBody[CredentialsRequest], request: PageRequest, parts: TheParts) -> MeView:
    """Makes an account; a guest keeps all games."""
    visitor = request.user
    guest = visitor.id if visitor.person is not None and not visitor.person.account and data.adopt else None
    person = await parts.store.people.sign_up(data.name, data.password, now(), guest=guest)
    await parts.door.let_in(request, person)
    await parts.matches.reload_matches_of(person.id)
    return await me(request, parts)


@post("/log-in", status_code=200)
async def log_in(data: JSONBody[CredentialsRequest], request: PageRequest, parts: TheParts) -> MeView:
    """Logs in; what a guest did in this browser becomes the account's."""
    visitor = request.user
    guest = visitor.id if visitor.person is not None and not visitor.person.account else None
    person = await parts.store.people.log_in(data.name, data.password, now())
    await parts.door.let_in(request, person)
    if guest is not None and data.adopt:
        await parts.store.people.adopt(person.id, guest, now())
        await parts.matches.reload_matches_of(person.id, guest)
    return await me(request, parts)


@post("/log-out", status_code=200)
async def log_out(request: PageRequest, parts: TheParts) -> MeView:
    """Logs out of this browser; a guest has nothing to log out of, and would lose what the cookie keeps."""
    request.user.must_be_account()
    await parts.door.let_out(request)
    return await me(request, parts)


@post("/me/password", status_code=200)
async def change_password(data: JSONBody[ChangePasswordRequest], request: PageRequest, parts: TheParts) -> MeView:
    """Another password; everywhere else one is logged out."""
    person = request.user.must_be_account()
    await parts.store.people.change_password(person.id, data.old, data.new)
    request.user.token = None  # all logins have ended
    await parts.door.let_in(request, person)
    return await me(request, parts)


@post("/me/delete", status_code=204)
async def delete_me(data: JSONBody[DeleteAccountRequest], request: PageRequest, parts: TheParts) -> None:
    """Deletes everything that is only yours; games with others stay, under a neutral name."""
    person = request.user.must_be_known()
    if person.account:
        await parts.store.people.check_password(person.id, data.password)
    await _end_matches(parts, person.id)
    await parts.store.people.delete(person.id, now())
    await parts.door.let_out(request)
    await parts.matches.reload_matches_of(person.id)


async def _end_matches(parts: Parts, person: str) -> None:
    """Resigns where others play on, and breaks off the rest."""
    running = await parts.store.library.page(person, Query(finished=False, unplayed=True, limit=200))
    for entry in running.entries:
        own = entry.seat
        sender = Sender(frozenset() if own is None else frozenset((own,)), host=entry.match.host == person)
        ways: list[AnyCommand] = [Abort()] if own is None else [Resign(seat=own), Abort()]
        for command in ways:
            try:
                await parts.matches.do(entry.match.id, command, partial(_as, sender))
            except ParlourError:
                continue  # the other way of ending it, or none is needed
            break


def _as(sender: Sender, _: Live) -> Sender:
    return sender


@get("/me/export")
async def export_me(request: PageRequest, parts: TheParts) -> Stream:
    """All that is kept about you, as a file."""
    person = request.user.must_be_known()
    headers = {"content-disposition": 'attachment; filename="parlour-my-data.json"'}
    return Stream(parts.store.people.export(person.id), media_type="application/json", headers=headers)


@get("/me/logins")
async def list_logins(request: PageRequest, parts: TheParts) -> list[LoginView]:
    """The browsers in which you are logged in."""
    person = request.user.must_be_known()
    this = request.user.login
    return [
        LoginView(login.id, login.label, login.created, login.used, this is not None and login.id == this.id)
        for login in await parts.store.logins.of(person.id, now())
    ]


@delete("/me/logins/{login:str}")
async def end_login(login: FromPath[str], request: PageRequest, parts: TheParts) -> None:
    """Logs you out of one of them."""
    person = request.user.must_be_known()
    await parts.store.logins.revoke_one(person.id, login)


@patch("/me/preferences")
async def change_preferences(
    data: JSONBody[PreferencesRequest], request: PageRequest, parts: TheParts
) -> dict[str, Any]:
    """Sets some preferences; all of them afterwards."""
    person = await parts.door.somebody(request)
    return await parts.store.preferences.change(person.id, data.values)


HANDLERS = [
    show_me,
    rename_me,
    log_out,
    change_password,
    delete_me,
    export_me,
    list_logins,
    end_login,
    change_preferences,
]
SIGN_UP, LOG_IN = sign_up, log_in
"""What one may do so often only."""
