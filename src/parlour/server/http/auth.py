"""Who a visitor is: accounts and guests by a login cookie, the owner by a token, seats of a local match by a right.

- The login cookie holds a random token, signed, so that made-up ones cost no look into the database. Guests have one
  too, but only from the moment when something has to be kept of them.
- The owner's cookie is given to whoever comes with a proof that was made with the token in the data folder; where a
  visitor comes from never matters.
- A right to a seat is what a second person gets who signs in to one seat of a local match at somebody else's screen.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Any, TypeAlias

import msgspec
from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Forbidden, NotLoggedIn
from parlour.server.http.host_guard import COOKIES
from parlour.store import Login, Person, Secrets, Store

LOGIN_COOKIE = "parlour_login"
OWNER_COOKIE = "parlour_owner"
SEAT_COOKIE = "parlour_seat_"
LONG = 400 * 24 * 60 * 60
"""As long as browsers keep a cookie, in seconds; the store ends logins that are not used."""
PROOF_LIFE = 10 * 60 * 1000
"""A link that gives owner rights works for so many milliseconds."""


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Keys:
    """Signs and checks, with the secrets of this installation."""

    def __init__(self, secrets: Secrets) -> None:
        self._owner = secrets.owner.encode()
        self._signing = bytes.fromhex(secrets.signing)
        self.csrf = self._sign("csrf", "")

    def _sign(self, what: str, text: str, key: bytes | None = None) -> str:
        return hmac.new(key or self._signing, f"{what}\0{text}".encode(), hashlib.sha256).hexdigest()

    def seal(self, what: str, text: str) -> str:
        """A text with its signature."""
        return f"{text}.{self._sign(what, text)}"

    def unseal(self, what: str, sealed: str) -> str | None:
        """The text, if the signature is ours."""
        text, _, signature = sealed.rpartition(".")
        return text if hmac.compare_digest(signature.encode(), self._sign(what, text).encode()) else None

    def owner_proof(self, at: int) -> str:
        """What proves, for a while, to know the owner's token."""
        return self._sign("owner", str(at), self._owner)

    def proves_owner(self, at: int, proof: str, moment: int) -> bool:
        """Whether a proof holds."""
        fresh = abs(moment - at) <= PROOF_LIFE
        return fresh and hmac.compare_digest(proof.encode(), self.owner_proof(at).encode())

    def is_owner_token(self, token: str) -> bool:
        """Whether a text is the owner's token itself (for programs, as a bearer token)."""
        return hmac.compare_digest(token.encode(), self._owner)


def owner_path(keys: Keys, moment: int) -> str:
    """The path of the link that gives a browser owner rights."""
    return f"/owner?at={moment}&proof={keys.owner_proof(moment)}"


class Visitor(msgspec.Struct):
    """Whoever sent a request, as far as it is known."""

    login: Login | None
    token: str | None
    owner: bool
    cookies: dict[str, str]

    @property
    def person(self) -> Person | None:
        """The account or guest; None for somebody of whom nothing has been kept yet."""
        return None if self.login is None else self.login.person

    @property
    def id(self) -> str | None:
        """The person's id."""
        return None if self.login is None else self.login.person.id

    def must_be_known(self) -> Person:
        """The person; raises `NotLoggedIn` for a stranger."""
        if self.login is None:
            raise localized_error(NotLoggedIn, "server.refusal.stranger")
        return self.login.person

    def must_be_account(self) -> Person:
        """The account; raises `NotLoggedIn` for guests and strangers."""
        person = self.person
        if person is None or not person.account:
            raise localized_error(NotLoggedIn, "server.refusal.log-in")
        return person

    def must_be_owner(self) -> None:
        """Raises `Forbidden` for anybody but the owner of the server."""
        if not self.owner:
            raise localized_error(Forbidden, "server.refusal.owner")

    def seat_right(self, keys: Keys, match: str, seat: int) -> str | None:
        """The id of the person who signed in to a seat in this browser."""
        sealed = self.cookies.get(f"{SEAT_COOKIE}{match}_{seat}")
        return None if sealed is None else keys.unseal(f"seat {match} {seat}", sealed)


