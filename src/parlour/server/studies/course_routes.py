"""Routes of courses: saved studies that are chapters in an order."""

from __future__ import annotations

from litestar import Response, get, post, put
from litestar.params import FromQuery, JSONBody

from parlour.errors import RecordError
from parlour.games import game as find_game
from parlour.i18n.errors import localized_error
from parlour.match.studies.course import MAX_CHAPTERS, split_course, write_course, write_course_json
from parlour.match.studies.study import Study
from parlour.server.http.auth import PageRequest, now
from parlour.server.services import InjectedServices
from parlour.server.studies.messages import (
    MIN_CHARACTERS_PER_MOVE,
    ArrangeCourseRequest,
    StudyFilesView,
    StudySummaryView,
    StudyTextRequest,
)
from parlour.server.studies.views import study_summary
from parlour.store.database.time_slices import Steps


@put("/me/courses", limit="saves")
async def arrange_course(
    data: JSONBody[ArrangeCourseRequest], request: PageRequest, services: InjectedServices
) -> list[StudySummaryView]:
    """Make studies the first chapters of a course, in order, or take them out of their courses; list all studies."""
    person = request.user.require_person()
    if len(data.studies) > MAX_CHAPTERS:
        count = f"{len(data.studies):,}"
        raise localized_error(RecordError, "match.study.chapters", most=MAX_CHAPTERS, has=count)
    await services.store.studies.arrange(person.id, data.course, data.studies)
    return [study_summary(title) for title in await services.store.studies.of(person.id)]


@get("/me/courses")
async def write_course_files(
    course: FromQuery[str], request: PageRequest, services: InjectedServices
) -> Response[StudyFilesView]:
    """Write the chapters of a course as text and JSON, each with its name as the title."""
    stored = await services.store.studies.chapters(request.user.require_person().id, course)

    def steps() -> Steps[StudyFilesView]:
        yield
        chapters = [one.named() for one in stored]
        yield
        return StudyFilesView(write_course(chapters), write_course_json(chapters))

    return await services.computations.response(request, steps(), sum(one.study.size for one in stored))


@post("/me/courses", limit="saves")
async def import_course(
    data: JSONBody[StudyTextRequest], request: PageRequest, services: InjectedServices
) -> list[StudySummaryView]:
    """Save all studies of a file under their titles; chapters are appended to a course that exists."""

    def steps() -> Steps[list[Study]]:
        found: list[Study] = []
        for read in split_course(data.text):
            yield
            found.append(read())
        return found

    found = await services.computations.compute(request, steps(), len(data.text) // MIN_CHARACTERS_PER_MOVE)
    person = await services.sessions.ensure_person(request)
    named = [(study.tags.get("Title") or find_game(study.game).title, study) for study in found]
    return [study_summary(title) for title in await services.store.studies.save_all(person.id, named, now())]


HANDLERS = [arrange_course, write_course_files, import_course]
