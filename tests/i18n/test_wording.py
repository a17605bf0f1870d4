"""Texts for people use the same words and typography in every catalogue, lesson and page of rules."""

import re
from collections.abc import Iterator

import pytest

from parlour.games import games
from parlour.games.contract.localized_game import declared_texts
from parlour.games.learning.lessons import steps_of
from parlour.games.registry import own_keys
from parlour.i18n.catalogue import LAYERS, Template, read_catalogue

FORBIDDEN = {
    "en": [r"\w'"],
    "de": [r"\w'"],
}
"""Patterns that no text of a language contains: a straight apostrophe."""

BOT_ACCOUNTS = re.compile(
    r"server\.bridge\.token|store\.none\.bot|store\.bot\.|match\.setup\.only-bots|engine\.(protocol\.option|bot\.(unreadable|unknown))"
)
"""Texts that may say “bot”: those about bot accounts, the option `--bot`, and names of the protocols."""


def forms(template: Template) -> list[str]:
    return list(template.values()) if isinstance(template, dict) else [template]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Return every text of a language that is not part of the page, with a name for it."""
    for name in (*LAYERS, *own_keys()):
        for key, template in read_catalogue(name, language).items():
            yield from ((f"{name}.{key}", text) for text in forms(template))
    for one in games():
        if language == "en":
            yield from ((f"{one.key}.{key}", text) for key, text in declared_texts(one).items())
        yield f"rules of {one.key}", one.rules(language)
        for step in steps_of(one, language):
            yield from ((f"lesson of {one.key}, {step.key}", text) for text in (step.title, step.text, step.task))
            yield from ((f"lesson of {one.key}, {step.key}", text) for text in (step.miss, step.done))


def test_the_texts_include_every_kind() -> None:
    names = {name for name, _ in texts("en")}
    assert {"server.and", "sim.game.description", "rules of sim", "lesson of sim, aim"} <= names


@pytest.mark.parametrize("language", FORBIDDEN)
def test_no_text_has_a_forbidden_word(language: str) -> None:
    pattern = re.compile("|".join(FORBIDDEN[language]))
    found = [(name, match[0]) for name, text in texts(language) if (match := pattern.search(text))]
    assert found == []


@pytest.mark.parametrize("language", FORBIDDEN)
def test_a_computer_opponent_is_not_called_a_bot(language: str) -> None:
    found = [name for name, text in texts(language) if re.search(r"\bbots?\b", re.sub(r"\{\w+\}", "", text), re.I)]
    assert [name for name in found if not BOT_ACCOUNTS.match(name)] == []
