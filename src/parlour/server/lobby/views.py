"""Convert people and challenges in the lobby into views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from parlour.games import game as find_game
from parlour.server.http.auth import Visitor
from parlour.server.lobby.challenges import Challenge
from parlour.server.lobby.host_messages import HostView
from parlour.server.lobby.messages import ChallengeEnd, ChallengeMessage, LobbyPersonView
from parlour.server.lobby.presence import Presence
from parlour.server.matches.match_requests import read_clock
from parlour.server.matches.views import summary
from parlour.server.person_keys import person_key
from parlour.store import MatchInfo

if TYPE_CHECKING:
    from parlour.server.services import Services


def person_view(one: Presence) -> LobbyPersonView:
    """Return a person as others see them."""
    return LobbyPersonView(person_key(one.person.id), one.person.name, one.person.account, one.person.bot, one.busy)


def host_view(services: Services, host: Visitor, games: Iterable[MatchInfo], language: str) -> HostView:
    """Return what the host sees, with some running games."""
    return HostView(
        locked=services.lobby.host.decided.locked,
        chat=services.chat.mode,
        people=tuple(map(person_view, services.lobby.people.all())),
        muted=services.chat.muted_keys(),
        games=tuple(summary(info, host, language) for info in games),
    )


def challenge_view(
    challenge: Challenge,
    other: LobbyPersonView | None,
    language: str,
    *,
    incoming: bool,
    end: ChallengeEnd | None = None,
    match: str | None = None,
) -> ChallengeMessage:
    """Return a challenge as one of the two people sees it."""
    games = [find_game(key) for key in challenge.games]
    variant = side = ""
    if challenge.to is not None:
        game, naming = games[0], games[0].localized(language)
        options = game.check(challenge.options)
        variant = naming.variant(options)
        if challenge.side != "lot":
            side = naming.sides(options)[int((challenge.side == "second") != incoming)].name
    return ChallengeMessage(
        id=challenge.id,
        incoming=incoming,
        other=other,
        games=challenge.games,
        titles=tuple(game.title for game in games),
        options=challenge.options,
        variant=variant,
        clock=read_clock(challenge.clock),
        rated=challenge.rated,
        side=side,
        end=end,
        match=match,
    )
