"""The ratings by which entrants of a tournament are seeded."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

from parlour.club.bot_ratings import bot_rating
from parlour.club.ratings import RatingList, time_class
from parlour.club.tournaments.events import TournamentSetup
from parlour.engine.levels import Bot
from parlour.match.seats import Account, Guest
from parlour.store import Store


async def seed_ratings(
    store: Store, setup: TournamentSetup, players: Mapping[int, Account | Guest | Bot]
) -> dict[int, int]:
    """Return the ratings of players in the games and the time class of a tournament; 0 for those without one.

    With several games, the rating is the mean over those games in which a player has one.
    """
    if setup.seeding != "rating":
        return {}
    people = {player.id for player in players.values() if not isinstance(player, Bot) and player.id}
    games = sorted({game.game for game in setup.games})
    lists = [RatingList(game, time_class(setup.clock)) for game in games]
    rated = {one.game: await store.ratings.of_people(one, people) for one in lists}

    def points(player: Account | Guest | Bot) -> int:
        found = [
            bot_rating(game, player.level) if isinstance(player, Bot) else rated[game].get(player.id) for game in games
        ]
        known = [rating.points for rating in found if rating is not None]
        return round(mean(known)) if known else 0

    return {number: points(player) for number, player in players.items()}
