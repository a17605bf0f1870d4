"""Text fields support the usual editing keys, and typing triggers no shortcut of the game."""

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.polling import box_of
from tests.web.screen import Screen


def test_a_field_is_edited_as_everywhere_and_enter_and_esc_leave_it(player: NewPage) -> None:
    page = player(permissions=["clipboard-read", "clipboard-write"])
    screen = Screen.new(page, game="laserchess").ready()
    field = page.get_by_label("Move or command")
    field.click()
    # Letters that are shortcuts of the game, and arrows, go to the field.
    page.keyboard.type("que[help]")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("que[help")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("que[hep")
    screen.has_ply(0).ready()
    # Selected with Shift, copied, and pasted into the middle.
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+c")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+v")
    expect(field).to_have_value("que[hequep")
    # All of it, by key and by dragging over it.
    page.keyboard.press("Control+a")
    page.keyboard.type("wh")
    expect(field).to_have_value("wh")
    box = box_of(field)
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    page.keyboard.type("clock")
    expect(field).to_have_value("clock")
    page.keyboard.press("Enter")
    expect(screen.live_region).not_to_be_empty()
    expect(field).to_have_value("")
    # Esc in a field leaves the field; pressed again it pauses, and once more the game continues.
    field.focus()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    screen.ready()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    page.keyboard.press("Escape")
    screen.ready()
