"""Routes of studies: trees of variations to explore, save, export and import. Every game can be opened as one."""

from __future__ import annotations

from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from parlour.match.studies.study import Study, checked, write_study_json
from parlour.match.studies.text_format import read_study, write_study
from parlour.server.engine.review_messages import GameReviewView
from parlour.server.engine.views import game_review_view
from parlour.server.http.auth import PageRequest, now
from parlour.server.localizer import ReaderLanguage, match_localizer
from parlour.server.messages import RenameRequest
from parlour.server.services import InjectedServices, Services
from parlour.server.studies.messages import (
    MIN_CHARACTERS_PER_MOVE,
    SaveStudyRequest,
    StudyFilesView,
    StudySummaryView,
    StudyTextRequest,
    StudyView,
)
from parlour.server.studies.views import stored_study_view, study_localizer, study_summary, study_view
from parlour.store import StoredStudy
from parlour.store.database.time_slices import Steps

# ---- Any study, and any game as one ----------------------------------------------------------------------------------


@get("/matches/{match:str}/study")
async def show_match(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[StudyView]:
    """Return a match as a study with one line."""
    live = await services.matches.get(match)
    steps = study_view(Study.of(live.match.record()), match_localizer(live.match, reader_language))
    return await services.computations.response(request, steps, live.match.ply)


@get("/matches/{match:str}/analysis")
async def show_analysis(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> GameReviewView | None:
    """Return the stored review of a finished game, or null; the engine's WebSocket makes reviews."""
    live = await services.matches.get(match)
    stored = (
        await services.store.analyses.get(live.id, live.match.record()) if live.match.state.ended is not None else None
    )
    if stored is None:
        return None
    return await services.computations.compute(
        request, game_review_view(live.id, live.match, stored, reader_language), live.match.ply
    )


@post("/studies/read", status_code=200)
async def read_file(
    data: JSONBody[StudyTextRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[StudyView]:
    """Read a study or a record."""

    def steps() -> Steps[StudyView]:
        yield
        study = read_study(data.text)
        return (yield from study_view(study, study_localizer(study, reader_language)))

    return await services.computations.response(request, steps(), len(data.text) // MIN_CHARACTERS_PER_MOVE)


@post("/studies/write", status_code=200)
async def write_files(
    data: JSONBody[Study], request: PageRequest, services: InjectedServices
) -> Response[StudyFilesView]:
    """Validate a study and write it as text and JSON."""

    def steps() -> Steps[StudyFilesView]:
        yield
        study = checked(data)
        yield
        return StudyFilesView(write_study(study), write_study_json(study))

    return await services.computations.response(request, steps(), data.size)


# ---- Saved studies ---------------------------------------------------------------------------------------------------


@get("/me/studies")
async def list_studies(
    request: PageRequest, services: InjectedServices, game: FromQuery[str | None] = None
) -> list[StudySummaryView]:
    """List the studies of the person."""
    return [study_summary(title) for title in await services.store.studies.of(request.user.id, game)]


@get("/me/studies/{study:str}")
async def show_study(
    study: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[StudyView]:
    """Return a study of the person."""
    person = request.user.require_person()
    stored = await services.store.studies.get(person.id, study)
    return await _stored_study(stored, request, services, reader_language)


@post("/me/studies", limit="saves")
async def save_study(
    data: JSONBody[SaveStudyRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[StudyView]:
    """Save a study."""
    study = await _checked(data.study, request, services)
    person = await services.sessions.ensure_person(request)
    stored = await services.store.studies.save(person.id, data.name, study, now())
    return await _stored_study(stored, request, services, reader_language)


@put("/me/studies/{study:str}", limit="saves")
async def change_study(
    study: FromPath[str],
    data: JSONBody[SaveStudyRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> Response[StudyView]:
    """Replace a study by another version."""
    person, new = request.user.require_person(), await _checked(data.study, request, services)
    stored = await services.store.studies.change(person.id, study, data.name, new, now())
    return await _stored_study(stored, request, services, reader_language)


async def _checked(study: Study, request: PageRequest, services: Services) -> Study:
    return await services.computations.call(request, lambda: checked(study), study.size)


async def _stored_study(
    stored: StoredStudy, request: PageRequest, services: Services, language: str
) -> Response[StudyView]:
    steps = stored_study_view(stored, language)
    return await services.computations.response(request, steps, stored.study.size)


@patch("/me/studies/{study:str}", limit="saves")
async def rename_study(
    study: FromPath[str], data: JSONBody[RenameRequest], request: PageRequest, services: InjectedServices
) -> StudySummaryView:
    """Rename a study; its moves do not change, so that edits in another tab are kept."""
    person = request.user.require_person()
    return study_summary(await services.store.studies.rename(person.id, study, data.name, now()))


@delete("/me/studies/{study:str}")
async def delete_study(study: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete a study."""
    await services.store.studies.delete(request.user.require_person().id, study)


HANDLERS = [
    show_match,
    show_analysis,
    read_file,
    write_files,
    list_studies,
    show_study,
    save_study,
    change_study,
    rename_study,
    delete_study,
]
