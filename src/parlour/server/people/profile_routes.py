"""Routes of the profile: statistics, favourite openings, strength and achievements. Without any games all are zero."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromQuery

from parlour.games import game as find_game
from parlour.games import games
from parlour.match.achievements import PlayerHistory, PuzzleAttempt, progress
from parlour.server.http.auth import PageRequest
from parlour.server.localizer import ReaderLanguage
from parlour.server.people.profile_messages import AchievementView, MinutesAheadOfUtc, PlayerRatingView, ProfileView
from parlour.server.people.profile_views import achievement_view, opening_view, player_rating_view, profile_view
from parlour.server.services import InjectedServices, Services
from parlour.store import Profile, ResultTally

MAX_OPENINGS = 6
"""Number of openings shown."""

EMPTY_PROFILE = Profile(ResultTally(), {}, (), {}, None, None, None, None)


@get("/profile")
async def show_profile(
    request: PageRequest, services: InjectedServices, game: FromQuery[str | None] = None, ahead: MinutesAheadOfUtc = 0
) -> ProfileView:
    """Return the person's statistics, in all games or in one."""
    found = None if game is None else find_game(game)
    person = request.user.id
    if person is None:
        return profile_view(EMPTY_PROFILE)
    statistics = services.store.statistics
    async with services.heavy_queries.turn(request):
        profile = await statistics.profile(person, game)
        days = await statistics.days(person, game, ahead * 60_000)
        openings = () if found is None else (await services.store.openings.of(person, found.key))[:MAX_OPENINGS]
        opponents = await statistics.opponents(person, game)
        names = await statistics.shared_screen(person, game)
    shown = await asyncio.to_thread(lambda: tuple(map(opening_view, openings)))
    return profile_view(profile, days, shown, opponents, names)


@get("/profile/level")
async def show_level(request: PageRequest, services: InjectedServices, game: FromQuery[str]) -> PlayerRatingView:
    """Return the person's strength in a game, and the level of a bot that matches it."""
    found = find_game(game)
    if request.user.id is None:
        return player_rating_view(found.key, ())
    return player_rating_view(found.key, await services.store.statistics.encounters(request.user.id, found.key))


@get("/achievements")
async def show_achievements(
    request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> list[AchievementView]:
    """List all achievements with the progress of the person."""
    person = request.user.id
    async with services.heavy_queries.turn(request):
        past = PlayerHistory() if person is None else await _past(services, person)
    counted = await asyncio.to_thread(progress, past, tuple(games()))
    return [achievement_view(one, reader_language) for one in counted]


async def _past(services: Services, person: str) -> PlayerHistory:
    tried = await services.store.learning.of(person)
    puzzles = tuple(PuzzleAttempt(one.clean, one.begun, one.solved) for one in tried if one.kind == "puzzle")
    return PlayerHistory(await services.store.statistics.past(person), puzzles)


HANDLERS = [show_profile, show_level, show_achievements]
