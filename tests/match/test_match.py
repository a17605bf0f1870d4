"""Accepted and refused commands of a match: moves, seats, the next match, storing. The game is the one in `toy.py`."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from parlour.engine.levels import Bot
from parlour.errors import BrokenMatch, SetupError
from parlour.i18n.catalogue import load_catalogue
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    REASONS,
    Abort,
    Adjudicate,
    AnswerOffer,
    AnyCommand,
    Draw,
    Flag,
    FromClients,
    Outage,
    Pause,
    PlayMove,
    PlayTurn,
    Redo,
    Rematch,
    Resign,
    Restart,
    Resume,
    Sender,
    Sit,
    TakeBack,
)
from parlour.match.events import AnyEvent, Ended, Followed, Moved, Offered
from parlour.match.match import Match
from parlour.match.records.text_format import read_record, write_record
from parlour.match.seats import Account, Guest, Seat, Setup, Vacant
from tests.match.tables import ANNA, BEN, CARL, HOST, Table, by, local, network

# ---- Moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        PlayMove(ply=0, text="left"),
        PlayMove(ply=0, text=" LEFT "),
        PlayMove(ply=0, index=0),
        PlayMove(ply=0, picks=("left",)),
    ],
)
def test_a_move_is_given_by_text_index_or_clicks(move: PlayMove) -> None:
    table = local()
    table.do(move, by(0))
    assert table.texts() == ["left"]


def test_a_whole_turn_is_several_moves() -> None:
    table = local()
    table.turns("left;l3")
    assert table.texts() == ["left", "l3"]
    assert [move.last for move in table.match.state.moves] == [False, True]


def test_a_forced_pass_is_played_recorded_and_taken_back_by_the_match() -> None:
    table = local()
    table.turns("left;l2")
    assert table.texts() == ["left", "l2", "pass"]
    assert table.match.state.moves[-1].automatic
    assert table.match.position.seat == 0
    table.do(TakeBack(ply=3), by(0, 1))
    assert table.texts() == []


def test_a_pass_that_is_forced_at_the_start_is_played_when_the_match_begins() -> None:
    table = local(heap=10)
    assert table.texts() == ["pass"]
    assert table.refuses(TakeBack(ply=1), by(0, 1), "nothing")


@pytest.mark.parametrize(
    ("command", "sender", "reason"),
    [
        (PlayMove(ply=0), by(0), "malformed"),
        (PlayMove(ply=0, text="left", index=0), by(0), "malformed"),
        (PlayMove(ply=0, text="x" * 201), by(0), "malformed"),
        (PlayMove(ply=0, index=2), by(0), "malformed"),
        (PlayMove(ply=0, text="left"), by(), "not-a-player"),
        (PlayMove(ply=0, text="left"), HOST, "not-a-player"),
        (PlayMove(ply=1, text="left"), by(0), "stale"),
        (PlayMove(ply=0, text="left"), by(1), "not-your-turn"),
        (PlayMove(ply=0, text="up"), by(0), "illegal"),
        (PlayMove(ply=0, picks=(99,)), by(0), "illegal"),
        (PlayMove(ply=0, picks=()), by(0), "illegal"),
        (PlayTurn(ply=0, text="left;l9"), by(0), "illegal"),
        (PlayTurn(ply=0, text="left"), by(0), "illegal"),
        (Resume(), by(0), "not-paused"),
        (Redo(ply=0), by(0, 1), "nothing-undone"),
        (TakeBack(ply=0), by(0, 1), "nothing"),
        (Flag(ply=0), by(), "time-left"),
        (Rematch(), by(0), "not-over"),
        (Resign(), by(0, 1), "which-seat"),
        (Resign(seat=5), by(0, 1), "no-such-seat"),
        (Resign(seat=1), by(0), "not-yours"),
        (Resign(seat=1), by(), "not-a-player"),
        (AnswerOffer(offer=1, yes=True), by(1), "no-offer"),
        (Adjudicate(results=(1.0, 0.0)), by(0, 1), "host-only"),
        (Adjudicate(results=(1.0, 0.0, 0.0)), HOST, "not-together"),
        (Outage(begun=0, ended=5), by(0), "host-only"),
        (Sit(seat=2, player=CARL), by(0), "no-such-seat"),
        (Sit(seat=1, player=CARL), by(0), "taken"),
        (Sit(seat=1, player=Bot(3)), by(1), "begun"),
        (Sit(seat=1, player=Guest("ANNA")), by(1), "refused-player"),
    ],
)
def test_refusals_have_a_reason(command: AnyCommand, sender: Sender, reason: str) -> None:
    assert local().refuses(command, sender, reason)


def test_the_first_error_in_the_documented_order_is_reported() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3")
    late = 10_000
    table.refuses(PlayMove(ply=9), by(), "malformed", late)
    table.refuses(PlayMove(ply=9, text="up"), by(), "not-a-player")
    table.refuses(PlayMove(ply=9, text="up"), by(1), "stale")
    table.refuses(PlayMove(ply=4, text="up"), by(1), "not-your-turn")
    table.refuses(PlayMove(ply=4, text="up"), by(0), "time-up")
    table.refuses(TakeBack(ply=9, seat=7), by(), "no-such-seat")
    table.refuses(TakeBack(ply=9, seat=1), by(), "not-a-player")
    table.refuses(TakeBack(ply=9, seat=1), by(0), "stale")
    table.refuses(TakeBack(ply=4, seat=1), by(0), "not-yours")
    table.refuses(TakeBack(ply=4, seat=0), by(0), "time-up")
    table.do(Flag(ply=4), by())
    table.refuses(TakeBack(ply=9, seat=1), by(0), "over")
    paused = local(clock=Clock("down", (Limit(5_000),)))
    paused.do(Pause(), by(0, 1))
    paused.refuses(PlayMove(ply=0, text="up"), by(1), "not-your-turn")
    paused.refuses(PlayMove(ply=0, text="up"), by(0), "paused")


def test_reasons_and_sentences_belong_together() -> None:
    keys = {key.removeprefix("match.") for key in load_catalogue("match")}
    assert {key for key in keys if "." not in key} == set(REASONS)


def test_a_second_click_on_the_same_ply_is_stale() -> None:
    table = local()
    table.do(PlayMove(ply=0, text="left"), by(0))
    sentence = table.refuses(PlayMove(ply=0, text="right"), by(0), "stale")
    assert sentence == "The position has changed in the meantime. Check the board and try again."


def test_a_move_for_a_position_that_was_taken_back_and_played_again_is_stale() -> None:
    table = local()
    table.turns("left;l1", "left;l2")
    seen = table.match.state.seq
    table.do(TakeBack(ply=4), by(0, 1))
    table.turns("right;r3")
    table.refuses(PlayMove(ply=4, text="left", seen=seen), by(0), "stale")
    table.do(PlayMove(ply=4, text="left", seen=table.match.state.seq), by(0))


def test_an_illegal_move_says_why_with_the_players_names() -> None:
    table = local()
    assert "not a legal move here" in table.refuses(PlayMove(ply=0, text="r2"), by(0), "illegal")
    assert table.refuses(PlayMove(ply=0, text="left"), by(1), "not-your-turn") == "It is Anna’s turn."


def test_the_end_by_the_rules_ends_the_match() -> None:
    table = local(heap=3)
    table.turns("left;l3")
    match = table.match
    assert match.status == "over"
    assert match.outcome is not None
    assert match.outcome.results == (0, 1)
    assert [match.result(seat) for seat in (0, 1)] == ["lost", "won"]
    reason = match.why_over()
    assert reason is not None
    assert match.sentence(reason) == "Anna took the last match"
    for command in (PlayMove(ply=2, text="left"), Draw(ply=2), Pause(), Abort(), Resign(seat=0), Flag(ply=2)):
        table.refuses(command, by(0, 1), "over")


# ---- Seats -----------------------------------------------------------------------------------------------------------


def test_a_network_match_begins_when_the_last_seat_is_taken() -> None:
    table = Table(ANNA, Vacant(), kind="network")
    assert table.match.status == "waiting"
    table.refuses(PlayMove(ply=0, text="left"), by(0), "waiting")
    table.refuses(Sit(seat=1, player=Guest("anna")), by(), "refused-player")
    table.refuses(Sit(seat=0, player=BEN), by(), "taken")
    table.do(Sit(seat=1, player=BEN), by())
    table.turns("left;l1", "left;l3")


def test_a_waiting_player_can_leave_or_add_a_bot() -> None:
    table = Table(ANNA, Vacant(), kind="network")
    table.refuses(Sit(seat=1, player=Bot(2)), by(), "not-a-player")
    table.do(Sit(seat=1, player=Bot(2)), by(0))
    assert table.match.thinking_bot is None
    assert table.match.status == "running"
    other = Table(ANNA, Vacant(), Vacant(), kind="network")
    other.do(Sit(seat=0, player=Vacant()), by(0))
    assert other.match.persons == frozenset()


def test_a_person_logs_in_to_a_seat_of_a_local_match() -> None:
    table = local()
    table.turns("left;l1")
    table.do(Sit(seat=0, player=Account("9", "Anna Lena")), by(0))
    assert table.match.players[0] == Account("9", "Anna Lena")
    assert table.match.ply == 2


def test_players_of_the_same_name_are_distinguished_by_their_side() -> None:
    match, _ = Match.new(Setup("toy", (Seat(Bot(3)), Seat(Bot(3))), "bots"), 0)
    assert match.names() == ("Level 3, Ash", "Level 3, Birch")


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("toy", (Seat(ANNA),)), "Last Match has 2 seats with these options, but 1 were given."),
        (Setup("toy", (Seat(ANNA), Seat(Guest("anna")))), "“anna” is taken."),
        (Setup("toy", (Seat(ANNA), Seat(Guest("Bot 3")))), "“Bot 3” is reserved."),
        (Setup("toy", (Seat(ANNA), Seat(Bot(9)))), "There is no level 9"),
        (Setup("toy", (Seat(ANNA), Seat(Bot(1, "wild")))), "has no style “wild”"),
        (Setup("toy", (Seat(ANNA), Seat(Vacant()))), "A game on one screen needs a player in every seat."),
        (Setup("toy", (Seat(ANNA), Seat(Bot(1))), "bots"), "A game between computers needs a computer in every seat."),
        (Setup("toy", (Seat(Bot(1)), Seat(Bot(1)))), "the kind must be “bots”."),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), clock=Clock("down")), "Give one time for all"),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), clock=Clock("down", (Limit(0),))), "0:00 is out of range"),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), start="0 1 -"), "already over"),
    ],
)
def test_an_invalid_match_is_refused_with_a_sentence(setup: Setup, sentence: str) -> None:
    with pytest.raises(SetupError) as fault:
        Match.new(setup, 0)
    assert sentence in str(fault.value)


# ---- The next match --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new_table", "sender"),
    [
        pytest.param(local, by(0, 1), id="one screen"),
        pytest.param(lambda: Table(ANNA, Bot(1)), by(0), id="against a bot"),
        pytest.param(lambda: Table(Bot(1), Bot(2), kind="bots"), HOST, id="bots"),
    ],
)
def test_a_restart_in_every_mode_keeps_the_seats_and_abandons_the_running_game(
    new_table: Callable[[], Table], sender: Sender
) -> None:
    table = new_table()
    table.turns("left;l1")
    ended, followed = table.do(Restart(), sender)
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.outcome) == ("abandoned", None)
    assert isinstance(followed, Followed)
    assert followed.setup == table.match.setup
    assert table.match.result(0) == "none"
    table.refuses(Restart(), sender, "gone-on")
    if sender.seats:
        table.refuses(TakeBack(ply=2), sender, "gone-on")
    Match.new(followed.setup, 0)


def test_over_the_network_a_restart_needs_consent() -> None:
    table = network()
    table.turns("left;l1")
    (asked,) = table.do(Restart(), by(0))
    ended, followed = table.do(AnswerOffer(offer=asked.seq, yes=True), by(1))[-2:]
    assert isinstance(ended, Ended)
    assert isinstance(followed, Followed)
    assert followed.setup == table.match.setup


def test_a_rematch_rotates_the_seats_and_counts_the_series() -> None:
    setup = local(heap=3, clock=Clock("down", (Limit(60_000), Limit(90_000)))).match.setup
    for expected in ((1.0, 0.0), (1.0, 1.0), (2.0, 1.0)):
        match, _ = Match.new(setup, 0)
        match.do(PlayTurn(ply=0, text="left;l3"), by(0, 1), 1)  # the first seat loses
        (followed,) = match.do(Rematch(), by(0, 1), 2)
        assert isinstance(followed, Followed)
        setup = followed.setup
        assert setup.series.points == expected
    assert [seat.player for seat in setup.seats] == [BEN, ANNA]
    assert [limit.base for limit in setup.clock.limits] == [90_000, 60_000]
    assert setup.series.games == 3


def test_between_people_a_rematch_is_offered_and_accepted() -> None:
    table = network(heap=3)
    table.turns("left;l3")
    (asked,) = table.do(Rematch(), by(0))
    events = table.do(Rematch(), by(1))
    assert isinstance(asked, Offered)
    assert isinstance(events[-1], Followed)


def test_a_bot_with_a_seed_gets_the_next_one_for_the_rematch() -> None:
    table = Table(ANNA, Bot(3, seed=5), heap=3)
    table.turns("left;l3")
    (followed,) = table.do(Rematch(), by(0))
    assert isinstance(followed, Followed)
    assert followed.setup.seats[0].player == Bot(3, seed=6)


# ---- Storing ---------------------------------------------------------------------------------------------------------


def test_two_processes_deciding_simultaneously_claim_the_same_number() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3")
    other = Match.load(table.match.setup, table.events)
    moved = table.match.decide(PlayMove(ply=4, text="left"), by(0), table.now + 4_999)
    flag = other.decide(Flag(ply=4), by(), table.now + 5_000)
    assert moved[0].seq == flag[0].seq


@pytest.mark.parametrize(
    "spoil",
    [
        lambda events: events[1:],
        lambda events: [*events, events[-1]],
        lambda events: [*events[:-1], msgspec.structs.replace(events[-1], text="r3")],
        lambda events: [*events[:-1], msgspec.structs.replace(events[-1], seat=1)],
        lambda events: [*events[:-1], msgspec.structs.replace(events[-1], ply=9)],
    ],
)
def test_stored_events_that_do_not_fit_are_found(spoil: Callable[[list[Any]], list[AnyEvent]]) -> None:
    table = local()
    table.turns("left;l1")
    with pytest.raises(BrokenMatch):
        Match.load(table.match.setup, spoil(table.events))


def test_a_match_becomes_a_record_and_an_unfinished_record_a_match() -> None:
    table = Table(ANNA, Bot(3), clock=Clock("down", (Limit(600_000, 5_000),)))
    table.turns("left;l1", "left;l3", wait=2_500)
    table.do(PlayMove(ply=4, text="left"), by(0))
    record = read_record(write_record(table.match.record()))
    assert record == table.match.record()
    assert record.tags == {"Seat1": "Anna", "Seat2": "Level 3", "Bot2": "3 balanced", "Clock": "10:00+5"}
    match, events = Match.from_record(table.match.setup, record, 9_000_000)
    assert [move.text for move in match.state.moves] == table.texts()
    assert match.position.text() == table.match.position.text()
    assert match.time_left(1, 0) == table.match.time_left(1, 0)
    assert Match.load(match.setup, events).state == match.state
    assert sum(isinstance(event, Moved) for event in events) == 5


def test_a_finished_record_is_not_played_on() -> None:
    table = local(heap=3)
    table.turns("left;l3")
    with pytest.raises(SetupError):
        Match.from_record(table.match.setup, table.match.record(), 0)


def test_commands_come_from_the_wire_as_plain_json() -> None:
    command = msgspec.json.decode(b'{"do": "move", "ply": 3, "picks": [4, "done"]}', type=FromClients)
    assert command == PlayMove(ply=3, picks=(4, "done"))
    for wrong in (b'{"do": "outage", "begun": 0, "ended": 1}', b'{"do": "move"}', b'{"do": "flag", "ply": 1, "x": 1}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=FromClients)
