"""Which quick pairings a server lets join each other, and how many it compares for that."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from parlour.server.lobby.challenges import Challenge
from parlour.server.lobby.notices import (
    AnyLobbyNotice,
    ChallengeAnswered,
    ChallengeClosed,
    ChallengeOpened,
    PairingRefused,
)
from parlour.server.lobby.open_challenges import OpenChallenges


class Server:
    """The challenges of a server, and the notices that it sends."""

    def __init__(self) -> None:
        self.sent: list[AnyLobbyNotice] = []
        parts: Any = SimpleNamespace(server="here")
        self.challenges = OpenChallenges(parts, {}, parts, parts, self.sent.append)

    def open(self, number: int, *games: str, server: str = "here") -> Challenge:
        """Open a quick pairing; the numbers are the order in which they were announced."""
        pairing = Challenge(str(number), server, number, f"person {number}", None, games)
        self.challenges.on_opened(pairing)
        return pairing

    def answers(self) -> list[tuple[str, str | None]]:
        """Receive the new pairings among the notices; return the answers: what was joined, and by which."""
        answers: list[tuple[str, str | None]] = []
        while self.sent:
            match self.sent.pop(0):
                case ChallengeOpened(challenge=challenge):
                    self.challenges.on_opened(challenge)
                case ChallengeAnswered(challenge=older, by=younger):
                    answers.append((older, younger))
        return answers


def test_a_new_pairing_joins_the_oldest_with_a_common_game() -> None:
    server = Server()
    for number, games in enumerate((("yinsh",), ("pylos", "sim"), ("sim",), ("hex",))):
        server.open(number, *games)
    assert server.answers() == [("1", "2")]


def test_pairings_that_could_not_join_an_older_one_join_each_other_when_it_has_ended() -> None:
    server = Server()
    server.open(1, "sim", server="elsewhere")
    server.open(2, "sim")
    server.open(3, "sim")
    assert server.answers() == [("1", "2"), ("1", "3")]
    server.challenges.on_refused(PairingRefused("1", "3"))
    assert server.answers() == [], "the second is still joining the first"
    server.challenges.on_closed(ChallengeClosed("1", "cancelled"))
    assert server.answers() == [("2", "3")]


def test_an_older_pairing_that_is_announced_again_is_joined() -> None:
    server = Server()
    older = server.open(1, "sim", server="elsewhere")
    server.open(2, "sim")
    server.challenges.on_refused(PairingRefused("1", "2"))
    assert server.answers() == [("1", "2")]
    server.challenges.on_opened(older)
    assert server.answers() == [("1", "2")]


class Games(tuple[str, ...]):
    """Games that count how often they are read."""

    reads = 0

    def __iter__(self) -> Iterator[str]:
        Games.reads += 1
        return super().__iter__()

    def __contains__(self, game: object) -> bool:
        Games.reads += 1
        return super().__contains__(game)


def test_opening_and_closing_many_pairings_compares_only_those_that_ask_for_the_same() -> None:
    server, count = Server(), 100
    for number in range(count):
        pairing = Challenge(str(number), "here", number, f"person {number}", None, Games([f"game {number}"]))
        server.challenges.on_opened(pairing)
    for number in range(count):
        server.challenges.on_closed(ChallengeClosed(str(number), "cancelled"))
    assert 0 < Games.reads <= 5 * count
