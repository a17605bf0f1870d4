"""Flat pictures have the colours of the 3-D boards."""

import re
from pathlib import Path

import pytest

from parlour import pictures
from parlour.games import game, registry
from parlour.games.drawing.materials import INLAYS, MATERIALS, natural_theme

SPECIES = Path(__file__).parents[3] / "web" / "src" / "lib" / "board" / "view" / "species.ts"


def test_materials_have_the_tones_of_the_page() -> None:
    source = SPECIES.read_text()
    for name, material in MATERIALS.items():
        found = re.search(rf"^  '?{name}'?: \{{(.*?)\}},$", source, re.M | re.S)
        assert found, name
        tones = re.findall(r"#[0-9a-f]{6}", found[1])
        assert tones == [tone for tone in material if tone], name
    assert all(f"{name}: '{tone}'" in source for name, tone in INLAYS.items())


@pytest.mark.parametrize("key", registry.own_keys())
def test_a_natural_picture_has_the_colours_of_its_board_and_signs_only_on_request(key: str) -> None:
    position = game(key).read(game(key).showpiece)
    appearance = game(key).board(position.options).appearance
    bare, signed = (pictures.svg(position, theme=natural_theme(appearance, signs=signs)) for signs in (False, True))
    assert natural_theme(appearance).slab in bare
    assert MATERIALS[appearance.slab].light != natural_theme(appearance).slab
    assert len(bare) < len(signed)
