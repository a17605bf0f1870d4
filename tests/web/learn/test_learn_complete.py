"""Every lesson from its first step to its last and ten puzzles of every game, by clicks, in the second language."""

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.games import Position, game, keys
from parlour.games.learning.lessons import LessonStep, read_wanted, steps_of
from parlour.games.learning.puzzles import Puzzle, puzzles_of
from tests.games.learning.test_lessons import finished
from tests.web.conftest import NewPage
from tests.web.learn.test_learn import click, feedback

PUZZLES = 10


def play(page: Page, position: Position, turn: list[int]) -> None:
    """Click the moves of a turn, each after the page has shown the result of the previous one."""
    for n, move in enumerate(turn):
        click(page, position, move)
        position.play(move)
        if n + 1 < len(turn):
            expect(page.locator("[data-usable=true]")).to_have_count(len(usable(position)))


def usable(position: Position) -> set[int | str]:
    """Return the sites with which a legal move begins."""
    return {path[0] for move in position.moves() for path in position.picks(move) if isinstance(path[0], int)}


def a_turn_for(step: LessonStep, position: Position) -> list[int]:
    """Return a turn that completes a step."""
    wanted = [read_wanted(position, text) for text in step.want] or [[move] for move in position.moves()]
    return next(turn for moves in wanted if step.does(position, turn := finished(position, moves)))


def solve(page: Page, puzzle: Puzzle, position: Position) -> None:
    """Play the first correct turn each time, and follow the replies."""
    step = puzzle.solution
    while True:
        text, answer = next(iter(step.items()))
        play(page, position, position.read_turn(text))
        if answer is None:
            return
        expect(feedback(page)).to_have_attribute("data-verdict", "right")
        for move in position.read_turn(answer.reply):
            position.play(move)
        expect(page.locator("[data-usable=true]")).to_have_count(len(usable(position)))
        step = answer.then


@pytest.mark.long
@pytest.mark.parametrize("key", keys())
def test_every_lesson_and_ten_puzzles_can_be_walked_through(player: NewPage, key: str) -> None:
    page = player({"language": "de"})
    page.goto(f"/learn/{key}")
    steps = steps_of(game(key), "de")
    for step in steps:
        expect(page.get_by_role("heading", name=step.title, level=1)).to_be_visible()
        if step.task:
            expect(page.get_by_text(step.task)).to_be_visible()
            position = step.start(game(key))
            play(page, position, a_turn_for(step, position))
            expect(feedback(page)).to_have_attribute("data-verdict", "solved")
            expect(feedback(page)).to_have_text(step.done)
        page.get_by_role("button", name=re.compile("Weiter|Fertig")).click()
    puzzles = list(puzzles_of(game(key)).values())
    for puzzle in puzzles[:: len(puzzles) // PUZZLES][:PUZZLES]:
        page.goto(f"/puzzles/{key}?id={puzzle.id}")
        position = puzzle.start(game(key))
        expect(page.locator("[data-usable=true]")).to_have_count(len(usable(position)))
        solve(page, puzzle, position)
        expect(feedback(page)).to_have_text("Gelöst!")
