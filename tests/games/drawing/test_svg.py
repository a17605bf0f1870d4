"""SVG pictures: valid XML that contains everything on the board, for every game."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from parlour import pictures
from parlour.errors import ArgumentError
from parlour.games import Position, game, registry
from parlour.games.conformance import option_sets
from parlour.games.contract.display import Beam, Effect, Mark, Piece
from parlour.games.drawing.piece_shapes import DASHES, SHAPES, PieceStyle, draw_shape, sign
from tests.games.known import HEXAPAWN, known

KEYS = [*registry.own_keys(), "hexapawn"]
SVG = "{http://www.w3.org/2000/svg}"
TRAY_MARGIN = 24


@pytest.fixture(autouse=True, scope="module")
def hexapawn() -> Iterator[None]:
    with known(HEXAPAWN):
        yield


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def some_positions(key: str) -> list[Position]:
    found, random = game(key), Random(key)
    positions = []
    for options in option_sets(found, random, 4):
        position = found.start(options)
        position.play_random(random.randrange(1 << 30), random.choice([0, 10, 40, 300]))
        positions.append(position)
    return positions


@pytest.mark.parametrize("key", KEYS)
def test_every_position_of_every_game_is_valid_xml_with_pieces_and_texts(key: str) -> None:
    for position in some_positions(key):
        picture = parsed(pictures.svg(position, trays=False))
        drawn = [
            part for part in picture.findall(f"{SVG}g") if part.get("transform") or part.find(f"{SVG}line") is not None
        ]
        assert len(drawn) >= sum(not isinstance(piece.place, str) for piece in position.placement())
        labels = [part.text for part in picture.findall(f"{SVG}text")]
        for label in position.game.board(position.options).labels:
            assert label.text in labels
        title, described = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
        assert title is not None
        assert title.text == position.game.title
        assert described is not None
        assert described.text
        assert picture.get("role") == "img"
        assert picture.get("aria-labelledby") == f"{title.get('id')} {described.get('id')}"


def height_of(picture: ET.Element) -> float:
    return float(picture.attrib["viewBox"].split()[3])


def tray_boxes(picture: ET.Element) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of each tray."""
    found = [part.attrib for part in picture.findall(f"{SVG}rect") if part.get("fill-opacity") == "0.35"]
    sizes = [[float(part[name]) for name in ("x", "y", "width", "height")] for part in found]
    return [(x, y, x + width, y + height) for x, y, width, height in sizes]


