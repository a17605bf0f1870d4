"""Visual effects on a 3-D board, in a real browser, as on a machine with a GPU."""

import pytest

from tests.web.board_page import (
    EVERYTHING,
    MOST_CALLS,
    MOST_TRIANGLES,
    SMALL,
    drawn,
    expect_no_frames,
    figures,
    place,
    ply,
)
from tests.web.conftest import NewPage
from tests.web.polling import poll

CALLS_OF_MOVE_MARKS = 2
NOTHING = {"beams": 0, "glows": 0, "rays": 0, "bursts": 0, "shakes": 0}


@pytest.mark.webgl
def test_a_destroyed_piece_shows_effects_that_end(new_page: NewPage) -> None:
    """From the start of Laser Chess: a mirror leaves the path of its own laser, and the piece behind it is hit."""
    settings = {"speed": "fast", "muted": True}
    page = new_page("/dev/board?game=laserchess", settings=settings, script=EVERYTHING, viewport=SMALL, draws=True)
    drawn(page)
    before = figures(page)
    assert before["seen"] == NOTHING
    assert 0 < before["calls"] <= MOST_CALLS
    assert 0 < before["triangles"] <= MOST_TRIANGLES
    expect_no_frames(page)
    place(page, "j4").click()
    place(page, "i3").click()
    ply(page, 1)
    drawn(page)
    after = figures(page)
    assert after["seen"] == dict.fromkeys(NOTHING, 1)
    assert after["frames"] > before["frames"] + 1
    assert after["peak"] <= MOST_CALLS
    assert after["triangles"] <= MOST_TRIANGLES
    # All shaders were compiled before the first move.
    assert after["held"]["programs"] == before["held"]["programs"]
    # Sparks and lights are kept for the next move but hidden: only the marks of the move are drawn as well.
    page.mouse.move(1, 1)
    most = before["calls"] + CALLS_OF_MOVE_MARKS
    assert poll(page, lambda: figures(page)["calls"], lambda calls: calls <= most) <= most
    expect_no_frames(page)
