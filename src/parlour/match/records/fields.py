"""Fields that all formats of records share: tags, results, and the start position."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.errors import ParlourError, RecordError
from parlour.games import game as find_game
from parlour.games.contract.display import SHARED_REASONS, Outcome
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

AGREED_REASONS = ("resign", "time", "agreement", "adjudication")
"""Reasons for an ending that the position itself does not show."""
UNDECIDED_REASONS = ("abort", "abandoned")
"""Reasons for stopping without a result; a record has them as a tag."""
OWN_TAGS = ("Game", "Options", "Start", "Result", "Reason", "Unfinished", "UnfinishedTimes", "Extra")
"""Tags generated from the content of a record; all others are set by users."""
TAG_NAME = r"[A-Za-z][A-Za-z0-9_]{0,30}"
TAG_VALUE = r"[^\x00-\x1f\x7f\ud800-\udfff]*"
RESULT = re.compile(r"(?:1/2|1|0)(?:-(?:1/2|1|0))+|\*")


def read_start(game: str, options: Mapping[str, Value], start: str, path: str) -> Position:
    """Return the start position in a JSON file; raise `RecordError` with the path of the field that is wrong."""
    field = f"{path}.game"
    try:
        found = find_game(game)
        field = f"{path}.options"
        checked = found.check(options)
        field = f"{path}.start"
        return found.read(start, checked) if start else found.start(checked)
    except ParlourError as wrong:
        raise localized_error(RecordError, "match.json.at", path=field, why=wrong) from wrong


# ---- Tags and results ----------------------------------------------------------------------------------------------


def check_tag(name: str, value: str) -> None:
    """Raise `RecordError` if a tag cannot be written in one line."""
    if not re.fullmatch(TAG_NAME, name):
        raise localized_error(RecordError, "match.record.tag-name", name=name[:40])
    if not re.fullmatch(TAG_VALUE, value):
        raise localized_error(RecordError, "match.record.tag-value", name=name)


def write_result(outcome: Outcome) -> str:
    """Return a result as text: one number per seat.

    >>> write_result(Outcome((1.0, 0.0, 1.0), "triangle"))
    '1-0-1'
    """
    return "-".join({0: "0", 0.5: "1/2", 1: "1"}[result] for result in outcome.results)


def read_outcome(tags: dict[str, str], result: str | None, position: Position, line: int | None) -> Outcome | None:
    """Return the outcome given by a result (or the tag) and a reason in the final position."""
    written = result if result is not None else tags.get("Result", "*")
    reason = tags.get("Reason", "")
    if tags.get("Result", written) != written:
        raise localized_error(RecordError, "match.record.two-results", line, tag=tags["Result"][:20], end=written)
    reached = position.outcome()
    if reached is not None:
        if written not in ("*", write_result(reached)) or reason not in ("", reached.reason):
            shown = f"{written} ({reason})" if reason else written
            by_rules = f"{write_result(reached)} ({reached.reason})"
            raise localized_error(RecordError, "match.record.other-result", line, recorded=shown, by_rules=by_rules)
        return reached
    if written == "*":
        return None
    seats = len(position.game.sides(position.options))
    if not RESULT.fullmatch(written) or len(written.split("-")) != seats:
        raise localized_error(RecordError, "match.record.no-result", line, result=written[:20], seats=seats)
    if reason not in AGREED_REASONS:
        known = ", ".join(reason for reason in SHARED_REASONS if reason in AGREED_REASONS)
        raise localized_error(RecordError, "match.record.no-reason", line, known=known)
    return Outcome(tuple({"0": 0.0, "1/2": 0.5, "1": 1.0}[part] for part in written.split("-")), reason)
