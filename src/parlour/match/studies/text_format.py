"""Text format of studies: an extension of the text format of records.

    [Game "surakarta"]
    [Title "A quiet opening"]

    {White to play}
    4,0-3,0 ! {2.5 the main move} ( 4,1-3,1 {= The other side} 1,1-2,1 ) 1,1-2,1
    *

In addition to the format of records (see `records/text_format.py`): a comment before the first turn belongs to the
start; `!`, `?`, `!!`, `??`, `!?` and `?!` after a turn annotate it; a comment that begins with `= ` is the name of
the variation that begins with that turn; one that begins with `-> ` lists the arrows after that turn, each as the
labels of two sites; one that is `=?`, or begins with `=? `, is a quiz moment after that turn, with its question;
words between `(` and `)`, which are separate words, are alternatives to the turn before them; a word that begins with
`…` is a single move, where a variation stops within a turn. Every record is also a valid study.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from parlour.errors import IllegalMove, RecordError
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.records.fields import OWN_TAGS, UNDECIDED_REASONS, read_outcome, write_result
from parlour.match.records.json_format import FORMAT as RECORD_FORMAT
from parlour.match.records.json_format import read_json
from parlour.match.records.record import MAX_CHARACTERS, RecordedMove
from parlour.match.records.text_format import (
    NUMBER,
    TIMES,
    braces,
    comment_words,
    head_tags,
    is_result,
    lines_of,
    read_comment,
    read_head,
    read_unfinished,
    tag_lines,
    tokens,
)
from parlour.match.studies.study import FORMAT, MARKS, MAX_NODES, Study, StudyNode, Walker, checked, read_study_json

SINGLE = "…"
NAME = "= "
ARROWS = "-> "
QUIZ = "=?"
OPEN, CLOSE = "(", ")"
WIDTH = 100


def read_study(text: str) -> Study:
    """Return the study in an untrusted text: a study or a record, as JSON or as text; raise `RecordError`."""
    content = text.lstrip("\ufeff \t\r\n")
    if content.startswith("{") and f'"{RECORD_FORMAT}"' in content:
        return Study.of(read_json(text))
    if content.startswith("{") and f'"{FORMAT}"' in content:
        return read_study_json(text)
    return read_study_text(text)


# ---- Writing ---------------------------------------------------------------------------------------------------------


def write_study(study: Study) -> str:
    """Return the study in text format."""
    root = study.nodes[0]
    notes = (comment_words(root.comment), _named(root.name), _arrows(root), _quiz(root))
    words = [*(word for note in notes for word in _braced(note)), *_words(study)]
    words.append("*" if study.outcome is None else write_result(study.outcome))
    return "\n".join([*tag_lines(head_tags(study.record())), "", *_wrapped(words)]) + "\n"


class _Branch(msgspec.Struct, frozen=True):
    """A pending branch: a turn that begins at a node with given moves, and everything after it."""

    begin: int
    given: tuple[int, ...]


def _words(study: Study) -> Iterator[str]:
    """Yield the turns of the whole tree, each followed by its alternative variations."""
    below = study.children()
    walker = Walker(study.opening(), study.nodes)
    waiting: list[_Branch | str] = [_Branch(0, (below[0][0],))] if below[0] else []
    while waiting:
        task = waiting.pop()
        if isinstance(task, str):
            yield task
            continue
        turn, complete = _turn(walker, below, task)
        new = len(task.given) - 1
        yield from _written(walker, task.begin, turn, new, complete)
        if below[turn[-1]]:
            waiting.append(_Branch(turn[-1], (below[turn[-1]][0],)))
        # The other children of a node are variations of the first one, and are written after it.
        above = (task.begin, *turn)
        others = [
            _Branch(task.begin, (*turn[:k], other))
            for k in range(new, len(turn))
            if turn[k] == below[above[k]][0]
            for other in below[above[k]][1:]
        ]
        for other in reversed(others):
            waiting += [CLOSE, other, OPEN]


def _turn(walker: Walker, below: list[list[int]], task: _Branch) -> tuple[tuple[int, ...], bool]:
    """Return the nodes of a turn, possibly only its beginning, and whether it is complete."""
    walker.go(task.begin)
    turn: list[int] = []
    ahead = list(task.given)
    while ahead:
        node = ahead.pop(0)
        position = walker.position
        last = position.turn_over(position.read_move(walker.nodes[node].text))
        turn.append(node)
        walker.go(node)
        if last:
            return tuple(turn), True
        ahead = ahead or below[node][:1]
    return tuple(turn), False


def _written(walker: Walker, begin: int, turn: tuple[int, ...], new: int, complete: bool) -> Iterator[str]:
    """Yield the words of a turn and the annotations of its moves from index `new`."""
    nodes = [walker.nodes[node] for node in turn]
    if complete:
        walker.go(begin)
        start, numbers = walker.position.copy(), []
        for node in turn:
            numbers.append(walker.position.read_move(walker.nodes[node].text))
            walker.go(node)
        yield start.write_turn(numbers)
    else:
        yield from (SINGLE + node.text for node in nodes)
    yield from [node.mark for node in nodes[new:] if node.mark][-1:]
    spoken = [RecordedMove(node.text, node.seconds, node.comment if k >= new else "") for k, node in enumerate(nodes)]
    yield from _braced(braces(spoken))
    yield from _braced(_named(next((node.name for node in nodes[new:] if node.name), "")))
    if len(nodes) > new:
        yield from _braced(_arrows(nodes[-1]))
        yield from _braced(_quiz(nodes[-1]))


def _arrows(node: StudyNode) -> str:
    return ARROWS + " ".join(label for arrow in node.arrows for label in arrow) if node.arrows else ""


def _quiz(node: StudyNode) -> str:
    return "" if node.quiz is None else f"{QUIZ} {comment_words(node.quiz)}".rstrip()


def _named(name: str) -> str:
    return NAME + comment_words(name) if name else ""


def _braced(content: str) -> list[str]:
    """Return a text in braces, if it is not empty."""
    return [f"{{{content}}}"] if content else []


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Yield the words in lines of about `WIDTH` characters."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line


# ---- Reading ---------------------------------------------------------------------------------------------------------


def read_study_text(text: str) -> Study:
    """Return the study in an untrusted text; raise `RecordError` with line and column of the error."""
    return read_study_lines(lines_of(text, MAX_CHARACTERS), 1)


def read_study_lines(lines: list[str], number: int) -> Study:
    """Return the study in some lines; `number` is the line number of the first one in its file."""
    head = read_head(lines, number)
    start = head.position.text()
    reader = _Reader(head.position)
    words = list(tokens(lines, head.first, number))
    result: str | None = None
    for n, (word, line, column) in enumerate(words, 1):
        if result is not None:
            raise localized_error(RecordError, "match.study.after-result", line, column, result=result, word=word[:40])
        announced = n == len(words) and head.tags.get("Result") == word
        if not reader.inside and is_result(word, reader.position, announced):
            result = word
            continue
        try:
            reader.take(word)
        except IllegalMove as wrong:
            raise localized_error(RecordError, "match.record.why", line, column, why=wrong) from wrong
        except RecordError as wrong:
            raise localized_error(RecordError, "match.record.why", line, column, why=wrong) from wrong
    if reader.inside:
        raise localized_error(RecordError, "match.study.unclosed", number + len(lines) - 1)
    for move in read_unfinished(head.tags, head.where, reader.position.copy()):
        reader.single(move.text)
        reader.annotate(move.seconds, move.comment)
    outcome = read_outcome(head.tags, result, reader.position, head.where.get("Result", number + len(lines) - 1))
    tags = {name: value for name, value in head.tags.items() if name not in OWN_TAGS}
    if outcome is None and head.tags.get("Reason") in UNDECIDED_REASONS:
        tags["Reason"] = head.tags["Reason"]
    position = reader.position
    return checked(Study(position.game.key, dict(position.options), start, tuple(reader.walker.nodes), outcome, tags))


class _Reader:
    """Parser that adds one word after another to a tree. Existing moves are followed, not duplicated."""

    def __init__(self, position: Position) -> None:
        self.walker = Walker(position, [StudyNode()])
        self._known: dict[tuple[int, str], int] = {}
        self._turn: list[int] = []
        """Nodes of the last turn."""
        self._new = 0
        """Index of the first of them that was new."""
        self._begin: int | None = None
        self._complete = True
        self._outside: list[tuple[int, list[int], int | None, bool]] = []

    @property
    def position(self) -> Position:
        return self.walker.position

    @property
    def inside(self) -> bool:
        """Return whether the current word is within a variation."""
        return bool(self._outside)

    def take(self, word: str) -> None:
        """Parse a word; raise `IllegalMove` or `RecordError`."""
        if word.startswith("{"):
            self._comment(word[1:-1])
        elif word == OPEN:
            self._open()
        elif word == CLOSE:
            self._close()
        elif word in MARKS:
            self._change(self._last(), mark=word)
        elif word.startswith(SINGLE) and len(word) > 1:
            self.single(word.removeprefix(SINGLE))
        elif not NUMBER.fullmatch(word):
            self._begin_turn()
            for move in self.position.read_turn(word):
                self._play(self.position.write_move(move))

    def single(self, text: str) -> None:
        """Parse a single move of a possibly incomplete turn."""
        if self._complete:
            self._begin_turn()
        move = self.position.read_move(text)
        self._complete = self.position.turn_over(move)
        self._play(self.position.write_move(move))

    def annotate(self, seconds: float | None, comment: str) -> None:
        """Set the time and add a comment to the last move."""
        node = self.walker.nodes[self.walker.at]
        both = " ".join(filter(None, (node.comment, comment)))
        self._change(self.walker.at, seconds=node.seconds if seconds is None else seconds, comment=both)

    def _begin_turn(self) -> None:
        self._begin, self._turn, self._new = self.walker.at, [], 0

    def _play(self, text: str) -> None:
        walker = self.walker
        there = self._known.get((walker.at, text))
        if there is not None:
            walker.go(there)
            self._new = len(self._turn) + 1
        else:
            if len(walker.nodes) >= MAX_NODES:
                raise localized_error(RecordError, "match.study.moves", most=f"{MAX_NODES:,}")
            above = walker.at
            self._known[above, text] = walker.add(StudyNode(text=text))
        self._turn.append(walker.at)

    def _comment(self, words: str) -> None:
        content = " ".join(words.split())
        if content.startswith(NAME):
            first = self._turn[min(self._new, len(self._turn) - 1)] if self._turn else 0
            self._change(first, name=read_comment(content.removeprefix(NAME)))
            return
        if content.startswith(ARROWS):
            self._draw_arrows(content.removeprefix(ARROWS).split())
            return
        if content == QUIZ or content.startswith(f"{QUIZ} "):
            self._change(self.walker.at, quiz=read_comment(content.removeprefix(QUIZ).lstrip()))
            return
        match = TIMES.fullmatch(content)
        assert match is not None
        times = [float(time) for time in match[1].split()]
        if times and len(times) != len(self._turn):
            raise localized_error(RecordError, "match.record.times", times=len(times), moves=len(self._turn))
        for node, time in zip(self._turn, times, strict=False):
            self._change(node, seconds=time)
        self.annotate(None, read_comment(match[2]))

    def _draw_arrows(self, labels: list[str]) -> None:
        if len(labels) % 2:
            raise localized_error(RecordError, "match.study.half-arrow", label=labels[-1][:40])
        self._change(self.walker.at, arrows=tuple(zip(labels[::2], labels[1::2], strict=True)))

    def _last(self) -> int:
        if not self._turn:
            raise localized_error(RecordError, "match.study.mark-first")
        return self._turn[-1]

    def _change(self, node: int, **values: object) -> None:
        self.walker.nodes[node] = msgspec.structs.replace(self.walker.nodes[node], **values)

    def _open(self) -> None:
        if self._begin is None or not self._turn:
            raise localized_error(RecordError, "match.study.variation-first")
        self._outside.append((self.walker.at, self._turn, self._begin, self._complete))
        self.walker.go(self._begin)
        self._turn, self._begin, self._new, self._complete = [], None, 0, True

    def _close(self) -> None:
        if not self._outside:
            raise localized_error(RecordError, "match.study.parenthesis")
        if not self._turn:
            raise localized_error(RecordError, "match.study.empty")
        at, self._turn, self._begin, self._complete = self._outside.pop()
        self._new = len(self._turn)
        self.walker.go(at)
