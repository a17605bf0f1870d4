"""Convert the statistics of the club into views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.games import Game, Position, games, write_share
from parlour.match.names import distinct_names
from parlour.match.seats import Setup
from parlour.server.statistics.messages import (
    ClubPlayerView,
    MeetingView,
    OpeningStartView,
    OpeningTurnView,
    PlayedGameView,
    SideWinsView,
)
from parlour.store.club.club_games import ClubPlayer, GameCount, NextTurn, OpeningStart
from parlour.store.people.statistics import ResultTally


def played_games(counts: Mapping[tuple[str, int], GameCount], language: str) -> tuple[PlayedGameView, ...]:
    """Return the installed games that were played, the most played first."""
    found = []
    for game in games():
        localized = game.localized(language)
        for seats, options in game.options_by_seats().items():
            count = counts.get((game.key, seats))
            if count is not None:
                wins = enumerate(side.name for side in localized.sides(options))
                sides = tuple(SideWinsView(name, count.won.get(seat, 0)) for seat, name in wins)
                variant = localized.variant(options) if options != game.check() else ""
                found.append(PlayedGameView(game.key, game.title, variant, count.games, count.drawn, sides))
    return tuple(sorted(found, key=lambda view: -view.games))


def player_views(players: Sequence[ClubPlayer], reader: str | None) -> tuple[ClubPlayerView, ...]:
    """Return the most active people. Guests with the same name have a number after it."""
    names = distinct_names([(one.name, one.account) for one in players])
    return tuple(
        ClubPlayerView(name, one.name, one.account, one.bot, one.id == reader, one.tally)
        for one, name in zip(players, names, strict=True)
    )


def meeting_views(
    players: Sequence[ClubPlayer], meetings: Mapping[tuple[str, str], ResultTally]
) -> tuple[MeetingView, ...]:
    """Return the results of players against each other."""
    places = {player.id: place for place, player in enumerate(players)}
    return tuple(MeetingView(places[first], places[second], tally) for (first, second), tally in meetings.items())


def start_view(game: Game, start: OpeningStart, setup: Setup, language: str) -> OpeningStartView:
    """Return a variant with its name."""
    checked = game.check(setup.options)
    custom = setup.start != game.start(checked).text()
    share = write_share(game.read(setup.start, checked))
    return OpeningStartView(start.key, game.localized(language).variant(checked), custom, start.games, share)


def opening_turn_view(position: Position, turn: NextTurn, seats: int) -> OpeningTurnView:
    """Return a turn that was played in a position."""
    moves = []
    walker = position.copy()
    for text in turn.moves:
        moves.append(walker.read_move(text))
        walker.play(moves[-1])
    won = tuple(turn.count.won.get(seat, 0) for seat in range(seats))
    return OpeningTurnView(position.write_turn(moves), turn.moves, turn.count.games, turn.count.drawn, won)
