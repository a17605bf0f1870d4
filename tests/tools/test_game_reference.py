"""The generated reference for authors of games is complete."""

import re

import msgspec
import pytest

import parlour.games
from parlour.games.contract.board import CELL_SHADES, MATERIALS, OUTLINES
from parlour.games.contract.declarations import PIECE_SHAPES
from parlour.games.learning import lessons, rule_diagrams
from tools.game_reference import page
from tools.reference_pictures import pictures


def section(title: str) -> str:
    return page().partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_every_public_record_has_its_constructor() -> None:
    public = {name: getattr(parlour.games, name) for name in parlour.games.__all__}
    records = {name for name, one in public.items() if isinstance(one, type) and issubclass(one, msgspec.Struct)}
    assert len(records) > 20
    assert records - set(re.findall(r"^### `(\w+)`$", page(), re.MULTILINE)) == set()


def test_every_entry_of_a_lesson_and_of_a_diagram_is_described() -> None:
    described = set(re.findall(r"^ +(\w+) = ", section("Lessons"), re.MULTILINE))
    described |= set(re.findall(r"^ +\[\[(?:step\.)?(\w+)\]\]", section("Lessons"), re.MULTILINE))
    assert {*lessons.LessonStep.__struct_fields__, *lessons.Example.__struct_fields__} - described == set()
    diagrams = section("Diagrams in the rules")
    assert [key for key in rule_diagrams.KEYS if f"`{key}`" not in diagrams and f"{key}:" not in diagrams] == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [("shapes.svg", PIECE_SHAPES), ("cells.svg", CELL_SHADES), ("boards.svg", (*OUTLINES, *MATERIALS))],
)
def test_every_value_is_in_a_picture_of_the_page(name: str, shown: tuple[str, ...]) -> None:
    assert f"]({name})" in page()
    texts = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", pictures()[name]))
    assert [one for one in shown if one not in texts] == []
