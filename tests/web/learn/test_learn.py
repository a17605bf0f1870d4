"""Lessons and puzzles in a browser: everything by clicks, judged by the server, and kept."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from parlour.games import Game, Position, game, load
from parlour.games.learning.lessons import read_wanted, steps_of
from parlour.games.learning.puzzles import puzzles_of
from tests.web.accessibility import axe_violations, expect_fits_width, expect_images_loaded
from tests.web.conftest import NewPage

HEXAPAWN = Path(__file__).parents[2] / "games" / "hexapawn.py"
EXAMPLES = Path(__file__).parents[3] / "examples"


def feedback(page: Page) -> Locator:
    """Return the feedback on the last attempt."""
    return page.locator("[data-verdict]")


def click(page: Page, position: Position, move: int) -> None:
    """Play a move by clicks."""
    for pick in position.picks(move)[0]:
        where = f'[data-site="{pick}"]' if isinstance(pick, int) else f'[data-verb="{pick}"]'
        page.locator(where).click()


def complete_lesson(page: Page, lesson_game: Game) -> None:
    """Look at the examples of every step and do its task."""
    for step in steps_of(lesson_game):
        expect(page.get_by_role("heading", name=step.title, level=1)).to_be_visible()
        position = step.start(lesson_game)
        for n, example in enumerate(step.example):
            page.get_by_role("list", name="Examples").get_by_role("button").nth(n).click()
            if example.illegal:
                reason = position.explain(example.picks(position))
                expect(feedback(page)).to_have_text(lesson_game.sentence(reason, position.options))
        if step.task:
            click(page, position, read_wanted(position, step.want[0])[0])
            expect(feedback(page)).to_have_attribute("data-verdict", "solved")
        page.get_by_role("button", name=re.compile("Next|Finish")).click()
    expect(page.get_by_role("heading", name=f"You are ready to play {lesson_game.title}")).to_be_visible()


def test_a_puzzle_is_failed_hinted_at_and_solved_and_the_next_one_opens(player: NewPage) -> None:
    key = "surakarta"
    puzzle = next(one for one in puzzles_of(game(key)).values() if one.goal == "win" and one.turns == 2)
    page = player()
    page.goto(f"/puzzles/{key}?id={puzzle.id}")
    expect(page.get_by_text("Win in 2 moves")).to_be_visible()
    position = puzzle.start(game(key))
    wrong = next(move for move in position.moves() if position.write_turn([move]) not in puzzle.solution)
    click(page, position, wrong)
    expect(feedback(page)).to_have_attribute("data-verdict", "wrong")
    # The refutation is shown on the board and described; then the turn can be tried again.
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(feedback(page)).to_contain_text(re.compile(r"\d,\d[-x]\d,\d"))
    expect(page.locator("[data-usable=true]")).to_have_count(0)
    again.click()
    expect(again).to_be_hidden()
    expect(page.locator("[data-usable=true]").first).to_be_attached()
    page.get_by_role("button", name="Hint").click()
    expect(feedback(page)).to_have_attribute("data-verdict", "")
    assert axe_violations(page) == []

    step = puzzle.solution
    while True:
        turn, answer = next(iter(step.items()))
        click(page, position, position.read_turn(turn)[0])
        if answer is None:
            break
        expect(feedback(page)).to_have_attribute("data-verdict", "right")
        for text in (turn, answer.reply):
            for move in position.read_turn(text):
                position.play(move)
        step = answer.then
    expect(feedback(page)).to_have_text("Solved!")
    expect(page.get_by_text("Streak: 0")).to_be_visible()
    assert page.request.get(f"/api/learn/{key}/puzzles/{puzzle.id}").json()["state"] == "solved"

    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(feedback(page)).to_have_text("")
    page.get_by_role("button", name="Solution").click()
    expect(feedback(page)).to_contain_text("Solution:")
    page.get_by_role("button", name="Restart").click()
    expect(feedback(page)).to_have_text("")
    page.get_by_label("Theme").select_option("gain")
    expect(page.get_by_role("heading", name="Best capture")).to_be_visible()
    shown = [one for one in puzzles_of(game(key)).values() if one.theme == "gain"]
    expect(page.get_by_role("list", name="All puzzles").get_by_role("button")).to_have_count(len(shown))


def test_a_lesson_is_completed_by_its_moves(player: NewPage) -> None:
    key = "surakarta"
    page = player()
    page.goto("/learn")
    expect_images_loaded(page)
    assert axe_violations(page) == []
    page.get_by_role("link", name="Surakarta: Lesson").click()
    complete_lesson(page, game(key))
    page.goto("/learn")
    expect(page.get_by_text(f"{len(steps_of(game(key)))} of {len(steps_of(game(key)))} steps")).to_be_visible()


def test_clicks_that_make_no_move_are_explained_and_change_nothing(player: NewPage) -> None:
    page = player(viewport={"width": 360, "height": 740})
    page.goto("/learn/surakarta")
    page.get_by_role("button", name=re.compile("^Step 2 of")).click()
    expect(page.get_by_role("heading", name="One step")).to_be_visible()
    expect_fits_width(page)
    page.locator('[data-site="24"]').click()
    page.locator('[data-site="12"]').click()
    expect(feedback(page)).to_contain_text("is not next to")
    position = game("surakarta").start()
    click(page, position, position.read_move("4,1-3,1"))
    expect(feedback(page)).to_have_attribute("data-verdict", "wrong")
    click(page, position, position.read_move("4,2-3,2"))
    expect(feedback(page)).to_have_attribute("data-verdict", "solved")
    page.goto("/puzzles/pylos")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    expect_fits_width(page)
    assert axe_violations(page) == []


def test_an_outside_game_has_its_lesson_and_without_one_leads_to_its_rules(player: NewPage) -> None:
    load(HEXAPAWN)
    page = player()
    page.goto("/learn/hexapawn")
    expect(page.get_by_text("There is no lesson for Hexapawn yet")).to_be_visible()
    page.goto("/puzzles/hexapawn")
    expect(page.get_by_text("There are no puzzles for Hexapawn yet")).to_be_visible()
    page.get_by_role("link", name="Rules of Hexapawn").click()
    expect(page).to_have_url(re.compile("/rules/hexapawn"))
    hexagons = load(EXAMPLES / "hex.py")
    page.goto("/learn/hex")
    complete_lesson(page, hexagons)
