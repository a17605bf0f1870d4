"""Matches between bots: pause, single steps, and pace."""

import pytest

from parlour.engine.levels import Bot
from parlour.errors import Refused
from parlour.match.commands import Pause, PlayMove, Resume, Sender, SetPace, StepTurn
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup

NOW = 1_000_000
HOST = Sender(host=True)


def bots(game: str = "surakarta") -> Match:
    return Match.new(Setup(game, (Seat(Bot(1)), Seat(Bot(2))), kind="bots"), NOW)[0]


def bot_plays(match: Match) -> None:
    match.do(PlayMove(ply=match.ply, index=0), Sender(frozenset([match.position.seat]), host=True), NOW + 1)


def test_a_step_is_one_turn_and_then_it_pauses_again() -> None:
    match = bots()
    match.do(Pause(), HOST, NOW)
    match.do(StepTurn(), HOST, NOW)
    assert match.status == "running"
    assert match.thinking_bot == 0
    bot_plays(match)
    assert (match.status, match.ply, match.position.seat) == ("paused", 1, 1)
    match.do(Resume(), HOST, NOW + 2)
    bot_plays(match)
    bot_plays(match)
    assert (match.status, match.ply) == ("running", 3)


def test_a_step_of_several_moves_is_the_whole_turn() -> None:
    match = bots("toy")
    match.do(Pause(), HOST, NOW)
    match.do(StepTurn(), HOST, NOW)
    while match.status == "running":
        bot_plays(match)
    assert match.state.moves[-1].last
    assert sum(move.last for move in match.state.moves) == 1


def test_loaded_events_equal_the_original_ones() -> None:
    match, events = Match.new(Setup("surakarta", (Seat(Bot(1)), Seat(Bot(2))), kind="bots"), NOW)
    events += match.do(Pause(), HOST, NOW)
    events += match.do(SetPace(pause=2000), HOST, NOW)
    events += match.do(StepTurn(), HOST, NOW)
    again = Match.load(match.setup, events)
    assert again.state == match.state
    assert again.state.pause == 2000


@pytest.mark.parametrize(
    ("command", "reason"),
    [(StepTurn(), "not-paused"), (SetPace(pause=-1), "malformed"), (SetPace(pause=60_000), "malformed")],
)
def test_invalid_watch_commands_are_refused(command: StepTurn | SetPace, reason: str) -> None:
    match = bots()
    with pytest.raises(Refused) as refused:
        match.do(command, HOST, NOW)
    assert refused.value.reason == reason


def test_only_the_host_steps_and_only_bots_have_a_pace() -> None:
    match = bots()
    match.do(Pause(), HOST, NOW)
    for command in (StepTurn(), SetPace(pause=0)):
        with pytest.raises(Refused) as refused:
            match.do(command, Sender(), NOW)
        assert refused.value.reason == "not-a-player"
    people, _ = Match.new(Setup("surakarta", (Seat(Guest("Anna")), Seat(Bot(1)))), NOW)
    anna = Sender(frozenset([0]), host=True)
    with pytest.raises(Refused) as refused:
        people.do(SetPace(pause=0), anna, NOW)
    assert refused.value.reason == "not-bots"
    people.do(Pause(), anna, NOW)
    with pytest.raises(Refused) as refused:
        people.do(StepTurn(), anna, NOW)
    assert refused.value.reason == "no-bot"
