"""Endings off the board: draws, resigning, aborting."""

from parlour.engine.levels import Bot
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    Abort,
    Adjudicate,
    AnswerOffer,
    Draw,
    PlayMove,
    Resign,
)
from parlour.match.match import Match
from parlour.match.seats import Seat, Setup
from tests.match.tables import ANNA, BEN, CARL, HOST, Table, by, local, network


def test_a_draw_is_offered_and_accepted() -> None:
    table = network()
    table.turns("left;l1", "left;l3")
    (asked,) = table.do(Draw(ply=4), by(0))
    table.do(AnswerOffer(offer=asked.seq, yes=True), by(1))
    assert table.match.outcome is not None
    assert table.match.outcome.drawn
    assert [table.match.result(seat) for seat in (0, 1)] == ["drawn", "drawn"]


def test_offering_a_draw_accepts_a_pending_offer() -> None:
    table = network()
    table.do(Draw(ply=0), by(1))
    table.do(Draw(ply=0), by(0))
    assert table.match.state.reason == "agreement"


def test_moving_declines_a_draw_and_repeated_offers_are_refused() -> None:
    table = network()
    table.do(Draw(ply=0), by(1))
    table.turns("left;l1")
    assert table.match.state.offers == ()
    table.refuses(Draw(ply=2), by(1), "offered")
    table.turns("left;l3")
    table.do(Draw(ply=4), by(1))


def test_an_offer_made_on_ones_own_turn_remains_after_ones_move() -> None:
    table = network()
    table.do(Draw(ply=0), by(0))
    table.turns("left;l1")
    assert [offer.what for offer in table.match.state.offers] == ["draw"]


def test_a_draw_offer_can_be_withdrawn() -> None:
    table = network()
    (asked,) = table.do(Draw(ply=0), by(0))
    table.do(AnswerOffer(offer=asked.seq, yes=False), by(0))
    table.refuses(AnswerOffer(offer=asked.seq, yes=True), by(1), "no-offer")


def test_a_draw_of_four_needs_agreement_of_all_including_bots() -> None:
    table = Table(ANNA, BEN, CARL, Bot(1), kind="network")
    (asked,) = table.do(Draw(ply=0), by(0))
    for seat in (1, 2):
        table.do(AnswerOffer(offer=asked.seq, yes=True), by(seat))
        assert table.match.status == "running"
    table.do(AnswerOffer(offer=asked.seq, yes=True), by(3))
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0.5,) * 4


def test_a_draw_at_one_screen_is_agreed_immediately() -> None:
    table = local()
    table.do(Draw(ply=0), by(0, 1))
    assert table.match.state.reason == "agreement"


def test_resigning_names_the_seat_and_against_a_bot_it_is_the_persons() -> None:
    table = Table(Bot(3), ANNA)
    table.turns("left;l1", "left;l3")
    assert table.match.thinking_bot == 0
    table.refuses(Resign(seat=0), by(0, 1), "bots-seat")
    table.do(Resign(), by(0, 1))
    assert table.match.state.loser == 1
    assert table.match.result(0) == "won"


def test_with_several_players_resigning_loses_and_the_others_share_the_win() -> None:
    table = Table(ANNA, BEN, CARL, kind="network")
    table.do(Resign(), by(1))
    assert table.match.outcome is not None
    assert table.match.outcome.results == (1, 0, 1)
    reason = table.match.why_over()
    assert reason is not None
    assert table.match.sentence(reason) == "Ben resigned"


def test_a_game_left_before_each_side_has_moved_does_not_count() -> None:
    table = network()
    table.turns("left;l1")
    table.do(Resign(), by(1))
    assert not table.match.counts
    assert [table.match.result(seat) for seat in (0, 1)] == ["none", "none"]
    table = network()
    table.turns("left;l1", "left;l3")
    table.do(Resign(), by(1))
    assert table.match.counts


def test_between_people_a_game_can_be_aborted_only_until_everybody_has_moved() -> None:
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
        events += match.do(PlayMove(ply=match.ply, index=0), by(0, 1), 0)
    assert match.state.reason == "adjudication"
    assert 1000 <= match.ply <= 1002
    assert Match.load(match.setup, events).state == match.state
