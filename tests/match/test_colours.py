"""Colours that players choose."""

import pytest

from parlour.errors import ColourRefused, SetupError
from parlour.games import game, keys
from parlour.match.colours import MIN_DIFFERENCE, check_colour, difference
from parlour.match.commands import PlayTurn, Rematch, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup

ALL = Sender(frozenset({0, 1}))


def match(*colours: str) -> Match:
    seats = tuple(Seat(Guest(name), colour=colour) for name, colour in zip(("Anna", "Ben"), colours, strict=True))
    return Match.new(Setup("surakarta", seats), 0)[0]


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "#gggggg", "c03a2b", "#fff", " #c03a2b"])
def test_invalid_colours_are_refused(colour: str) -> None:
    with pytest.raises(ColourRefused, match="is not a colour"):
        check_colour(colour)
    with pytest.raises(SetupError, match="is not a colour"):
        match(colour, "")


def test_colour_difference_is_perceptual() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(1, abs=0.001)
    assert difference("#123456", "#123456") == 0
    # Two greens far apart in numbers look nearer than two colours of one lightness.
    assert difference("#00ff00", "#33ff33") < difference("#ff0000", "#0066ff")


def test_a_seat_has_the_colour_that_was_chosen_or_its_sides() -> None:
    sides = match("", "").game.sides(match("", "").options)
    assert match("", "").colours() == tuple(side.colour for side in sides)
    assert match("#C03A2B", "").colours() == ("#c03a2b", sides[1].colour)


def test_similar_player_colours_are_refused() -> None:
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
    """Colours are not part of the rules, positions or records."""
    played = []
    for colours in (("", ""), ("#c03a2b", "#2b6cc0"), ("#000000", "#ffffff")):
        one = match(*colours)
        for turn in ("4,0-3,0", "1,1-2,1", "3,0-2,0"):
            one.do(PlayTurn(ply=one.ply, text=turn), ALL, 0)
        played.append((one.position.text(), one.position.key, one.position.scores(), one.record()))
    assert played[0] == played[1] == played[2]


# Linear RGB as seen with each kind of colour blindness: G. M. Machado et al., IEEE TVCG 15 (2009), severity 1.0.
COLOUR_BLIND = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def as_seen(colour: str, kind: str) -> str:
    """Return a colour as a person with a kind of colour blindness sees it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0.0), 1.0) for row in COLOUR_BLIND[kind]]
    shown = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in seen]
    return "#" + "".join(f"{round(part * 255):02x}" for part in shown)


@pytest.mark.parametrize("kind", COLOUR_BLIND)
@pytest.mark.parametrize("key", keys())
def test_colour_blind_people_can_distinguish_the_usual_colours_of_two_sides(key: str, kind: str) -> None:
    first, second = (as_seen(side.colour, kind) for side in game(key).sides(game(key).check()))
    assert difference(first, second) >= MIN_DIFFERENCE
