"""Courses: files with several studies, and places by tags."""

import pytest

from parlour.errors import RecordError
from parlour.match.studies.course import (
    MAX_CHAPTERS,
    CoursePlace,
    course_place,
    place_tags,
    split_course,
    write_course,
    write_course_json,
)
from parlour.match.studies.text_format import read_study, write_study

CHAPTER = '[Game "sim"]\n[Course "Openings"]\n[Chapter "2"]\n\n{=? Which edge?} A-B {not\n[Game of chess} ( A-C ) *\n'


def test_a_course_survives_both_forms() -> None:
    chapters = [read_study(CHAPTER), read_study('[Game "surakarta"]\n\n4,0-3,0')]
    for text in (write_course(chapters), write_course_json(chapters)):
        assert [read() for read in split_course(text)] == chapters


def test_a_file_with_one_study_is_a_course_of_one_chapter() -> None:
    for text in (CHAPTER, write_study(read_study(CHAPTER))):
        assert [course_place(read().tags) for read in split_course(text)] == [CoursePlace("Openings", 2)]


def test_errors_in_a_file_name_the_line_or_the_place() -> None:
    with pytest.raises(RecordError) as wrong:
        _ = [read() for read in split_course(CHAPTER + '[Game "sim"]\n\nA-Z')]
    assert wrong.value.line == CHAPTER.count("\n") + 3
    listed = write_course_json([read_study(CHAPTER)]).replace("A-C", "A-B")
    with pytest.raises(RecordError, match=r"\$\[0\]\.nodes\[2\]"):
        _ = [read() for read in split_course(listed)]


@pytest.mark.parametrize(
    ("text", "message"),
    [(CHAPTER * (MAX_CHAPTERS + 1), "at most 100 chapters"), ("[]", "empty"), ("[{}]", r"\$\[0\]|missing|required")],
)
def test_a_file_that_is_no_course_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        _ = [read() for read in split_course(text)]


def test_tags_hold_the_place_and_other_tags_are_kept() -> None:
    tags = place_tags({"Title": "a", "Course": "old", "Chapter": "9"}, CoursePlace("new", 3))
    assert tags == {"Title": "a", "Course": "new", "Chapter": "3"}
    assert place_tags(tags, None) == {"Title": "a"}
    assert course_place({"Course": " ", "Chapter": "1"}) is None
    assert course_place({"Course": "a", "Chapter": "one"}) == CoursePlace("a", 0)
