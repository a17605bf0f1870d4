"""Permissions that are kept for routine situations are those that the match would give."""

from random import Random

import pytest

from parlour.engine.levels import Bot
from parlour.errors import Refused
from parlour.games import game as find_game
from parlour.games.contract.options import Value
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    AnswerOffer,
    AnyCommand,
    Draw,
    Pause,
    PlayMove,
    Redo,
    Resign,
    Restart,
    Resume,
    Sender,
    TakeBack,
)
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Seat, Setup
from parlour.server.matches.permissions import allowed_actions, routine_situation

CLOCKS = (Clock(), Clock("down", (Limit(40_000),)), Clock("down", (Limit(per_turn=6_000),), from_start=True))
WAITS = (0, 500, 500, 500, 2_000, 7_000)


def any_match(random: Random) -> Match:
    game = random.choice(["surakarta", "sim", "pylos", "yinsh"])
    options: dict[str, Value] = {}
    if game == "sim" and random.random() < 0.5:
        options = {"players": 3, "vertices": 9, "elimination": True}
    rules = find_game(game)
    seats = len(rules.sides(rules.check(options)))
    people: list[Player] = [Guest("Anna", "g1"), Account("a1", "Ben"), Guest("Cleo", "g2")]
    players = people[:seats]
    if random.random() < 0.3:
        players[-1] = Bot(2)
    setup = Setup(
        game,
        tuple(Seat(player, undo=random.random() < 0.7, hints=random.random() < 0.7) for player in players),
        random.choice(["local", "network"]),
        options,
        clock=random.choice(CLOCKS),
        rated=random.random() < 0.1,
        tournament=random.random() < 0.1,
    )
    return Match.new(setup, 0)[0]


def any_command(random: Random, match: Match) -> tuple[AnyCommand, Sender]:
    moves = match.position.moves()
    if moves and match.status == "running" and random.random() < 0.85:
        return PlayMove(ply=match.ply, index=random.randrange(len(moves))), Sender(frozenset((match.position.seat,)))
    seat = random.randrange(len(match.players))
    sender = Sender(random.choice([frozenset((seat,)), match.persons]), host=random.random() < 0.2)
    offer = match.state.offers[0].id if match.state.offers else 0
    commands: list[AnyCommand] = [
        *(Draw(ply=match.ply), TakeBack(ply=match.ply), Redo(ply=match.ply), Restart()),
        *(AnswerOffer(offer=offer, yes=random.random() < 0.3), Pause(), Resume()),
    ]
    return random.choice([*commands, *commands, Resign(seat=seat)]), sender


@pytest.mark.parametrize("seed", range(12))
def test_permissions_of_equal_routine_situations_are_equal(seed: int) -> None:
    random = Random(seed)
    met = 0
    for _ in range(5):
        match = any_match(random)
        now = 0
        known: dict[object, object] = {}
        for _ in range(60):
            now += random.choice(WAITS)
            command, sender = any_command(random, match)
            try:
                match.do(command, sender, now, showing=500)
            except Refused:
                continue
            routine = routine_situation(match, now)
            if routine is None:
                continue
            met += 1
            for seats in (frozenset[int](), *(frozenset((seat,)) for seat in range(len(match.players))), match.persons):
                for host in (False, True):
                    asked = Sender(seats, host)
                    found = allowed_actions(match, asked, now)
                    assert known.setdefault((asked, routine), found) == found
    assert met > 5


def test_a_situation_is_not_routine_while_something_is_asked_or_the_time_is_up() -> None:
    seats = (Seat(Guest("Anna", "g1")), Seat(Guest("Ben", "g2")))
    match = Match.new(Setup("surakarta", seats, "network", clock=Clock("down", (Limit(10_000),))), 0)[0]
    situations = []
    for ply in range(4):
        match.do(PlayMove(ply=ply, index=0), Sender(frozenset((match.position.seat,))), 0)
        situations.append(routine_situation(match, 0))
    assert situations == [None, None, (0, 1, 0, 1), (1, 0, 1, 0)]
    assert routine_situation(match, 10_000) is None
    match.do(Draw(ply=4), Sender(frozenset((0,))), 0)
    assert routine_situation(match, 0) is None
