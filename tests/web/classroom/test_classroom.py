"""A lesson with three pupils: they follow, one steps aside and returns, all answer a question."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessibility import expect_fits_width
from tests.web.conftest import NewPage
from tests.web.screen import post

pytestmark = pytest.mark.timeout(300)
COURSE = '[Game "sim"]\n[Course "First steps"]\n[Chapter "{}"]\n\n'
STUDY = COURSE.format(1) + "{Six corners} A-B {The first edge} C-D {-> A B}\n"
OTHER_STUDY = COURSE.format(2) + "{Fifteen edges} {=? Which edge?} A-C\n"
CHAPTERS = {"Edges": OTHER_STUDY, "Corners": STUDY}
SQUARE = '[Game "pylos"]\n\n{A square} 1a1 1d4 1a2 1d3 1b1 1c4\n'


def play(page: Page, *sites: int) -> None:
    """Click sites of the board, such as both ends of an edge of Sim."""
    for site in sites:
        page.locator(f'[data-site="{site}"]').click()


def begin_lesson(
    page: Page, send: Callable[[Page, str, object], Any] = post, chapters: Mapping[str, str] = CHAPTERS
) -> str:
    """Save chapters, teach the last of them to a new class, and return the code."""
    for name, text in chapters.items():
        read = send(page, "/api/studies/read", {"text": text})
        study = send(page, "/api/me/studies", {"name": name, "study": read["study"]})["id"]
    page.goto(f"/analysis/study/{study}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Teach this study").click()
    page.get_by_label("Class name").fill("7b")
    page.get_by_role("button", name="Create class").click()
    expect(page.get_by_role("button", name="Invite pupils")).to_be_visible()
    return page.url.split("/class/")[1].split("?")[0]


def join(page: Page, code: str, name: str, comment: str = "Six corners") -> Page:
    """Join a class from the home page under a name."""
    page.get_by_label("Code").fill(f" {code.lower()}")
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(f"**/class/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_test_id("comment")).to_have_text(comment)
    return page


def ask_while_the_board_moves(teacher: Page, pupils: Sequence[Page]) -> None:
    """Ask as soon as the next position is chosen: the question is about that position."""
    teacher.get_by_role("button", name="Forward", exact=True).click()
    teacher.get_by_role("button", name="Ask for the best move").click()
    for page in pupils:
        expect(page.get_by_test_id("comment")).to_have_text("The first edge")
        expect(page.get_by_text("What would you play?")).to_be_visible()
    pupils[0].get_by_role("button", name="Try moves").click()
    expect(pupils[0].get_by_text("Return to the lesson to answer.")).to_be_visible()
    pupils[0].get_by_role("button", name="Return to the lesson").click()
    teacher.get_by_role("button", name="End question").click()


def show_again_what_another_tab_replaced(teacher: Page, pupils: Sequence[Page]) -> None:
    tab = teacher.context.new_page()
    tab.goto(teacher.url)
    tab.get_by_role("button", name="Forward", exact=True).click()
    for page in pupils:
        expect(page.get_by_test_id("comment")).to_have_count(0)
    expect(teacher.get_by_text("The class does not see this position.")).to_be_visible()
    teacher.get_by_role("button", name="Show it").click()
    for page in pupils:
        expect(page.get_by_test_id("comment")).to_have_text("The first edge")
    expect(teacher.get_by_text("The class does not see this position.")).to_have_count(0)
    tab.close()


def test_a_lesson_with_three_pupils(visit: NewPage) -> None:
    teacher = visit("/")
    code = begin_lesson(teacher)
    ada, ben = join(visit("/", width=390, height=800), code, "Ada"), join(visit("/"), code, "Ben")
    cleo = join(visit("/", width=800, height=600), code, "Cleo")
    pupils = (ada, ben, cleo)

    ask_while_the_board_moves(teacher, pupils)
    expect_fits_width(ada)
    show_again_what_another_tab_replaced(teacher, pupils)

    # Ben tries a move; the lesson continues without him until he returns.
    play(ben, 2, 4)
    expect(ben.get_by_text("You are trying your own moves.")).to_be_visible()
    teacher.get_by_role("button", name="Forward", exact=True).click()
    expect(ada.get_by_test_id("comment")).to_have_count(0)
    expect(ada.locator(".flat [data-is=line][data-tone=note]")).to_have_count(1)
    expect(ben.locator("[data-current=false]")).to_be_attached()
    ben.get_by_role("button", name="Return to the lesson").click()
    expect(ben.get_by_text("You are following the teacher.")).to_be_visible()
    expect(ben.locator("[data-current=true]")).to_be_attached()
    teacher.get_by_role("button", name="Back", exact=True).click()

    teacher.get_by_role("button", name="Ask for the best move").click()
    for page, (first, second) in zip(pupils, ((2, 3), (2, 3), (4, 5)), strict=True):
        expect(page.get_by_text("What would you play?")).to_be_visible()
        expect(page.locator("[data-current=true]")).to_be_attached()
        play(page, first, second)
        expect(page.get_by_text("Your answer:")).to_be_visible()
    expect(teacher.get_by_test_id("answered")).to_have_text("3 of 3 answered")
    expect(teacher.get_by_text("Ada, Ben")).to_be_visible()

    projector = teacher.context.new_page()
    projector.goto(f"/class/{code}/projector")
    expect(projector.get_by_test_id("answered")).to_have_text("3 of 3 answered")
    expect(projector.get_by_text("Ada")).to_have_count(0)
    for page in (projector, ada):
        expect(page.get_by_text("7b · First steps")).to_be_visible()
        expect(page.get_by_role("heading", name="Corners")).to_be_visible()

    teacher.get_by_role("button", name="Show solution").click()
    for page in (ada, ben):
        expect(page.get_by_text("Correct! C-D is the solution.")).to_be_visible()
    expect(cleo.get_by_text("Your answer E-F was incorrect.")).to_be_visible()
    expect(projector.get_by_text("Correct", exact=True)).to_be_attached()
    projector.close()

    expect(teacher.get_by_role("button", name="Previous chapter")).to_be_disabled()
    ben.get_by_role("button", name="Try moves").click()
    teacher.get_by_role("button", name="Next chapter").click()
    expect(ben.get_by_text("You are following the teacher.")).to_be_visible()
    expect(teacher.get_by_label("Chapter").locator("option:checked")).to_have_text("2. Edges")
    for page in pupils:
        expect(page.get_by_test_id("comment")).to_have_text("Fifteen edges")
        expect(page.get_by_text("Which edge?")).to_be_visible()  # a quiz question of the study
    expect(teacher.get_by_test_id("answered")).to_have_text("0 of 3 answered")
    end_lesson(teacher, ada)
    arrange_course(teacher)


def end_lesson(teacher: Page, pupil: Page) -> None:
    """End the lesson, and turn the quiz question of its last chapter off."""
    teacher.get_by_role("button", name="End lesson").click()
    expect(pupil.get_by_test_id("no-lesson")).to_have_text("The lesson is over.")
    expect(teacher.get_by_role("heading", name="Edges")).to_be_visible()
    teacher.get_by_text("Note on the start position").click()
    expect(teacher.get_by_label("Question", exact=True)).to_have_value("Which edge?")
    teacher.get_by_role("switch", name="Quiz question").click()
    expect(teacher.get_by_label("Question", exact=True)).to_have_count(0)
    teacher.get_by_role("button", name="Save", exact=True).click()
    expect(teacher.get_by_text("Saved as “Edges”.")).to_be_visible()


def arrange_course(page: Page) -> None:
    """Move the chapters of the course, take one out and put it back, and export and import the course."""
    page.goto("/analysis")
    chapters = page.get_by_role("region", name="First steps").locator(".name")
    expect(chapters).to_have_text(["1. Corners", "2. Edges"])
    page.get_by_role("button", name="Options for “Edges”").click()
    page.get_by_role("menuitem", name="Move up").click()
    expect(chapters).to_have_text(["1. Edges", "2. Corners"])
    page.get_by_role("button", name="Options for “Corners”").click()
    page.get_by_role("menuitem", name="Remove from course").click()
    expect(chapters).to_have_text(["1. Edges"])
    page.get_by_role("button", name="Options for “Corners”").click()
    page.get_by_role("menuitem", name="Add to a course").click()
    page.get_by_label("Course name").fill("First steps")
    page.get_by_role("button", name="Add to a course").click()
    expect(chapters).to_have_text(["1. Edges", "2. Corners"])
    page.get_by_role("button", name="Options for “First steps”").click()
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="Save as text").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open file").click()
    chooser.value.set_files(saved.value.path())
    expect(chapters).to_have_text(["1. Edges", "2. Corners", "3. Edges", "4. Corners"])


def test_an_answer_of_several_moves_is_entered_step_by_step(visit: NewPage) -> None:
    teacher = visit("/")
    code = begin_lesson(teacher, chapters={"Squares": SQUARE})
    pupil = join(visit("/", width=390, height=800), code, "Ada", comment="A square")
    teacher.get_by_role("button", name="Go to end of line").click()
    teacher.get_by_role("button", name="Ask for the best move").click()
    expect(pupil.get_by_text("What would you play?")).to_be_visible()
    expect(pupil.locator("[data-current=true]")).to_be_attached()
    question = pupil.get_by_test_id("question")
    for again in (False, True):
        play(pupil, 5)
        expect(question.get_by_role("status")).to_contain_text("Take back")
        if not again:
            pupil.get_by_role("button", name="Change answer").click()
            expect(question.get_by_role("status")).to_have_count(0)
            expect(pupil.locator("[data-current=true]")).to_be_attached()
    play(pupil, 0)
    pupil.get_by_role("button", name="Done").click()
    expect(question).to_contain_text("Your answer: 1b2-1a1")
    expect(teacher.get_by_test_id("answered")).to_have_text("1 of 1 answered")
