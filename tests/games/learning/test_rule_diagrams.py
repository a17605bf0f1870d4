"""Diagrams on the rules pages are valid positions, and their legal and illegal moves are right."""

import pytest

from parlour.errors import TextError
from parlour.games import game, registry
from parlour.games.learning.rule_diagrams import plain_page, read_page
from tests.games.hexapawn import Hexapawn

PAGE = "Before\n\n```diagram\n{}```\n\nAfter"


@pytest.mark.parametrize("key", registry.keys())
def test_every_page_of_rules_shows_legal_and_illegal_play_in_pictures(key: str) -> None:
    page, diagrams = read_page(game(key), game(key).rules())
    assert any(diagram.legal for diagram in diagrams)
    assert any(diagram.illegal for diagram in diagrams)
    assert all(diagram.caption for diagram in diagrams)
    assert page.count("```diagram") == len(diagrams)


def test_a_diagram_is_replaced_by_its_number() -> None:
    page, diagrams = read_page(Hexapawn(), PAGE.format("legal: a1a2\ncaption: A step.\n"))
    assert page == "Before\n\n```diagram\n0\n```\n\nAfter"
    (diagram,) = diagrams
    assert (diagram.position.text(), diagram.legal, diagram.caption) == ("WWW...BBB w", "a1a2", "A step.")
    assert "a2" in diagram.says()


def test_a_diagram_explains_illegal_clicks() -> None:
    _, (diagram,) = read_page(Hexapawn(), PAGE.format("illegal: a1 c3\n"))
    assert diagram.illegal == (0, 8)
    assert diagram.says()


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        ("legal: a1c3\n", "a1c3"),
        ("illegal: a1 a2\n", "can be played"),
        ("illegal: a1 z9\n", "no site “z9”"),
        ("position: nonsense\n", "Write nine signs"),
        ("options: size=3\n", "has no option"),
        ("picture: a1\n", "not an entry of a diagram"),
        ("legal: a1a2\nlegal: b1b2\n", "not an entry of a diagram"),
        ("legal a1a2\n", "not an entry of a diagram"),
    ],
)
def test_a_wrong_diagram_is_refused_with_its_line(block: str, sentence: str) -> None:
    with pytest.raises(TextError, match="line 3") as refused:
        read_page(Hexapawn(), PAGE.format(block))
    assert sentence in str(refused.value)


def test_in_a_terminal_diagrams_are_plain_text() -> None:
    page = plain_page(game("surakarta"))
    assert "```diagram" not in page
    assert "4,1x1,1: South slides from 4,1 round a loop and captures on 1,1." in page
    assert "✗ 0,1 1,4: Your own piece on 1,1 blocks every way from 0,1 to 1,4." in page
