"""Every name in the glossary's last column can be imported."""

import importlib
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!word)([^|]+?) \| [^|]+ \| `([\w.]+)` \|$", PAGE, re.MULTILINE)


def resolve(name: str) -> object:
    """Return the object with a dotted name relative to `parlour`."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(["parlour", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return found
    raise LookupError(name)


@pytest.mark.parametrize(("word", "name"), ROWS, ids=[word for word, _ in ROWS])
def test_the_type_of_a_word_exists(word: str, name: str) -> None:
    assert resolve(name) is not None


def test_every_row_is_read() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| word ")]
    assert len(rows) == len(ROWS) >= 50


def test_a_removed_name_is_noticed() -> None:
    with pytest.raises(AttributeError):
        resolve("errors.NoSuchError")
