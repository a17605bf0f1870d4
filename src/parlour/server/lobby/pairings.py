"""Index of the open quick pairings, so that one is compared only with those that ask for a game on the same terms."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import TypeAlias

from parlour.server.lobby.challenges import Challenge
from parlour.server.matches.messages import ClockRequest

_Terms: TypeAlias = tuple[str, ClockRequest, bool]
"""A game, the clock, and whether it is rated."""


class Pairings:
    """The quick pairings of all servers, as far as this one knows them."""

    def __init__(self) -> None:
        self._by_terms: dict[_Terms, list[Challenge]] = {}
        """The oldest first."""

    def add(self, pairing: Challenge) -> None:
        """Add a pairing that is not in the index."""
        for terms in _terms_of(pairing):
            insort(self._by_terms.setdefault(terms, []), pairing, key=Challenge.order)

    def remove(self, pairing: Challenge) -> None:
        """Remove a pairing."""
        for terms in _terms_of(pairing):
            self._by_terms[terms].remove(pairing)
            if not self._by_terms[terms]:
                del self._by_terms[terms]

    def fitting(self, pairing: Challenge) -> list[Challenge]:
        """Return the pairings of other people on the same terms that have a game in common, the oldest first."""
        found = {one.id: one for terms in _terms_of(pairing) for one in self._by_terms.get(terms, ())}
        return sorted((one for one in found.values() if one.person != pairing.person), key=Challenge.order)


def _terms_of(pairing: Challenge) -> Iterator[_Terms]:
    return ((game, pairing.clock, pairing.rated) for game in pairing.games)
