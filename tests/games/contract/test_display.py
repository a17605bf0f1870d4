"""Display types of the contract: effects, outcomes, boards."""

import msgspec
import pytest

from parlour.games import Beam, Effect, Outcome, Piece, Score, Tray, square_board
from parlour.games.contract.display import apply, reverse, sites_of

ONE = Piece(1, "disc", 0, 4)
TWO = Piece(2, "disc", 1, 5)
TURNED = Piece(2, "disc", 0, 5)


def moved(piece: Piece, place: int | str) -> Piece:
    return msgspec.structs.replace(piece, place=place)


# A ring slides over three sites and turns two markers as it passes; then one of them is taken and another comes.
FILM = [
    Effect("slide", ONE, moved(ONE, 7), phase=0, path=(4, 5, 6, 7)),
    Effect("flip", TWO, TURNED, phase=0, step=1),
    Effect("remove", TURNED, moved(TURNED, "box"), phase=1),
    Effect("place", None, Piece(3, "disc", 1, 0), phase=2),
    Effect("beam", phase=3, beam=Beam(0, (0, 1), (), "left", "N")),
]


def test_effects_change_the_pieces_they_name() -> None:
    assert apply([ONE, TWO], FILM) == [moved(ONE, 7), Piece(2, "disc", 0, "box"), Piece(3, "disc", 1, 0)]
    assert apply([ONE, TWO], []) == [ONE, TWO]


def test_effects_play_backwards() -> None:
    after = apply([ONE, TWO], FILM)
    assert apply(after, reverse(FILM)) == [ONE, TWO]
    assert reverse(reverse(FILM)) == FILM
    assert reverse([]) == []


def test_reversed_effects_have_reversed_phases_paths_and_steps() -> None:
    beam, place, remove, flip, slide = reverse(FILM)
    assert [effect.phase for effect in (beam, place, remove, flip, slide)] == [0, 1, 2, 3, 3]
    assert slide.path == (7, 6, 5, 4)
    assert flip.step == 2  # the same site, counted from the other end
    assert place.after is None


@pytest.mark.parametrize(
    ("effect", "fault"),
    [
        (Effect("remove", Piece(9, "disc", 0, 4), None), "no such piece"),
        (Effect("remove", moved(ONE, 8), None), "no such piece"),
        (Effect("place", None, moved(TWO, 8)), "already exists"),
    ],
)
def test_an_effect_that_does_not_fit_is_refused(effect: Effect, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        apply([ONE, TWO], [effect])


def test_the_sites_of_a_place() -> None:
    assert sites_of(3) == (3,)
    assert sites_of((1, 5)) == (1, 5)
    assert sites_of("box") == ()


@pytest.mark.parametrize(
    ("results", "winners", "losers", "drawn"),
    [
        ((1.0, 0.0), (0,), (1,), False),
        ((0.5, 0.5), (), (), True),
        ((1.0, 0.0, 1.0, 1.0), (0, 2, 3), (1,), False),
    ],
)
def test_an_outcome_lists_winners_and_losers(
    results: tuple[float, ...], winners: tuple[int, ...], losers: tuple[int, ...], drawn: bool
) -> None:
    outcome = Outcome(results, "because")
    assert (outcome.winners, outcome.losers, outcome.drawn) == (winners, losers, drawn)


def test_display_records_survive_json() -> None:
    for record in (*FILM, Outcome((1.0, 0.0), "captured"), Score("taken", 0, 3, 12, "box")):
        assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record
    board = square_board(3, 3, trays=(Tray("box", None, 4.0, 0.0, 1),))
    assert msgspec.json.decode(msgspec.json.encode(board), type=type(board)) == board


# ---- Boards --------------------------------------------------------------------------------------------------------


def test_a_square_board_has_labelled_sites_cells_and_edges() -> None:
    board = square_board(3, 2, trays=(Tray("box", None, 4.0, 0.0, 1),))
    assert [site.label for site in board.sites] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(site.x, site.y) for site in board.sites][-1] == (2.0, 1.0)
    assert [cell.shade for cell in board.cells] == ["dark", "light", "dark", "light", "dark", "light"]
    assert [label.text for label in board.labels] == ["a", "b", "c", "1", "2"]
    assert board.site("b2") == 4
    assert board.site("z9") is None
    box = board.tray("box")
    assert box is not None
    assert box.seat is None
    assert board.tray("shelf") is None
