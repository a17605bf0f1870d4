"""`Study`: a game with variations, names, marks and comments; a tree of moves.

    study = Study.of(record)                       # a game as a study with one line
    study = read_study(text)                       # untrusted JSON or text, replayed through the rules
    for node, position in study.positions(): …     # every node, with one position changed in place
    study.line(node)                               # the nodes from the start to this one
    study.record()                                 # its main line

The tree is stored as a list: node 0 is the start, and every other node has the index of its parent, which comes before
it. The nodes are in depth-first order: a node, the whole subtree of its first child, then that of the second. So the
main line is nodes 0, 1, 2 … and the index of a node on it is its ply. Nothing here is recursive, because an untrusted
study may be deep.

The text format is in `text_format.py`: a record with variations in parentheses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from parlour.errors import IllegalMove, RecordError
from parlour.games import game as find_game
from parlour.games.contract.display import Outcome
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.records.fields import OWN_TAGS, check_tag, read_outcome, read_start, write_result
from parlour.match.records.json_format import decode
from parlour.match.records.record import MAX_CHARACTERS, Record, RecordedMove

FORMAT: Literal["parlour-study"] = "parlour-study"
VERSION = 1
MAX_NODES = 20_000
MAX_NAME_CHARACTERS = 80
MAX_COMMENT_CHARACTERS = 4_000
MAX_ARROWS = 40
MAX_QUESTION_CHARACTERS = 200

AnnotationMark = Literal["", "!", "?", "!!", "??", "!?", "?!"]
"""Annotation of a move, as in chess notation."""
MARKS: tuple[AnnotationMark, ...] = ("!", "?", "!!", "??", "!?", "?!")


class StudyNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move in a study, in move notation; node 0, the start, has none.

    `name` is the name of the variation that begins here. `arrows` are drawn on the board after the move, from site to
    site by their labels; one with both ends at the same site is a ring around it. A node with a `quiz` is a position
    about which a lesson asks the class; the text may be empty for the usual question.
    """

    parent: int = -1
    text: str = ""
    seconds: float | None = None
    comment: str = ""
    name: str = ""
    mark: AnnotationMark = ""
    arrows: tuple[tuple[str, str], ...] = ()
    quiz: str | None = None


class Study(msgspec.Struct, frozen=True):
    """A tree of moves from a start position; create it with `Study.of`, `checked` or `read_study`."""

    game: str
    options: dict[str, Value]
    start: str
    nodes: tuple[StudyNode, ...] = (StudyNode(),)
    outcome: Outcome | None = None
    """Outcome of the main line."""
    tags: dict[str, str] = {}

    @property
    def size(self) -> int:
        """Number of nodes and tags: how long it takes to work on the study depends on it."""
        return len(self.nodes) + len(self.tags)

    @staticmethod
    def of(record: Record) -> Study:
        """Return a study with the moves of a game as its only line."""
        moves = [StudyNode(n, move.text, move.seconds, move.comment) for n, move in enumerate(record.moves)]
        return Study(record.game, record.options, record.start, (StudyNode(), *moves), record.outcome, record.tags)

    def record(self) -> Record:
        """Return the main line as a record, with its comments."""
        line = [self.nodes[node] for node in self.main_line()[1:]]
        moves = tuple(RecordedMove(node.text, node.seconds, node.comment) for node in line)
        return Record(self.game, self.options, self.start, moves, self.outcome, self.tags)

    def children(self) -> list[list[int]]:
        """Return the children of every node; the first child continues the line."""
        return children_of(self.nodes)

    def main_line(self) -> list[int]:
        """Return the nodes of the main line, including the start."""
        end = next((n for n, node in enumerate(self.nodes) if n and node.parent != n - 1), len(self.nodes))
        return list(range(end))

    def line(self, node: int) -> list[int]:
        """Return the nodes from the start to a node, both included."""
        found = [node]
        while found[-1]:
            found.append(self.nodes[found[-1]].parent)
        return found[::-1]

    def opening(self) -> Position:
        """Return the start position."""
        found = find_game(self.game)
        return found.read(self.start, found.check(self.options))

    def positions(self) -> Iterator[tuple[int, Position]]:
        """Yield every node with its position, in order: the same object, changed in place."""
        walker = Walker(self.opening(), self.nodes)
        for n in range(len(self.nodes)):
            walker.go(n)
            yield n, walker.position


