"""Rendering of messages as sentences."""

import string

import pytest

from parlour.games import Message, game
from parlour.games.contract.display import SHARED_REASONS
from parlour.games.contract.localized_game import catalogue_of
from parlour.i18n.catalogue import format_message, load_shared, read_templates
from tests.games.hexapawn import Hexapawn

NAMES = ["Ada", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("template", "params", "sentence"),
    [
        ("Go.", {}, "Go."),
        ("{seat} moves.", {"seat": 2}, "Cy moves."),
        ("{loser_seat} lost to {winner_seat}.", {"loser_seat": 0, "winner_seat": 1}, "Ada lost to Bo."),
        ("{number} of {of}", {"number": 1, "of": 2}, "1 of 2"),
        ({"one": "{n} piece", "other": "{n} pieces"}, {"n": 1}, "1 piece"),
        ({"one": "{n} piece", "other": "{n} pieces"}, {"n": 0}, "0 pieces"),
        ({"one": "{n} piece", "other": "{n} pieces"}, {"n": 2}, "2 pieces"),
        ("{move}", {"move": "{seat}"}, "{seat}"),
    ],
)
def test_a_message_is_rendered_as_text(
    template: str | dict[str, str], params: dict[str, str | int], sentence: str
) -> None:
    assert format_message(Message("key", params), {"key": template}, NAMES) == sentence


def test_a_language_gives_words_forms_with_their_articles() -> None:
    catalogue = {"key": "Ziehe {piece_word_accusative}.", "kind.ring": "Ring", "kind.ring-accusative": "den Ring"}
    assert format_message(Message("key", {"piece_word": "kind.ring"}), catalogue, NAMES) == "Ziehe den Ring."


def test_a_message_without_a_template_or_a_parameter_is_a_defect() -> None:
    with pytest.raises(KeyError, match="no template for the message lost"):
        format_message(Message("lost"), {}, NAMES)
    with pytest.raises(KeyError, match="move"):
        format_message(Message("key"), {"key": "{move}"}, NAMES)


def test_a_catalogue_is_flat_and_keeps_plurals() -> None:
    text = 'a = "A"\n[b]\nc = "C"\n[b.d]\ne = "E"\nmany = { one = "1", other = "n" }\n'
    assert read_templates(text) == {"a": "A", "b.c": "C", "b.d.e": "E", "b.d.many": {"one": "1", "other": "n"}}
    with pytest.raises(ValueError, match="the template a is neither text nor a table"):
        read_templates("a = 3")


def test_a_game_has_its_own_sentences_under_its_key_and_the_shared_ones() -> None:
    catalogue = catalogue_of(Hexapawn())
    assert catalogue["hexapawn.reason.across"] == "{winner_seat} has crossed the board"
    assert catalogue["shared.over"] == "The game is over."
    assert "surakarta.step" in catalogue_of(game("surakarta"))


def test_every_shared_reason_has_a_sentence() -> None:
    shared = load_shared()
    assert {key for key in shared if key.startswith("shared.reason.")} == {
        f"shared.reason.{reason}" for reason in SHARED_REASONS
    }


def test_templates_use_plain_names_only() -> None:
    """A template cannot access attributes; placeholders are filled with names, numbers or texts."""
    for key, template in catalogue_of(game("surakarta")).items():
        for text in template.values() if isinstance(template, dict) else [template]:
            for _, field, spec, conversion in string.Formatter().parse(text):
                assert field is None or field.replace("_", "").isalpha(), key
                assert not spec, key
                assert conversion is None, key


def test_people_are_named_where_names_are_given_and_sides_otherwise() -> None:
    surakarta = game("surakarta")
    options = surakarta.check()
    message = surakarta.start().describe(surakarta.start().moves()[0])
    assert surakarta.sentence(message, options).startswith("South moves ")
    assert surakarta.sentence(message, options, ["Ada", "Bo"]).startswith("Ada moves ")
