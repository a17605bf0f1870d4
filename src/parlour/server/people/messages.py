"""Messages about people: accounts, guests, sessions, preferences."""

from __future__ import annotations

from typing import Any

from parlour.server.messages import Request, View


class PersonView(View):
    """An account, or a guest, whose name is empty until they choose one."""

    name: str
    account: bool
    created: int


class MeView(View):
    """The visitor; `person` is None until they have stored anything."""

    person: PersonView | None
    owner: bool
    """Whether this browser may administer the server."""
    preferences: dict[str, Any]
    languages: tuple[str, ...]
    release: str
    compiled: bool
    """Whether the rules are compiled; if not, the page shows a warning."""
    now: int


class CredentialsRequest(Request):
    """Sign up or log in. With `adopt`, the account takes over the guest's games."""

    name: str
    password: str
    adopt: bool = True


class ChangePasswordRequest(Request):
    """A new password. All other sessions end."""

    old: str
    new: str


class DeleteAccountRequest(Request):
    """Delete a person and their data. An account needs its password."""

    password: str = ""


class LoginView(View):
    """A browser session of a person."""

    id: str
    label: str
    created: int
    used: int
    this: bool


class PreferencesRequest(Request):
    """Preferences to set, by key; null removes a key."""

    values: dict[str, Any]
