"""Convert profiles into views: strength, statistics, openings and achievements of a person."""

from __future__ import annotations

from parlour.engine.player_rating import PlayerRating
from parlour.games import game as find_game
from parlour.games import write_share
from parlour.i18n.catalogue import format_message
from parlour.i18n.message import Message
from parlour.match.achievements import AchievementProgress
from parlour.server.games.turn_notation import turns
from parlour.server.localizer import feat_text, plain_catalogue
from parlour.server.people.profile_messages import (
    AchievementView,
    OpeningView,
    PlayerRatingView,
    ProfileView,
    StrengthView,
)
from parlour.store.people.openings import Opening
from parlour.store.people.statistics import Day, Encounter, NamedResults, Profile

POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def player_rating_view(game: str, encounters: tuple[Encounter, ...]) -> PlayerRatingView:
    """Return a person's strength in a game, estimated from their games against bots."""
    known = PlayerRating()
    history = []
    for one in encounters:
        known = known.after(one.level, POINTS[one.result])
        history.append(StrengthView(one.ended, round(known.strength, 2)))
    return PlayerRatingView(
        game, round(known.strength, 2), known.games, known.level(), known.suggestion(), tuple(history)
    )


def profile_view(
    profile: Profile,
    days: tuple[Day, ...] = (),
    openings: tuple[OpeningView, ...] = (),
    opponents: tuple[NamedResults, ...] = (),
    names: tuple[NamedResults, ...] = (),
) -> ProfileView:
    """Return a person's statistics, with their days, openings, opponents and the names on their screen."""
    known = {name: getattr(profile, name) for name in profile.__struct_fields__}
    return ProfileView(**known, days=days, openings=openings, opponents=opponents, names=names)


def opening_view(opening: Opening) -> OpeningView:
    """Return an opening, with the position it leads to."""
    game = find_game(opening.game)
    options = game.check(opening.options)
    position = game.read(opening.start, options)
    for text in opening.moves:
        position.play(position.read_move(text))
    written = tuple(text for _, text, _, _ in turns(position))
    side = game.sides(options)[opening.seat].name
    return OpeningView(side, written, dict(options), write_share(position), opening.tally)


def achievement_view(progress: AchievementProgress, language: str) -> AchievementView:
    """Return an achievement in a language."""
    one = progress.achievement
    feat = feat_text(one.game, one.feat, language) if one.game is not None and one.feat else ""
    title = one.game.title if one.game else ""
    params: dict[str, str | int] = {"n": one.goal, "level": one.level, "game": title, "feat": feat}
    name, how = (
        format_message(Message(f"match.{table}.{one.words}", params), plain_catalogue(language), ())
        for table in ("achievement", "achievement-how")
    )
    return AchievementView(one.key, name, how, progress.value, one.goal, progress.reached, one.finish)