PageRequest: TypeAlias = Request[Visitor, None, Any]
PageSocket: TypeAlias = WebSocket[Visitor, None, Any]


class KnowVisitors(AbstractAuthenticationMiddleware):
    """Finds out, for every request and WebSocket, who sent it."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        door: Door = connection.app.state.parts.door
        return AuthenticationResult(await door.recognise(connection), None)


class Door:
    """Lets people in and out: makes guests and logins, and sets the cookies that prove them."""

    def __init__(self, store: Store, keys: Keys, *, https: bool) -> None:
        self.store = store
        self.keys = keys
        self._https = https

    async def recognise(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor:
        """The visitor whose cookies these are."""
        cookies = connection.cookies
        token = self.keys.unseal("login", cookies.get(LOGIN_COOKIE, ""))
        login = await self.store.logins.find(token, now()) if token else None
        owner = self.keys.unseal("owner", cookies.get(OWNER_COOKIE, "")) == "yes"
        bearer = connection.headers.get("authorization", "")
        if bearer.startswith("Bearer "):
            owner = owner or self.keys.is_owner_token(bearer.removeprefix("Bearer "))
        return Visitor(login, token if login else None, owner, dict(cookies))

    async def somebody(self, request: PageRequest, name: str = "") -> Person:
        """The person who sent a request; a stranger becomes a guest, with a name if one is given."""
        visitor = request.user
        person = visitor.person
        if person is None:
            guest = await self.store.people.create_guest(now(), name)
            return await self.let_in(request, guest)
        if name and not person.account and person.name != name:
            person = await self.store.people.rename(person.id, name, now())
            self.is_now(request, person)
        return person

    def is_now(self, request: PageRequest, person: Person) -> None:
        """Takes up that the visitor has another name."""
        if request.user.login is not None:
            request.user.login = msgspec.structs.replace(request.user.login, person=person)

    async def let_in(self, request: PageRequest, person: Person) -> Person:
        """Logs somebody in, in this browser; a login that was there before ends."""
        visitor = request.user
        if visitor.token is not None:
            await self.store.logins.revoke(visitor.token)
        label = request.headers.get("user-agent", "")[:200]
        visitor.token, visitor.login = await self.store.logins.create(person.id, now(), label=label)
        self.set_cookie(request, LOGIN_COOKIE, self.keys.seal("login", visitor.token), LONG)
        return person

    async def let_out(self, request: PageRequest) -> None:
        """Logs out, in this browser."""
        visitor = request.user
        if visitor.token is not None:
            await self.store.logins.revoke(visitor.token)
        visitor.token = visitor.login = None
        self.set_cookie(request, LOGIN_COOKIE, "", 0)

    def own(self, request: PageRequest) -> None:
        """Gives this browser owner rights."""
        self.set_cookie(request, OWNER_COOKIE, self.keys.seal("owner", "yes"), LONG, strict=True)

    def give_seat(self, request: PageRequest, match: str, seat: int, person: str) -> None:
        """Lets this browser act for somebody in one seat of one match."""
        name, sealed = f"{SEAT_COOKIE}{match}_{seat}", self.keys.seal(f"seat {match} {seat}", person)
        request.user.cookies[name] = sealed
        self.set_cookie(request, name, sealed, None, path=f"/api/matches/{match}", strict=True)

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
        """Has the answer to a request set a cookie that no script can read."""
        cookie = Cookie(
            key=name,
            value=value,
            max_age=age,
            path=path,
            httponly=True,
            secure=self._https or None,
            samesite="strict" if strict else "lax",
        )
        request.scope["state"].setdefault(COOKIES, []).append(cookie.to_header(header="").strip())
