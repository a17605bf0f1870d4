"""Animated SVG: every frame equals the picture of its position, and the file is valid."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from random import Random

import pytest

from parlour.games import Position, game
from parlour.games.drawing.animated_svg import AnimatedBoard, Frame, animated_svg
from parlour.games.registry import own_keys
from tests.games.known import HEXAPAWN, known

KEYS = [*own_keys(), "hexapawn"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True, scope="module")
def hexapawn() -> Iterator[None]:
    with known(HEXAPAWN):
        yield


def animated_game(key: str, plies: int = 14) -> tuple[AnimatedBoard, list[Frame], Position]:
    position = game(key).start()
    position.pieces()
    board = AnimatedBoard(position)
    frames = [board.frame(position.pieces(), position.marks())]
    chance = Random(key)
    for _ in range(plies):
        if position.is_over():
            break
        position.play(chance.choice(position.moves()))
        frames.append(board.frame(position.pieces(), position.marks()))
    return board, frames, position


@pytest.mark.parametrize("key", KEYS)
def test_every_piece_on_the_board_is_in_its_frame_and_is_drawn_once(key: str) -> None:
    board, frames, position = animated_game(key)
    placed = {piece.id for piece in position.pieces() if not isinstance(piece.place, str)}
    assert {actor.id for actor in frames[-1].actors} == placed
    assert len(set(board.drawings)) == len(board.drawings)
    used = {actor.drawing for frame in frames for actor in frame.actors}
    used |= {drawing for frame in frames for drawing in (*frame.below, *frame.above)}
    assert used == set(range(len(board.drawings)))


@pytest.mark.parametrize("key", KEYS)
def test_an_animation_is_valid_and_lasts_as_long_as_its_frames(key: str) -> None:
    board, frames, _ = animated_game(key)
    picture = ET.fromstring(animated_svg(board, frames, title="a <game>"))
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == "a <game>"
    animations = [part for part in picture.iter() if part.tag.startswith(f"{SVG}animate")]
    assert animations
    for animation in animations:
        times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] <= 1
        assert len(times) == len(animation.attrib["values"].split(";"))
        assert len({part.attrib["dur"] for part in animations}) == 1


def test_a_piece_that_moves_keeps_its_drawing() -> None:
    position = game("surakarta").start()
    board = AnimatedBoard(position)
    before = board.frame(position.pieces(), ())
    position.play(position.read_move("4,0-3,0"))
    after = board.frame(position.pieces(), ())
    moved = [(one, other) for one, other in zip(before.actors, after.actors, strict=True) if one != other]
    assert [(one.id, one.drawing) for one, _ in moved] == [(other.id, other.drawing) for _, other in moved]
    assert len(moved) == 1
