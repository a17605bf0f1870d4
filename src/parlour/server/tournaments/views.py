"""What a visitor sees of a tournament: in a list, on its page, and as a table for spreadsheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from parlour.club.tournaments.events import ResultCorrected, RoundPaired, RoundRestarted, TournamentGame
from parlour.club.tournaments.rounds import RoundGame
from parlour.club.tournaments.tournament import Tournament
from parlour.engine.levels import Bot
from parlour.games import game as find_game
from parlour.server.http.auth import Visitor
from parlour.server.localizer import server_text
from parlour.server.matches.views import player_view
from parlour.server.spreadsheet import number_text, write_csv
from parlour.server.tournaments.messages import (
    EntrantView,
    MatchTournamentView,
    PairingView,
    RoundView,
    TournamentSummaryView,
    TournamentView,
    TournamentVisitorView,
)
from parlour.store import StoredTournament, TournamentInfo, TournamentMatch


def is_organiser(info: TournamentInfo, visitor: Visitor) -> bool:
    """Return whether a visitor organises a tournament; the owner of the server may organise all."""
    return visitor.owner or (visitor.id is not None and visitor.id == info.organiser)


def entrant_of(tournament: Tournament, person: str | None) -> int | None:
    """Return the number of a person in a tournament."""
    if not person:
        return None
    found = (number for number, one in tournament.entrants.items() if getattr(one.player, "id", "") == person)
    return next(found, None)


def tournament_summary(info: TournamentInfo, visitor: Visitor) -> TournamentSummaryView:
    """Return a tournament as lists show it."""
    return TournamentSummaryView(
        info.id, info.name, info.format, info.status, info.entrants, info.created, is_organiser(info, visitor)
    )


class SharedTournamentView(msgspec.Struct, frozen=True):
    """What all visitors see of a tournament, and what is different for each."""

    shared_json: bytes
    """The fields of `TournamentView` that are the same for all, as the end of a JSON object."""
    info: TournamentInfo
    tournament: Tournament
    open_matches: dict[int, str]
    """The running match of each entrant."""
    rounds: dict[str, int]
    """The number of the round of each match, from 0; without those of withdrawn rounds."""
    restarts: dict[int, str]
    """Why a round was restarted."""

    def for_visitor(self, visitor: Visitor) -> TournamentVisitorView:
        """Return the part of a visitor in the tournament."""
        you = entrant_of(self.tournament, visitor.id)
        days = self.tournament.setup.vacation
        return TournamentVisitorView(
            organiser=is_organiser(self.info, visitor),
            you=you,
            vacation_left=0 if you is None else self.tournament.entrants[you].vacation_left(days),
            my_match=None if you is None else self.open_matches.get(you),
        )

    def of_match(self, match: str, visitor: Visitor) -> MatchTournamentView:
        """Return what the page of a match shows of its tournament."""
        setup, number = self.tournament.setup, self.rounds.get(match)
        restarts = list(self.restarts.values())
        return MatchTournamentView(
            id=self.info.id,
            name=setup.name,
            round=None if number is None or setup.format == "arena" else number + 1,
            note=restarts[-1] if number is None and restarts else "",
            my_match=self.for_visitor(visitor).my_match,
        )

    def json_for_visitor(self, visitor: Visitor) -> bytes:
        """Return the tournament as a visitor sees it, as JSON: their own fields, then those that all share."""
        return msgspec.json.encode(self.for_visitor(visitor))[:-1] + self.shared_json


_NOBODY = TournamentVisitorView(organiser=False, you=None, vacation_left=0, my_match=None)


def shared_view(
    stored: StoredTournament, matches: list[TournamentMatch], ends: int | None, language: str
) -> SharedTournamentView:
    """Return a tournament as its page shows it."""
    tournament = stored.tournament()
    setup = tournament.setup
    titles = tuple(_title(game, language) for game in setup.games)
    sides = tuple(_sides(game, language) for game in setup.games)
    found = {(one.started, one.game): one for one in matches}
    notes = OrganiserNotes.of(stored)

    def pairing(number: int, place: int) -> PairingView:
        match = found.get((tournament.started[number, place], place))
        return _pairing(tournament.rounds[number][place], match, notes.games.get((number, place), ""))

    rows = tournament.standings()
    view = TournamentView(
        id=stored.info.id,
        name=setup.name,
        format=setup.format,
        status=tournament.status,
        version=tournament.seq,
        games=titles,
        tables=any(game.seats > 2 for game in setup.games),
        seeding=setup.seeding,
        teams=setup.teams,
        total_rounds=tournament.total_rounds,
        automatic=setup.automatic,
        clock=setup.clock,
        rated=setup.rated,
        minutes=setup.minutes,
        ends=ends,
        closed=tournament.closed_at is not None,
        entrants=_entrants(tournament, language),
        rounds=tuple(
            RoundView(
                titles[number % len(titles)],
                sides[number % len(sides)],
                tuple(pairing(number, place) for place in range(len(games))),
                notes.rounds.get(number, ""),
            )
            for number, games in enumerate(tournament.rounds)
        ),
        tie_breaks=setup.tie_breaks,
        standings=rows,
        team_standings=tournament.team_standings(rows),
        vacation=setup.vacation,
        **msgspec.structs.asdict(_NOBODY),
    )
    # The fields of the base class come first.
    shared_json = msgspec.json.encode(view)[len(msgspec.json.encode(_NOBODY)) - 1 :]
    rounds = {match.id: tournament.round_of[match.started] for match in matches if match.started in tournament.round_of}
    return SharedTournamentView(
        shared_json, stored.info, tournament, _open_matches(tournament, found), rounds, notes.rounds
    )


def _title(entry: TournamentGame, language: str) -> str:
    """Return the title of a game, with its variant unless that is the standard one."""
    game = find_game(entry.game)
    options = game.check(entry.options)
    return game.title if options == game.check({}) else f"{game.title} ({game.localized(language).variant(options)})"


def _sides(entry: TournamentGame, language: str) -> tuple[str, ...]:
    game = find_game(entry.game)
    return game.side_names(game.check(entry.options), language)


def _entrants(tournament: Tournament, language: str) -> tuple[EntrantView, ...]:
    """Return the entrants; bots of the same name, which fill seats, have a number."""
    game = find_game(tournament.setup.games[0].game)
    found: list[EntrantView] = []
    bots: Counter[str] = Counter()
    for number, one in sorted(tournament.entrants.items()):
        player = player_view(one.player, game, language)
        if isinstance(one.player, Bot):
            bots[player.name] += 1
            if bots[player.name] > 1:
                player = msgspec.structs.replace(player, name=f"{player.name} ({bots[player.name]})")
        away = one.away_since is not None
        found.append(EntrantView(number, player, one.team, one.withdrawn, one.seed_points or None, away))
    return tuple(found)


def _pairing(game: RoundGame, match: TournamentMatch | None, note: str) -> PairingView:
    return PairingView(
        game.entrants,
        game.points,
        game.forfeit,
        None if match is None else match.id,
        None if match is None else match.status,
        note,
    )


class OrganiserNotes(msgspec.Struct, frozen=True):
    """The last notes of the organiser, without those of withdrawn rounds."""

    games: dict[tuple[int, int], str]
    """Why the result of a game was changed, by round and game."""
    rounds: dict[int, str]
    """Why a round was restarted."""

    @classmethod
    def of(cls, stored: StoredTournament) -> OrganiserNotes:
        """Return the notes of a tournament."""
        games: dict[tuple[int, int], str] = {}
        rounds: dict[int, str] = {}
        last = 0
        for event in stored.events:
            match event:
                case ResultCorrected():
                    games[event.round, event.game] = event.note
                case RoundRestarted():
                    last -= 1
                    games = {place: note for place, note in games.items() if place[0] < last}
                    rounds = {number: note for number, note in rounds.items() if number < last} | {last: event.note}
                case RoundPaired():
                    last += 1
        return cls(games, rounds)


def _open_matches(tournament: Tournament, found: Mapping[tuple[int, int], TournamentMatch]) -> dict[int, str]:
    """Return the running match of each entrant who plays."""
    matches: dict[int, str] = {}
    for number, place in tournament.open_games:
        match = found.get((tournament.started[number, place], place))
        if match is not None and match.ended is None:
            matches |= dict.fromkeys(tournament.rounds[number][place].entrants, match.id)
    return matches


# ---- Spreadsheet -----------------------------------------------------------------------------------------------------


def standings_csv(stored: StoredTournament, language: str) -> str:
    """Return the standings with a column for each round: opponents, seat (1 moves first) and points."""
    tournament = stored.tournament()
    rounds = range(len(tournament.rounds))
    names = {one.number: one.player.name for one in _entrants(tournament, language)}
    columns = ["place", "number", "name", "rating", "team", "points", *tournament.setup.tie_breaks]
    headings = [server_text(f"csv.{column}", language) for column in columns]
    rows: list[list[str | float]] = [[*headings, *(server_text("csv.round", language, n=n + 1) for n in rounds)]]
    for row in tournament.standings():
        entrant = tournament.entrants[row.entrant]
        cells: list[str | float] = [row.place, row.entrant, names[row.entrant], entrant.seed_points or "", entrant.team]
        cells += [row.points, *row.tie_breaks]
        cells += [_cell(tournament, n, row.entrant, language) for n in rounds]
        rows.append(cells)
    return write_csv(rows, language)


def _cell(tournament: Tournament, number: int, entrant: int, language: str) -> str:
    game = next((game for game in tournament.rounds[number] if entrant in game.entrants), None)
    if game is None:
        return ""
    points = "*" if game.points is None else number_text(game.points_of(entrant), language)
    if game.second is None:
        return server_text("csv.bye", language, points=points)
    opponents = " ".join(map(str, game.opponents_of(entrant)))
    result = f"{opponents} ({game.entrants.index(entrant) + 1}) {points}"
    return server_text("csv.forfeit", language, result=result) if game.forfeit else result
