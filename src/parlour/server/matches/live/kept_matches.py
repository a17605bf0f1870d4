"""Matches that are kept in memory although no page may have them open."""

from __future__ import annotations

from collections import OrderedDict

from parlour.server.matches.live.live_match import LiveMatch


class KeptMatches:
    """The most recently used matches, limited by their number and their total number of moves.

    A match in memory takes about 1 kB for each move.
    """

    def __init__(self, max_matches: int, max_plies: int) -> None:
        self.max_matches = max_matches
        self.max_plies = max_plies
        self._matches: OrderedDict[str, tuple[LiveMatch, int]] = OrderedDict()
        """Each with its number of moves at its last use."""
        self._plies = 0

    def keep(self, live: LiveMatch) -> None:
        """Keep a match, and drop those that were not used for the longest time."""
        self.drop(live.id)
        plies = live.match.ply + sum(map(len, live.match.state.undone))
        self._matches[live.id] = live, plies
        self._plies += plies
        while len(self._matches) > self.max_matches or self._plies > self.max_plies:
            self.drop(next(iter(self._matches)))

    def drop(self, id: str) -> None:
        """Keep a match no longer."""
        _, plies = self._matches.pop(id, (None, 0))
        self._plies -= plies
