"""Colours that players choose."""

import pytest

from parlour.errors import ColourRefused, SetupError
from parlour.match.colours import check_colour, difference
from parlour.match.commands import PlayTurn, Rematch, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup

ALL = Sender(frozenset({0, 1}))


def match(*colours: str) -> Match:
    seats = tuple(Seat(Guest(name), colour=colour) for name, colour in zip(("Anna", "Ben"), colours, strict=True))
    return Match.new(Setup("surakarta", seats), 0)[0]


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "#gggggg", "c03a2b", "#fff", " #c03a2b"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    with pytest.raises(ColourRefused, match="is not a colour"):
        check_colour(colour)
    with pytest.raises(SetupError, match="is not a colour"):
        match(colour, "")


def test_difference_is_that_of_the_eye() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(1, abs=0.001)
    assert difference("#123456", "#123456") == 0
    # Two greens far apart in numbers look nearer than two colours of one lightness.
    assert difference("#00ff00", "#33ff33") < difference("#ff0000", "#0066ff")


def test_a_seat_has_the_colour_that_was_chosen_or_its_sides() -> None:
    sides = match("", "").game.sides(match("", "").options)
    assert match("", "").colours() == tuple(side.colour for side in sides)
    assert match("#C03A2B", "").colours() == ("#c03a2b", sides[1].colour)


def test_players_cannot_be_mistaken_for_each_other() -> None:
    with pytest.raises(SetupError, match="are too similar"):
        match("#c03a2b", "#c13b2c")
    other = match("", "").colours()[1]
    with pytest.raises(SetupError, match="are too similar"):
        match(other, "")


def test_a_colour_goes_with_its_player_into_the_rematch() -> None:
    first = match("#c03a2b", "#2255cc")
    first.do(Resign(seat=0), ALL, 1)
    (followed,) = first.do(Rematch(), ALL, 2)
    second, _ = Match.new(followed.setup, 3)  # type: ignore[union-attr]  # a rematch is followed
    assert [player.name for player in second.players] == ["Ben", "Anna"]
    assert second.colours() == ("#2255cc", "#c03a2b")


def test_a_game_is_the_same_in_any_colours() -> None:
    """They are no part of the rules, of a position or of a record."""
    played = []
    for colours in (("", ""), ("#c03a2b", "#2b6cc0"), ("#000000", "#ffffff")):
        one = match(*colours)
        for turn in ("4,0-3,0", "1,1-2,1", "3,0-2,0"):
            one.do(PlayTurn(ply=one.ply, text=turn), ALL, 0)
        played.append((one.position.text(), one.position.key, one.position.scores(), one.record()))
    assert played[0] == played[1] == played[2]
