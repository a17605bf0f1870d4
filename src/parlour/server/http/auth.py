"""Authentication: accounts and guests by a session cookie, the owner by a token, seats of a local match by a cookie.

- The session cookie has a random token with a signature, so that forged tokens cost no database query. Guests get one
  as well, but only when something has to be stored for them.
- The owner's cookie is given to a browser that presents a proof made with the token in the data folder. It has a random
  token of a stored session as well, signed with the owner's token. The address of a visitor never matters.
- A program that plays for a bot account sends its token as a bearer token. Then cookies are ignored and no CSRF token
  is needed, because browsers never send the header by themselves. Only routes that name a scope accept such a token.
- A seat cookie authorises a second person who logs in at one seat of a local match in another person's browser. It
  holds the token of that person's login and expires with it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec
from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Forbidden, NotLoggedIn
from parlour.server.http.host_guard import COOKIES_STATE_KEY
from parlour.server.http.limits.rate_limits import RateLimiter, address_key
from parlour.server.messages import TokenScope
from parlour.server.process.match_time import system_clock
from parlour.store import Login, Person, Secrets, Store
from parlour.store.people.owner import Owner

LOGIN_COOKIE = "parlour_login"
OWNER_COOKIE = "parlour_owner"
SEAT_COOKIE = "parlour_seat_"
COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60
"""The longest time that browsers keep a cookie; the store ends unused logins."""
OWNER_PROOF_LIFETIME_MS = 10 * 60 * 1000
"""How long a link that gives owner rights works."""
TOKEN_PREFIX = "parlour_"
"""Prefix of the tokens of bot accounts, so that scanners recognise leaked ones."""


now = system_clock
"""The time for logins and dates. Clocks of matches run by `MatchTime`."""


class Keys:
    """Sign and verify texts with the secrets of this installation."""

    def __init__(self, secrets: Secrets) -> None:
        self._owner = secrets.owner.encode()
        self._signing = bytes.fromhex(secrets.signing)
        self.csrf = self._signature("csrf", "")

    def _signature(self, what: str, text: str, key: bytes | None = None) -> str:
        return hmac.new(key or self._signing, f"{what}\0{text}".encode(), hashlib.sha256).hexdigest()

    def sign(self, what: str, text: str) -> str:
        """Return a text with its signature."""
        return f"{text}.{self._signature(what, text)}"

    def verify(self, what: str, signed: str) -> str | None:
        """Return the text if the signature is valid."""
        text, _, signature = signed.rpartition(".")
        return text if hmac.compare_digest(signature.encode(), self._signature(what, text).encode()) else None

    def owner_proof(self, at: int) -> str:
        """Return a proof of knowing the owner's token, valid for a short time."""
        return self._signature("owner", str(at), self._owner)

    def proves_owner(self, at: int, proof: str, moment: int) -> bool:
        """Return whether a proof is valid."""
        fresh = abs(moment - at) <= OWNER_PROOF_LIFETIME_MS
        return fresh and hmac.compare_digest(proof.encode(), self.owner_proof(at).encode())

    def sign_owner_login(self, token: str) -> str:
        """Return the token of an owner's session with a signature that a new owner's token makes invalid."""
        return f"{token}.{self._signature('owner login', token, self._owner)}"

    def verify_owner_login(self, signed: str) -> str | None:
        """Return the token of an owner's session if the signature is valid."""
        token, _, _ = signed.rpartition(".")
        return token if hmac.compare_digest(signed.encode(), self.sign_owner_login(token).encode()) else None

    def sign_token(self, token: str) -> str:
        """Return the token of a bot account in the form that its program sends."""
        return TOKEN_PREFIX + self.sign("token", token)

    def verify_token(self, signed: str) -> str | None:
        """Return the token of a bot account if the signature is valid."""
        return self.verify("token", signed.removeprefix(TOKEN_PREFIX)) if signed.startswith(TOKEN_PREFIX) else None

    def is_owner_token(self, token: str) -> bool:
        """Return whether a text is the owner's token, which programs send as a bearer token."""
        return hmac.compare_digest(token.encode(), self._owner)


