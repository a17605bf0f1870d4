"""Settings and the page frame: themes, storage, keys, connection."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessibility import axe_violations, axe_violations_in_every_theme, choose_settings, expect_fits_width
from tests.web.board_page import QUIET, drawn, figures
from tests.web.conftest import NewPage
from tests.web.people.test_people import PASSWORD, enter, menu
from tests.web.screen import COUNT_SOUNDS, count_sounds

PARTS = ["Appearance", "Board", "Animation", "Sound", "Keyboard & notifications"]


def open_settings(page: Page, part: str = "Appearance") -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("tab", name=part, exact=True).click()


def expect_theme(page: Page, theme: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_a_theme_applies_immediately_and_after_a_reload(visit: NewPage) -> None:
    page = visit()
    open_settings(page)
    with page.expect_response("**/api/me/preferences"):
        page.get_by_role("radio", name="Light").click()
    expect_theme(page, "light")
    page.reload()
    page.get_by_role("banner").wait_for()
    expect_theme(page, "light")


def test_the_theme_follows_the_system_until_one_is_chosen(new_page: NewPage) -> None:
    page = new_page("/", color_scheme="light", fresh=True)
    expect_theme(page, "light")
    page.emulate_media(color_scheme="dark")
    expect_theme(page, "dark")
    open_settings(page)
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    with page.expect_response("**/api/me/preferences"):
        page.get_by_role("radio", name="Light").click()
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    expect_theme(page, "light")


def test_the_first_paint_has_the_right_theme(visit: NewPage) -> None:
    page = visit(theme="contrast", expects="Failed to")
    page.route("**/_app/**", lambda route: route.abort())
    page.reload(wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")


def test_settings_go_with_the_account(visit: NewPage) -> None:
    page = visit()
    enter(page, "Sign up", "Isolde", PASSWORD)
    expect(page.get_by_text("Welcome, Isolde.")).to_be_visible()
    open_settings(page, "Board")
    with page.expect_response("**/api/me/preferences"):
        page.get_by_label("Confirm moves").click()
    elsewhere = visit()
    enter(elsewhere, "Log in", "Isolde", PASSWORD)
    expect(elsewhere.get_by_text("Welcome, Isolde.")).to_be_visible()
    open_settings(elsewhere, "Board")
    expect(elsewhere.get_by_label("Confirm moves")).to_be_checked()


def test_settings_are_exported_and_imported_and_a_bad_file_changes_nothing(visit: NewPage, tmp_path: Path) -> None:
    page = visit("/settings#sound", theme="light")
    page.get_by_label("Mute").click()
    expect(page.get_by_label("Volume", exact=True)).to_be_disabled()
    page.get_by_role("tab", name="Import & export").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    saved.value.save_as(tmp_path / "mine.json")
    page.get_by_role("button", name="Reset to defaults").click()
    expect_theme(page, "dark")
    page.wait_for_function("() => !('muted' in JSON.parse(localStorage['parlour.settings']))")

    field = page.locator("input[type=file]")
    for name, text, why in (
        ("none.json", "{ theme", "not valid JSON"),
        ("other.json", "{}", "not a Parlour settings file"),
        (
            "wrong.json",
            (tmp_path / "mine.json").read_text().replace("light", "pink"),
            "is not a valid value for “theme”",
        ),
    ):
        (tmp_path / name).write_text(text)
        field.set_input_files(tmp_path / name)
        expect(page.get_by_text(re.compile(why))).to_be_visible()
        expect_theme(page, "dark")
    field.set_input_files(tmp_path / "mine.json")
    expect_theme(page, "light")
    page.wait_for_function("() => JSON.parse(localStorage['parlour.settings']).muted")
    page.get_by_role("button", name="Undo").last.click()
    expect_theme(page, "dark")


def test_a_custom_background_makes_the_text_black_or_white(visit: NewPage) -> None:
    page = visit("/settings")
    for colour, ink in (("#f7f3ea", "rgb(0, 0, 0)"), ("#16261f", "rgb(255, 255, 255)")):
        page.get_by_role("button", name=re.compile("^Background")).click()
        page.get_by_role("button", name=f"Colour {colour}").click()
        page.keyboard.press("Escape")
        expect(page.get_by_role("heading", name="Settings", level=1)).to_have_css("color", ink)
        assert axe_violations(page) == []
    # The table below the board has a colour of its own.
    page.get_by_role("button", name=re.compile("^Table")).click()
    page.get_by_role("button", name="Colour #2b4a63").click()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Finishes").click()
    table = page.get_by_role("figure", name="Preview").locator('svg [fill="#2b4a63"]')
    expect(table.first).to_be_visible()
    page.reload(wait_until="commit")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_have_css("color", "rgb(255, 255, 255)")
    expect(table.first).to_be_visible()


@pytest.mark.parametrize("key", ["surakarta", "sim"])
def test_a_finish_is_chosen_for_one_game(visit: NewPage, key: str) -> None:
    page = visit("/settings#finish")
    preview = page.get_by_role("figure", name="Preview")
    expect(preview.locator("svg").first).to_be_visible()
    before = preview.locator("svg").first.inner_html()
    page.get_by_label("Game", exact=True).select_option(key)
    page.get_by_role("radio", name="Midnight").click()
    expect(page.get_by_text("This game has its own look.")).to_be_visible()
    expect(preview.locator("svg").first).not_to_have_js_property("innerHTML", before)
    page.get_by_role("button", name=re.compile("^Primary colour")).click()
    page.get_by_role("dialog", name="Primary colour").get_by_role("button", name="Colour #23262b").click()
    page.keyboard.press("Escape")
    kept = "JSON.parse(localStorage['parlour.settings'])"
    page.wait_for_function(f"() => {kept}.finishes.{key}.primary === '#23262b'")
    drawn = preview.locator("svg").first.inner_html()
    page.get_by_role("button", name=re.compile("^Secondary colour")).click()
    page.get_by_role("dialog", name="Secondary colour").get_by_label("Custom colour").fill("#5a3d7a")
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => {kept}.finishes.{key}.secondary === '#5a3d7a'")
    expect(preview.locator("svg").first).not_to_have_js_property("innerHTML", drawn)
    page.get_by_role("button", name="Same as all games").click()
    expect(page.get_by_text("Same as all games, until you change it here.")).to_be_visible()
    page.wait_for_function(f"() => !('finishes' in {kept})")


DRAWN_SINCE = "(frames) => window.__parlour.boards[0].frames > frames && window.__parlour.boards[0].settled"


@pytest.mark.webgl
def test_another_finish_leaves_the_pieces_on_the_board(new_page: NewPage) -> None:
    page = new_page("/settings#finish", settings=QUIET, draws=True, viewport={"width": 1000, "height": 700})
    drawn(page)
    before = figures(page)
    page.get_by_role("radio", name="Workshop").click()
    page.wait_for_function(DRAWN_SINCE, arg=before["frames"])
    assert figures(page)["triangles"] >= before["triangles"] * 0.9


def test_music_follows_the_page_and_is_off_by_default(visit: NewPage) -> None:
    page = visit("/settings#sound")
    root = page.locator("html")
    page.get_by_role("heading", name="Settings", level=1).click()
    expect(root).to_have_attribute("data-music", "")
    page.get_by_role("switch", name=re.compile("^Music")).click()
    expect(root).to_have_attribute("data-music", "rest")
    page.get_by_role("link", name="Parlour: Home").click()
    expect(root).to_have_attribute("data-music", "parlour")
    page.keyboard.press("m")
    expect(root).to_have_attribute("data-music", "")


def test_each_kind_of_sound_has_a_volume_and_music_its_own(visit: NewPage) -> None:
    page = visit("/settings#sound", script=COUNT_SOUNDS)
    page.get_by_role("heading", name="Settings", level=1).click()
    page.wait_for_function("() => window.__audio?.state === 'running'")

    def makes_sound(label: str, key: str) -> bool:
        """Return whether setting a volume with a key plays a sound."""
        before = count_sounds(page)
        page.get_by_role("slider", name=label, exact=True).press(key)
        return count_sounds(page) > before

    assert makes_sound("Volume", "End")
    kinds = ["Pieces", "Clock", "Your turn and game end"]
    for quiet in kinds:
        assert not makes_sound(quiet, "Home")
        # The other volumes do not change.
        assert all(makes_sound(kind, "ArrowLeft") for kind in kinds if kind != quiet)
        page.get_by_role("slider", name=quiet, exact=True).press("End")
    # The main volume applies to all sounds but not to music.
    page.get_by_role("switch", name=re.compile("^Music")).click()
    expect(page.locator("html")).to_have_attribute("data-music", "rest")
    page.get_by_label("Volume", exact=True).press("Home")
    assert not any(makes_sound(kind, "ArrowLeft") for kind in kinds)
    expect(page.locator("html")).to_have_attribute("data-music", "rest")
    page.get_by_label("Music volume").press("Home")
    expect(page.locator("html")).to_have_attribute("data-music", "")


def test_a_setting_is_found_by_words_and_shown_in_its_tab(visit: NewPage) -> None:
    page = visit("/settings")
    page.get_by_label("Search settings").fill("greyscale")
    page.get_by_role("region", name="Search results").get_by_role("button", name="Picture style").click()
    expect(page.get_by_role("tab", name="Animation")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Picture style")).to_be_focused()
    page.reload()
    expect(page.get_by_role("tab", name="Animation")).to_have_attribute("aria-selected", "true")
    # Without WebGL, the page says why boards are flat.
    page.get_by_label("Search settings").fill("flat board")
    page.get_by_role("region", name="Search results").get_by_role("button", name="Flat board").click()
    expect(page.get_by_text("This browser does not support 3D graphics")).to_be_visible()


def test_the_dialog_finds_every_setting(visit: NewPage) -> None:
    page = visit("/", width=360, height=740)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("tab", name="Keyboard")).to_be_visible()
    dialog.get_by_label("Search settings").fill("greyscale")
    dialog.get_by_role("button", name="Picture style").click()
    expect(dialog.get_by_label("Picture style")).to_be_focused()
    # The settings page has those that the dialog lacks.
    dialog.get_by_label("Search settings").fill("presets")
    dialog.get_by_role("region", name="Search results").get_by_role("button").first.click()
    expect(page).to_have_url(re.compile("/settings#finish$"))
    expect(dialog).to_have_count(0)


def test_one_switch_turns_off_all_effects(visit: NewPage) -> None:
    page = visit("/settings#motion")
    effects = page.get_by_role("group", name="Effects").get_by_role("switch")
    expect(effects).to_have_count(4)
    for effect in effects.all():
        expect(effect).to_be_enabled()
    styles = page.get_by_label("Picture style")
    styles.select_option("CRT screen")
    page.wait_for_function("() => JSON.parse(localStorage['parlour.settings']).picture === 'tube'")
    page.get_by_role("switch", name=re.compile("^Effects")).click()
    for effect in (*effects.all(), styles):
        expect(effect).to_be_disabled()


def test_a_board_is_shown_in_a_picture_style(player: NewPage) -> None:
    page = player()
    page.goto("/dev/board?game=laserchess")
    board = page.locator(".picture svg.flat")
    expect(board).to_be_visible()
    expect(page.locator("[data-picture]")).to_have_count(0)
    for style, filtered in (("greyscale", "grayscale(1)"), ("fringe", "url("), ("tube", "url(")):
        choose_settings(page, picture=style)
        drawing = page.locator(f'[data-picture="{style}"]')
        expect(drawing).to_have_css("filter", re.compile(re.escape(filtered)))
        expect(drawing.locator("svg.flat")).to_be_visible()
    choose_settings(page, picture="tube", lowPower=True)
    expect(page.locator('[data-picture="natural"]')).to_have_css("filter", "none")


def test_the_page_of_all_settings_is_accessible_and_fits_a_phone(visit: NewPage) -> None:
    page = visit("/settings#finish")
    expect(page.get_by_role("figure", name="Preview").locator("svg").first).to_be_visible()
    assert axe_violations_in_every_theme(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    tabs = page.get_by_role("tab")
    assert len({box["y"] for tab in tabs.all() if (box := tab.bounding_box())}) == 1
    bar = page.get_by_role("tablist")
    expect(bar).to_have_class(re.compile(r"\bafter\b"))
    tabs.last.click()
    expect(tabs.last).to_be_in_viewport(ratio=1)
    expect(bar).not_to_have_class(re.compile(r"\bafter\b"))


def test_single_letters_can_be_switched_off(visit: NewPage) -> None:
    page = visit()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    open_settings(page, "Keyboard & notifications")
    page.get_by_label("Single-letter shortcuts").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.get_by_text("Single-letter shortcuts are turned off in the settings.")).to_be_visible()


def test_notifications_that_the_browser_refuses_stay_off(visit: NewPage) -> None:
    page = visit(script="Notification.requestPermission = async () => 'denied'")
    open_settings(page, "Keyboard & notifications")
    toggle = page.get_by_role("switch", name="Notify me when it is my turn")
    toggle.click()
    expect(page.get_by_text("The browser blocks notifications from this page.")).to_be_visible()
    expect(toggle).not_to_be_checked()


def test_letters_typed_into_a_field_are_not_shortcuts(visit: NewPage) -> None:
    page = visit()
    page.get_by_label("Code").press_sequentially("m?m")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Code")).to_have_value("m?m")
    menu(page, "Change name")
    name = page.get_by_role("dialog", name="Change name").get_by_label("Name", exact=True)
    name.fill("")
    name.press_sequentially("m?m")
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(name).to_have_value("m?m")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    open_settings(page, "Sound")
    expect(page.get_by_label("Mute")).not_to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("m")
    open_settings(page, "Sound")
    expect(page.get_by_label("Mute")).to_be_checked()


def test_full_screen_by_button_and_key(visit: NewPage) -> None:
    page = visit(fresh=True)
    page.get_by_role("button", name="Full screen").click()
    page.get_by_role("button", name="Exit full screen").click()
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()
    page.keyboard.press("F11")
    expect(page.get_by_role("button", name="Exit full screen")).to_be_visible()


def test_a_lost_page_connection_is_shown_and_restored(visit: NewPage) -> None:
    page = visit(expects="WebSocket", fresh=True)
    broken = {"now": False}
    page.route_web_socket("**/api/page", lambda socket: socket.close() if broken["now"] else socket.connect_to_server())
    page.reload()
    page.get_by_role("heading", name="Choose a game").wait_for()
    expect(page.get_by_text("Connection lost.")).to_have_count(0)
    broken["now"] = True
    page.reload()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    broken["now"] = False
    expect(page.get_by_text("Connection lost.")).to_have_count(0)


def test_the_settings_are_accessible_and_fit_a_phone(visit: NewPage) -> None:
    """In each theme, the dialog is checked in its first tab; the settings page has all parts."""
    page = visit()
    for part in PARTS:
        page.set_viewport_size({"width": 360, "height": 740})
        open_settings(page, part)
        expect_fits_width(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        assert (axe_violations_in_every_theme(page) if part == PARTS[0] else axe_violations(page)) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_keyboard_alone_reaches_the_content(visit: NewPage) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
