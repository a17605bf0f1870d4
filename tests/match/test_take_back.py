"""Take-back, redo and other help in a match: permissions, consent, and restored state."""

from parlour.engine.levels import Bot
from parlour.match.commands import (
    AnswerOffer,
    Assist,
    PlayMove,
    Redo,
    Restart,
    TakeBack,
)
from parlour.match.events import HelpCount, Offered
from parlour.match.seats import Seat
from tests.match.tables import ANNA, BEN, CARL, Table, by, local, network


def test_at_one_screen_undo_goes_move_by_move_and_then_turn_by_turn() -> None:
    table = local()
    table.turns("left;l1", "right;r3")
    table.do(PlayMove(ply=4, text="left"), by(0))
    table.do(TakeBack(ply=5), by(0, 1))
    assert table.match.ply == 4
    table.do(TakeBack(ply=4), by(0, 1))
    assert table.match.ply == 2
    table.do(TakeBack(ply=2), by(0, 1))
    assert table.match.ply == 0


def test_against_a_bot_undo_goes_back_to_the_players_own_turn() -> None:
    table = Table(ANNA, Bot(3))
    table.turns("left;l1", "left;l3")
    assert table.match.ply == 4
    table.do(TakeBack(ply=4), by(0))
    assert table.match.ply == 0
    table.turns("left;l1")
    table.do(TakeBack(ply=2), by(0))
    assert table.match.ply == 0
    assert table.match.state.helped == (HelpCount(undo=2), HelpCount())


def test_undo_while_the_bot_is_within_its_turn_goes_back_to_the_players_own() -> None:
    table = Table(ANNA, Bot(3))
    table.turns("left;l1")
    table.do(PlayMove(ply=2, text="left"), by(1))
    table.do(TakeBack(ply=3), by(0))
    assert table.match.ply == 0


def test_between_people_undo_needs_agreement() -> None:
    table = network()
    table.turns("left;l1", "left;l3")
    (asked,) = table.do(TakeBack(ply=4), by(0))
    assert isinstance(asked, Offered)
    assert asked.waiting == (1,)
    assert table.match.ply == 4
    table.refuses(AnswerOffer(offer=asked.seq, yes=True), by(0), "no-offer")
    table.do(AnswerOffer(offer=asked.seq, yes=True), by(1))
    assert table.match.ply == 0
    assert table.match.state.offers == ()


def test_between_people_undo_can_be_declined_and_lapses_with_a_move() -> None:
    table = network()
    table.turns("left;l1")
    (asked,) = table.do(TakeBack(ply=2), by(0))
    table.do(AnswerOffer(offer=asked.seq, yes=False), by(1))
    assert (table.match.ply, table.match.state.offers) == (2, ())
    (asked,) = table.do(TakeBack(ply=2), by(0))
    table.turns("left;l3")
    table.refuses(AnswerOffer(offer=asked.seq, yes=True), by(1), "no-offer")


def test_with_more_than_two_everybody_else_must_agree_to_undo_and_bots_do_immediately() -> None:
    table = Table(ANNA, BEN, CARL, Bot(1), kind="network")
    table.turns("left;l1")
    (asked,) = table.do(TakeBack(ply=2), by(0))
    assert isinstance(asked, Offered)
    assert asked.waiting == (1, 2)
    table.do(AnswerOffer(offer=asked.seq, yes=True), by(1))
    assert table.match.ply == 2
    table.do(AnswerOffer(offer=asked.seq, yes=True), by(2))
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


def test_rated_games_allow_no_help() -> None:
    table = Table(ANNA, Bot(3), rated=True)
    table.turns("left;l1")
    for command in (TakeBack(ply=2), Assist(seat=0, help="hints"), Restart()):
        table.refuses(command, by(0), "rated")


def test_each_seat_has_its_own_permissions() -> None:
    table = Table(seats=(Seat(ANNA, undo=False, hints=False), Seat(BEN)))
    table.turns("left;l1")
    assert table.refuses(TakeBack(ply=2), by(0, 1), "forbidden") == "This is turned off for Anna in this game."
    table.refuses(Assist(seat=0, help="hints"), by(0, 1), "forbidden")
    table.do(Assist(seat=0, help="analysis"), by(0, 1))
    table.turns("left;l3")
    table.do(TakeBack(ply=4), by(0, 1))
    assert table.match.state.helped == (HelpCount(analysis=1), HelpCount(undo=1))


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
