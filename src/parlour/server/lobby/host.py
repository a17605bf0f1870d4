"""What the host of the server decides about the lobby: whether it is locked, and hand-over codes.

Like the list of people, it is kept in memory and synchronised between the server processes by notices. It is lost when
the last of them stops.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.server.lobby.hand_over import HandOver, hash_of, new_code
from parlour.server.lobby.notices import (
    AnyLobbyNotice,
    HandOverOpened,
    HandOverUsed,
    HostDecided,
)
from parlour.server.process.match_time import system_clock


class HostDecisions:
    """The decisions of the host, as this server knows them."""

    def __init__(self, publish: Callable[[AnyLobbyNotice], None]) -> None:
        self._publish = publish
        self.decided = HostDecided(0)
        self._codes: dict[str, HandOver] = {}

    def decide(self, *, locked: bool) -> None:
        """Lock or unlock the lobby."""
        self._publish(HostDecided(max(system_clock(), self.decided.at + 1), locked))

    def open_code(self, person: str, language: str) -> tuple[str, int]:
        """Return a new code for a person, and when it expires. Their earlier codes become invalid."""
        code, opened = new_code(person, language, system_clock())
        self._publish(HandOverOpened(opened))
        return code, opened.expires

    def redeem(self, code: str) -> str:
        """Use up a code and return the id of its person; raise `NotFound`."""
        found = self._codes.pop(hash_of(code), None)  # here at once: a second request may be sooner than the notice
        if found is None or found.expires <= system_clock():
            raise localized_error(NotFound, "server.lobby.code")
        self._publish(HandOverUsed(found.hash))
        return found.person

    def announce(self) -> None:
        """Send the decisions that this server knows to all servers."""
        if self.decided.at:
            self._publish(self.decided)
        for opened in list(self._codes.values()):
            self._publish(HandOverOpened(opened))

    def on_notice(self, notice: HostDecided | HandOverOpened | HandOverUsed) -> None:
        """Apply a decision."""
        match notice:
            case HostDecided():
                if notice.at > self.decided.at:
                    self.decided = notice
            case HandOverOpened():
                opened, now = notice.opened, system_clock()
                kept = (one for one in self._codes.values() if one.person != opened.person and one.expires > now)
                self._codes = {one.hash: one for one in (*kept, opened)}
            case HandOverUsed():
                self._codes.pop(notice.hash, None)
