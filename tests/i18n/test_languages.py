"""Every language is complete and equivalent to English, and falls back to it where a game lacks a translation."""

import re
import string
from collections.abc import Mapping

import pytest

from parlour.errors import IllegalMove, OptionError, PositionError, RecordError, TextError
from parlour.games import Game, Message, game, games
from parlour.games.contract.localized_game import declared_texts
from parlour.games.learning.lessons import steps_of, words_of
from parlour.games.learning.rule_diagrams import read_page
from parlour.games.registry import own_keys
from parlour.i18n.catalogue import LAYERS, WORD_FORMS, Template, read_catalogue
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import languages
from parlour.i18n.translate_error import translate_error
from tests.games.hexapawn import Hexapawn

LANGUAGES = [language for language in languages() if language != "en"]
GAMES = {one.key: one for one in games()}
CATALOGUES = [*LAYERS, *own_keys()]
WORD_FORM = re.compile(rf"(?<=_word)_({'|'.join(WORD_FORMS)})$")


def english(name: str) -> dict[str, Template]:
    """Return all English messages: those in catalogues and those that games declare in code."""
    declared = declared_texts(GAMES[name]) if name in GAMES else {}
    return {**declared, **read_catalogue(name, "en")}


def placeholders(template: Template) -> set[str]:
    texts = template.values() if isinstance(template, dict) else [template]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def fields(template: Template) -> set[str]:
    """Return the parameters of a template; forms of a word are filled in with the same parameter."""
    return {WORD_FORM.sub("", name) for name in placeholders(template)}


def form(markdown: str) -> list[str]:
    """Return the structure of a page line by line: headings, list items, table rows, diagrams without captions."""
    kept = []
    for line in markdown.splitlines():
        if re.match(r"#+ |- |\d+\. |    ", line):
            kept.append(line.split(" ")[0])
        elif line.startswith("|"):
            kept.append("|" * line.count("|"))
        elif re.match(r"(position|options|legal|illegal): |```", line):
            kept.append(line)
    return kept


def test_there_are_other_languages_and_catalogues() -> None:
    assert LANGUAGES == ["de"]
    assert len(CATALOGUES) >= 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_a_language_has_every_sentence_and_no_other(name: str, language: str) -> None:
    wanted, found = english(name), read_catalogue(name, language)
    forms = {f"{key}-{form}" for key in wanted if key.startswith("game.kind.") for form in WORD_FORMS}
    assert sorted(wanted.keys() - found.keys()) == []
    assert sorted(found.keys() - wanted.keys() - forms) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", own_keys())
def test_every_kind_of_piece_has_the_forms_that_sentences_need(name: str, language: str) -> None:
    catalogue = read_catalogue(name, language)
    names = {
        match[1]
        for template in catalogue.values()
        for text in placeholders(template)
        if (match := WORD_FORM.search(text))
    }
    kinds = [key for key in english(name) if key.startswith("game.kind.")]
    assert [f"{key}-{form}" for key in kinds for form in names if f"{key}-{form}" not in catalogue] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_a_sentence_is_filled_in_with_the_same_in_every_language(name: str, language: str) -> None:
    found: Mapping[str, Template] = read_catalogue(name, language)
    for key, template in english(name).items():
        if key in found:
            assert (key, fields(found[key])) == (key, fields(template))
            assert (key, isinstance(found[key], dict)) == (key, isinstance(template, dict))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", GAMES.values(), ids=lambda one: one.key)
def test_the_rules_have_the_same_form_and_diagrams_in_every_language(one: Game, language: str) -> None:
    page, original = one.rules(language), one.rules()
    assert page != original
    assert form(page) == form(original)
    _, diagrams = read_page(one, page)
    captions = [
        (diagram.caption, original.caption)
        for diagram, original in zip(diagrams, read_page(one, original)[1], strict=True)
    ]
    assert all(translated != caption for translated, caption in captions if caption)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", GAMES.values(), ids=lambda one: one.key)
def test_lessons_say_the_same_steps_in_every_language(one: Game, language: str) -> None:
    steps, words = steps_of(one), words_of(one, language)
    spoken = {
        step.key: [name for name in ("title", "text", "task", "miss", "done") if getattr(step, name)] for step in steps
    }
    assert {key: list(forms) for key, forms in words.items()} == spoken
    translated = steps_of(one, language)
    assert [(step.key, step.want, step.position) for step in translated] == [
        (step.key, step.want, step.position) for step in steps
    ]
    assert all(after.text != before.text for after, before in zip(translated, steps, strict=True))


def test_a_game_is_described_in_another_language() -> None:
    yinsh = game("yinsh")
    naming, options = yinsh.localized("de"), yinsh.check()
    assert [side.name for side in naming.sides(options)] == ["Weiß", "Schwarz"]
    assert [kind.label for kind in naming.kinds] == ["Ring", "Stein"]
    assert naming.options[0].choices[1].label == "Einer (Blitz)"
    assert naming.options[0].choices[1].value == yinsh.declared[0].choices[1].value
    assert naming.presets[1].help.startswith("Eine kurze Partie")
    assert naming.verbs[0].label == "Passen"
    assert {style.label for style in naming.styles} >= {"Blockierer"}
    assert yinsh.localized().options == yinsh.declared


