"""Export games, studies and puzzles as self-contained pages, and games as animated SVGs."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from parlour.games import game as find_game
from parlour.match.studies.study import Study
from parlour.match.studies.text_format import read_study
from parlour.server.export.frames import animated_main_line
from parlour.server.export.html import write_page
from parlour.server.export.messages import ExportPageView
from parlour.server.export.views import export_page_view, puzzle_page_view
from parlour.server.games.pictures import PictureSize
from parlour.server.http.auth import PageRequest
from parlour.server.learn.views import find_puzzle
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.match_requests import MAX_SEATS
from parlour.server.services import InjectedServices, Services
from parlour.server.studies.messages import StudyTextRequest
from parlour.store.database.time_slices import Steps


async def study_for_visitor(
    match: str, request: PageRequest, services: Services
) -> tuple[Study, dict[int, str], dict[int, str]]:
    """Return a match as a study with the visitor's notes, and the names and colours of its seats."""
    live = await services.matches.get(match)
    study = Study.of(await services.matches.record(match, request.user.id))
    return study, dict(enumerate(live.match.names())), dict(enumerate(live.match.colours()))


@get("/matches/{match:str}/page.html")
async def export_match_page(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[str]:
    """Return a game as a self-contained page with board, moves and comments."""
    study, names, colours = await study_for_visitor(match, request, services)
    page = _written(export_page_view(study, reader_language, names, colours))
    made = await services.computations.compute(request, page)
    return file_response(made, "text/html; charset=utf-8", f"{study.game}-{match}.html")


@get("/matches/{match:str}/moving.svg")
async def export_match_animation(
    match: FromPath[str], request: PageRequest, services: InjectedServices, size: PictureSize = 640
) -> Response[str]:
    """Return a game as an animated SVG."""
    study, _, colours = await study_for_visitor(match, request, services)
    made = await services.computations.compute(request, animated_main_line(study, colours, size))
    return file_response(made, "image/svg+xml", f"{study.game}-{match}.svg")


@post("/studies/page.html", status_code=200)
async def export_study_page(
    data: JSONBody[StudyTextRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[str]:
    """Return a study or record as a self-contained page."""
    made = await services.computations.compute(request, _study_page(data.text, reader_language))
    return file_response(made, "text/html; charset=utf-8", "study.html")


def _study_page(text: str, language: str) -> Steps[str]:
    yield
    study = read_study(text)
    names = {seat: name for seat in range(MAX_SEATS) if (name := study.tags.get(f"Seat{seat + 1}", ""))}
    return (yield from _written(export_page_view(study, language, names, {})))


def _written(page: Steps[ExportPageView]) -> Steps[str]:
    return write_page((yield from page))


@get("/learn/{key:str}/puzzles/{puzzle:str}/page.html")
async def export_puzzle_page(
    key: FromPath[str],
    puzzle: FromPath[str],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> Response[str]:
    """Return a puzzle as a self-contained page that shows the solution on request."""
    game = find_game(key)
    found = find_puzzle(game, puzzle)
    made = await services.computations.compute(request, _written(puzzle_page_view(found, game, reader_language)))
    return file_response(made, "text/html; charset=utf-8", f"{game.key}-puzzle-{found.id}.html")


def file_response(text: str, kind: str, name: str) -> Response[str]:
    """Return a text as a file that a browser saves instead of opening it."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


HANDLERS = [export_match_page, export_match_animation, export_study_page, export_puzzle_page]