@pytest.mark.parametrize("key", KEYS)
def test_trays_are_apart_and_not_longer_than_the_board(key: str) -> None:
    for position in [game(key).start(), *some_positions(key)]:
        with_trays, without = (parsed(pictures.svg(position, trays=trays)) for trays in (True, False))
        assert height_of(with_trays) <= height_of(without) + TRAY_MARGIN
        for one, other in combinations(tray_boxes(with_trays), 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("key", KEYS)
def test_hints_can_be_drawn_for_every_move(key: str) -> None:
    for position in [game(key).start(), *some_positions(key)[:2]]:
        bare = pictures.svg(position)
        for move in position.moves()[:40]:
            hint = pictures.svg(position, effects=position.effects(move))
            parsed(hint)
            assert len(hint) > len(bare)


@pytest.mark.parametrize("key", KEYS)
def test_boards_can_be_turned_shown_small_without_coordinates_and_in_other_themes(key: str) -> None:
    position = game(key).start()
    board = game(key).board(position.options)
    turned = {pictures.svg(position, turned=angle) for angle in board.turns}
    assert len(turned) == len(board.turns)
    for theme in (pictures.WOOD, pictures.DARK, pictures.PRINT):
        small = parsed(pictures.svg(position, size=96, coordinates=False, theme=theme))
        assert max(int(small.get("width", 0)), int(small.get("height", 0))) == 96
        assert not small.findall(f"{SVG}text")


def test_a_hexagonal_board_has_six_edges_as_on_the_page() -> None:
    picture = parsed(pictures.svg(game("yinsh").start()))
    spots = [float(spot) for spot in str(next(picture.iter(f"{SVG}polygon")).get("points")).replace(",", " ").split()]
    corners = list(zip(spots[::2], spots[1::2], strict=True))
    edges = [math.dist(corner, corners[n - 1]) for n, corner in enumerate(corners)]
    assert len(corners) == 6
    assert edges[:3] == pytest.approx(edges[3:], abs=1)


def test_notebooks_show_the_picture() -> None:
    position = game("hexapawn").start()
    assert position._repr_svg_() == pictures.svg(position)


def test_the_accessible_description_names_every_piece() -> None:
    described = parsed(pictures.svg(game("hexapawn").start())).find(f"{SVG}desc")
    assert described is not None
    assert described.text == "White, pawn: a1, b1, c1. Black, pawn: a3, b3, c3. White to move."


def test_player_colours_are_used_and_invalid_colours_ignored() -> None:
    position = game("hexapawn").start()
    assert "#abcdef" in pictures.svg(position, colours={1: "#abcdef"})
    for wrong in ('"><script>', "url(x)", "#12345", "red;", ""):
        with pytest.raises(ArgumentError, match="is not a colour"):
            pictures.svg(position, colours={0: wrong})
        if wrong:
            with pytest.raises(ArgumentError, match="is not a colour"):
                pictures.svg(position, arrows=[pictures.Arrow(0, 1, wrong)])


def test_texts_that_look_like_markup_are_escaped() -> None:
    picture = pictures.svg(game("hexapawn").start(), title='<b>"Anna" & Ben</b>')
    title = parsed(picture).find(f"{SVG}title")
    assert title is not None
    assert title.text == '<b>"Anna" & Ben</b>'


def test_marks_arrows_and_effects_of_every_kind_are_drawn() -> None:
    position = game("hexapawn").start()
    bare = pictures.svg(position)
    pawn = Piece(1, "pawn", 0, 0)
    beam = Beam(0, (0, 3, 4), (1, 2), "destroyed")
    extras: list[dict[str, Any]] = [
        {"marks": [Mark("row", (0, 1, 2), 0, 1, 2)]},
        {"marks": [Mark("square", (0, 1, 3, 4))]},
        {"marks": [Mark("spot", (4,))]},
        {"marks": [Mark("beam", (0, 3, 4), beam=beam)]},
        {"marks": [Mark("beam", (0, 3), beam=Beam(0, (0, 3), (), "left", "N"))]},
        {"arrows": [pictures.Arrow(0, 4)]},
        {"arrows": [pictures.Arrow(4, 4, "#2b2b2b")]},
        {"effects": [Effect("slide", pawn, Piece(1, "pawn", 0, 3), path=(0, 3))]},
        {"effects": [Effect("swap", pawn, Piece(1, "pawn", 0, 3))]},
        {"effects": [Effect("place", None, Piece(9, "pawn", 1, 4))]},
        {"effects": [Effect("draw", None, Piece(9, "pawn", 1, (3, 5)))]},
        {"effects": [Effect("turn", pawn, Piece(1, "pawn", 0, 0, 1))]},
        {"effects": [Effect("flip", pawn, Piece(1, "pawn", 1, 0))]},
        {"effects": [Effect("remove", pawn, None)]},
        {"effects": [Effect("beam", beam=beam)]},
    ]
    drawn = [pictures.svg(position, **extra) for extra in extras]
    assert all(len(picture) > len(bare) and parsed(picture) is not None for picture in drawn)
    assert "1/2" in drawn[0]


def test_shapes_differ_without_colour_for_each_of_five_seats() -> None:
    for shape in (*SHAPES, "a stranger's shape"):
        drawn = {draw_shape(shape, PieceStyle("#888888", "#111111", "#444444", seat, "Q", "x")) for seat in range(5)}
        assert len(drawn) == 5, shape
    assert len(set(DASHES)) == 5
    assert sign(None, "#000") == ""


def test_an_unknown_shape_is_a_lettered_token() -> None:
    assert ">Q</text>" in draw_shape("dragon", PieceStyle("#888888", "#111111", "#444444", 0, "Q", "x"))