def test_sentences_name_sides_and_pieces_in_the_language() -> None:
    laser = game("laserchess")
    position = laser.start()
    sentence = laser.sentence(position.describe(position.read_move("e1-e2")), position.options, language="de")
    assert sentence == "Blau zieht den Pharao von e1 nach e2."
    assert laser.sentence(
        position.describe(position.read_move("e1-e2")), position.options, ["Ada", "Bo"], "de"
    ).startswith("Ada ")


@pytest.mark.parametrize(
    ("picks", "sentence"),
    [
        (
            "j4 rotate",
            "Blau dreht die Pyramide auf j4 nach rechts, und der Laser zerstört die Pyramide von Blau auf j4.",
        ),
        ("e1 f1", "Auf f1 steht schon ein Anubis. Nur ein Skarabäus darf mit einer anderen Figur den Platz tauschen."),
        ("e8", "Wähle zuerst eine deiner Figuren: Auf e8 steht ein Anubis von Rot."),
        ("c1 c1", "Auf c1 kann die Pyramide nicht bleiben: Ziehe oder drehe die Figur."),
    ],
)
def test_german_sentences_have_articles_before_pieces(picks: str, sentence: str) -> None:
    laser = game("laserchess")
    position = laser.start()
    labels = [site.label for site in laser.draw_board(position.options).sites]
    chosen = tuple(labels.index(pick) if pick in labels else "rotate right" for pick in picks.split())
    assert laser.sentence(position.explain(chosen), position.options, language="de") == sentence


def test_a_game_without_a_translation_uses_english_and_shared_texts_are_translated() -> None:
    hexapawn = Hexapawn()
    options = hexapawn.check()
    assert hexapawn.sentence(Message("shared.over"), options, language="de") == "Die Partie ist zu Ende."
    across = Message("hexapawn.reason.across", {"winner_seat": 0})
    assert hexapawn.sentence(across, options, language="de") == "White has crossed the board"
    assert hexapawn.localized("de").description == hexapawn.description
    assert hexapawn.localized("de").sides(options) == hexapawn.sides(options)


def test_an_unknown_language_falls_back_to_english() -> None:
    surakarta = game("surakarta")
    assert surakarta.sentence(Message("shared.over"), surakarta.check(), language="xx") == "The game is over."


# ---- Errors --------------------------------------------------------------------------------------------------------


def test_an_error_is_translated_with_its_place() -> None:
    surakarta = game("surakarta")
    with pytest.raises(TextError) as refused:
        surakarta.read("22x222/222222/....../....../111111/111111 1 0")
    assert str(refused.value) == "Column 3: “x” is not a piece: write 1, 2 or a dot."
    assert translate_error(refused.value, "de") == "Spalte 3: „x“ ist kein Stein: Schreibe 1, 2 oder einen Punkt."
    assert translate_error(refused.value, "en") == str(refused.value)


def test_all_problems_of_a_set_up_are_translated() -> None:
    surakarta = game("surakarta")
    with pytest.raises(PositionError) as refused:
        surakarta.read("....../....../....../....../....../...... 1 99")
    assert str(refused.value).startswith("South has no pieces. North has no pieces.")
    assert translate_error(refused.value, "de").startswith("Süd hat keine Steine. Nord hat keine Steine.")


def test_options_are_refused_in_the_language_also_where_they_do_not_go_together() -> None:
    pylos = game("pylos")
    refusals: list[tuple[dict[str, object], str]] = [
        ({"size": 9}, "size kann nicht „9“ sein: Es muss eine ganze Zahl von 3 bis 7 sein."),
        ({"take": "all"}, "take kann nicht „all“ sein: Es muss one-or-two, two oder optional sein."),
        ({"light": 1, "dark": 1}, "Nur eine Seite kann eine Vorgabe haben: Lass light oder dark bei 0."),
    ]
    for values, sentence in refusals:
        with pytest.raises(OptionError) as refused:
            pylos.check(values)
        assert translate_error(refused.value, "de") == sentence


def test_an_error_that_quotes_another_is_translated_completely() -> None:
    inner = localized_error(TextError, "laserchess.text.no-side", 7)
    outer = localized_error(RecordError, "laserchess.legacy.move", 3, 5, word="e1", why=inner)
    assert str(outer).startswith("Line 3, column 5: “e1”: Column 7: The side to move is missing")
    assert translate_error(outer, "de").startswith("Zeile 3, Spalte 5: „e1“: Spalte 7: Die Seite am Zug fehlt")


def test_an_unfinished_turn_says_in_the_language_what_is_missing() -> None:
    pylos = game("pylos")
    position = pylos.read("..../222./11../1...|.../.../...|../..|. 1 play 6")
    with pytest.raises(IllegalMove, match="The turn is not complete") as refused:
        position.read_turn("1b1")
    assert translate_error(refused.value, "de").startswith(
        "Der Zug ist nicht vollständig. Nimm eine deiner freien Kugeln zurück"
    )
