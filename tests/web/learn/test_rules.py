"""The rules: text and diagrams of every game, readable by everybody."""

import pytest
from playwright.sync_api import expect

from parlour.games import game as find_game
from parlour.games import games
from parlour.games.learning.rule_diagrams import read_page
from tests.web.accessibility import (
    axe_violations,
    axe_violations_in_every_theme,
    expect_fits_width,
    expect_images_loaded,
)
from tests.web.conftest import NewPage

KEYS = [game.key for game in games()]


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_a_game_have_their_diagrams(visit: NewPage, key: str) -> None:
    game = find_game(key)
    diagrams = read_page(game, game.rules())[1]
    page = visit(f"/rules/{key}")
    expect(page.get_by_role("heading", name=game.title, exact=True, level=1)).to_be_visible()
    expect(page.get_by_role("figure")).to_have_count(len(diagrams))
    expect_images_loaded(page)
    for diagram, figure in zip(diagrams, page.get_by_role("figure").all(), strict=True):
        verdict = "Legal" if diagram.legal else "Illegal" if diagram.illegal else ""
        expect(figure).to_contain_text(verdict)
        expect(figure).to_contain_text(diagram.says())
    assert axe_violations(page) == []


def test_the_rules_say_what_is_a_house_rule(visit: NewPage) -> None:
    page = visit("/rules")
    for key in KEYS:
        page.goto(f"/rules/{key}")
        expect(page.get_by_role("main")).to_contain_text("house rule", ignore_case=True, use_inner_text=True)


def test_the_rules_of_every_game_can_be_found(visit: NewPage) -> None:
    page = visit()
    page.get_by_role("navigation", name="Parlour").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Game rules")).to_be_visible()
    for game in games():
        expect(page.get_by_role("link", name=game.title)).to_have_attribute("href", f"/rules/{game.key}")
    assert axe_violations(page) == []
    page.get_by_role("link", name="Surakarta").click()
    page.get_by_role("link", name="Illegal moves").click()
    expect(page.get_by_role("heading", name="Illegal moves")).to_be_in_viewport()
    page.get_by_role("link", name="Play Surakarta").click()
    expect(page.get_by_role("heading", name="Set up Surakarta")).to_be_visible()


def test_rules_of_an_unknown_game_show_an_error(visit: NewPage) -> None:
    page = visit("/rules/nothing", expects="404")
    expect(page.get_by_text("nothing")).to_be_visible()


def test_rules_fit_a_phone(visit: NewPage) -> None:
    page = visit("/rules/laserchess", width=360, height=740)
    page.get_by_role("figure").first.wait_for()
    expect_images_loaded(page)
    expect_fits_width(page)
    assert axe_violations_in_every_theme(page) == []
