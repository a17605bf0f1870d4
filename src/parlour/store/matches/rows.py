"""Conversion between matches and table rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import RowMapping

from parlour.club.tournaments.events import AnyTournamentEvent
from parlour.engine.levels import Bot
from parlour.errors import BrokenMatch
from parlour.games.contract.options import write_options
from parlour.match.achievement_feats import feats
from parlour.match.clock import Times
from parlour.match.events import AnyEvent, Moved, TakenBack
from parlour.match.match import Match
from parlour.match.names import name_key
from parlour.match.seats import Account, Guest, Player, Setup, Vacant, read_level

Row = dict[str, Any]

SETUP = "setup"
"""Kind of event 0."""
PROGRAM = "program"
"""The player column of a bot account."""

_event = msgspec.json.Decoder(AnyEvent)
_setup = msgspec.json.Decoder(Setup)
_times = msgspec.json.Decoder(tuple[tuple[int | None, ...], tuple[int, ...], int, int | None])


# ---- Events ----------------------------------------------------------------------------------------------------------


def setup_row(id: str, setup: Setup, now: int) -> Row:
    """Return the set-up as event 0."""
    return {"match_id": id, "seq": 0, "kind": SETUP, "at": now, "data": msgspec.json.encode(setup).decode()}


def event_row(event: AnyEvent | AnyTournamentEvent, **owner: str) -> Row:
    """Return the row of an event that is not a move; `owner` is the column of its match or tournament."""
    kind = str(event.__struct_config__.tag)
    return {**owner, "seq": event.seq, "kind": kind, "at": event.at, "data": msgspec.json.encode(event).decode()}


def move_row(id: str, event: Moved) -> Row:
    """Return the row of a move."""
    times = event.times
    return {
        "match_id": id,
        "seq": event.seq,
        "ply": event.ply,
        "seat": event.seat,
        "text": event.text,
        "at": event.at,
        "spent": event.spent,
        "times": msgspec.json.encode((times.left, times.used, times.thinking, times.since)).decode(),
        "last": event.last,
        "automatic": event.automatic,
        "again": event.again,
        "taken_back": None,
    }


def move_rows(id: str, events: Iterable[AnyEvent]) -> list[Row]:
    """Return the rows of all moves of a match, with take-backs marked."""
    rows: list[Row] = []
    for event in events:
        if isinstance(event, Moved):
            rows.append(move_row(id, event))
        elif isinstance(event, TakenBack):
            for row in rows:
                if row["taken_back"] is None and row["ply"] > event.ply:
                    row["taken_back"] = event.seq
    return rows


def read_setup(data: str) -> Setup:
    """Return the set-up in event 0."""
    try:
        return _setup.decode(data)
    except msgspec.MsgspecError as fault:
        raise BrokenMatch(f"The stored set-up cannot be read: {fault}") from fault


def read_event(data: str) -> AnyEvent:
    """Return an event that is not a move."""
    try:
        event: AnyEvent = _event.decode(data)
    except msgspec.MsgspecError as fault:
        raise BrokenMatch(f"A stored event cannot be read: {fault}") from fault
    return event


def read_move(row: RowMapping) -> Moved:
    """Return the move of a row."""
    return Moved(
        seq=row["seq"],
        at=row["at"],
        ply=row["ply"],
        seat=row["seat"],
        text=row["text"],
        last=row["last"],
        spent=row["spent"],
        times=Times(*_times.decode(row["times"])),
        automatic=row["automatic"],
        again=row["again"],
    )


# ---- Summary rows ---------------------------------------------------------------------------------------------


CHANGING_COLUMNS = (
    "status",
    "version",
    "plies",
    "ended",
    "reason",
    "flag_at",
    "ticking",
    "bot_to_move",
    "to_move",
    "updated",
)
"""Columns of `match_row`, and the time of the change."""


def match_row(match: Match) -> Row:
    """Return the columns of a match that change."""
    running = match.status == "running"
    return {
        "status": match.status,
        "version": match.state.seq,
        "plies": match.ply,
        "ended": match.state.ended,
        "reason": match.state.reason,
        "flag_at": match.flag_at(),
        "ticking": running and match.state.times.since is not None and match.setup.clock.kind != "none",
        "bot_to_move": match.thinking_bot is not None,
        "to_move": match.position.seat if running else None,
    }


def options_text(match: Match) -> str:
    """Return the options as stored: each between commas, so that a filter can find it."""
    return f",{write_options(match.options)},"


def seat_rows(match: Match) -> list[Row]:
    """Return one row per seat. Thinking time is stored at the end only, so that no row changes with every move."""
    rows: list[Row] = []
    for seat, player in enumerate(match.players):
        helped = match.state.helped[seat]
        rows.append(
            {
                "seat": seat,
                **player_columns(player),
                "result": match.result(seat),
                "undo": helped.undo,
                "hints": helped.hints + (match.coach(seat) != "off"),  # lists count the coach as a hint
                "analysis": helped.analysis,
                "used": _used(match, seat),
            }
        )
    return rows


def player_columns(player: Player) -> Row:
    """Return a player as columns of `seats`."""
    return {
        "player": PROGRAM if isinstance(player, Account) and player.bot else str(player.__struct_config__.tag),
        "person": person_of(player),
        "name": player.name,
        "level": str(player.level) if isinstance(player, Bot) else None,
        "style": player.style if isinstance(player, Bot) else None,
    }


def read_player(row: RowMapping) -> Player:
    """Return the player in columns of `seats`; of a bot only what everybody may see."""
    match row["player"]:
        case "account":
            return Account(row["person"] or "", row["name"])
        case "program":
            return Account(row["person"] or "", row["name"], bot=True)
        case "guest":
            return Guest(row["name"], row["person"] or "")
        case "bot":
            return Bot(read_level(row["level"]), row["style"])
    return Vacant()


def person_of(player: Player) -> str | None:
    """Return the id of a player, or None for bots and vacant seats."""
    return (player.id or None) if isinstance(player, Account | Guest) else None


def persons_of(match: Match, host: str | None) -> dict[str, int | None]:
    """Return the people in whose libraries a match is, with their seats: all players and the host."""
    persons: dict[str, int | None] = {}
    for seat, player in enumerate(match.players):
        person = person_of(player)
        if person is not None:
            persons.setdefault(person, seat)
    if host is not None:
        persons.setdefault(host, None)
    return persons


def entry_row(match: Match, seat: int | None, origin: str) -> Row:
    """Return the library entry of a seat (or of a host without a seat), without the owner's notes. Games that were not
    played here do not count.
    """
    counts = seat is not None and match.counts and origin == "played"
    return {
        "seat": seat,
        "game": match.game.key,
        **opponents(match.players, seat),
        "result": match.result(seat) if seat is not None else "none" if match.state.ended else "unfinished",
        "assisted": seat is not None and match.assisted(seat),
        "counts": counts,
        "feats": ",".join(feats(match, seat)) if seat is not None and counts else "",
        "used": _used(match, seat) if seat is not None else 0,
        "duration": sum(_used(match, one) for one in range(len(match.players))),
        "plies": match.ply,
        "ended": match.state.ended,
    }


def opponents(players: tuple[Player, ...], seat: int | None) -> Row:
    """Return the columns that describe the opponents of a seat, or all players without a seat."""
    others = [player for n, player in enumerate(players) if n != seat and not isinstance(player, Vacant)]
    bots = [player for player in others if isinstance(player, Bot)]
    levels = {str(bot.level) for bot in bots}
    keys = "\n".join(name_key(player.name) for player in others)
    return {
        "opponent": ", ".join(player.name for player in others),
        "opponent_key": f"\n{keys}\n",
        "against": "nobody" if not others else "people" if not bots else "bots" if bots == others else "mixed",
        "level": levels.pop() if bots == others and len(levels) == 1 else None,
    }


def search_text(title: str, names: Iterable[str]) -> str:
    """Return the search text: title and names, one per line."""
    return "\n".join(name_key(part) for part in (title, *names) if part)


def changed(before: Row, after: Row) -> Row:
    """Return the columns that differ."""
    return {key: value for key, value in after.items() if before.get(key, ...) != value}


def _used(match: Match, seat: int) -> int:
    return match.state.times.used[seat] if match.state.ended is not None else 0
