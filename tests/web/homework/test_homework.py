"""Homework: a teacher assigns a puzzle and a position, a pupil does both on a phone, and the teacher sees it."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from parlour.games import Position, game
from parlour.games.learning.puzzles import Puzzle, puzzles_of
from tests.web.accessibility import axe_violations, choose_settings, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.matches.test_match_attention import LISTEN, look_away
from tests.web.screen import post

pytestmark = pytest.mark.timeout(300)
SHARE = "surakarta;;.11.2./....1./....../....../....../...... 1 0"
LONG_NAME = "Benedikt Maximilian von der Hohenburg"
WINNING_TURN = "1,4x0,4"


def play(page: Page, position: Position, turn: str) -> None:
    """Play a turn of one move by clicking it, and play it in the position."""
    (move,) = position.read_turn(turn)
    for pick in position.picks(move)[0]:
        page.locator(f'[data-site="{pick}"]').click()
    position.play(move)


def solve(page: Page, puzzle: Puzzle) -> None:
    position, step = puzzle.start(game("surakarta")), puzzle.solution
    while True:
        turn, answer = next(iter(step.items()))
        play(page, position, turn)
        if answer is None:
            expect(page.locator("[data-verdict=solved]")).to_be_visible()
            return
        expect(page.locator("[data-verdict=right]")).to_be_visible()
        for move in position.read_turn(answer.reply):
            position.play(move)
        step = answer.then


def assign(page: Page, code: str) -> None:
    """Assign the position of an analysis, with a puzzle."""
    page.goto(f"/analysis#share={quote(SHARE)}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Assign as homework").click()
    page.get_by_role("button", name="7b").click()
    form = page.get_by_role("dialog", name="New homework")
    form.get_by_label("Computer level").select_option("1")
    form.get_by_text("Allow undo, hints and analysis").click()
    form.get_by_role("button", name="Add", exact=True).click()
    form.get_by_text("Add puzzles").click()
    form.get_by_label("Game", exact=True).select_option(label="Surakarta")
    form.get_by_label("to", exact=True).select_option("1")
    form.get_by_label("Number of puzzles").select_option("1")
    form.get_by_role("button", name="Add 1 puzzle").click()
    expect(form.get_by_role("listitem")).to_have_count(2)
    form.get_by_label("Title").fill("Corners")
    form.get_by_label("Due").fill("2999-12-31")
    form.get_by_role("button", name="Assign", exact=True).click()
    expect(page).to_have_url(re.compile(f"/class/{code}/homework"))
    expect(form).to_be_hidden()


def check_reminder(teacher: Page, pupil: Page) -> None:
    """The pupil, whose page is hidden, is reminded once of a due date that has passed."""
    pupil.goto("/rules")
    expect(pupil.get_by_role("heading", level=1)).to_be_visible()
    choose_settings(pupil, notify=True)
    look_away(pupil, True)
    teacher.get_by_role("article", name="Corners").get_by_role("button", name="More").click()
    teacher.get_by_role("menuitem", name="Edit homework").click()
    form = teacher.get_by_role("dialog", name="Edit homework")
    form.get_by_label("Due").fill("2020-01-02")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(form).to_be_hidden()
    reminder = pupil.get_by_role("region", name="Notifications").get_by_text("Homework “Corners” was due Jan 2, 2020.")
    expect(reminder).to_be_visible()
    pupil.wait_for_function("() => window.notified.some((text) => text.includes('Corners'))")
    pupil.goto("/")
    expect(pupil.get_by_role("link", name=re.compile("Corners"))).to_contain_text("Was due Jan 2, 2020")
    expect(reminder).to_have_count(0)


def delete(teacher: Page, pupil: Page) -> None:
    """Delete the homework; the page of the pupil follows."""
    teacher.get_by_role("article", name="Corners").get_by_role("button", name="More").click()
    teacher.get_by_role("menuitem", name="Delete").click()
    dialog = teacher.get_by_role("dialog", name="Delete")
    expect(dialog).to_contain_text("“Corners” and the class’s progress on it will be deleted.")
    dialog.get_by_role("button", name="Delete").click()
    expect(teacher.get_by_text("No homework yet.")).to_be_visible()
    expect(pupil.get_by_text("No homework.")).to_be_visible()


def test_a_teacher_assigns_homework_and_sees_who_has_done_it(visit: NewPage) -> None:
    teacher = visit("/")
    code = post(teacher, "/api/classrooms", {"name": "7b"})["code"]
    pupil = visit(f"/class/{code}", width=390, height=800, script=LISTEN)
    pupil.get_by_label("Your name").fill(LONG_NAME)
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.get_by_text("No homework.")).to_be_visible()
    assign(teacher, code)
    table = teacher.get_by_role("article", name="Corners")
    row = table.get_by_role("row", name=re.compile("Ben"))
    expect(row.locator("[data-state=open]")).to_have_count(2)
    expect(teacher.locator("[data-present=true]")).to_have_text(re.compile("Ben"))
    assert axe_violations(teacher) == []
    teacher.set_viewport_size({"width": 390, "height": 800})
    expect_fits_width(teacher)
    expect(teacher.get_by_title(LONG_NAME, exact=True)).to_have_count(2)  # where the name is cut off
    teacher.set_viewport_size({"width": 1280, "height": 800})

    # It appears immediately on the pupil's page and on the home page.
    expect(pupil.get_by_text("0 of 2 done")).to_be_visible()
    expect_fits_width(pupil)
    assert axe_violations(pupil) == []
    pupil.get_by_role("button", name="Play", exact=True).click()
    expect(pupil).to_have_url(re.compile("/match/"))
    expect(row.locator("[data-state=running]")).to_have_count(1)
    play(pupil, game("surakarta").read(SHARE.split(";")[2]), WINNING_TURN)
    pupil.get_by_role("region", name="Result").get_by_role("link", name="Homework").click()
    expect(pupil.get_by_text("1 of 2 done")).to_be_visible()
    expect(row.locator("[data-state=clean]")).to_have_count(1)

    check_reminder(teacher, pupil)
    pupil.get_by_role("link", name=re.compile("Corners")).click()
    pupil.get_by_role("link", name="Solve").click()
    expect(pupil.locator("[data-site]").first).to_be_attached()
    (id,) = parse_qs(urlsplit(pupil.url).query)["id"]
    solve(pupil, puzzles_of(game("surakarta"))[id])
    pupil.get_by_role("link", name="Homework").click()
    expect(pupil.get_by_text("2 of 2 done")).to_be_visible()
    expect(row).to_contain_text("2/2")

    # Closed homework is not on the home page any more, and the class can be renamed.
    table.get_by_role("button", name="More").click()
    teacher.get_by_role("menuitem", name="Close").click()
    expect(table.get_by_text("Closed")).to_be_visible()
    expect(pupil.get_by_text("Closed")).to_be_visible()
    teacher.get_by_role("button", name="Rename class").click()
    teacher.get_by_role("dialog").get_by_label("Class name").fill("8b")
    teacher.get_by_role("dialog").get_by_role("button", name="Rename class").click()
    expect(pupil.get_by_role("heading", name="8b")).to_be_visible()
    delete(teacher, pupil)
