"""Resigning in a game with elimination: the others play on."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import PositionError, Refused, TextError
from parlour.games import game
from parlour.games.conformance import conform
from parlour.games.sim.position import SimPosition
from parlour.match.clock import Clock, Limit
from parlour.match.commands import AnyCommand, Draw, Flag, PlayMove, PlayTurn, Redo, Resign, Sender, TakeBack
from parlour.match.match import Match
from parlour.match.records.json_format import read_json, write_json
from parlour.match.records.text_format import read_record, write_record
from parlour.match.seats import Guest, Seat, Setup

SIM = game("sim")
OPTIONS = SIM.check({"players": 4, "vertices": 8, "elimination": True})
NAMES = ("Anna", "Ben", "Cleo", "Dora")


class Table:
    """A match of four, with a clock that advances by a second per command."""

    def __init__(self, **more: Any) -> None:
        self.match, self.events = Match.new(
            Setup("sim", tuple(Seat(Guest(name)) for name in NAMES), options=dict(OPTIONS), **more), 0
        )
        self.now = 0

    def do(self, command: AnyCommand, *seats: int, wait: int = 1000) -> None:
        self.now += wait
        self.events += self.match.do(command, Sender(frozenset(seats or range(4))), self.now)

    def draw(self, *strokes: str) -> None:
        for text in strokes:
            self.do(PlayMove(ply=self.match.ply, text=text))

    @property
    def seat(self) -> int:
        return int(self.match.position.seat)


def test_a_player_who_resigns_drops_out_and_the_others_continue() -> None:
    table = Table()
    table.draw("A-B", "A-C")
    table.do(Resign(seat=2))
    assert table.match.status == "running"
    assert table.seat == 3, "the turn passes"
    assert table.match.is_out(2)
    table.draw("A-D", "A-E", "A-F")
    assert table.seat == 3, "and passes over the seat from then on"
    assert table.match.position.text() == "1/2./4../1.../2..../....../....... 4 x3"


def test_a_player_who_resigns_out_of_turn_is_skipped() -> None:
    table = Table()
    table.do(Resign(seat=3))
    assert table.seat == 0
    table.draw("A-B", "A-C", "A-D")
    assert table.seat == 0
    assert [move.text for move in table.match.state.moves] == ["A-B", "A-C", "A-D", "out"]
    assert table.match.state.moves[-1].automatic


def test_the_last_remaining_player_wins() -> None:
    table = Table()
    for seat in (1, 2, 0):
        assert table.match.status == "running"
        table.do(Resign(seat=seat))
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0, 0, 0, 1)
    assert table.match.outcome.reason == "resign"


def test_when_all_others_are_out_or_have_resigned_the_game_is_over() -> None:
    """Cleo and Dora have resigned; when Anna completes a triangle, Ben has won."""
    table = Table()
    table.draw("A-B", "C-D", "E-F", "G-H", "B-C")
    table.do(Resign(seat=3))
    table.do(Resign(seat=2))
    assert table.match.status == "running"
    table.draw("D-E")
    table.draw("A-C")
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0, 1, 0, 0)


def test_a_player_who_runs_out_of_time_drops_out() -> None:
    table = Table(clock=Clock("down", (Limit(10_000),)))
    table.draw("A-B")
    table.do(Flag(ply=1), wait=20_000)
    assert table.match.status == "running"
    assert table.seat == 2
    assert table.match.is_out(1)
    assert table.match.time_left(2, table.now) == 10_000


def test_a_player_who_is_out_can_neither_resign_nor_vote() -> None:
    table = Table()
    table.draw("A-B")
    table.do(Resign(seat=2))
    with pytest.raises(Refused, match="Cleo is already out of the game"):
        table.do(Resign(seat=2))
    table.do(Draw(ply=table.match.ply), 0, 1, 3)
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0.5, 0.5, 0, 0.5)


def test_undo_restores_players_who_resigned_later() -> None:
    table = Table()
    table.draw("A-B", "A-C")
    table.do(Resign(seat=2))
    table.do(TakeBack(ply=table.match.ply))
    assert (table.match.ply, table.seat) == (1, 1)
    assert not table.match.is_out(2)
    table.do(Redo(ply=1))
    assert table.seat == 3
    assert table.match.is_out(2)


@pytest.mark.parametrize("command", [PlayMove(ply=1, text="out"), PlayTurn(ply=1, text="out")])
def test_a_withdrawal_is_not_a_legal_move(command: AnyCommand) -> None:
    table = Table()
    table.draw("A-B")
    with pytest.raises(Refused, match="To give up, resign"):
        table.do(command)


def test_records_and_stored_events_keep_withdrawals() -> None:
    table = Table()
    table.draw("A-B", "A-C")
    table.do(Resign(seat=2))
    table.draw("A-D")
    table.do(Resign(seat=1))
    table.draw("A-E")
    record = table.match.record()
    assert read_record(write_record(record)) == record
    assert read_json(write_json(record)) == record
    assert Match.load(table.match.setup, table.events).state == table.match.state


def test_a_position_with_a_resigned_seat_is_read_and_played() -> None:
    position = SIM.read("1/2./.../..../...../....../....... 4 x3", OPTIONS)
    assert isinstance(position, SimPosition)
    assert position.is_out(2)
    again = SIM.read(position.text(), OPTIONS)
    assert (again.text(), again.key, again.moves()) == (position.text(), position.key, position.moves())
    assert position.key != SIM.read("1/2./3../..../...../....../....... 4", OPTIONS).key
    gone = position.withdrawal()
    assert gone is not None
    assert gone not in position.moves()
    assert (position.describe(gone).key, position.effects(gone)) == ("sim.gives-up", [])
    before = position.key
    position.play(gone)
    assert position.undo() == gone
    assert position.key == before


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1/2./.../..../...../....../....... 4 x", {"players": 4, "vertices": 8, "elimination": True}),
        ("1/2./.../..../...../....../....... 4 x33", {"players": 4, "vertices": 8, "elimination": True}),
        ("1/2./.../..../...../....../....... 4 x5", {"players": 4, "vertices": 8, "elimination": True}),
        ("1/2./.../..../...../....../....... 4 x43", {"players": 4, "vertices": 8, "elimination": True}),
    ],
)
def test_a_text_without_the_resigned_seats_is_refused(text: str, options: dict[str, object]) -> None:
    with pytest.raises(TextError, match="who resigned"):
        SIM.read(text, SIM.check(options))


def test_a_seat_resigns_only_with_elimination_and_more_than_two_left() -> None:
    with pytest.raises(PositionError, match="have resigned only in a game with elimination"):
        SIM.read("1/2./.../..../..... 1 x3", SIM.check({"players": 3}))
    assert SIM.start(SIM.check({"players": 3})).withdrawal() is None
    two_left = SIM.read("1/2./.../..../...../....../....... 1 x34", OPTIONS)
    assert two_left.withdrawal() is None, "with two left, the game is over when one gives up"


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(["move", "resign", "flag", "back", "redo"]), st.integers(0, 50)), max_size=40)
)
def test_any_sequence_of_commands_gives_consistent_states(steps: list[tuple[str, int]]) -> None:
    """Any sequence of commands gives refusals or states that the stored events reproduce."""
    table = Table(clock=Clock("down", (Limit(60_000),)))
    for what, n in steps:
        ply = table.match.ply
        commands: dict[str, AnyCommand] = {
            "move": PlayMove(ply=ply, index=n % max(1, len(table.match.position.moves()))),
            "resign": Resign(seat=n % 4),
            "flag": Flag(ply=ply),
            "back": TakeBack(ply=ply),
            "redo": Redo(ply=ply),
        }
        with contextlib.suppress(Refused):
            table.do(commands[what], wait=70_000 if what == "flag" else 100)
        match = table.match
        assert Match.load(match.setup, table.events).state == match.state
        left = [seat for seat in range(4) if not match.is_out(seat)]
        if match.status == "running":
            assert len(left) >= 2
            assert match.position.seat in left
        elif match.outcome is not None and match.outcome.reason in ("resign", "time"):
            assert len(match.outcome.winners) == 1


def test_the_game_with_resignation_fulfils_the_contract() -> None:
    assert list(conform(SIM)) == []
