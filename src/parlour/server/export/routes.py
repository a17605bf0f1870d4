"""Giving away: games, studies and puzzles as pages that open anywhere, and as moving pictures."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from parlour.games import game as find_game
from parlour.match.studies.study import Study
from parlour.match.studies.text_format import read_study
from parlour.server.export.pages import moving_picture, page, page_data, puzzle_page
from parlour.server.games.position_routes import PictureSize
from parlour.server.http.auth import PageRequest
from parlour.server.learn.views import find_puzzle
from parlour.server.localizer import Spoken
from parlour.server.matches.match_requests import MOST_SEATS
from parlour.server.matches.review_routes import own_record
from parlour.server.services import Parts, TheParts
from parlour.server.studies.messages import StudyTextRequest


async def own_study(match: str, request: PageRequest, parts: Parts) -> tuple[Study, dict[int, str], dict[int, str]]:
    """A match as a study, with one's notes if it is one's own; the names of its players, and their colours."""
    live = await parts.matches.get(match)
    study = Study.of(await own_record(match, request, parts))
    return study, dict(enumerate(live.match.names())), dict(enumerate(live.match.colours()))


@get("/matches/{match:str}/page.html")
async def give_page(match: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken) -> Response[str]:
    """The game as one page that opens anywhere, with board, moves and comments."""
    study, names, colours = await own_study(match, request, parts)
    made = await asyncio.to_thread(lambda: page(page_data(study, spoken, names, colours)))
    return file_response(made, "text/html; charset=utf-8", f"{study.game}-{match}.html")


@get("/matches/{match:str}/moving.svg")
async def give_moving(
    match: FromPath[str], request: PageRequest, parts: TheParts, size: PictureSize = 640
) -> Response[str]:
    """The game as a picture that moves."""
    study, _, colours = await own_study(match, request, parts)
    made = await asyncio.to_thread(moving_picture, study, colours, size)
    return file_response(made, "image/svg+xml", f"{study.game}-{match}.svg")


@post("/studies/page.html", status_code=200)
async def give_study(data: JSONBody[StudyTextRequest], spoken: Spoken) -> Response[str]:
    """Any study or record as one page that opens anywhere."""
    return file_response(
        await asyncio.to_thread(_study_page, data.text, spoken), "text/html; charset=utf-8", "study.html"
    )


def _study_page(text: str, language: str) -> str:
    study = read_study(text)
    names = {seat: name for seat in range(MOST_SEATS) if (name := study.tags.get(f"Seat{seat + 1}", ""))}
    return page(page_data(study, language, names, {}))


@get("/learn/{key:str}/puzzles/{puzzle:str}/page.html")
async def give_puzzle(key: FromPath[str], puzzle: FromPath[str], spoken: Spoken) -> Response[str]:
    """A puzzle as one page that opens anywhere; its solution is shown to those who ask for it."""
    game = find_game(key)
    found = find_puzzle(game, puzzle)
    made = await asyncio.to_thread(lambda: page(puzzle_page(found, game, spoken)))
    return file_response(made, "text/html; charset=utf-8", f"{game.key}-puzzle-{found.id}.html")


def file_response(text: str, kind: str, name: str) -> Response[str]:
    """Something as a file with a name; a browser keeps it and does not open it in our place."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


HANDLERS = [give_page, give_moving, give_study, give_puzzle]
