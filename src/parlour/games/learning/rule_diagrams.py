"""Diagrams in the rules pages: positions with a legal move or with illegal picks.

A page of rules is Markdown, and a diagram a fenced block in it:

    ```diagram
    position: ..1.../....../2...../....../....../...... 1 0
    legal: 0,2x2,0
    caption: The two ends of a loop are neighbours on the track.
    ```

`position` is a position text (without it, the start), `options` are written as in share strings, `legal` is a move in
the game's notation, `illegal` the labels of the sites a player would click. Reading a page checks all of it against the
rules, so a diagram cannot be wrong about what may be played.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from parlour.errors import NotFound, ParlourError, TextError
from parlour.games.contract.game import Game
from parlour.games.contract.options import read_options
from parlour.games.contract.position import Position

KEYS = ("position", "options", "legal", "illegal", "caption")
_BLOCK = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Diagram(msgspec.Struct, frozen=True):
    """A diagram of a position with at most one of `legal`, a move in notation, and `illegal`, a sequence of picks."""

    position: Position
    legal: str = ""
    illegal: tuple[int, ...] = ()
    caption: str = ""

    def says(self, language: str = "en") -> str:
        """Return what the move does, or why the picks are illegal; empty if there is neither."""
        position = self.position
        if self.legal:
            message = position.describe(position.read_move(self.legal))
        elif self.illegal:
            message = position.explain(self.illegal)
        else:
            return ""
        return position.game.sentence(message, position.options, language=language)


def read_page(game: Game, markdown: str) -> tuple[str, list[Diagram]]:
    """Return the page with a number instead of each diagram, and the diagrams; raise `TextError` with the line."""
    found: list[Diagram] = []

    def number(diagram: Diagram) -> str:
        found.append(diagram)
        return f"```diagram\n{len(found) - 1}\n```"

    return _replaced(game, markdown, number), found


def plain_page(game: Game, language: str = "en") -> str:
    """Return the rules with the diagrams as plain text, for terminals."""

    def drawn(diagram: Diagram) -> str:
        lines = [*diagram.position.diagram().splitlines(), ""]
        if diagram.legal:
            lines.append(f"{diagram.legal}: {diagram.says(language)}")
        elif diagram.illegal:
            labels = [site.label for site in game.board(diagram.position.options).sites]
            lines.append(f"✗ {' '.join(labels[site] for site in diagram.illegal)}: {diagram.says(language)}")
        return "```\n" + "\n".join(lines).rstrip() + "\n```" + (f"\n\n{diagram.caption}" if diagram.caption else "")

    return _replaced(game, game.rules(language), drawn)


def _replaced(game: Game, markdown: str, write: Callable[[Diagram], str]) -> str:
    def one(block: re.Match[str]) -> str:
        try:
            return write(_read(game, block[1]))
        except ParlourError as fault:
            line = markdown.count("\n", 0, block.start()) + 1
            raise TextError(f"The diagram in line {line} of the rules of {game.title} is wrong: {fault}") from fault

    return _BLOCK.sub(one, markdown)


def _read(game: Game, block: str) -> Diagram:
    entries: dict[str, str] = {}
    for line in block.splitlines():
        key, colon, value = line.partition(":")
        if key not in KEYS or not colon or key in entries:
            raise TextError(f"“{line[:40]}” is not an entry of a diagram (allowed once each: {', '.join(KEYS)}).")
        entries[key] = value.strip()
    options = game.check(read_options(entries.get("options", "")))
    text = entries.get("position", "")
    position = game.read(text, options) if text else game.start(options)
    legal = entries.get("legal", "")
    if legal:
        position.read_move(legal)
    return Diagram(position, legal, _clicks(position, entries.get("illegal", "")), entries.get("caption", ""))


def _clicks(position: Position, labels: str) -> tuple[int, ...]:
    """Return the sites of picks, which must not be a move."""
    known = [site.label for site in position.game.board(position.options).sites]
    for label in labels.split():
        if label not in known:
            raise TextError(f"There is no site “{label[:20]}” on this board.")
    clicks = tuple(known.index(label) for label in labels.split())
    if clicks and any(clicks in position.picks(move) for move in position.moves()):
        raise TextError(f"“{labels}” can be played.")
    return clicks


def rules_text(game: Game, language: str) -> str:
    """Return the rules as plain text, in English if there is no translation."""
    try:
        return plain_page(game, language)
    except NotFound:
        return plain_page(game)
