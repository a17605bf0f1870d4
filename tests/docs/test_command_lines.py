"""Command lines in the documents exist, with their options."""

import re
from pathlib import Path

import pytest

from tests.cli.command_lines import unknown_words

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "deploy/README.md", "examples/connect-four/README.md")),
    *sorted(path for path in (ROOT / "docs").glob("*.md")),
]
COMMAND = re.compile(r"^    (?:\$ )?parlour( .+)$|(?<!format )`(?:\$ )?parlour( [^`\n]+)`", re.MULTILINE)


def command_lines(text: str) -> list[list[str]]:
    """Return the command lines in blocks and in running text, without `parlour`."""
    return [re.sub(r'"[^"]*"|[;,:|)]( |$)', " ", one or other).split() for one, other in COMMAND.findall(text)]


def test_commands_on_pages_and_their_options_exist() -> None:
    lines = [(path.name, line) for path in PAGES for line in command_lines(path.read_text(encoding="utf-8"))]
    assert len(lines) > 60
    assert [(name, line) for name, line in lines if unknown_words(line)] == []


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("serve --hots 0.0.0.0", {"--hots"}),
        ("sreve", {"sreve"}),
        ("--no-brwoser", {"--no-brwoser"}),
        ("play surakarta --ending=endless --no-keep", set()),
    ],
)
def test_what_does_not_exist_is_noticed(line: str, unknown: set[str]) -> None:
    assert unknown_words(line.split()) == unknown
