"""Brightness and colours of a 3-D board at the lowest quality level and in each picture style."""

import base64
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from parlour.games import keys
from tests.web.accessibility import choose_settings
from tests.web.board_page import QUIET, SMALL, drawn, figures, place, ply
from tests.web.conftest import NewPage

LOWEST = "window.__parlour = { boards: [], level: 3 }"
MEASURE = """async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]));
    const { width, height } = image;
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    pen.drawImage(image, 0, 0);
    // The middle, which the board fills.
    const [left, top, wide, high] = [width / 4, height / 4, width / 2, height / 2].map(Math.round);
    const { data } = pen.getImageData(left, top, wide, high);
    const count = wide * high;
    const rows = new Float64Array(high);
    let [sum, squares, spread, chroma, black] = [0, 0, 0, 0, 0];
    for (let n = 0; n < count; n++) {
        const [red, green, blue] = [data[4 * n] / 255, data[4 * n + 1] / 255, data[4 * n + 2] / 255];
        const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        sum += light;
        squares += light * light;
        rows[Math.floor(n / wide)] += light / wide;
        chroma += Math.max(red, green, blue) - Math.min(red, green, blue);
        black += light < 0.02;
    }
    const mean = sum / count;
    for (let row = 1; row < high; row++) spread += Math.abs(rows[row] - rows[row - 1]);
    const border = pen.getImageData(0, 1, width, 1).data;
    let edge = 0;
    for (let n = 0; n < width; n++) edge += (border[4 * n] + border[4 * n + 1] + border[4 * n + 2]) / 765 / width;
    return [mean, Math.sqrt(squares / count - mean * mean), chroma / count, black / count, spread / (high - 1), edge];
}"""


SHARPNESS = "(canvas) => canvas.width / canvas.clientWidth"
"""Drawn pixels per pixel of the display: without multisampling, edges are smooth only where there are more of them."""
MIN_SHARPNESS = 1.5


class Look(NamedTuple):
    """The middle of a picture, everything from 0 to 1: lightness, contrast, colourfulness, black part, and how much
    neighbouring rows differ; and the lightness of its upper edge."""

    mean: float
    contrast: float
    chroma: float
    black: float
    rows: float
    edge: float


def look_of(page: Page) -> Look:
    shot = page.get_by_role("application").screenshot()
    return Look(*page.evaluate(MEASURE, base64.b64encode(shot).decode()))


def draw_without_new_shaders(page: Page, *pegs: str) -> None:
    """Draw a stroke; chalk, cords, their ghosts and the marks of the move were compiled before."""
    before = figures(page)["held"]["programs"]
    for peg in pegs:
        place(page, peg).click()
    ply(page, 1)
    drawn(page)
    assert figures(page)["held"]["programs"] == before


@pytest.mark.webgl
def test_boards_are_bright_and_clear_at_the_lowest_level_and_picture_styles_change_them(new_page: NewPage) -> None:
    """The limits are about half of what is measured: they find a board that is dark, empty or without its colours."""
    page = new_page("/health", settings=QUIET, script=LOWEST, viewport=SMALL, draws=True)
    looks: dict[str, Look] = {}
    for key in keys():
        page.goto(f"/dev/board?game={key}")
        drawn(page)
        look = looks[key] = look_of(page)
        assert 0.1 < look.mean < 0.6, (key, look)
        assert look.contrast > 0.04, (key, look)
        assert look.chroma > 0.03, (key, look)
        assert look.black < 0.02, (key, look)
        assert look.edge > 0.12, (key, look)  # The table fills the picture.
        assert page.locator("canvas").first.evaluate(SHARPNESS) >= MIN_SHARPNESS, key
        if key == "sim":
            draw_without_new_shaders(page, "A", "B")
    natural = looks[keys()[-1]]
    for style in ("greyscale", "fringe", "tube"):
        choose_settings(page, picture=style)
        expect(page.locator(f'[data-picture="{style}"] canvas')).to_be_visible()
        drawn(page)
        looks[style] = look_of(page)
        assert looks[style].mean == pytest.approx(natural.mean, rel=0.25), (style, looks)
    assert looks["greyscale"].chroma < 0.01 < natural.chroma
    assert looks["fringe"].chroma > 1.3 * natural.chroma
    assert looks["tube"].rows > 5 * natural.rows
