"""Options: declaration, parsing and validation."""

import pytest

from parlour.errors import OptionError
from parlour.games import Choice, Option, Options, Preset
from parlour.games.contract.options import Value, read_options, write_options, write_value
from tests.games.hexapawn import Hexapawn

SIZE = Option("size", "Size", "How large.", 4, low=3, high=6)
LINE = Option("line", "Line", "Whether lines count.", False)
STYLE = Option("style", "Style", "Which.", "old", (Choice("old", "Old"), Choice("New One", "New", experimental=True)))
STEPS = Option("steps", "Steps", "How many.", 1, (Choice(1, "One"), Choice(2, "Two"), Choice(4, "Four")))
BONUS = Option("bonus", "Bonus", "How much.", 1, low=1, high=2, when={"line": (True,), "size": (4, 5)})


class Optional(Hexapawn):
    declared = (SIZE, LINE, STYLE, STEPS, BONUS)
    presets = (
        Preset("standard", "Standard", "The usual."),
        Preset("rich", "Rich", "With all.", {"line": True, "bonus": 2}),
    )

    def forbids(self, options: Options) -> str | None:
        return "Six is too large for four steps." if (options["size"], options["steps"]) == (6, 4) else None


GAME = Optional()


@pytest.mark.parametrize(
    ("option", "values"),
    [(SIZE, (3, 4, 5, 6)), (LINE, (False, True)), (STYLE, ("old", "New One")), (STEPS, (1, 2, 4))],
)
def test_an_option_has_choices_a_range_or_two_states(option: Option, values: tuple[Value, ...]) -> None:
    assert option.values() == values


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SIZE, 5, 5),
        (SIZE, " 5 ", 5),
        (LINE, True, True),
        (LINE, "on", True),
        (LINE, "Yes", True),
        (LINE, "0", False),
        (LINE, "off", False),
        (STYLE, "old", "old"),
        (STYLE, "NEW ONE", "New One"),
        (STEPS, "4", 4),
    ],
)
def test_values_are_read_from_values_and_from_text(option: Option, given: object, value: Value) -> None:
    assert option.read(given) == value
    assert type(option.read(given)) is type(value)


@pytest.mark.parametrize(
    ("option", "given", "sentence"),
    [
        (SIZE, 7, "size cannot be “7”: it must be a whole number from 3 to 6."),
        (SIZE, "large", "size cannot be “large”: it must be a whole number from 3 to 6."),
        (SIZE, True, "size cannot be “True”: it must be a whole number from 3 to 6."),
        (SIZE, 4.0, "size cannot be “4.0”: it must be a whole number from 3 to 6."),
        (SIZE, None, "size cannot be “None”: it must be a whole number from 3 to 6."),
        (LINE, 1, "line cannot be “1”: it must be off or on."),
        (LINE, "maybe", "line cannot be “maybe”: it must be off or on."),
        (STYLE, "x" * 100, f"style cannot be “{'x' * 40}”: it must be old or New One."),
        (STEPS, 3, "steps cannot be “3”: it must be 1, 2 or 4."),
    ],
)
def test_invalid_values_are_refused_with_the_valid_ones(option: Option, given: object, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.read(given)
    assert str(caught.value) == sentence


def test_left_out_options_have_their_defaults_in_the_declared_order() -> None:
    assert list(GAME.check().items()) == [
        ("size", 4),
        ("line", False),
        ("style", "old"),
        ("steps", 1),
        ("bonus", 1),
    ]
    assert list(GAME.check({"steps": "2", "size": 3})) == ["size", "line", "style", "steps", "bonus"]


def test_values_override_a_preset() -> None:
    assert GAME.check(preset="rich")["bonus"] == 2
    assert GAME.check({"bonus": 1}, preset="rich")["bonus"] == 1
    assert GAME.preset_of(GAME.check(preset="rich")) == GAME.presets[1]
    assert GAME.preset_of(GAME.check()) == GAME.presets[0]
    assert GAME.preset_of(GAME.check({"size": 5})) is None


@pytest.mark.parametrize(
    ("values", "preset", "sentence"),
    [
        ({"speed": 1}, None, "Hexapawn has no option “speed”. Available: size, line, style, steps, bonus."),
        ({}, "poor", "Hexapawn has no preset “poor”. Available: standard, rich."),
        ({"bonus": 2}, None, "bonus can only be set with line=on, size=4/5."),
        ({"bonus": 2, "line": "on", "size": 3}, None, "bonus can only be set with line=on, size=4/5."),
        ({"size": 6, "steps": 4}, None, "Six is too large for four steps."),
    ],
)
def test_unknown_inapplicable_and_conflicting_options_are_refused(
    values: dict[str, object], preset: str | None, sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.check(values, preset)
    assert str(caught.value) == sentence


def test_an_option_that_does_not_apply_may_be_at_its_default() -> None:
    assert GAME.check({"bonus": 1, "line": False})["bonus"] == 1


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(OptionError, match=r"Hexapawn has no option “size”\. Available: –"):
        Hexapawn().check({"size": 4})


def test_options_are_unchangeable_hashable_and_equal_by_value() -> None:
    options = GAME.check({"size": 5})
    assert options == GAME.check({"size": "5"})
    assert hash(options) == hash(GAME.check({"size": "5"}))
    assert options != GAME.check()
    assert options != dict(options)
    assert len(options) == 5
    assert repr(options) == "Options(size=5,line=off,style=old,steps=1,bonus=1)"
    with pytest.raises(TypeError):
        options["size"] = 3  # type: ignore[index]


def test_options_are_written_and_read_back() -> None:
    options = GAME.check({"line": True, "bonus": 2, "style": "New One"})
    assert GAME.check(read_options(write_options(options))) == options
    assert read_options(" size = 5 , line=on,") == {"size": "5", "line": "on"}
    assert read_options("") == {}
    assert [write_value(value) for value in (True, False, 3, "old")] == ["on", "off", "3", "old"]


@pytest.mark.parametrize(
    ("text", "sentence"), [("size", "“size” is not an option: write name=value."), ("a=1,a=2", "a is given twice.")]
)
def test_a_text_without_options_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options(text)
    assert str(caught.value) == sentence
