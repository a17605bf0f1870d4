"""Any sequence of commands gives only refusals or valid states, and stored events reproduce the match."""

from typing import Literal

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from parlour.engine.levels import Bot
from parlour.errors import Refused
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    MAX_BOT_PAUSE_MS,
    REASONS,
    Abort,
    Adjudicate,
    AnswerOffer,
    AnyCommand,
    Assist,
    Draw,
    Flag,
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
    SetPace,
    Sit,
    StepTurn,
    TakeBack,
)
from parlour.match.events import AnyEvent, MatchState
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Seat, Setup, Vacant

PLAYERS: list[Player] = [
    Guest("Anna"),
    Guest("Ben", "g2"),
    Account("a1", "Chloé"),
    Account("a2", "Dmitri"),
    Bot(3),
    Bot("perfect"),
    Vacant(),
]
WAITS = st.sampled_from([0, 1, 500, 2_000])
CLOCKS = [
    Clock(),
    Clock("up"),
    Clock("down", (Limit(60_000),)),
    Clock("down", (Limit(10_000, 2_000),), restore=False),
    Clock("down", (Limit(per_turn=5_000),), from_start=True),
]


def chosen_turns(match: Match) -> int:
    """Return the number of completed turns with a choice; automatic turns belong to the turn before."""
    turns, chosen = 0, False
    for move in match.state.moves:
        chosen |= not move.automatic
        if move.last:
            turns += chosen
            chosen = False
    return turns


