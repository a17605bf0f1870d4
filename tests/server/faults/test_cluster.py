"""Two servers and two workers on PostgreSQL and Redis: any of them can be killed, and play continues."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cluster import PARTS, Absence, Cluster, Part, Player, play_and_kill
from tests.server.redis_server import RedisServer
from tests.store.conftest import PostgreSQL

PATIENCE = 90.0
RATE = 270.0
"""Moves per second that the people of the long test attempt; two cores, shared with the clients, give about 190."""
MOVES_BETWEEN_KILLS = 25
"""Moves of each player between two kills of the long test."""
SECONDS = 120.0
RECONNECT_SECONDS = 3.0
"""Longest time without a connection after the kill of a server, and after the restart of anything else that was killed,
on a machine that can do all this work.
"""


@pytest.fixture
def cluster(tmp_path: Path, own_postgresql: PostgreSQL) -> Iterator[Cluster]:
    with RedisServer(tmp_path) as redis, Cluster(tmp_path, own_postgresql, redis) as running:
        yield running


def server_absences(players: list[Player]) -> list[Absence]:
    """Return the absences of players whose server was killed."""
    return [absence for player in players for absence in player.away if absence.killed == absence.server]


@pytest.mark.timeout(400)
def test_each_part_can_be_killed_once(cluster: Cluster) -> None:
    parts: Iterator[Part] = iter(PARTS)
    players = [Player(cluster, seed, 0.05, bot=seed % 3 == 2) for seed in range(6)]
    play_and_kill(cluster, players, lambda: next(parts, None), PATIENCE)
    absences = server_absences(players)
    assert absences
    # How soon a page attempts to connect is tested in web/src/lib/net/socket.test.ts.
    assert {absence.attempts for absence in absences} == {1}, "the first attempt at the other server succeeds"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_minutes_of_kills_at_full_load(cluster: Cluster) -> None:
    people, bots = 30, 6
    players = [Player(cluster, seed, people / RATE, bot=False) for seed in range(people)]
    players += [Player(cluster, people + seed, 0.1, bot=True) for seed in range(bots)]
    began, count = time.monotonic(), 0

    def next_part() -> Part | None:
        nonlocal count
        count += 1
        return PARTS[(count - 1) % len(PARTS)] if time.monotonic() - began < SECONDS else None

    play_and_kill(cluster, players, next_part, PATIENCE, MOVES_BETWEEN_KILLS)
    moves = sum(len(match.acknowledged) for player in players for match in player.matches)
    print(f"{count - 1} kills, {moves} moves, {moves / (time.monotonic() - began):.0f} per second")
    assert max(absence.seconds for absence in server_absences(players)) <= RECONNECT_SECONDS
    assert max(absence.seconds_while_whole for player in players for absence in player.away) <= RECONNECT_SECONDS
    for part in PARTS:
        away = sorted(absence.seconds for player in players for absence in player.away if absence.killed == part)
        if away:
            print(f"{part}: {len(away)} lost connections, away {away[len(away) // 2]:.2f} s, at most {away[-1]:.2f} s")
