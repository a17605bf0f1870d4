"""Plans: conditional turns and premoves are played by the match as if the player had sent them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import Refused
from parlour.games.contract.position import Position
from parlour.match.clock import DAY_MS, Clock, Limit
from parlour.match.commands import PlayMove, PlayTurn, TakeBack
from parlour.match.match import Match
from parlour.match.plans import (
    MAX_LINES,
    MAX_TURNS,
    Plan,
    check_plan,
    find_planned_turn,
    planned_events,
    possible_premoves,
    remaining_plan,
)
from parlour.match.seats import Guest, Seat, Setup
from tests.match.tables import BEN, CARL, Table, by, local, network

GAMES = ("surakarta", "yinsh", "sim", "pylos", "laserchess")
CLOCK = Clock("down", (Limit(per_turn=3 * DAY_MS),), from_start=True)


def any_turn(position: Position, chance: st.DataObject) -> str:
    """Return a legal turn of the seat to move, in notation."""
    walker, moves = position.copy(), []
    while True:
        move = chance.draw(st.sampled_from(walker.moves()))
        last = walker.turn_over(move)
        walker.play(move)
        moves.append(move)
        if last:
            return position.write_turn(moves)


def after_turn(match: Match, text: str, now: int) -> Match:
    command = PlayTurn(ply=match.ply, text=text)
    return match.after(match.decide(command, by(match.position.seat), now))


@given(st.data())
@pytest.mark.parametrize("key", GAMES)
def test_planned_turns_are_the_same_as_those_played_by_hand(key: str, data: st.DataObject) -> None:
    setup = Setup(key, (Seat(Guest("Anna")), Seat(Guest("Ben"))), "network", clock=CLOCK)
    start, _ = Match.new(setup, 0)
    for now in range(data.draw(st.integers(0, 12))):
        if start.status == "running":
            start = after_turn(start, any_turn(start.position, data), now)
    if start.status != "running":
        return
    planner = 1 - start.position.seat
    now = 100
    # By hand: both play some turns, one after the other. The planner has left the same turns, and other lines.
    by_hand, turns, seats = start, [], []
    for _ in range(data.draw(st.integers(2, 6))):
        if by_hand.status == "running":
            turns.append((by_hand.ply, any_turn(by_hand.position, data)))
            seats.append(by_hand.position.seat)
            by_hand = after_turn(by_hand, turns[-1][1], now)
    texts = [text for _, text in turns]
    lines: tuple[tuple[str, ...], ...] = (tuple(texts),)
    other = any_turn(start.position, data)
    if other != texts[0]:
        answered = after_turn(start, other, now)
        if answered.status == "running" and answered.position.seat == planner:
            lines = ((other, any_turn(answered.position, data)), *lines)
    plan = check_plan(start, planner, Plan(start.ply, lines), seen=start.ply)
    planned, executed = start, 0
    for ply, text in turns:
        if planned.ply == ply:
            planned = after_turn(planned, text, now)
            events = planned_events(planned, {planner: plan}, now)
            executed += len(events)
            planned = planned.after(events)
    assert executed or planner not in seats
    assert [move.text for move in planned.state.moves] == [move.text for move in by_hand.state.moves]
    assert planned.state == by_hand.state


def test_a_tree_of_lines_answers_what_was_expected_and_nothing_else() -> None:
    table = network()
    lines = (
        ("left;l1", "right;r2", "left;l2", "left;l1"),
        ("left;l1", "right;r2", "left;l1", "left;l3"),
        ("left;l3", "left;l1"),
    )
    plan = check_plan(table.match, 1, Plan(0, lines), seen=0)
    assert find_planned_turn(table.match, plan) is None
    table.turns("left;l1")
    assert find_planned_turn(table.match, plan) == "right;r2"
    events = planned_events(table.match, {1: plan}, table.now)
    table.match.apply(events)
    assert remaining_plan(table.match, 1, plan) == Plan(4, (("left;l2", "left;l1"), ("left;l1", "left;l3")))
    table.turns("left;l3")
    assert find_planned_turn(table.match, plan) is None
    assert not remaining_plan(table.match, 1, plan)


def test_both_players_may_have_planned() -> None:
    table = network()
    first = check_plan(table.match, 1, Plan(0, (("left;l1", "left;l2", "left;l1", "left;l1"),)), seen=0)
    table.turns("left;l1")
    second = check_plan(table.match, 0, Plan(2, (("left;l2", "left;l1", "left;l1", "left;l3"),)), seen=2)
    table.match.apply(planned_events(table.match, {0: second, 1: first}, table.now))
    assert [text for text in table.texts() if text != "left"] == ["l1", "l2", "l1", "l1", "l3"]


def test_a_premove_is_played_once_whatever_the_opponent_plays() -> None:
    table = network()
    plan = check_plan(table.match, 1, Plan(0, premove=" left;l2 "), seen=0)
    assert remaining_plan(table.match, 1, plan).premove == "left;l2"
    table.turns("right;r3")
    table.match.apply(planned_events(table.match, {1: plan}, table.now))
    assert table.texts()[-1] == "l2"
    assert not remaining_plan(table.match, 1, plan)
    table.turns("left;l1")
    assert planned_events(table.match, {1: plan}, table.now) == []


def test_a_premove_that_is_illegal_when_its_time_comes_is_dropped() -> None:
    table = network(heap=5 - 1)
    plan = check_plan(table.match, 1, Plan(0, premove="left;l3"), seen=0)
    table.turns("left;l3")
    assert planned_events(table.match, {1: plan}, table.now) == []
    assert not remaining_plan(table.match, 1, plan)


def test_a_plan_may_be_made_while_a_turn_is_being_played() -> None:
    table = network()
    table.do(PlayMove(ply=0, text="left"), by(0))
    plan = check_plan(table.match, 1, Plan(1, (("left;l1", "left;l1"),)), seen=1)
    assert plan.ply == 0
    table.do(PlayMove(ply=1, text="l1"), by(0))
    assert find_planned_turn(table.match, plan) == "left;l1"


def test_three_players_wait_for_the_turns_of_two_others() -> None:
    table = Table(Guest("Anna"), BEN, CARL, kind="network")
    plan = check_plan(table.match, 2, Plan(0, (("left;l1", "left;l2", "left;l2"),)), seen=0)
    table.turns("left;l1")
    assert planned_events(table.match, {2: plan}, table.now) == []
    table.turns("left;l2")
    table.match.apply(planned_events(table.match, {2: plan}, table.now))
    assert table.texts()[-1] == "l2"


def test_a_line_ends_with_the_last_reply() -> None:
    plan = check_plan(network().match, 1, Plan(0, (("left;l1", "left;l2", "left;l1"), ("left;l3",))), seen=0)
    assert plan.lines == (("left;l1", "left;l2"),)


@pytest.mark.parametrize(
    ("plan", "seen", "reason"),
    [
        (Plan(0, (("left;l9", "left;l1"),)), 0, "illegal"),
        (Plan(0, (("left;l1", "nonsense"),)), 0, "illegal"),
        (Plan(0, (("left;l1", "left;l1"), ("left;l1", "left;l2"))), 0, "illegal"),
        (Plan(0, (("left;l1", ""),)), 0, "malformed"),
        (Plan(0, premove="x" * 1000), 0, "malformed"),
        (Plan(0, (("left;l1",) * (MAX_TURNS + 1),)), 0, "illegal"),
        (Plan(0, (("left;l1",),) * (MAX_LINES + 1)), 0, "illegal"),
        (Plan(0, (("left;l1", "left;l1"),)), 1, "stale"),
    ],
)
def test_impossible_plans_are_refused(plan: Plan, seen: int, reason: str) -> None:
    match = network().match
    with pytest.raises(Refused) as refusal:
        check_plan(match, 1, plan, seen=seen)
    assert refusal.value.reason == reason


def test_one_plans_in_network_games_while_another_is_to_move() -> None:
    for match, seat in ((local().match, 1), (network().match, 0)):
        with pytest.raises(Refused):
            check_plan(match, seat, Plan(0, (("left;l1", "left;l1"),)), seen=0)


def test_nothing_remains_of_a_plan_after_a_take_back_before_it() -> None:
    table = network()
    table.turns("left;l1", "left;l2")
    plan = check_plan(table.match, 1, Plan(4, (("left;l1", "left;l2"),)), seen=4)
    before = table.match.copy()
    table.do(TakeBack(ply=4, to=0), by(0, 1))
    assert table.match.ply == 0
    assert before.ply == 4
    assert not remaining_plan(table.match, 1, plan)
    assert find_planned_turn(table.match, plan) is None


@pytest.mark.parametrize("key", GAMES)
def test_premoves_are_offered_from_what_could_become_legal(key: str) -> None:
    match, _ = Match.new(Setup(key, (Seat(Guest("Anna")), Seat(Guest("Ben"))), "network"), 0)
    played = match.position.played[:]
    found = possible_premoves(match, 1)
    after = match.position.copy()
    move = next(move for move in after.moves() if after.turn_over(move))
    after.play(move)
    whole = [after.write_turn([reply]) for reply in after.moves() if after.turn_over(reply)]
    assert set(whole) <= set(found)
    assert match.position.played == played
    assert all(paths for paths in found.values())
