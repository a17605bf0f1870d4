"""Courses: named sequences of studies, which are their chapters.

A study belongs to a course by two tags: `Course`, its name, and `Chapter`, a number that orders the chapters. The file
of a course is a text with its studies in order, or the JSON list of them; `Title` is the name of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from parlour.errors import RecordError
from parlour.i18n.errors import localized_error
from parlour.match.records.json_format import decode
from parlour.match.records.record import MAX_CHARACTERS
from parlour.match.records.text_format import lines_of, split_lines
from parlour.match.studies.study import Study, study_from_json, study_json
from parlour.match.studies.text_format import read_study, read_study_lines, write_study

MAX_CHAPTERS = 100
_JSON_LIST = re.compile(r"\[\s*[{\]]")


class CoursePlace(msgspec.Struct, frozen=True):
    """The course of a study, and the number that orders its chapters."""

    course: str
    chapter: int = 0


def course_place(tags: Mapping[str, str]) -> CoursePlace | None:
    """Return the course that a study belongs to by its tags.

    >>> course_place({"Course": "Openings", "Chapter": "2"})
    CoursePlace(course='Openings', chapter=2)
    """
    course, chapter = " ".join(tags.get("Course", "").split()), tags.get("Chapter", "")
    if not course:
        return None
    return CoursePlace(course, int(chapter) if re.fullmatch("[0-9]{1,4}", chapter) else 0)


def place_tags(tags: Mapping[str, str], place: CoursePlace | None) -> dict[str, str]:
    """Return the tags of a study in a course, or in none."""
    others = {name: value for name, value in tags.items() if name not in ("Course", "Chapter")}
    return others if place is None else {**others, "Course": place.course, "Chapter": str(place.chapter)}


def write_course(chapters: Sequence[Study]) -> str:
    """Return studies as one text, separated by blank lines."""
    return "\n".join(write_study(chapter) for chapter in chapters)


def write_course_json(chapters: Sequence[Study]) -> str:
    """Return studies as a JSON list."""
    return msgspec.json.format(msgspec.json.encode([study_json(chapter) for chapter in chapters])).decode() + "\n"


def split_course(text: str) -> list[Callable[[], Study]]:
    """Return a function for each study or record in an untrusted text that reads it; raise `RecordError`."""
    content = text.lstrip("\ufeff \t\r\n")
    if _JSON_LIST.match(content):
        if len(text) > MAX_CHARACTERS:
            raise localized_error(RecordError, "match.study.long", most=f"{MAX_CHARACTERS:,}", has=f"{len(text):,}")
        found = decode(text)
        if not found:
            raise localized_error(RecordError, "match.record.empty")
        _check_chapters(len(found))
        return [partial(study_from_json, one, f"$[{n}]") for n, one in enumerate(found)]
    if content.startswith("{"):
        return [partial(read_study, text)]
    lines = lines_of(text, MAX_CHARACTERS)
    parts = split_lines(lines)
    _check_chapters(len(parts))
    return [partial(read_study_lines, lines[start:end], start + 1) for start, end in parts]


def _check_chapters(count: int) -> None:
    if count > MAX_CHAPTERS:
        raise localized_error(RecordError, "match.study.chapters", most=MAX_CHAPTERS, has=f"{count:,}")
