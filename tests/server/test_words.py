"""Words: every refusal is in a catalogue, and a language is added by files alone."""

import ast
import string
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.engine.levels import read_bot, settings
from parlour.errors import NameRefused, ParlourError
from parlour.games import game as find_game
from parlour.i18n.catalogue import Catalogue, Faults, passed_on, prefixed, read_catalogue
from parlour.i18n.translate_error import retold
from parlour.match.match import Match
from parlour.match.names import check_name
from parlour.match.records.json_format import read_json
from parlour.match.records.text_format import read_record
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.localizer import server_text

SOURCE = Path(parlour.__file__).parent
LAYERS = sorted(
    ".".join(folder.parent.relative_to(SOURCE).parts) for folder in SOURCE.rglob("words") if folder.is_dir()
)
"""The packages that have a catalogue: layers, and games in theirs."""


def sentences() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Every sentence that a layer makes with a key written out: the layer, the key, and the parameters given.

    None for parameters that are not written out.
    """
    for layer in LAYERS:
        folder = SOURCE.joinpath(*layer.split("."))
        inner = [SOURCE.joinpath(*other.split(".")) for other in LAYERS if other.startswith(f"{layer}.")]
        for file in sorted(folder.rglob("*.py")):
            if any(file.is_relative_to(other) for other in inner):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                place = {"fault": 1, "server_text": 0}.get(node.func.id)
                if place is None or len(node.args) <= place:
                    continue
                key = node.args[place]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    names = frozenset(word.arg for word in node.keywords if word.arg)
                    yield layer, key.value, names if all(word.arg for word in node.keywords) else None


def fields(template: str | dict[str, str]) -> set[str]:
    texts = template.values() if isinstance(template, dict) else [template]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("layer", LAYERS)
def test_every_refusal_has_its_sentence_with_what_it_speaks_of(layer: str) -> None:
    catalogue = read_catalogue(f"parlour.{layer}", "en")
    found = [(key, params) for one, key, params in sentences() if one == layer]
    assert found
    for key, params in found:
        assert key in catalogue, key
        assert params is None or fields(catalogue[key]) <= params, key


@pytest.fixture
def tongue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package with a catalogue in English and some of it in another language."""
    words = tmp_path / "sayings" / "words"
    words.mkdir(parents=True)
    (tmp_path / "sayings" / "__init__.py").touch()
    (words / "en.toml").write_text('[name]\nempty = "No name."\nlong = "At most {most} signs."\n', encoding="utf-8")
    (words / "de.toml").write_text('[name]\nlong = "Höchstens {most} Zeichen."\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "sayings"
    sys.modules.pop("sayings", None)


def test_a_language_is_a_file_and_what_it_lacks_is_said_in_english(tongue: str) -> None:
    german: Catalogue = prefixed(tongue, "de")
    assert german == {"sayings.name.empty": "No name.", "sayings.name.long": "Höchstens {most} Zeichen."}


def test_an_error_keeps_what_it_says_for_other_languages(tongue: str) -> None:
    error = Faults(tongue)(NameRefused, "name.long", most=40)
    assert str(error) == "At most 40 signs."
    other = passed_on(ParlourError, error)
    assert (str(other), other.message) == (str(error), error.message)


def test_refusals_are_said_from_their_messages() -> None:
    with pytest.raises(NameRefused) as refused:
        check_name("admin")
    assert retold(refused.value, "en") == str(refused.value) == "“admin” is reserved. Please choose another name."
    match, _ = Match.new(Setup("surakarta", (Seat(Guest("Anna")), Seat(Guest("Ben")))), 0)
    refusal = match.refusal("not-your-turn", seat=1)
    assert retold(refusal, "en") == "It is Ben’s turn."
    position = find_game("surakarta").start()
    illegal = position.refusal(position.explain((0,)))
    assert retold(illegal, "en") == str(illegal)
    assert retold(ParlourError("As it is."), "en") == "As it is."


def test_an_error_with_a_place_a_cause_or_several_faults_is_said_whole() -> None:
    """In English as it was raised, so that every part of it comes from a catalogue."""
    surakarta = find_game("surakarta")
    for raise_it in (
        lambda: surakarta.read("...... 1 0"),
        lambda: surakarta.read(f"{'/'.join(['......'] * 6)} 1 0"),
        lambda: read_record('[Game "surakarta"]\n\n1. 4,0-3,0 9,9-8,8\n'),
        lambda: read_record('[Game "yinsh"]\n[Options "white=2,black=1"]\n'),
        lambda: read_json('{"format": "parlour", "version": 1, "game": "chess"}'),
        lambda: find_game("pylos").start().read_turn("1a1-1a1"),
        lambda: find_game("yinsh").check({"rings": 7}),
        lambda: settings(read_bot("9"), surakarta, surakarta.check()),
    ):
        with pytest.raises(ParlourError) as raised:
            raise_it()
        assert raised.value.message is not None
        assert retold(raised.value, "en") == str(raised.value)


def test_answers_of_the_server_itself_come_from_its_catalogue() -> None:
    assert server_text("http.404", "xx") == "There is nothing here."
