"""The declared settings of a game. Forms, flags and the API are generated from them and share one check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from parlour.errors import OptionError
from parlour.i18n.catalogue import format_message, load_shared
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

Value = bool | int | str


class Choice(msgspec.Struct, frozen=True):
    """One value of an option. Experimental ones are offered only on request."""

    value: Value
    label: str
    help: str = ""
    experimental: bool = False


class Option(msgspec.Struct, frozen=True):
    """A setting: one of several choices, an integer from `low` to `high`, or a switch (default True or False).

    `when` names the values of other options for which this one applies; otherwise it has its default. A handicap
    makes a game fair between unequal players; forms show handicaps separately.
    """

    key: str
    label: str
    help: str
    default: Value
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    when: dict[str, tuple[Value, ...]] = {}
    handicap: bool = False

    def choice(self, value: Value, label: str, help: str = "", *, experimental: bool = False) -> Option:
        """Return the option with one more choice.

        >>> Option("goal", "Goal", "", "avoid").choice("avoid", "Avoid").choice("make", "Make").values()
        ('avoid', 'make')
        """
        return msgspec.structs.replace(self, choices=(*self.choices, Choice(value, label, help, experimental)))

    def values(self) -> tuple[Value, ...]:
        """Return every value the option can have.

        >>> Option("size", "Size", "", 4, low=3, high=5).values()
        (3, 4, 5)
        """
        if self.choices:
            return tuple(choice.value for choice in self.choices)
        if self.low is not None and self.high is not None:
            return tuple(range(self.low, self.high + 1))
        return (False, True)

    def applies(self, values: Mapping[str, Value]) -> bool:
        """Return whether the option applies with these values of the others."""
        return all(values.get(key) in wanted for key, wanted in self.when.items())

    def read(self, given: object) -> Value:
        """Return the value that an input (a value, or text from a flag, a tag or a form) means."""
        for value in self.values():
            if type(given) is type(value) and given == value:
                return value
        if isinstance(given, str):
            text = given.strip().lower()
            for value in self.values():
                if isinstance(value, bool):
                    if text in (("yes", "on", "true", "1") if value else ("no", "off", "false", "0")):
                        return value
                elif text == str(value).lower():
                    return value
        key = f"shared.option.{self._range_kind()}"
        raise localized_error(OptionError, key, key=self.key, given=str(given)[:40], **self._range())

    def range_in_words(self) -> str:
        """Return the allowed values, for an error or a help text."""
        return format_message(Message(f"shared.option.range.{self._range_kind()}", self._range()), load_shared(), ())

    def _range_kind(self) -> str:
        values = self.values()
        whole = all(type(value) is int for value in values)
        if whole and len(values) > 2 and values == tuple(range(int(values[0]), int(values[-1]) + 1)):
            return "whole"
        return "one-of" if len(values) > 1 else "only"

    def _range(self) -> dict[str, str | int]:
        *some, last = (write_value(value) for value in self.values())
        match self._range_kind():
            case "whole":
                return {"low": some[0], "high": last}
            case "one-of":
                return {"some": ", ".join(some), "last": last}
        return {"last": last}


class Preset(msgspec.Struct, frozen=True):
    """A named set of values."""

    key: str
    label: str
    help: str
    values: dict[str, Value] = {}


class Options(Mapping[str, Value]):
    """The checked values of all options of a game: complete, in declared order, immutable and hashable."""

    __slots__ = ("_hash", "_values", "checked_by")

    def __init__(self, values: Mapping[str, Value], checked_by: object | None = None) -> None:
        """Keep values, with the game that has checked them."""
        self.checked_by = checked_by
        self._values = dict(values)
        self._hash = hash(tuple(self._values.items()))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the hash, which differs between processes, and without the game."""
        return (Options, (self._values,))

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __repr__(self) -> str:
        return f"Options({write_options(self._values)})"


def write_value(value: Value) -> str:
    """Return a value as flags and tags write it.

    >>> write_value(True)
    'on'
    """
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def write_options(values: Mapping[str, Value]) -> str:
    """Return options as text.

    >>> write_options({"size": 4, "line": True})
    'size=4,line=on'
    """
    return ",".join(f"{key}={write_value(value)}" for key, value in values.items())


def read_options(text: str) -> dict[str, str]:
    """Return the pairs in a text such as `size=4,line=on`; `Game.check` validates them."""
    pairs: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            raise localized_error(OptionError, "shared.option.unreadable", part=part[:80])
        if key.strip() in pairs:
            raise localized_error(OptionError, "shared.option.twice", key=key.strip()[:80])
        pairs[key.strip()] = value.strip()
    return pairs
