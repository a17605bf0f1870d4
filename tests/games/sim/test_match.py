"""Matches of Sim with more than two players: dropping out, resigning, agreeing."""

from parlour.engine.levels import Bot
from parlour.match.commands import AnswerOffer, Draw, PlayTurn, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Player, Seat, Setup


def table() -> Match:
    players: list[Player] = [Guest("Anna"), Guest("Ben"), Bot(1), Guest("Dora")]
    setup = Setup("sim", tuple(Seat(player) for player in players), "network", {"players": 4, "elimination": True})
    match, _ = Match.new(setup, 0)
    for stroke in ["0-1", "2-3", "3-4", "4-5", "1-2", "3-5", "0-4", "1-4", "0-2"]:
        match.do(PlayTurn(ply=match.ply, text=stroke), Sender(frozenset({match.position.seat})), 0)
    assert match.position.is_out(0)
    return match


def test_the_last_player_who_has_not_dropped_out_or_resigned_wins() -> None:
    match = table()
    match.do(Resign(), Sender(frozenset({1})), 0)
    assert match.outcome is None
    match.do(Resign(), Sender(frozenset({3})), 0)
    assert match.outcome is not None
    assert match.outcome.results == (0, 0, 1, 0)


def test_a_player_who_dropped_out_neither_votes_on_a_draw_nor_shares_it() -> None:
    match = table()
    (asked,) = match.do(Draw(ply=match.ply), Sender(frozenset({1})), 0)
    for seat in (2, 3):
        match.do(AnswerOffer(offer=asked.seq, yes=True), Sender(frozenset({seat})), 0)
    assert match.outcome is not None
    assert match.outcome.results == (0, 0.5, 0.5, 0.5)
