"""Matches of Laser Chess: endings, and the stored turns."""

from parlour.games.laserchess import GAME
from parlour.match.clock import Clock, Limit
from parlour.match.commands import Flag, PlayTurn, Resign, Sender
from parlour.match.events import Moved
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from tests.games.laserchess.boards import TEN

MINUTE = 60_000


def table(start: str = "") -> Match:
    clock = Clock("down", (Limit(10 * MINUTE),), from_start=True)
    seats = (Seat(Guest("Anna")), Seat(Guest("Ben")))
    match, _ = Match.new(Setup("laserchess", seats, start=start, clock=clock), 0)
    return match


def play(match: Match, text: str, now: int) -> Moved:
    mover = Sender(frozenset({match.position.seat}))
    return next(event for event in match.do(PlayTurn(ply=match.ply, text=text), mover, now) if isinstance(event, Moved))


def ended(match: Match) -> tuple[tuple[float, ...], str]:
    assert match.outcome is not None
    return match.outcome.results, match.outcome.reason


def test_a_match_is_won_by_the_pharaoh_by_resignation_and_on_time() -> None:
    match = table(TEN)
    play(match, "j3-i2", 1000)
    assert ended(match) == ((1.0, 0.0), "pharaoh")
    match = table()
    play(match, "e1-e2", 1000)
    match.do(Resign(), Sender(frozenset({0})), 2000)
    assert ended(match) == ((0.0, 1.0), "resign")
    match = table()
    play(match, "e1-e2", 1000)
    match.do(Flag(ply=match.ply), Sender(), 11 * MINUTE)
    assert ended(match) == ((1.0, 0.0), "time")


def test_a_turn_is_kept_with_both_clocks_its_notation_and_what_the_laser_did() -> None:
    match = table()
    first = play(match, "e1-e2", 3000)
    second = play(match, match.position.write_move(match.position.moves()[0]), 8000)
    assert first.times.left == (10 * MINUTE - 3000, 10 * MINUTE)
    assert second.times.left == (10 * MINUTE - 3000, 10 * MINUTE - 5000)
    assert first.text == "Fe1-e2"
    replayed = GAME.start()
    for event in (first, second):
        move = replayed.read_move(event.text)
        assert replayed.write_move(move) == event.text
        beams = [effect.beam for effect in replayed.effects(move) if effect.beam is not None]
        assert len(beams) == 1
        assert beams[0].end
        replayed.play(move)
    assert replayed.text() == match.position.text()