def owner_path(keys: Keys, moment: int) -> str:
    """Return the path of the link that gives a browser owner rights."""
    return f"/owner?at={moment}&proof={keys.owner_proof(moment)}"


class Visitor(msgspec.Struct):
    """The sender of a request, as far as they are known."""

    login: Login | None
    token: str | None
    owner: bool
    seat_logins: dict[tuple[str, int], Login] = {}
    """The logins of people who signed in to a seat of a match in this browser."""
    ended: bool = False
    """Whether the session has ended while a WebSocket of it was open."""

    @property
    def person(self) -> Person | None:
        """The account or guest; None if nothing has been stored for this visitor yet."""
        return None if self.login is None else self.login.person

    @property
    def id(self) -> str | None:
        """The person's id."""
        return None if self.login is None else self.login.person.id

    def permits(self, scope: TokenScope | None) -> bool:
        """Return whether the visitor's token permits something; without a scope, no token does. A browser may do
        everything.
        """
        return self.login is None or self.login.scopes is None or scope in self.login.scopes

    def require_person(self) -> Person:
        """Return the person; raise `NotLoggedIn` if there is none."""
        if self.login is None:
            raise localized_error(NotLoggedIn, "server.refusal.stranger")
        return self.login.person

    def require_account(self) -> Person:
        """Return the account; raise `NotLoggedIn` for everybody else."""
        person = self.person
        if person is None or not person.account:
            raise localized_error(NotLoggedIn, "server.refusal.log-in")
        return person

    def require_owner(self) -> None:
        """Raise `Forbidden` for everybody but the owner of the server."""
        if not self.owner:
            raise localized_error(Forbidden, "server.refusal.owner")

    def seat_right(self, match: str, seat: int) -> str | None:
        """Return the id of the person who signed in to a seat in this browser."""
        login = self.seat_logins.get((match, seat))
        return None if login is None else login.person.id

    def end_seat_logins(self, end: SessionEnd) -> bool:
        """Forget the people at seats whose login has ended; return whether there were any."""
        ended = [place for place, login in self.seat_logins.items() if end.includes(login)]
        for place in ended:
            del self.seat_logins[place]
        return bool(ended)


class SessionEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice to all servers that logins have ended, or those of a person who was deleted. Without either, any may
    have. The clocks of the servers do not matter.
    """

    logins: tuple[str, ...] = ()
    """Ids of logins."""
    person: str | None = None

    def includes(self, login: Login | None) -> bool:
        """Return whether a login has ended."""
        return login is not None and (login.id in self.logins or login.person.id == self.person)


class SessionSockets(Protocol):
    """Interface of the open WebSockets for sessions."""

    def end(self, end: SessionEnd) -> None:
        """Close the WebSockets of sessions that have ended, at all servers."""

    def change_login(self, old: str, new: Login) -> None:
        """Let the WebSockets of a login of this server continue under another login of the same person."""


SESSIONS_CHANNEL = "sessions"
LOGINS_PER_NOTICE = 100
"""PostgreSQL accepts notices of 8,000 bytes."""
session_end_decoder = msgspec.json.Decoder(SessionEnd)
PageRequest: TypeAlias = Request[Visitor, None, Any]
PageSocket: TypeAlias = WebSocket[Visitor, None, Any]


def bearer_token(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the token in the Authorization header, if there is one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def check_scope(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a program whose token does not permit a route; routes without a scope accept no token."""
    if not connection.user.permits(handler.opt.get("scope")):
        raise localized_error(Forbidden, "server.refusal.scope")


