"""End the matches of a person who cannot continue them."""

from __future__ import annotations

from functools import partial

from parlour.errors import ParlourError, StoreUnavailable
from parlour.match.commands import Abort, AnyCommand, Resign, Sender
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.store import Entry, Query
from parlour.store.library.library import MAX_PAGE_SIZE


async def leave_matches(matches: LiveMatches, person: str) -> None:
    """Resign matches that others continue, and abort the rest."""
    for entry in await _running(matches, person):
        own = entry.seat
        sender = Sender(frozenset() if own is None else frozenset((own,)), host=entry.match.host == person)
        ways: list[AnyCommand] = [Abort()] if own is None else [Resign(seat=own), Abort()]
        for command in ways:
            try:
                await matches.do(entry.match.id, command, partial(_as, sender))
            except StoreUnavailable:
                raise
            except ParlourError:
                continue  # try the other command; if both fail, the match is already over
            break


async def _running(matches: LiveMatches, person: str) -> list[Entry]:
    found: list[Entry] = []
    while True:
        query = Query(finished=False, unplayed=True, limit=MAX_PAGE_SIZE, offset=len(found))
        entries = (await matches.store.library.page(person, query)).entries
        found += entries
        if len(entries) < MAX_PAGE_SIZE:
            return found


def _as(sender: Sender, _: LiveMatch) -> Sender:
    return sender
