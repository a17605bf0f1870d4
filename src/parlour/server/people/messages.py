"""Messages about people: accounts, guests, sessions, preferences."""

from __future__ import annotations

from typing import Any

import msgspec


class PersonView(msgspec.Struct, frozen=True):
    """Somebody: an account, or a guest (whose name is empty until they say one)."""

    name: str
    account: bool
    created: int


class MeView(msgspec.Struct, frozen=True):
    """Who the server takes a visitor for; `person` is None for somebody who has not done anything yet."""

    person: PersonView | None
    owner: bool
    """Whether this browser may run the server: quit it, see where the data lies."""
    preferences: dict[str, Any]
    languages: tuple[str, ...]
    release: str
    compiled: bool
    """Without it everything is slow; the page says so."""
    now: int


class CredentialsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signing up or logging in. `adopt`: a guest's games become the account's."""

    name: str
    password: str
    adopt: bool = True


class ChangePasswordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password. All other logins end."""

    old: str
    new: str


class DeleteAccountRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deletes a person with all that is theirs. An account must say its password."""

    password: str = ""


class LoginView(msgspec.Struct, frozen=True):
    """A browser in which one is logged in."""

    id: str
    label: str
    created: int
    used: int
    this: bool


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to set, by key; null takes a key away."""

    values: dict[str, Any]