class AuthMiddleware(AbstractAuthenticationMiddleware):
    """Identify the sender of every request and WebSocket."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        sessions: Sessions = connection.app.state.services.sessions
        return AuthenticationResult(await sessions.identify(connection), None)


class Sessions:
    """Log people in and out: create guests and logins, and set their cookies."""

    def __init__(
        self, store: Store, owner: Owner, keys: Keys, limits: RateLimiter, *, https: bool, sockets: SessionSockets
    ) -> None:
        self.store = store
        self._owner = owner
        self.keys = keys
        self._limits = limits
        self._https = https
        self._sockets = sockets
        self.is_locked: Callable[[], bool] = lambda: False
        """Return whether new guests are refused."""

    async def identify(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor:
        """Return the visitor who sent this bearer token or these cookies; raise `NotLoggedIn` for an unknown token."""
        bearer = bearer_token(connection)
        if bearer is not None:
            return await self._identify_program(bearer)
        cookies = connection.cookies
        token = self.keys.verify("login", cookies.get(LOGIN_COOKIE, ""))
        login = await self.store.logins.find(token, now()) if token else None
        owner_token = self.keys.verify_owner_login(cookies.get(OWNER_COOKIE, ""))
        owner = owner_token is not None and await self.store.owner_logins.find(owner_token, now())
        return Visitor(login, token if login else None, owner, await self._seat_logins(cookies))

    async def _identify_program(self, bearer: str) -> Visitor:
        if self.keys.is_owner_token(bearer):
            return Visitor(None, None, True)
        token = self.keys.verify_token(bearer)
        login = await self.store.logins.find(token, now(), program=True) if token else None
        if login is None:
            raise localized_error(NotLoggedIn, "server.refusal.token")
        return Visitor(login, token, False)

    async def _seat_logins(self, cookies: Mapping[str, str]) -> dict[tuple[str, int], Login]:
        """Return the valid logins in the seat cookies; browsers send those of one match at a time."""
        found = {}
        for name, signed in cookies.items():
            match, _, seat = name.removeprefix(SEAT_COOKIE).rpartition("_")
            if not name.startswith(SEAT_COOKIE) or not seat.isdecimal():
                continue
            token = self.keys.verify(f"seat {match} {seat}", signed)
            login = None if token is None else await self.store.logins.find(token, now())
            if login is not None:
                found[match, int(seat)] = login
        return found

    async def ensure_person(self, request: PageRequest, name: str = "") -> Person:
        """Return the sender of a request, or a new guest if they are unknown; rename a guest if a name is given."""
        visitor = request.user
        person = visitor.person
        if person is None:
            self.require_unlocked(visitor)
            self._limits.count("guests", address_key(request))
            if visitor.owner and not (owner := await self._owner.ensure(now())).account:
                person = await self.log_in(request, owner)
            else:
                return await self.log_in(request, await self.store.people.create_guest(now(), name))
        if name and not person.account and person.name != name:
            person = await self.store.people.rename(person.id, name, now())
            self.replace_person(request, person)
        return person

    def require_unlocked(self, visitor: Visitor) -> None:
        """Raise `Forbidden` for a new person while the host has locked the lobby."""
        if visitor.person is None and not visitor.owner and self.is_locked():
            raise localized_error(Forbidden, "server.lobby.locked")

    def replace_person(self, request: PageRequest, person: Person) -> None:
        """Replace the person of a request, after a change of name."""
        if request.user.login is not None:
            request.user.login = msgspec.structs.replace(request.user.login, person=person)

    async def log_in(self, request: PageRequest, person: Person) -> Person:
        """Log a person in, in this browser; end the login that was there before."""
        visitor = request.user
        old_token, old = visitor.token, visitor.login
        label = request.headers.get("user-agent", "")[:200]
        visitor.token, visitor.login = await self.store.logins.create(person.id, now(), label=label)
        if old is not None and old.person.id == person.id:
            self._sockets.change_login(old.id, visitor.login)
        await self._revoke(old_token, old)
        self.set_cookie(request, LOGIN_COOKIE, self.keys.sign("login", visitor.token), COOKIE_MAX_AGE_SECONDS)
        return person

    async def log_out(self, request: PageRequest) -> None:
        """Log out, in this browser."""
        visitor = request.user
        await self._revoke(visitor.token, visitor.login)
        visitor.token = visitor.login = None
        self.set_cookie(request, LOGIN_COOKIE, "", 0)

    async def _revoke(self, token: str | None, login: Login | None) -> None:
        if token is not None:
            await self.store.logins.revoke(token)
        if login is not None:
            self.on_revoked([login.id])

    async def revoke_one(self, person: str, login: str) -> None:
        """End one of a person's logins; raise `NotFound`."""
        await self.store.logins.revoke_one(person, login)
        self.on_revoked([login])

    def on_revoked(self, logins: Sequence[str]) -> None:
        """Close the WebSockets of logins that have ended."""
        for first in range(0, len(logins), LOGINS_PER_NOTICE):
            self._sockets.end(SessionEnd(tuple(logins[first : first + LOGINS_PER_NOTICE])))

    def on_person_deleted(self, person: str) -> None:
        """Close the WebSockets of a person who was deleted, or has become part of another one, in all browsers."""
        self._sockets.end(SessionEnd(person=person))

    async def grant_owner(self, request: PageRequest) -> list[str]:
        """Give this browser owner rights, and the games of the owner unless these belong to an account.

        An account has a password, so it is not logged in by the link. Return the ids of people whose matches changed.
        """
        token = await self.store.owner_logins.create(now(), label=request.headers.get("user-agent", ""))
        cookie = self.keys.sign_owner_login(token)
        self.set_cookie(request, OWNER_COOKIE, cookie, COOKIE_MAX_AGE_SECONDS, strict=True)
        owner = await self._owner.find()
        if request.user.person is not None:
            return await self.become_owner(request.user.person)
        if owner is not None and not owner.account:
            await self.log_in(request, owner)
        return []

    async def become_owner(self, person: Person) -> list[str]:
        """Make the person in a browser with owner rights the owner; games the owner played as a guest become theirs.

        Return the ids of people whose matches changed.
        """
        before = await self._owner.find()
        if before is not None and before.account and not person.account:
            return []
        changed: list[str] = []
        if before is not None and before.id != person.id and not before.account:
            await self.store.people.adopt(person.id, before.id, now())
            self.on_person_deleted(before.id)
            changed = [person.id, before.id]
        self._owner.become(person.id)
        return changed

    async def revoke_owner(self, request: PageRequest) -> None:
        """End the owner rights of all browsers."""
        await self.store.owner_logins.revoke_all()
        self.set_cookie(request, OWNER_COOKIE, "", 0, strict=True)

    async def grant_seat(self, request: PageRequest, match: str, seat: int, person: str) -> None:
        """Let this browser act for a person in one seat of one match, until that person ends the login."""
        label = request.headers.get("user-agent", "")[:200]
        token, request.user.seat_logins[match, seat] = await self.store.logins.create(person, now(), label=label)
        name, signed = f"{SEAT_COOKIE}{match}_{seat}", self.keys.sign(f"seat {match} {seat}", token)
        self.set_cookie(request, name, signed, None, path=f"/api/matches/{match}", strict=True)

    def set_cookie(
        self,
        request: PageRequest,
        name: str,
        value: str,
        age: int | None,
        *,
        path: str = "/",
        strict: bool = False,
    ) -> None:
        """Set a cookie in the response to a request; scripts cannot read it."""
        cookie = Cookie(
            key=name,
            value=value,
            max_age=age,
            path=path,
            httponly=True,
            secure=self._https or None,
            samesite="strict" if strict else "lax",
        )
        request.scope["state"].setdefault(COOKIES_STATE_KEY, []).append(cookie.to_header(header="").strip())