class Walker:
    """A cursor in a tree that may still grow, with one position that is played forward and back."""

    def __init__(self, position: Position, nodes: Sequence[StudyNode]) -> None:
        self.position = position
        self.at = 0
        self.nodes = list(nodes[:1])
        self._depths = [0]
        self._moves: list[int | None] = [None]
        """Parsed moves by node: parsing a move takes longer than playing it."""
        for node in nodes[1:]:
            self._grow(node)

    def _grow(self, node: StudyNode, move: int | None = None) -> None:
        self.nodes.append(node)
        self._moves.append(move)
        self._depths.append(self._depths[node.parent] + 1)

    def move(self, node: int) -> int:
        """Return the move of a child of the current node."""
        move = self._moves[node]
        if move is None:
            move = self._moves[node] = int(self.position.read_move(self.nodes[node].text))
        return move

    def add(self, node: StudyNode) -> int:
        """Add a child to the current node and move to it; raise `IllegalMove`."""
        move = self.position.read_move(node.text)
        self.position.play(move)
        self._grow(msgspec.structs.replace(node, parent=self.at), move)
        self.at = len(self.nodes) - 1
        return self.at

    def go(self, node: int) -> None:
        """Move to a node."""
        ahead: list[int] = []
        while node != self.at:
            if self._depths[node] > self._depths[self.at]:
                ahead.append(node)
                node = self.nodes[node].parent
            else:
                self.position.undo()
                self.at = self.nodes[self.at].parent
        for node in reversed(ahead):
            self.position.play(self.move(node))
            self.at = node


def count_turns(study: Study) -> int:
    """Return the number of turns in all variations of a checked study."""
    walker = Walker(study.opening(), study.nodes)
    turns = 0
    for n, node in enumerate(study.nodes[1:], 1):
        walker.go(node.parent)
        turns += walker.position.turn_over(walker.move(n))
    return turns


def children_of(nodes: Sequence[StudyNode]) -> list[list[int]]:
    """Return the children of every node of a tree."""
    found: list[list[int]] = [[] for _ in nodes]
    for n, node in enumerate(nodes[1:], 1):
        found[node.parent].append(n)
    return found


# ---- Checking --------------------------------------------------------------------------------------------------------


def checked(study: Study) -> Study:
    """Return an untrusted study in canonical order and in the game's own notation; raise `RecordError`."""
    return _checked(study, "$")


def _checked(study: Study, path: str) -> Study:
    opening = read_start(study.game, study.options, study.start, path)
    for name, value in study.tags.items():
        check_tag(name, value)
    _check_tree(study.nodes, path)
    _check_arrows(study.nodes, opening, path)
    placed = _in_order(study.nodes)
    plain = msgspec.structs.replace(study, options=dict(opening.options), start=opening.text(), nodes=placed.nodes)
    nodes = _replayed(plain, opening, placed.before, path)
    tags = {name: value for name, value in study.tags.items() if name not in OWN_TAGS}
    done = msgspec.structs.replace(plain, nodes=nodes, tags=tags)
    return msgspec.structs.replace(done, outcome=_outcome(done, path))


def _check_tree(nodes: Sequence[StudyNode], path: str) -> None:
    """Raise `RecordError` if the nodes are not a tree, or a value in them exceeds its limit."""
    if not nodes or nodes[0].text or nodes[0].parent != -1:
        raise localized_error(RecordError, "match.study.first", path=path)
    if len(nodes) > MAX_NODES:
        raise localized_error(RecordError, "match.study.nodes", path=path, most=f"{MAX_NODES:,}")
    for n, node in enumerate(nodes):
        where = f"{path}.nodes[{n}]"
        if n and not 0 <= node.parent < n:
            raise localized_error(RecordError, "match.study.parent", path=where, parent=node.parent)
        if len(node.name) > MAX_NAME_CHARACTERS:
            raise localized_error(RecordError, "match.study.name", path=where, most=MAX_NAME_CHARACTERS)
        if len(node.comment) > MAX_COMMENT_CHARACTERS:
            raise localized_error(RecordError, "match.study.comment", path=where, most=f"{MAX_COMMENT_CHARACTERS:,}")
        if node.quiz is not None and len(node.quiz) > MAX_QUESTION_CHARACTERS:
            raise localized_error(RecordError, "match.study.quiz", path=where, most=MAX_QUESTION_CHARACTERS)
        if node.seconds is not None and not 0 <= node.seconds < 10_000_000:
            raise localized_error(RecordError, "match.study.seconds", path=where, seconds=str(node.seconds))


def _check_arrows(nodes: Sequence[StudyNode], opening: Position, path: str) -> None:
    """Raise `RecordError` if an arrow begins or ends at a site that the board does not have."""
    labels = {site.label for site in opening.game.board(opening.options).sites}
    for n, node in enumerate(nodes):
        where = f"{path}.nodes[{n}]"
        if len(node.arrows) > MAX_ARROWS:
            raise localized_error(RecordError, "match.study.arrows", path=where, most=MAX_ARROWS)
        unknown = next((label for arrow in node.arrows for label in arrow if label not in labels), None)
        if unknown is not None:
            raise localized_error(RecordError, "match.study.arrow", path=where, label=unknown[:40])


