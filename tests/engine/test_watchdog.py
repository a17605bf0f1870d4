"""If a bot fails, a legal move is played and the failure is logged."""

import logging
import signal
from collections.abc import Callable
from threading import Event, main_thread

import pytest

from parlour.engine import watchdog
from parlour.engine.bot import BotPlayer, TimeBudget
from parlour.engine.levels import read_bot
from parlour.engine.report import Limits, Report, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.games import Position, game

SURAKARTA = game("surakarta")
WIN_AT_ONCE = "....../....../....../.1..2./....../...... 1 0"


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has been stopped returns its move, however busy the machine is."""
    monkeypatch.setattr(watchdog, "STOP_GRACE_SECONDS", 600.0)


class Faulty(BotPlayer):
    """A bot that reports a result and then fails."""

    def __init__(self, fault: Callable[[Stop | None], int], *, reports: bool = True) -> None:
        super().__init__(read_bot("3"), SURAKARTA, SURAKARTA.check())
        self.fault = fault
        self.reports = reports

    def choose(
        self,
        position: Position,
        *,
        clock: TimeBudget | None = None,
        stop: Stop | None = None,
        on_report: Callable[[Report], None] | None = None,
    ) -> int:
        if self.reports and on_report is not None:
            on_report(AlphaBeta(1).search(position, Limits(depth=2)))
        return self.fault(stop)


def broken(_: Stop | None) -> int:
    raise RuntimeError("out of ideas")


def illegal(_: Stop | None) -> int:
    return 12345


def test_a_correct_bot_is_not_interrupted(caplog: pytest.LogCaptureFixture) -> None:
    position = SURAKARTA.start()
    bots = [BotPlayer(read_bot("4"), SURAKARTA, position.options, 7) for _ in range(2)]
    reports: list[Report] = []
    assert watchdog.choose(bots[0], position, on_report=reports.append) == bots[1].choose(position)
    assert not caplog.records


@pytest.mark.parametrize(("fault", "logged"), [(broken, "failed"), (illegal, "illegal")])
def test_the_best_move_found_is_played_for_a_bot_that_fails(
    fault: Callable[[Stop | None], int], logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    position = SURAKARTA.read(WIN_AT_ONCE)
    before = position.text()
    assert position.write_move(watchdog.choose(Faulty(fault), position)) == "3,1x3,4"
    assert position.text() == before
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert logged in caplog.text


def test_a_legal_move_is_played_for_a_bot_that_fails_early() -> None:
    position = SURAKARTA.start()
    assert position.is_legal(watchdog.choose(Faulty(broken, reports=False), position))


@pytest.mark.usefixtures("_patient")
def test_a_bot_that_takes_too_long_is_stopped_and_its_move_is_played(caplog: pytest.LogCaptureFixture) -> None:
    position = SURAKARTA.start()

    def endless(stop: Stop | None) -> int:
        return AlphaBeta(1).search(position, Limits(), stop=stop).lines[0].moves[0]

    assert position.is_legal(watchdog.choose(Faulty(endless), position, max_seconds=0.02))
    assert not caplog.records


def test_the_best_move_found_is_played_for_a_bot_that_does_not_stop(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported, released = Event(), Event()

    class Expired(Event):
        """The end of a bot whose time is up once it has reported."""

        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            reported.wait()
            return False

    def deaf(_: Stop | None) -> int:
        reported.set()
        released.wait()
        return 0

    monkeypatch.setattr(watchdog, "Event", Expired)
    position = SURAKARTA.read(WIN_AT_ONCE)
    try:
        found = watchdog.choose(Faulty(deaf), position)
    finally:
        released.set()
    assert position.write_move(found) == "3,1x3,4"
    assert "did not stop" in caplog.text


def endless_bot() -> BotPlayer:
    return BotPlayer(read_bot("custom,depth=60,seconds=600"), SURAKARTA, SURAKARTA.check())


class CtrlC:
    """Press Ctrl-C once, at the second report."""

    def __init__(self) -> None:
        self.reports = 0

    def __call__(self, report: Report) -> None:
        self.reports += 1
        if self.reports == 2:
            ident = main_thread().ident
            assert ident is not None
            signal.pthread_kill(ident, signal.SIGINT)


@pytest.mark.usefixtures("_patient")
def test_ctrl_c_makes_an_interruptible_bot_move_immediately(caplog: pytest.LogCaptureFixture) -> None:
    position = SURAKARTA.start()
    assert position.is_legal(watchdog.choose(endless_bot(), position, on_report=CtrlC(), interruptible=True))
    assert not caplog.records


def test_ctrl_c_reaches_the_program_when_only_bots_play() -> None:
    stop = Stop()
    try:
        with pytest.raises(KeyboardInterrupt):
            watchdog.choose(endless_bot(), SURAKARTA.start(), stop=stop, on_report=CtrlC())
    finally:
        stop.set()


def test_a_finished_game_is_refused() -> None:
    position = SURAKARTA.read(WIN_AT_ONCE)
    position.play(position.moves()[0])
    with pytest.raises(ValueError, match="over"):
        watchdog.choose(Faulty(broken), position)
