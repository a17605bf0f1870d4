"""End the matches of a person who cannot continue them."""

from __future__ import annotations

from functools import partial

from parlour.errors import ParlourError, StoreUnavailable
from parlour.match.commands import Abort, AnyCommand, Resign, Sender
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches


async def leave_matches(matches: LiveMatches, person: str, *, deleted: bool = False) -> None:
    """Resign matches that others continue, and abort the rest.

    If the person will be deleted, games that nobody else has and that are not in use are skipped: they will be deleted
    as well, which is much faster.
    """
    in_use = [live.id for live in matches.of_people(person)] if deleted else None
    for role in await matches.store.people.match_roles(person, in_use):
        sender = Sender(frozenset() if role.seat is None else frozenset((role.seat,)), host=role.hosts)
        ways: list[AnyCommand] = [Abort()] if role.seat is None else [Resign(seat=role.seat), Abort()]
        for command in ways:
            try:
                await matches.do(role.match, command, partial(_as, sender))
            except StoreUnavailable:
                raise
            except ParlourError:
                continue  # try the other command; if both fail, the match is already over
            break


def _as(sender: Sender, _: LiveMatch) -> Sender:
    return sender