class _Placed(msgspec.Struct, frozen=True):
    nodes: tuple[StudyNode, ...]
    before: list[int]
    """The index that each node had before."""


def _in_order(nodes: Sequence[StudyNode]) -> _Placed:
    """Return the nodes in reading order."""
    below = children_of(nodes)
    number = [0] * len(nodes)
    before: list[int] = []
    waiting = [0]
    while waiting:
        n = waiting.pop()
        number[n] = len(before)
        before.append(n)
        waiting += reversed(below[n])
    placed = [msgspec.structs.replace(nodes[n], parent=number[nodes[n].parent]) for n in before[1:]]
    return _Placed((nodes[0], *placed), before)


def _replayed(study: Study, position: Position, before: Sequence[int], path: str) -> tuple[StudyNode, ...]:
    """Return the nodes in the game's own notation; raise `RecordError` at an illegal or duplicate move."""
    walker = Walker(position, study.nodes[:1])
    seen: set[tuple[int, str]] = set()
    for n, node in enumerate(study.nodes[1:], 1):
        walker.go(node.parent)
        try:
            move = position.read_move(node.text)
        except IllegalMove as wrong:
            raise localized_error(RecordError, "match.study.node", path=path, node=before[n], why=wrong) from wrong
        text = position.write_move(move)
        if (node.parent, text) in seen:
            raise localized_error(RecordError, "match.study.twice", path=path, node=before[n], text=text)
        seen.add((node.parent, text))
        walker.add(msgspec.structs.replace(node, text=text))
    return tuple(walker.nodes)


def _outcome(study: Study, path: str) -> Outcome | None:
    """Return the outcome of the main line; raise `RecordError` if it contradicts the position."""
    position = study.record().replay()
    given = study.outcome
    if given is None:
        return position.outcome()
    try:
        return read_outcome({"Reason": given.reason}, write_result(given), position, None)
    except RecordError as wrong:
        raise localized_error(RecordError, "match.study.outcome", path=path, why=wrong) from wrong


# ---- JSON ------------------------------------------------------------------------------------------------------------


class _StudyJson(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """JSON schema of a study. A node without a parent follows the one before it."""

    format: Literal["parlour-study"]
    version: int
    game: str
    options: dict[str, Value] = {}
    start: str = ""
    nodes: tuple[StudyNode, ...] = (StudyNode(),)
    outcome: Outcome | None = None
    tags: dict[str, str] = {}


def write_study_json(study: Study, indent: int = 2) -> str:
    """Return the study in JSON format."""
    text = msgspec.json.encode(study_json(study))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode() + "\n"


def study_json(study: Study) -> msgspec.Struct:
    """Return what the JSON of a study contains."""
    nodes = [
        node if node.parent != n - 1 else msgspec.structs.replace(node, parent=-1) for n, node in enumerate(study.nodes)
    ]
    return _StudyJson(FORMAT, VERSION, study.game, study.options, study.start, tuple(nodes), study.outcome, study.tags)


def read_study_json(text: str) -> Study:
    """Return the study in an untrusted JSON text; raise `RecordError` with what is wrong and where."""
    if len(text) > MAX_CHARACTERS:
        raise localized_error(RecordError, "match.study.long", most=f"{MAX_CHARACTERS:,}", has=f"{len(text):,}")
    return study_from_json(decode(text), "$")


def study_from_json(found: object, path: str) -> Study:
    """Return the study in decoded JSON that is at a path of its file; raise `RecordError`."""
    version = found.get("version") if isinstance(found, dict) else None
    if type(version) is int and version > VERSION:
        raise localized_error(RecordError, "match.study.newer", version=version, most=VERSION)
    try:
        written = msgspec.convert(found, _StudyJson)
    except msgspec.ValidationError as wrong:
        what, _, where = str(wrong).partition(" - at `$")
        raise localized_error(
            RecordError, "match.study.value", place=path[1:] + where.rstrip("`"), what=what
        ) from wrong
    if written.outcome is not None and not set(written.outcome.results) <= {0, 0.5, 1}:
        raise localized_error(RecordError, "match.study.results")
    nodes = tuple(
        msgspec.structs.replace(node, parent=n - 1) if n and node.parent == -1 else node
        for n, node in enumerate(written.nodes)
    )
    return _checked(Study(written.game, written.options, written.start, nodes, written.outcome, written.tags), path)
