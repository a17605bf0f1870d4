"""Routes of ratings: a person's own, leaderboards, and what a game changed."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from parlour.club.ratings import RatingList, TimeClass
from parlour.games import game as find_game
from parlour.games import games
from parlour.server.http.auth import PageRequest
from parlour.server.localizer import ReaderLanguage
from parlour.server.ratings.messages import LeaderboardView, RatingChangeView, RatingHistoryView
from parlour.server.ratings.views import history_view, leaderboard_view, rating_view
from parlour.server.services import InjectedServices


@get("/profile/ratings")
async def show_own_ratings(request: PageRequest, services: InjectedServices) -> list[RatingHistoryView]:
    """Return the person's ratings with their history, those with most games first."""
    if request.user.id is None:
        return []
    installed = {game.key for game in games()}
    found = (await services.store.ratings.history(request.user.id)).items()
    shown = [history_view(one, points) for one, points in found if one.game in installed]
    return sorted(shown, key=lambda view: -view.rating.games)


@get("/ratings")
async def show_leaderboard(
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
    game: FromQuery[str | None] = None,
    time_class: FromQuery[TimeClass | None] = None,
) -> LeaderboardView:
    """Return the leaderboard of a game and time class; without one of them, that with most people."""
    keys = [found.key for found in games()] if game is None else [find_game(game).key]
    async with services.heavy_queries.turn(request):
        rating_list = RatingList(keys[0], time_class or "untimed")
        if game is None or time_class is None:
            rating_list = await services.store.ratings.largest_list(keys, time_class) or rating_list
        players = await services.store.ratings.players(rating_list)
    return leaderboard_view(rating_list, players, request.user.id, reader_language)


@get("/matches/{match:str}/ratings")
async def show_rating_changes(match: FromPath[str], services: InjectedServices) -> list[RatingChangeView]:
    """Return what a finished rated match changed; nothing if it does not count."""
    await services.store.matches.info(match)
    await services.ratings.settle()
    return [
        RatingChangeView(change.seat, rating_view(change.before), rating_view(change.after))
        for change in await services.store.ratings.changes(match)
    ]


HANDLERS = [show_own_ratings, show_leaderboard, show_rating_changes]
