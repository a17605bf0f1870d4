"""Who is here: the people with an open page at any server, as each server knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from parlour.match.names import distinct_names
from parlour.server.person_keys import person_key
from parlour.store import Person


class Presence(msgspec.Struct, frozen=True):
    """A person with an open page at a server."""

    person: Person
    busy: bool
    """Whether they play a network match there. Programs are never busy."""


class PresentPeople:
    """The people at all servers. A person with pages at several servers is one person."""

    def __init__(self) -> None:
        self._at: dict[str, dict[str, Presence]] = {}

    def put(self, server: str, presence: Presence) -> None:
        """Record that a person is at a server."""
        self._at.setdefault(server, {})[presence.person.id] = presence

    def remove(self, server: str, person: str) -> None:
        """Record that a person is no longer at a server."""
        self._at.get(server, {}).pop(person, None)

    def servers(self) -> set[str]:
        """Return the servers with people."""
        return {server for server, there in self._at.items() if there}

    def servers_with(self, person: str) -> list[str]:
        """Return the servers at which a person is."""
        return [server for server, there in self._at.items() if person in there]

    def forget_servers(self, servers: Collection[str]) -> set[str]:
        """Forget the people at servers that have stopped; return the ids of those not connected elsewhere."""
        gone = {id for server in servers for id in self._at.pop(server, {})}
        return {id for id in gone if self.find(id) is None}

    def at(self, server: str) -> list[Presence]:
        """Return the people at a server."""
        return list(self._at.get(server, {}).values())

    def find_at(self, server: str, person: str) -> Presence | None:
        """Return a person, if they are at a server."""
        return self._at.get(server, {}).get(person)

    def find(self, person: str) -> Presence | None:
        """Return a person, if they are here."""
        found = [there[person] for there in self._at.values() if person in there]
        return Presence(found[-1].person, any(one.busy for one in found)) if found else None

    def by_key(self, key: str) -> Presence | None:
        """Return the person with a key, if they are here."""
        ids = {id for there in self._at.values() for id in there}
        return next((self.find(id) for id in ids if person_key(id) == key), None)

    def all(self) -> list[Presence]:
        """Return everybody with the name by which others see them, in the order of these names."""
        found = self._everybody()
        names = _seen_names(one.person for one in found)
        marked = [Presence(msgspec.structs.replace(one.person, name=names[one.person.id]), one.busy) for one in found]
        return sorted(marked, key=lambda one: (one.busy, one.person.name.casefold(), one.person.id))

    def seen_name(self, person: Person) -> str:
        """Return the name by which others see a person, who may have been renamed since they came."""
        return _seen_names([*(one.person for one in self._everybody() if one.person.id != person.id), person])[
            person.id
        ]

    def _everybody(self) -> list[Presence]:
        ids = {id for there in self._at.values() for id in there}
        return [one for id in ids if (one := self.find(id)) is not None]


def _seen_names(people: Iterable[Person]) -> dict[str, str]:
    """Return names by id; that of a guest has a number after it if an account or an earlier guest has the same."""
    ordered = sorted(people, key=lambda one: (not one.account, one.created, one.id))
    names = distinct_names([(one.name, one.account) for one in ordered])
    return {one.id: name for one, name in zip(ordered, names, strict=True)}
