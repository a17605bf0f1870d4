"""What a match allows and refuses, one behaviour a test. The game is the toy in `toy.py`: a hand, then a number."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from parlour.errors import BrokenMatch, Refused, SetupError
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    REASONS,
    Abort,
    Adjudicate,
    Answer,
    AnyCommand,
    Assist,
    Draw,
    Flag,
    FromClients,
    Move,
    Outage,
    Pause,
    Redo,
    Rematch,
    Resign,
    Restart,
    Resume,
    Sender,
    Sit,
    TakeBack,
    Turn,
)
from parlour.match.events import AnyEvent, Ended, Followed, Helped, Moved, Offered
from parlour.match.match import Match
from parlour.match.record import read_record, write_record
from parlour.match.seats import Account, Bot, Guest, Player, Seat, Setup, Vacant

ANNA, BEN, CARL = Guest("Anna"), Account("7", "Ben"), Guest("Carl")
HOST = Sender(host=True)


def by(*seats: int) -> Sender:
    return Sender(frozenset(seats))


class Table:
    """A match and a clock that goes on by itself, one second a command."""

    def __init__(self, *players: Player, heap: int = 12, **more: Any) -> None:
        kind = more.pop("kind", "local")
        seats = more.pop("seats", None) or tuple(Seat(player) for player in players)
        self.now = 0
        setup = Setup("toy", seats, kind, {"seats": len(seats), "heap": heap}, **more)
        self.match, self.events = Match.new(setup, 0)

    def do(self, command: AnyCommand, sender: Sender, wait: int = 1000, **more: Any) -> list[AnyEvent]:
        self.now += wait
        events = self.match.do(command, sender, self.now, **more)
        self.events += events
        return events

    def turns(self, *texts: str, wait: int = 1000) -> None:
        """Whole turns by whoever is to move."""
        for text in texts:
            self.do(Turn(ply=self.match.ply, text=text), by(self.match.position.seat), wait)

    def refuses(self, command: AnyCommand, sender: Sender, reason: str, wait: int = 0) -> str:
        before = self.match.state
        with pytest.raises(Refused) as refusal:
            self.do(command, sender, wait)
        assert refusal.value.reason == reason, refusal.value
        assert self.match.state == before
        return str(refusal.value)

    def texts(self) -> list[str]:
        return [move.text for move in self.match.state.moves]


def local(**more: Any) -> Table:
    return Table(ANNA, BEN, **more)


def network(**more: Any) -> Table:
    return Table(ANNA, BEN, kind="network", **more)


# ---- Moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [Move(ply=0, text="left"), Move(ply=0, text=" LEFT "), Move(ply=0, index=0), Move(ply=0, picks=("left",))],
)
def test_a_move_is_given_by_text_index_or_clicks(move: Move) -> None:
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
        (Move(ply=0), by(0), "malformed"),
        (Move(ply=0, text="left", index=0), by(0), "malformed"),
        (Move(ply=0, text="x" * 201), by(0), "malformed"),
        (Move(ply=0, index=2), by(0), "malformed"),
        (Move(ply=0, text="left"), by(), "not-a-player"),
        (Move(ply=0, text="left"), HOST, "not-a-player"),
        (Move(ply=1, text="left"), by(0), "stale"),
        (Move(ply=0, text="left"), by(1), "not-your-turn"),
        (Move(ply=0, text="up"), by(0), "illegal"),
        (Move(ply=0, picks=(99,)), by(0), "illegal"),
        (Move(ply=0, picks=()), by(0), "illegal"),
        (Turn(ply=0, text="left;l9"), by(0), "illegal"),
        (Turn(ply=0, text="left"), by(0), "illegal"),
        (Resume(), by(0), "not-paused"),
        (Redo(ply=0), by(0, 1), "nothing-undone"),
        (TakeBack(ply=0), by(0, 1), "nothing"),
        (Flag(ply=0), by(), "time-left"),
        (Rematch(), by(0), "not-over"),
        (Resign(), by(0, 1), "which-seat"),
        (Resign(seat=5), by(0, 1), "no-such-seat"),
        (Resign(seat=1), by(0), "not-yours"),
        (Resign(seat=1), by(), "not-a-player"),
        (Answer(offer=1, yes=True), by(1), "no-offer"),
        (Adjudicate(results=(1.0, 0.0)), by(0, 1), "host-only"),
        (Adjudicate(results=(1.0, 0.0, 0.0)), HOST, "not-together"),
        (Outage(begun=0, ended=5), by(0), "host-only"),
        (Sit(seat=2, player=CARL), by(0), "no-such-seat"),
        (Sit(seat=1, player=CARL), by(0), "taken"),
        (Sit(seat=1, player=Bot(3)), by(1), "begun"),
        (Sit(seat=1, player=Guest("ANNA")), by(1), "refused-player"),
    ],
)
def test_what_is_refused_is_refused_with_its_reason(command: AnyCommand, sender: Sender, reason: str) -> None:
    assert local().refuses(command, sender, reason)


def test_the_first_fault_in_the_documented_order_counts() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3")
    late = 10_000
    table.refuses(Move(ply=9), by(), "malformed", late)
    table.refuses(Move(ply=9, text="up"), by(), "not-a-player")
    table.refuses(Move(ply=9, text="up"), by(1), "stale")
    table.refuses(Move(ply=4, text="up"), by(1), "not-your-turn")
    table.refuses(Move(ply=4, text="up"), by(0), "time-up")
    table.refuses(TakeBack(ply=9, seat=7), by(), "no-such-seat")
    table.refuses(TakeBack(ply=9, seat=1), by(), "not-a-player")
    table.refuses(TakeBack(ply=9, seat=1), by(0), "stale")
    table.refuses(TakeBack(ply=4, seat=1), by(0), "not-yours")
    table.refuses(TakeBack(ply=4, seat=0), by(0), "time-up")
    table.do(Flag(ply=4), by())
    table.refuses(TakeBack(ply=9, seat=1), by(0), "over")
    paused = local(clock=Clock("down", (Limit(5_000),)))
    paused.do(Pause(), by(0, 1))
    paused.refuses(Move(ply=0, text="up"), by(1), "not-your-turn")
    paused.refuses(Move(ply=0, text="up"), by(0), "paused")


def test_reasons_and_sentences_belong_together() -> None:
    catalogue = tomllib.loads(files("parlour.match").joinpath("words", "en.toml").read_text(encoding="utf-8"))
    assert {key for key, template in catalogue.items() if isinstance(template, str)} == set(REASONS)


def test_a_second_click_on_the_same_ply_is_stale() -> None:
    table = local()
    table.do(Move(ply=0, text="left"), by(0))
    sentence = table.refuses(Move(ply=0, text="right"), by(0), "stale")
    assert sentence == "The position has changed since: it is now at move 1, this was meant for move 0."


def test_a_move_for_a_position_that_was_taken_back_and_played_again_is_stale() -> None:
    table = local()
    table.turns("left;l1", "left;l2")
    seen = table.match.state.seq
    table.do(TakeBack(ply=4), by(0, 1))
    table.turns("right;r3")
    table.refuses(Move(ply=4, text="left", seen=seen), by(0), "stale")
    table.do(Move(ply=4, text="left", seen=table.match.state.seq), by(0))


def test_an_illegal_move_says_why_with_the_players_names() -> None:
    table = local()
    assert "no legal move here" in table.refuses(Move(ply=0, text="r2"), by(0), "illegal")
    assert table.refuses(Move(ply=0, text="left"), by(1), "not-your-turn") == "It is Anna’s turn."


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
    assert match.speak(reason) == "Anna took the last match"
    for command in (Move(ply=2, text="left"), Draw(ply=2), Pause(), Abort(), Resign(seat=0), Flag(ply=2)):
        table.refuses(command, by(0, 1), "over")


# ---- Take-back and redo ----------------------------------------------------------------------------------------------


def test_at_one_screen_undo_goes_decision_by_decision_and_then_turn_by_turn() -> None:
    table = local()
    table.turns("left;l1", "right;r3")
    table.do(Move(ply=4, text="left"), by(0))
    table.do(TakeBack(ply=5), by(0, 1))
    assert table.match.ply == 4
    table.do(TakeBack(ply=4), by(0, 1))
    assert table.match.ply == 2
    table.do(TakeBack(ply=2), by(0, 1))
    assert table.match.ply == 0


def test_against_a_bot_undo_goes_back_to_ones_own_turn() -> None:
    table = Table(ANNA, Bot(3))
    table.turns("left;l1", "left;l3")
    assert table.match.ply == 4
    table.do(TakeBack(ply=4), by(0))
    assert table.match.ply == 0
    table.turns("left;l1")
    table.do(TakeBack(ply=2), by(0))
    assert table.match.ply == 0
    assert table.match.state.helped == (Helped(undo=2), Helped())


def test_undo_while_the_bot_is_within_its_turn_goes_back_to_ones_own() -> None:
    table = Table(ANNA, Bot(3))
    table.turns("left;l1")
    table.do(Move(ply=2, text="left"), by(1))
    table.do(TakeBack(ply=3), by(0))
    assert table.match.ply == 0


def test_between_people_undo_needs_a_yes() -> None:
    table = network()
    table.turns("left;l1", "left;l3")
    (asked,) = table.do(TakeBack(ply=4), by(0))
    assert isinstance(asked, Offered)
    assert asked.waiting == (1,)
    assert table.match.ply == 4
    table.refuses(Answer(offer=asked.seq, yes=True), by(0), "no-offer")
    table.do(Answer(offer=asked.seq, yes=True), by(1))
    assert table.match.ply == 0
    assert table.match.state.offers == ()


def test_between_people_undo_can_be_declined_and_lapses_with_a_move() -> None:
    table = network()
    table.turns("left;l1")
    (asked,) = table.do(TakeBack(ply=2), by(0))
    table.do(Answer(offer=asked.seq, yes=False), by(1))
    assert (table.match.ply, table.match.state.offers) == (2, ())
    (asked,) = table.do(TakeBack(ply=2), by(0))
    table.turns("left;l3")
    table.refuses(Answer(offer=asked.seq, yes=True), by(1), "no-offer")


def test_with_more_than_two_everybody_else_must_agree_to_undo_and_bots_do_at_once() -> None:
    table = Table(ANNA, BEN, CARL, Bot(1), kind="network")
    table.turns("left;l1")
    (asked,) = table.do(TakeBack(ply=2), by(0))
    assert isinstance(asked, Offered)
    assert asked.waiting == (1, 2)
    table.do(Answer(offer=asked.seq, yes=True), by(1))
    assert table.match.ply == 2
    table.do(Answer(offer=asked.seq, yes=True), by(2))
    assert table.match.ply == 0


def test_take_back_to_here() -> None:
    table = local(heap=19)
    table.turns(*["left;l1"] * 3)
    table.do(TakeBack(ply=table.match.ply, to=2), by(0, 1))
    assert table.match.ply == 2
    table.refuses(TakeBack(ply=2, to=2), by(0, 1), "nothing")


def test_a_finished_game_at_one_screen_can_be_taken_back_and_its_result_is_withdrawn() -> None:
    table = local(heap=3)
    table.turns("left;l1", "left;l2")
    assert table.match.result(1) == "lost"
    table.do(TakeBack(ply=4), by(0, 1))
    assert table.match.status == "running"
    assert table.match.outcome is None
    assert table.match.result(1) == "unfinished"
    table.turns("left;l1")
    table.turns("left;l1")
    assert table.match.result(0) == "lost"


def test_a_finished_game_between_people_stays_finished() -> None:
    table = network(heap=3)
    table.turns("left;l1", "left;l2")
    table.refuses(TakeBack(ply=4), by(1), "over")


def test_redo_plays_again_what_was_taken_back_until_something_else_is_played() -> None:
    table = local(heap=3)
    table.turns("left;l1", "left;l2")
    table.do(TakeBack(ply=4), by(0, 1))
    table.do(TakeBack(ply=2), by(0, 1))
    table.do(Redo(ply=0), by(0, 1))
    assert table.texts() == ["left", "l1"]
    table.do(Redo(ply=2), by(0, 1))
    assert table.match.status == "over"
    table.do(TakeBack(ply=4), by(0, 1))
    table.turns("left;l1")
    table.refuses(Redo(ply=4), by(0, 1), "nothing-undone")


def test_redo_is_not_for_people_who_play_each_other() -> None:
    network().refuses(Redo(ply=0), by(0), "people")


def test_rated_games_know_no_help() -> None:
    table = Table(ANNA, Bot(3), rated=True)
    table.turns("left;l1")
    for command in (TakeBack(ply=2), Assist(seat=0, help="hints"), Restart()):
        table.refuses(command, by(0), "rated")


def test_each_seat_has_its_own_permissions() -> None:
    table = Table(seats=(Seat(ANNA, undo=False, hints=False), Seat(BEN)))
    table.turns("left;l1")
    assert table.refuses(TakeBack(ply=2), by(0, 1), "forbidden") == "Anna plays without that help."
    table.refuses(Assist(seat=0, help="hints"), by(0, 1), "forbidden")
    table.do(Assist(seat=0, help="analysis"), by(0, 1))
    table.turns("left;l3")
    table.do(TakeBack(ply=4), by(0, 1))
    assert table.match.state.helped == (Helped(analysis=1), Helped(undo=1))


def test_help_is_counted_and_marks_a_win_as_assisted() -> None:
    table = Table(ANNA, Bot(1), heap=4)
    table.do(Assist(seat=0, help="hints"), by(0))
    table.turns("left;l3", "left;l1")
    assert table.match.result(0) == "won"
    assert table.match.assisted(0)
    assert not table.match.assisted(1)


def test_people_who_play_each_other_over_the_network_get_no_hints() -> None:
    table = network()
    assert not table.match.allows(0, "hints")
    table.refuses(Assist(seat=0, help="hints"), by(0), "people")
    assert local().match.allows(0, "hints")


# ---- Draws, resigning, breaking off ----------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted() -> None:
    table = network()
    table.turns("left;l1", "left;l3")
    (asked,) = table.do(Draw(ply=4), by(0))
    table.do(Answer(offer=asked.seq, yes=True), by(1))
    assert table.match.outcome is not None
    assert table.match.outcome.drawn
    assert [table.match.result(seat) for seat in (0, 1)] == ["drawn", "drawn"]


def test_offering_a_draw_to_who_has_offered_one_accepts_it() -> None:
    table = network()
    table.do(Draw(ply=0), by(1))
    table.do(Draw(ply=0), by(0))
    assert table.match.state.reason == "agreement"


def test_moving_declines_a_draw_and_one_may_not_nag() -> None:
    table = network()
    table.do(Draw(ply=0), by(1))
    table.turns("left;l1")
    assert table.match.state.offers == ()
    table.refuses(Draw(ply=2), by(1), "offered")
    table.turns("left;l3")
    table.do(Draw(ply=4), by(1))


def test_an_offer_made_on_ones_own_turn_stands_after_ones_move() -> None:
    table = network()
    table.do(Draw(ply=0), by(0))
    table.turns("left;l1")
    assert [offer.what for offer in table.match.state.offers] == ["draw"]


def test_a_draw_offer_can_be_withdrawn() -> None:
    table = network()
    (asked,) = table.do(Draw(ply=0), by(0))
    table.do(Answer(offer=asked.seq, yes=False), by(0))
    table.refuses(Answer(offer=asked.seq, yes=True), by(1), "no-offer")


def test_a_draw_of_four_needs_everybodys_yes_bots_included() -> None:
    table = Table(ANNA, BEN, CARL, Bot(1), kind="network")
    (asked,) = table.do(Draw(ply=0), by(0))
    for seat in (1, 2):
        table.do(Answer(offer=asked.seq, yes=True), by(seat))
        assert table.match.status == "running"
    table.do(Answer(offer=asked.seq, yes=True), by(3))
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0.5,) * 4


def test_two_at_one_screen_agree_at_once() -> None:
    table = local()
    table.do(Draw(ply=0), by(0, 1))
    assert table.match.state.reason == "agreement"


def test_resigning_names_the_seat_and_against_a_bot_it_is_the_persons() -> None:
    table = Table(Bot(3), ANNA)
    table.turns("left;l1", "left;l3")
    assert table.match.thinking_bot == 0
    table.do(Resign(), by(1))
    assert table.match.state.loser == 1
    assert table.match.result(0) == "won"


def test_of_several_the_one_who_resigns_has_lost_and_the_others_share() -> None:
    table = Table(ANNA, BEN, CARL, kind="network")
    table.do(Resign(), by(1))
    assert table.match.outcome is not None
    assert table.match.outcome.results == (1, 0, 1)
    reason = table.match.why_over()
    assert reason is not None
    assert table.match.speak(reason) == "Ben resigned"


def test_a_game_left_before_each_side_has_moved_counts_for_nobody() -> None:
    table = network()
    table.turns("left;l1")
    table.do(Resign(), by(1))
    assert not table.match.counts
    assert [table.match.result(seat) for seat in (0, 1)] == ["none", "none"]
    table = network()
    table.turns("left;l1", "left;l3")
    table.do(Resign(), by(1))
    assert table.match.counts


def test_between_people_a_game_can_be_broken_off_only_until_everybody_has_moved() -> None:
    table = network()
    table.turns("left;l1")
    other = network()
    other.turns("left;l1", "left;l3")
    other.refuses(Abort(), by(0), "too-late")
    other.refuses(Abort(), by(), "not-a-player")
    table.do(Abort(), by(1))
    assert table.match.status == "over"
    assert table.match.outcome is None
    assert table.match.result(0) == "none"
    other.do(Abort(), HOST)
    assert other.match.state.reason == "abort"


def test_the_host_can_end_a_game_with_a_result() -> None:
    table = network()
    table.turns("left;l1", "left;l3")
    table.do(Adjudicate(results=(1.0, 0.0)), HOST)
    assert table.match.result(0) == "won"
    assert table.match.state.reason == "adjudication"


def test_bots_alone_are_adjudicated_after_a_thousand_moves_and_play_with_the_finite_rules() -> None:
    setup = Setup(
        "toy",
        (Seat(Bot(1)), Seat(Bot(2))),
        "bots",
        {"heap": 2000, "endless": True},
        clock=Clock("down", (Limit(60_000),)),
    )
    match, events = Match.new(setup, 0)
    assert match.setup.options["endless"] is False
    while match.status == "running":
        events += match.do(Move(ply=match.ply, index=0), by(0, 1), 0)
    assert match.state.reason == "adjudication"
    assert 1000 <= match.ply <= 1002
    assert Match.load(match.setup, events).state == match.state


# ---- Clocks ----------------------------------------------------------------------------------------------------------


def test_the_clock_starts_when_the_first_move_has_been_played() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    assert table.match.flag_at() is None
    table.turns("left;l1", wait=30_000)
    assert table.match.time_left(0, table.now) == 60_000
    assert table.match.flag_at() == table.now + 60_000
    table.turns("left;l3", wait=10_000)
    assert table.match.time_left(1, table.now) == 50_000


def test_in_a_tournament_the_clock_starts_with_the_match() -> None:
    table = network(clock=Clock("down", (Limit(60_000),), from_start=True), tournament=True)
    table.turns("left;l1", wait=30_000)
    assert table.match.time_left(0, table.now) == 30_000


def test_an_increment_is_added_once_a_turn() -> None:
    table = network(clock=Clock("down", (Limit(60_000, 5_000),)))
    table.turns("left;l1", "left;l3", wait=1_000)
    table.do(Move(ply=4, text="left"), by(0), 2_000)
    assert table.match.time_left(0, table.now) == 63_000
    table.do(Move(ply=5, text="l1"), by(0), 2_000)
    assert table.match.time_left(0, table.now) == 66_000


def test_a_limit_for_a_turn_counts_all_its_moves() -> None:
    table = network(clock=Clock("down", (Limit(per_turn=5_000),)))
    table.turns("left;l1", wait=0)
    table.do(Move(ply=2, text="left"), by(1), 4_000)
    assert table.match.time_left(1, table.now) == 1_000
    assert table.match.turn_time(table.now) == 4_000
    table.refuses(Move(ply=3, text="l1"), by(1), "time-up", 1_000)
    table.do(Flag(ply=3), by(), 0)
    assert table.match.result(1) == "lost"
    assert table.match.state.reason == "time"


def test_seats_may_have_different_times() -> None:
    table = network(clock=Clock("down", (Limit(600_000), Limit(60_000))))
    assert [table.match.time_left(seat, 0) for seat in (0, 1)] == [600_000, 60_000]


def test_a_late_move_is_refused_and_the_flag_falls_whoever_says_so() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3", wait=1_000)
    at = table.match.flag_at()
    assert at is not None
    table.refuses(Flag(ply=4), by(), "time-left", at - table.now - 1)
    assert table.refuses(Move(ply=4, text="left"), by(0), "time-up", 1) == "Anna’s time is up."
    table.refuses(Flag(ply=3), by(), "stale")
    table.do(Flag(ply=4), by(), 0)
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0, 1)
    assert table.match.time_left(0, table.now + 99) == 0


def test_the_clock_does_not_run_while_a_move_is_shown() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    table.do(Turn(ply=0, text="left;l1"), by(0), showing=2_000)
    table.turns("left;l3", wait=1_500)
    assert table.match.time_left(1, table.now) == 60_000


def test_a_bot_is_charged_what_it_thought_not_what_it_waited() -> None:
    table = Table(ANNA, Bot(3), clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1")
    table.do(Move(ply=2, text="left"), by(1), 3_000, charge=200)
    assert table.match.time_left(1, table.now) == 59_800


def test_a_pause_freezes_the_clock_and_the_bot() -> None:
    table = Table(ANNA, Bot(3), clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1")
    assert table.match.thinking_bot == 1
    table.do(Pause(), by(0), 4_000)
    assert table.match.thinking_bot is None
    table.refuses(Move(ply=2, text="left"), by(1), "paused", 100_000)
    table.refuses(Pause(), by(0), "paused")
    loaded = Match.load(table.match.setup, table.events)
    loaded.do(Resume(), by(0), table.now + 500_000)
    assert loaded.time_left(1, table.now + 500_000) == 56_000
    (moved,) = loaded.do(Move(ply=2, text="left"), by(1), table.now + 501_000)
    assert isinstance(moved, Moved)
    assert moved.spent == 5_000
    assert loaded.thinking_bot == 1


def test_people_who_play_each_other_cannot_pause() -> None:
    network().refuses(Pause(), by(0), "people")


def test_a_take_back_restores_the_clocks_or_keeps_them_as_the_option_says() -> None:
    for restore, left in ((True, 60_000), (False, 51_000)):
        table = local(clock=Clock("down", (Limit(60_000),), restore=restore))
        table.turns("left;l1", wait=0)
        table.turns("left;l3", wait=9_000)
        table.do(TakeBack(ply=4), by(0, 1), 0)
        assert table.match.time_left(1, table.now) == left


def test_a_game_lost_on_time_at_one_screen_can_go_on_with_the_clock_restored() -> None:
    table = local(clock=Clock("down", (Limit(5_000),), restore=False))
    table.turns("left;l1", "left;l3", "left;l1", wait=1_000)
    table.now += 60_000
    table.do(Flag(ply=6), by())
    table.do(TakeBack(ply=6), by(0, 1))
    assert table.match.status == "running"
    assert (table.match.time_left(0, table.now) or 0) > 0


def test_time_without_a_server_is_charged_to_nobody() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1", wait=0)
    begun = table.now + 2_000
    table.now += 50_000
    table.do(Outage(begun=begun, ended=table.now), HOST, 0)
    assert table.match.time_left(1, table.now) == 58_000
    # A second server tells of the same time: what was taken off is not taken off again.
    assert table.do(Outage(begun=begun, ended=table.now), HOST, 0) == []


def test_times_are_measured_without_a_clock_too() -> None:
    table = local()
    table.turns("left;l1", "left;l3", wait=1_500)
    assert table.match.time_used(1, table.now) == 1_500
    assert table.match.time_left(1, table.now) is None


# ---- Seats -----------------------------------------------------------------------------------------------------------


def test_a_network_match_begins_when_the_last_seat_is_taken() -> None:
    table = Table(ANNA, Vacant(), kind="network")
    assert table.match.status == "waiting"
    table.refuses(Move(ply=0, text="left"), by(0), "waiting")
    table.refuses(Sit(seat=1, player=Guest("anna")), by(), "refused-player")
    table.refuses(Sit(seat=0, player=BEN), by(), "taken")
    table.do(Sit(seat=1, player=BEN), by())
    table.turns("left;l1", "left;l3")


def test_who_waits_can_leave_or_let_a_bot_play() -> None:
    table = Table(ANNA, Vacant(), kind="network")
    table.refuses(Sit(seat=1, player=Bot(2)), by(), "not-a-player")
    table.do(Sit(seat=1, player=Bot(2)), by(0))
    assert table.match.thinking_bot is None
    assert table.match.status == "running"
    other = Table(ANNA, Vacant(), Vacant(), kind="network")
    other.do(Sit(seat=0, player=Vacant()), by(0))
    assert other.match.persons == frozenset()


def test_somebody_signs_in_to_a_seat_of_a_local_match() -> None:
    table = local()
    table.turns("left;l1")
    table.do(Sit(seat=0, player=Account("9", "Anna Lena")), by(0))
    assert table.match.players[0] == Account("9", "Anna Lena")
    assert table.match.ply == 2


def test_players_of_the_same_name_are_told_apart_by_their_side() -> None:
    match, _ = Match.new(Setup("toy", (Seat(Bot(3)), Seat(Bot(3))), "bots"), 0)
    assert match.names() == ["Bot 3 (Ash)", "Bot 3 (Birch)"]


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (Setup("toy", (Seat(ANNA),)), "Last Match has 2 seats with these options; 1 are given."),
        (Setup("toy", (Seat(ANNA), Seat(Guest("anna")))), "Somebody is already called “anna” here."),
        (Setup("toy", (Seat(ANNA), Seat(Guest("Bot 3")))), "“Bot 3” is reserved."),
        (Setup("toy", (Seat(ANNA), Seat(Bot(9)))), "There is no level 9"),
        (Setup("toy", (Seat(ANNA), Seat(Bot(1, "wild")))), "has no style “wild”"),
        (Setup("toy", (Seat(ANNA), Seat(Vacant()))), "In a local match every seat has a player."),
        (Setup("toy", (Seat(ANNA), Seat(Bot(1))), "bots"), "In a match of bots every seat has a bot."),
        (Setup("toy", (Seat(Bot(1)), Seat(Bot(1)))), "the match is one of bots."),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), clock=Clock("down")), "Give one time for all"),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), clock=Clock("down", (Limit(0),))), "0:00 is not possible"),
        (Setup("toy", (Seat(ANNA), Seat(BEN)), start="0 1 -"), "already over"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_a_sentence(setup: Setup, sentence: str) -> None:
    with pytest.raises(SetupError) as fault:
        Match.new(setup, 0)
    assert sentence in str(fault.value)


# ---- The next match --------------------------------------------------------------------------------------------------


def test_restart_keeps_the_seats_and_abandons_the_running_game() -> None:
    table = local()
    table.turns("left;l1")
    ended, followed = table.do(Restart(), by(0, 1))
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.outcome) == ("abandoned", None)
    assert isinstance(followed, Followed)
    assert followed.setup == table.match.setup
    assert table.match.result(0) == "none"
    table.refuses(Restart(), by(0, 1), "gone-on")
    table.refuses(TakeBack(ply=2), by(0, 1), "gone-on")
    Match.new(followed.setup, 0)


def test_a_rematch_rotates_the_seats_and_counts_the_series() -> None:
    setup = local(heap=3, clock=Clock("down", (Limit(60_000), Limit(90_000)))).match.setup
    for expected in ((1.0, 0.0), (1.0, 1.0), (2.0, 1.0)):
        match, _ = Match.new(setup, 0)
        match.do(Turn(ply=0, text="left;l3"), by(0, 1), 1)  # whoever begins loses
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


def test_two_processes_deciding_at_once_claim_the_same_number() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3")
    other = Match.load(table.match.setup, table.events)
    moved = table.match.decide(Move(ply=4, text="left"), by(0), table.now + 4_999)
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
    table.do(Move(ply=4, text="left"), by(0))
    record = read_record(write_record(table.match.record()))
    assert record == table.match.record()
    assert record.tags == {"Seat1": "Anna", "Seat2": "Bot 3", "Bot2": "3 balanced", "Clock": "10:00+5"}
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
    assert command == Move(ply=3, picks=(4, "done"))
    for wrong in (b'{"do": "outage", "begun": 0, "ended": 1}', b'{"do": "move"}', b'{"do": "flag", "ply": 1, "x": 1}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=FromClients)