class Commanded(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.match: Match | None = None
        self.events: list[AnyEvent] = []
        self.now = 1_000_000

    @initialize(data=st.data())
    def set_up(self, data: st.DataObject) -> None:
        seats = data.draw(st.integers(2, 4))
        kinds: list[Literal["local", "network", "bots"]] = ["local", "local", "network", "network", "bots"]
        kind = data.draw(st.sampled_from(kinds))
        if kind == "bots":
            players: list[Player] = [Bot(2)] * seats
        else:
            pool = [p for p in PLAYERS if kind == "network" or not isinstance(p, Vacant)]
            players = data.draw(st.lists(st.sampled_from(pool), min_size=seats, max_size=seats, unique_by=str))
            if all(isinstance(player, Bot) for player in players):
                players[0] = Guest("Anna")
        chairs = tuple(Seat(player, undo=data.draw(st.sampled_from([True, True, False]))) for player in players)
        clock = data.draw(st.sampled_from(CLOCKS))
        if clock.kind == "down" and data.draw(st.booleans()):
            clock = msgspec.structs.replace(clock, limits=clock.limits * seats)
        setup = Setup(
            "toy",
            chairs,
            kind,
            {"seats": seats, "heap": data.draw(st.sampled_from([5, 7, 12, 30]))},
            clock=clock,
            rated=data.draw(st.sampled_from([False] * 9 + [True])),
            tournament=data.draw(st.sampled_from([False] * 9 + [True])),
        )
        self.match, self.events = Match.new(setup, self.now)

    def send(self, command: AnyCommand, sender: Sender, showing: int = 0) -> bool:
        assert self.match is not None
        match = self.match
        before, text_before = match.state, match.position.text()
        refusal: Refused | None = None
        try:
            events = match.decide(command, sender, self.now, showing=showing)
        except Refused as refused:
            refusal = refused
        if refusal is not None:
            assert refusal.reason in REASONS
            assert str(refusal)
            assert (match.state, match.position.text()) == (before, text_before)
            return False
        assert (match.state, match.position.text()) == (before, text_before)
        assert [event.seq for event in events] == list(range(before.seq + 1, before.seq + 1 + len(events)))
        match.apply(events)
        self.events += events
        return True

    def going_on(self, wait: int) -> Match:
        assert self.match is not None
        self.now += wait
        return self.match

    # ---- What sensible people do ----------------------------------------------------------------------------------

    @precondition(lambda self: self.match is not None and self.match.status == "running")
    @rule(n=st.integers(0, 5), wait=WAITS, showing=st.sampled_from([0, 700]), all_seats=st.booleans())
    def play_on(self, n: int, wait: int, showing: int, all_seats: bool) -> None:
        match = self.going_on(wait)
        seat = match.position.seat
        moves = match.position.moves()
        if moves:
            sender = Sender(frozenset(range(len(match.players))) if all_seats else frozenset({seat}))
            played = self.send(PlayMove(ply=match.ply, index=n % len(moves)), sender, showing)
            assert played or match.status != "running" or match.time_left(seat, self.now) == 0

    @precondition(lambda self: self.match is not None and self.match.status == "waiting")
    @rule(name=st.sampled_from(["Emil", "Fatima", "Gao"]))
    def take_a_seat(self, name: str) -> None:
        match = self.going_on(0)
        for seat, player in enumerate(match.players):
            if isinstance(player, Vacant):
                self.send(Sit(seat=seat, player=Guest(name)), Sender())

    @precondition(lambda self: self.match is not None and self.match.ply > 1 and not self.match.state.followed)
    @rule(alone=st.booleans(), seat=st.integers(0, 3))
    def go_back(self, alone: bool, seat: int) -> None:
        match = self.going_on(100)
        self.send(TakeBack(ply=match.ply), Sender(match.persons if alone else frozenset({seat})))

    @precondition(lambda self: self.match is not None and self.match.state.undone and self.match.status == "running")
    @rule()
    def play_again(self) -> None:
        match = self.going_on(100)
        self.send(Redo(ply=match.ply), Sender(match.persons))

    @precondition(lambda self: self.match is not None and self.match.ply > 1 and self.match.status == "running")
    @rule(seat=st.integers(0, 3))
    def offer_a_draw(self, seat: int) -> None:
        match = self.going_on(100)
        self.send(Draw(ply=match.ply), Sender(frozenset({seat})))

    @precondition(lambda self: self.match is not None and self.match.state.offers)
    @rule(yes=st.sampled_from([True, True, False]))
    def answer(self, yes: bool) -> None:
        match = self.going_on(100)
        for offer in match.state.offers[:1]:
            self.send(AnswerOffer(offer=offer.id, yes=yes), Sender(frozenset(offer.waiting[:1])))

    @precondition(lambda self: self.match is not None and self.match.status == "running")
    @rule(seat=st.integers(0, 3), what=st.sampled_from(["hints", "analysis"]))
    def ask_for_help(self, seat: int, what: Literal["hints", "analysis"]) -> None:
        self.going_on(0)
        self.send(Assist(seat=seat, help=what), Sender(frozenset({seat})))

    @precondition(lambda self: self.match is not None and (self.match.status == "paused" or self.match.ply % 4 == 3))
    @rule()
    def pause_or_go_on(self) -> None:
        match = self.going_on(300)
        self.send(Resume() if match.status == "paused" else Pause(), Sender(match.persons))

    @precondition(lambda self: self.match is not None and self.match.setup.kind == "bots")
    @rule(pause=st.sampled_from([0, 2_000]))
    def watch_bots_turn_by_turn(self, pause: int) -> None:
        match = self.going_on(100)
        if match.status == "running":
            self.send(Pause(), Sender(host=True))
        if match.status != "paused":
            return
        assert self.send(SetPace(pause=pause), Sender(host=True))
        assert match.state.pause == pause
        turns = chosen_turns(match)
        assert self.send(StepTurn(), Sender(host=True))
        while match.thinking_bot is not None and self.send(
            PlayMove(ply=match.ply, index=0), Sender(match.bots, host=True)
        ):
            self.now += 10
        if match.thinking_bot is None and match.state.ended is None:
            assert match.status == "paused"
            assert chosen_turns(match) == turns + 1

    @precondition(lambda self: self.match is not None and self.match.ply > 8 and self.match.flag_at())
    @rule()
    def watch_the_clock(self) -> None:
        match = self.going_on(0)
        self.now = max(self.now, match.flag_at() or 0)
        assert self.send(Flag(ply=match.ply), Sender())
        assert match.state.reason == "time"

    @precondition(lambda self: self.match is not None and self.match.status == "over" and not self.match.state.followed)
    @rule()
    def another_game(self) -> None:
        match = self.going_on(0)
        self.send(Rematch(), Sender(match.persons))

    # ---- Anything from anybody ------------------------------------------------------------------------------------

    @rule(data=st.data(), wait=WAITS)
    def anything(self, data: st.DataObject, wait: int) -> None:
        match = self.going_on(wait)
        seats = len(match.players)
        seat = st.sampled_from([None, *range(seats), seats, -1])
        ply = st.sampled_from([match.ply] * 8 + [match.ply - 1, match.ply + 1, 0])
        legal = [match.position.write_move(move) for move in match.position.moves()]
        offers = [offer.id for offer in match.state.offers]
        text = st.sampled_from([*legal, *legal, "left;l1", "right;r2", "", "pass", "x" * 300, "left;"])
        picks = st.lists(st.sampled_from([4, 0, -1, 99, *legal, "done"]), max_size=3).map(tuple)
        commands: list[st.SearchStrategy[AnyCommand]] = [
            st.builds(PlayMove, ply=ply, text=text),
            st.builds(PlayMove, ply=ply, text=text),
            st.builds(PlayMove, ply=ply, index=st.integers(-1, 3)),
            st.builds(PlayMove, ply=ply, index=st.just(0)),
            st.builds(PlayMove, ply=ply, picks=picks),
            st.builds(PlayMove, ply=ply, picks=picks, text=st.sampled_from([None, "left"])),
            st.builds(PlayTurn, ply=ply, text=text, seen=st.sampled_from([None, 0, match.state.seq])),
            st.builds(TakeBack, ply=ply, seat=seat, to=st.sampled_from([None, None, 0, 1, -1, 99])),
            st.builds(TakeBack, ply=ply),
            st.builds(Redo, ply=ply),
            st.builds(Draw, ply=ply, seat=seat),
            st.builds(AnswerOffer, offer=st.sampled_from([*offers, *offers, 0]), yes=st.booleans(), seat=seat),
            st.builds(Resign, seat=seat),
            st.builds(Flag, ply=ply),
            st.builds(Abort),
            st.builds(Pause),
            st.builds(Resume),
            st.builds(StepTurn),
            st.builds(SetPace, pause=st.sampled_from([0, 700, MAX_BOT_PAUSE_MS, MAX_BOT_PAUSE_MS + 1, -1])),
            st.builds(Restart, seat=seat),
            st.builds(Rematch, seat=seat),
            st.builds(Sit, seat=st.integers(-1, seats), player=st.sampled_from([*PLAYERS, Guest("anna"), Bot(9)])),
            st.builds(Assist, seat=st.integers(-1, seats), help=st.sampled_from(["hints", "analysis"])),
            st.builds(Adjudicate, results=st.sampled_from([(1.0,), (0.5,) * seats, (7.0,) * seats])),
            st.builds(Outage, begun=st.just(self.now - 4_000), ended=st.just(self.now - 1_000)),
        ]
        command = data.draw(st.one_of(commands))
        everybody = frozenset(range(seats))
        sender = data.draw(
            st.sampled_from(
                [
                    Sender(everybody),
                    Sender(match.persons),
                    Sender(match.bots),
                    Sender(frozenset({match.position.seat})),
                    Sender(frozenset({match.position.seat})),
                    Sender(frozenset({0})),
                    Sender(),
                    Sender(host=True),
                ]
            )
        )
        self.send(command, sender, data.draw(st.sampled_from([0, 700])))

    @invariant()
    def lawful(self) -> None:
        if self.match is None:
            return
        match, state = self.match, self.match.state
        if match.position.is_over():
            assert match.status == "over"
            assert state.outcome == match.position.outcome()
        if match.status == "over":
            assert (state.outcome is None) == (state.reason in ("abort", "abandoned"))
            assert state.times.since is None
            assert not [offer for offer in state.offers if offer.what != "rematch" and offer.what != "restart"]
        if match.status == "running":
            assert match.position.automatic() is None
        if match.status in ("waiting", "paused"):
            assert state.times.since is None
        assert all(left is None or left >= 0 for left in state.times.left)
        assert all(used >= 0 for used in state.times.used)
        assert sum(move.spent for move in state.moves) >= 0
        assert len(match.position.played) == match.ply
        assert all(offer.waiting for offer in state.offers)
        match.record().replay()
        if match.why_over() is not None:
            assert match.sentence(match.why_over() or match.position.prompt())

    @invariant()
    def rebuilt(self) -> None:
        if self.match is None:
            return
        events = msgspec.json.decode(msgspec.json.encode(self.events), type=list[AnyEvent])
        setup = msgspec.json.decode(msgspec.json.encode(self.match.setup), type=Setup)
        loaded = Match.load(setup, events)
        assert loaded.state == self.match.state
        assert loaded.position.text() == self.match.position.text()
        state = msgspec.json.decode(msgspec.json.encode(loaded.state), type=MatchState)
        resumed = Match.resume(setup, state)
        assert resumed.state == self.match.state
        assert resumed.position.text() == self.match.position.text()


CALM = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def test_any_sequence_of_commands_leads_to_refusals_or_valid_states() -> None:
    run_state_machine_as_test(Commanded, settings=CALM)


@pytest.mark.long
def test_many_sequences_of_commands_lead_to_refusals_or_valid_states() -> None:
    run_state_machine_as_test(Commanded, settings=settings(CALM, max_examples=3000))
