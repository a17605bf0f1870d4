"""Every error message is in a catalogue, and adding a language takes files only."""

import ast
import pickle
import string
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour.engine.levels import read_bot, settings
from parlour.errors import NameRefused, ParlourError, SetupError
from parlour.games import game as find_game
from parlour.games.registry import own_keys
from parlour.i18n.catalogue import LAYERS, load_catalogue, read_package_catalogue
from parlour.i18n.errors import convert_error, localized_error
from parlour.i18n.translate_error import translate_error
from parlour.match.match import Match
from parlour.match.names import check_name
from parlour.match.records.json_format import read_json
from parlour.match.records.text_format import read_record
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.localizer import server_text

SOURCE = Path(parlour.__file__).parent
CATALOGUES = [*LAYERS, *own_keys()]
KEY_ARGUMENT = {
    "localized_error": (1, ""),
    "need": (1, "conformance."),
    "server_text": (0, "server."),
    "terminal_text": (0, "terminal."),
    "violation": (0, "conformance."),
}
"""Functions that take a catalogue key: which argument it is, and the prefix they add to it."""


@cache
def used_keys() -> tuple[tuple[str, frozenset[str] | None], ...]:
    """Return every literal key with the parameters given, or None where these are not literal."""
    return tuple(_read_keys())


def _read_keys() -> Iterator[tuple[str, frozenset[str] | None]]:
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place, prefix = KEY_ARGUMENT.get(node.func.id, (len(node.args), ""))
            if len(node.args) <= place:
                continue
            key = node.args[place]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                names = frozenset(word.arg for word in node.keywords if word.arg)
                yield prefix + key.value, names if all(word.arg for word in node.keywords) else None


def fields(template: str | dict[str, str]) -> set[str]:
    texts = template.values() if isinstance(template, dict) else [template]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_key_in_the_code_has_a_template_with_its_parameters(name: str) -> None:
    catalogue = load_catalogue(name)
    found = [(key, params) for key, params in used_keys() if key.partition(".")[0] == name]
    assert found
    for key, params in found:
        assert key in catalogue, key
        assert params is None or fields(catalogue[key]) <= params, key


def test_every_key_names_a_catalogue() -> None:
    assert {key.partition(".")[0] for key, _ in used_keys()} <= set(CATALOGUES)


def test_templates_that_a_language_lacks_are_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "example_game" / "catalogue"
    folder.mkdir(parents=True)
    (tmp_path / "example_game" / "__init__.py").touch()
    (folder / "en.toml").write_text('[name]\nempty = "No name."\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert read_package_catalogue("example_game", "de") == {}
    assert read_package_catalogue("example_game", "en") == {"name.empty": "No name."}
    sys.modules.pop("example_game", None)
    assert load_catalogue("match", "xx") == load_catalogue("match", "en") != load_catalogue("match", "de")


def test_an_error_converted_to_another_type_can_still_be_translated() -> None:
    error = localized_error(NameRefused, "match.name.empty")
    other = convert_error(SetupError, error)
    assert (str(other), other.message) == (str(error), error.message)
    assert translate_error(other, "de") == translate_error(error, "de") != str(error)


def test_an_error_with_a_game_crosses_processes() -> None:
    position = find_game("surakarta").start()
    error = position.refusal(position.explain((0,)))
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.message) == (type(error), str(error), error.message)


def test_refusals_are_rendered_from_their_messages() -> None:
    with pytest.raises(NameRefused) as refused:
        check_name("admin")
    assert translate_error(refused.value, "en") == str(refused.value) == "“admin” is reserved. Choose another name."
    match, _ = Match.new(Setup("surakarta", (Seat(Guest("Anna")), Seat(Guest("Ben")))), 0)
    refusal = match.refusal("not-your-turn", seat=1)
    assert translate_error(refusal, "en") == "It is Ben’s turn."
    position = find_game("surakarta").start()
    illegal = position.refusal(position.explain((0,)))
    assert translate_error(illegal, "en") == str(illegal)
    assert translate_error(ParlourError("As it is."), "en") == "As it is."


def test_an_error_with_a_place_a_cause_or_several_problems_is_translated_completely() -> None:
    """The English translation equals the raised text, so every part of it comes from a catalogue."""
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
        assert translate_error(raised.value, "en") == str(raised.value)


def test_answers_of_the_server_itself_come_from_its_catalogue() -> None:
    assert server_text("http.404", "xx") == "Not found."
