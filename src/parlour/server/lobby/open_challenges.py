"""Open challenges: accept, decline, cancel, expire, pair, and start their matches.

Each server decides about the challenges that were sent from its pages; the others know them from notices. A quick
pairing is a challenge to everybody. Of two that fit, the server of the newer one answers the older one, whose server
starts the match. A pairing that can be joined again is announced again: only then are others compared with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from parlour.errors import ParlourError
from parlour.games.contract.options import Value
from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import NotLoggedIn
from parlour.server.http.limits.rate_limits import RateLimiter
from parlour.server.lobby.challenges import Challenge
from parlour.server.lobby.messages import (
    AnswerChallengeRequest,
    CancelChallengeRequest,
    ChallengeEnd,
    ChallengeMessage,
    ChallengeRequest,
    ChallengeSocketRequest,
    PairingRequest,
)
from parlour.server.lobby.notices import (
    AnyLobbyNotice,
    ChallengeAnswered,
    ChallengeClosed,
    ChallengeOpened,
    PairingRefused,
)
from parlour.server.lobby.pages import LobbyPage
from parlour.server.lobby.pairings import Pairings
from parlour.server.lobby.presence import PresentPeople
from parlour.server.lobby.views import challenge_view, person_view
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.match_requests import make_match, player_for
from parlour.server.process.match_time import system_clock
from parlour.store import Person
from parlour.store.database.database import new_id

log = logging.getLogger("parlour.server")

MAX_OPEN_CHALLENGES = 5
"""Open challenges of one person."""
MAX_PAIRINGS = 3
"""Quick pairings of one person, each in a page of its own."""
MAX_PAIRING_GAMES = 20


class LobbyError(ParlourError):
    """Raised for a challenge that is not possible."""


@dataclass(eq=False)
class OpenChallenges:
    """The open challenges of all servers, as far as this one knows them."""

    _people: PresentPeople
    _pages: Mapping[str, set[LobbyPage]]
    _matches: LiveMatches
    _limits: RateLimiter
    _publish: Callable[[AnyLobbyNotice], None]
    _open: dict[str, Challenge] = field(default_factory=dict)
    _pairings: Pairings = field(default_factory=Pairings)
    """Those of the open challenges that are quick pairings."""
    _pairing_pages: dict[LobbyPage, str] = field(default_factory=dict)
    """The page that waits for a quick pairing; it ends with the page."""
    _joining: dict[str, str] = field(default_factory=dict)
    """Quick pairings of this server that have answered an older one."""
    _refused: dict[str, set[str]] = field(default_factory=dict)
    """The older pairings that could not be joined, until they are announced again."""
    _closing: set[str] = field(default_factory=set)
    """Challenges whose end this server has announced, until the notice arrives."""
    _starting: set[str] = field(default_factory=set)
    """People for whom a match is being started."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def _server(self) -> str:
        return self._matches.server

    async def stop(self) -> None:
        """Wait for the matches that are being started."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def show_to(self, page: LobbyPage, person: str) -> None:
        """Send the open challenges of a person to a page that has just been opened."""
        for challenge in self._open.values():
            if challenge.to is not None and person in (challenge.person, challenge.to):
                self._show(challenge, only=page)

    def stop_waiting(self, page: LobbyPage) -> None:
        """End the quick pairing of a page."""
        if page in self._pairing_pages:
            self._close(self._pairing_pages[page], "cancelled")

    def announce_own(self) -> None:
        """Announce the challenges of this server to all servers."""
        for challenge in list(self._open.values()):
            if challenge.server == self._server:
                self._announce_again(challenge)

    def forget_servers(self, servers: set[str]) -> None:
        """End the challenges of servers that no longer run."""
        for challenge in [one for one in self._open.values() if one.server in servers]:
            self.on_closed(ChallengeClosed(challenge.id, "expired"))

    def on_refused(self, notice: PairingRefused) -> None:
        """Try other pairings, until the one that could not be joined is announced again."""
        mine = self._open.get(notice.by)
        if mine is not None and mine.server == self._server:
            self._joining.pop(mine.id, None)
            self._refused.setdefault(mine.id, set()).add(notice.challenge)
            self._announce_again(mine)

    # ---- Requests -------------------------------------------------------------------------------------------------

    def do(self, page: LobbyPage, request: ChallengeSocketRequest) -> None:
        """Execute a request of a page; raise `ParlourError`."""
        match request:
            case ChallengeRequest():
                self._challenge(page, request)
            case PairingRequest():
                self._wait_for_pairing(page, request)
            case AnswerChallengeRequest():
                self._answer(page, request)
            case CancelChallengeRequest():
                self._cancel(page, request)

    def _challenge(self, page: LobbyPage, request: ChallengeRequest) -> None:
        me = self._free(page)
        other = self._people.by_key(request.to)
        if other is None:
            raise localized_error(LobbyError, "server.lobby.gone")
        if other.person.id == me.id:
            raise localized_error(LobbyError, "server.lobby.self")
        if other.busy:
            raise localized_error(LobbyError, "server.lobby.busy", name=other.person.name)
        own = [one for one in self._open.values() if one.person == me.id and one.to is not None]
        if any(one.to == other.person.id for one in own):
            raise localized_error(LobbyError, "server.lobby.twice", name=other.person.name)
        if len(own) >= MAX_OPEN_CHALLENGES:
            raise localized_error(LobbyError, "server.lobby.many", most=MAX_OPEN_CHALLENGES)
        opened = self._new(me, other.person.id, (request.game,), request, request.options)
        self._announce(msgspec.structs.replace(opened, side=request.side), me)

    def _wait_for_pairing(self, page: LobbyPage, request: PairingRequest) -> None:
        me = self._free(page)
        if not page.watches_lobby:
            raise localized_error(LobbyError, "server.lobby.not-open")
        if not 0 < len(request.games) <= MAX_PAIRING_GAMES:
            raise localized_error(LobbyError, "server.lobby.games")
        others = self._pages.get(me.id, set()) & self._pairing_pages.keys() - {page}
        if len(others) >= MAX_PAIRINGS:
            raise localized_error(LobbyError, "server.lobby.many", most=MAX_PAIRINGS)
        waiting = self._open.get(self._pairing_pages.get(page, ""))
        if waiting is not None and self._is_taken(waiting):
            return  # its match is about to start
        self.stop_waiting(page)
        challenge = self._new(me, None, tuple(dict.fromkeys(request.games)), request)
        self._pairing_pages[page] = challenge.id
        try:
            self._announce(challenge, me)
        except ParlourError:
            self._pairing_pages.pop(page, None)
            raise

    def _answer(self, page: LobbyPage, request: AnswerChallengeRequest) -> None:
        challenge, person = self._open.get(request.challenge), page.person
        if challenge is None or person is None or challenge.to != person.id:
            raise localized_error(LobbyError, "server.lobby.over")
        self._publish(ChallengeAnswered(challenge.id, person.id, request.yes))

    def _cancel(self, page: LobbyPage, request: CancelChallengeRequest) -> None:
        challenge, person = self._open.get(request.challenge), page.person
        if challenge is None or person is None or challenge.person != person.id or person.id in self._starting:
            raise localized_error(LobbyError, "server.lobby.over")
        self._close(challenge.id, "cancelled")

    def _free(self, page: LobbyPage) -> Person:
        """Return the person of a page who may challenge others now."""
        me = None if page.person is None else self._people.find(page.person.id)
        if me is None:
            raise localized_error(NotLoggedIn, "server.lobby.name")
        if me.busy:
            raise localized_error(LobbyError, "server.lobby.playing")
        self._limits.count("challenges", f"person {me.person.id}", page.address)
        return me.person

    def _new(
        self,
        me: Person,
        to: str | None,
        games: tuple[str, ...],
        terms: ChallengeRequest | PairingRequest,
        options: dict[str, Value] | None = None,
    ) -> Challenge:
        return Challenge(
            new_id(), self._server, system_clock(), me.id, to, games, options or {}, terms.clock, terms.rated
        )

    def _announce(self, challenge: Challenge, me: Person) -> None:
        for game in challenge.games:
            make_match(challenge.match_request(game, ""), me, self._matches.time.now())  # raises if it is not possible
        self._publish(ChallengeOpened(challenge))

    def _announce_again(self, challenge: Challenge) -> None:
        """Announce a challenge that is open, or a quick pairing that is free again."""
        if challenge.id not in self._closing:
            self._publish(ChallengeOpened(challenge))

    def _close(self, id: str, end: ChallengeEnd, match: str | None = None) -> None:
        self._closing.add(id)
        self._publish(ChallengeClosed(id, end, match))

    # ---- Notices --------------------------------------------------------------------------------------------------

    def on_opened(self, challenge: Challenge) -> None:
        """Record and show a challenge. Let a quick pairing that is new, or free again, join another or be joined."""
        new = challenge.id not in self._open
        self._open[challenge.id] = challenge
        if new:
            self._show(challenge)
        if challenge.to is None:
            if new:
                self._pairings.add(challenge)
            self._pair(challenge)

    def on_answer(self, notice: ChallengeAnswered) -> None:
        """Start the match of a challenge of this server that is accepted, or end the challenge."""
        challenge = self._open.get(notice.challenge)
        if challenge is None or challenge.server != self._server:
            return
        if not notice.yes:
            self._close(challenge.id, "declined")
        elif notice.by is not None and (notice.by not in self._open or self._is_taken(challenge)):
            self._publish(PairingRefused(challenge.id, notice.by))  # it was cancelled, or this one is taken
        elif not {challenge.person, notice.person} & self._starting:
            self._starting |= {challenge.person, notice.person}
            task = asyncio.get_running_loop().create_task(self._begin(challenge, notice))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def on_closed(self, notice: ChallengeClosed) -> None:
        """Remove a challenge, and notify the two people."""
        challenge = self._open.pop(notice.challenge, None)
        self._closing.discard(notice.challenge)
        if challenge is not None and challenge.to is None:
            self._pairings.remove(challenge)
        self._joining.pop(notice.challenge, None)
        self._refused.pop(notice.challenge, None)
        for page in [page for page, id in self._pairing_pages.items() if id == notice.challenge]:
            del self._pairing_pages[page]
            if challenge is not None:
                page.post(_own_pairing(challenge, page, notice.end, notice.match))
        if challenge is not None and challenge.to is not None:
            self._show(challenge, notice.end, notice.match)
        for younger in [younger for younger, older in self._joining.items() if older == notice.challenge]:
            del self._joining[younger]
            self._announce_again(self._open[younger])

    def expire(self, id: str) -> None:
        """End the challenges of this server from or to a person who has left, or who plays now."""
        for challenge in list(self._open.values()):
            concerned = challenge.server == self._server and id in (challenge.person, challenge.to)
            if concerned and challenge.person not in self._starting:
                self._close(challenge.id, "expired")

    # ---- Details --------------------------------------------------------------------------------------------------

    def _show(
        self,
        challenge: Challenge,
        end: ChallengeEnd | None = None,
        match: str | None = None,
        only: LobbyPage | None = None,
    ) -> None:
        """Send a challenge to the pages here of the two people, or to one page."""
        if challenge.to is None:
            for page in [page for page, id in self._pairing_pages.items() if id == challenge.id]:
                page.post(_own_pairing(challenge, page, end, match))
            return
        everybody = {one.person.id: person_view(one) for one in self._people.all()}
        for reader, other in ((challenge.person, challenge.to), (challenge.to, challenge.person)):
            for page in self._pages.get(reader, ()):
                if only in (None, page):
                    incoming = reader == challenge.to
                    seen = challenge_view(
                        challenge, everybody.get(other), page.language, incoming=incoming, end=end, match=match
                    )
                    page.post(seen)

    def _pair(self, pairing: Challenge) -> None:
        """Let a quick pairing answer the oldest that fits, or the younger ones answer it."""
        for other in self._pairings.fitting(pairing):
            older, younger = sorted((pairing, other), key=Challenge.order)
            if younger is other:
                self._refused.get(younger.id, set()).discard(older.id)
            if self._can_join(younger, older):
                self._joining[younger.id] = older.id
                self._publish(ChallengeAnswered(older.id, younger.person, True, younger.id))

    def _can_join(self, younger: Challenge, older: Challenge) -> bool:
        """Return whether a pairing of this server is free to join another, which is not known to be taken."""
        free_here = younger.server == self._server and not self._is_taken(younger)
        return free_here and not self._is_taken(older) and older.id not in self._refused.get(younger.id, ())

    def _is_taken(self, pairing: Challenge) -> bool:
        """Return whether a pairing of this server joins another, or a match of its person is being started here."""
        return pairing.id in self._joining or pairing.person in self._starting

    async def _begin(self, challenge: Challenge, answer: ChallengeAnswered) -> None:
        """Start the match of a challenge that was accepted."""
        match: str | None = None
        end: ChallengeEnd = "failed"
        both = {challenge.person, answer.person}
        try:
            names = {one.person.id: one.person for one in self._people.all()}
            by = None if answer.by is None else self._open.get(answer.by)
            game = challenge.games[0] if by is None else challenge.common_game(by)
            if both <= names.keys() and game is not None:
                me, other = names[challenge.person], names[answer.person]
                request = challenge.match_request(game, "" if me.account else me.name)
                made = make_match(request, me, self._matches.time.now(), opponent=player_for(other))
                match = (await self._matches.create(made, host=me.id, public=True)).id
                end = "accepted"
        except ParlourError as fault:
            log.warning("A challenge could not be started: %s", fault)
        finally:
            self._starting -= both
        if answer.by is not None:
            self._close(answer.by, end, match)  # first, so that it does not join another one
        self._close(challenge.id, end, match)
        for one in list(self._open.values()):
            if one.to is None and one.server == self._server and one.person in both:
                self._announce_again(one)


def _own_pairing(
    challenge: Challenge, page: LobbyPage, end: ChallengeEnd | None, match: str | None
) -> ChallengeMessage:
    return challenge_view(challenge, None, page.language, incoming=False, end=end, match=match)
