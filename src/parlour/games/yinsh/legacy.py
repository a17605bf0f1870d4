"""Two JSON formats of older programs.

The first has the names and one string for each action:

    {"white": "A", "black": "B", "moves": ["white:F6", "black:B2-C3", "black:xC1-C5;E6"]}

`colour:P` places a ring, `colour:P-P` moves one, `colour:xP-P;P` removes a row and a ring. Some files lack the colon or
the `x`, or have a hyphen instead; letters are in either case; the last ring of a game may be missing. All of these are
accepted. The second, `"format": "yinsh-game"`, has turns in the official notation, times and a result. Unknown keys are
kept.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from parlour.errors import IllegalMove, RecordError
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.legacy import LegacyGame
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

POINT = r"[a-k](?:1[01]|[1-9])"
_ACTION = re.compile(
    rf"(?P<colour>white|black)?\s*[:\-]?\s*(?P<x>x)?\s*(?P<one>{POINT})"
    rf"(?:\s*[-:]\s*(?P<other>{POINT}))?(?P<ends>\s*;\s*x?\s*(?P<ring>{POINT})?)?",
    re.IGNORECASE,
)
_KNOWN = ("format", "version", "variant", "white", "black", "moves", "times_ms", "result", "started")


def read_legacy(game: Game, text: str) -> list[LegacyGame]:
    """Return the game in a text; none if it is not such a file."""
    if not text.startswith("{"):
        return []
    try:
        found = msgspec.json.decode(text.encode("utf-8", "surrogatepass"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    if not isinstance(found, dict) or not isinstance(found.get("moves"), list):
        return []
    if found.get("format") != "yinsh-game" and not ("white" in found and "black" in found):
        return []
    options: dict[str, Value] = {"rings": 1} if str(found.get("variant", "")).lower() == "blitz" else {}
    position = game.start(game.check(options))
    times = found.get("times_ms")
    moves: list[str] = []
    seconds: list[float | None] = []
    for n, action in enumerate(found["moves"]):
        if not isinstance(action, str) or len(action) > 100:
            raise localized_error(RecordError, "yinsh.legacy.no-text", n=n)
        before = len(moves)
        _play(position, action, n, n == len(found["moves"]) - 1, moves)
        time = times[n] if isinstance(times, list) and n < len(times) and len(moves) > before else None
        if isinstance(time, int | float) and 0 <= time < 10_000_000_000:
            seconds += [round(time / 1000, 3), *[0.0] * (len(moves) - before - 1)]
        else:
            seconds += [None] * (len(moves) - before)
    return [
        LegacyGame(
            options,
            moves=tuple(moves),
            tags=_tags(found),
            outcome=_outcome(found.get("result")),
            seconds=tuple(seconds),
            extra={key: value for key, value in found.items() if key not in _KNOWN},
        )
    ]


def _play(position: Position, action: str, n: int, is_last: bool, moves: list[str]) -> None:
    """Play an action and all forced moves before it, and record them."""

    def play(move: int) -> None:
        moves.append(position.write_move(move))
        position.play(move)

    words = action.strip()
    forced = position.automatic()
    if forced is not None:
        play(forced)
        if words.lower() == "pass":
            return
    fields = _ACTION.fullmatch(words)
    try:
        if fields is None or (fields["colour"] is None and fields["ends"] is not None and fields["x"] is None):
            for move in position.read_turn(words):
                play(move)
            return
        colour = (fields["colour"] or "").lower()
        if colour and colour != ("white", "black")[position.seat]:
            raise localized_error(IllegalMove, "yinsh.legacy.turn", side=("White", "Black")[position.seat])
        one, other = fields["one"].lower(), (fields["other"] or "").lower()
        if not other:
            play(position.read_move(f"x{one}" if fields["x"] else one))
            return
        # Without its x a removal looks like a move; the position decides.
        removal = fields["x"] is not None or fields["ends"] is not None or _owes_row(position)
        play(position.read_move(f"x{one}-{other}" if removal else f"{one}-{other}"))
        if fields["ring"]:
            play(position.read_move(f"x{fields['ring'].lower()}"))
        elif removal and not is_last and fields["colour"]:
            raise localized_error(IllegalMove, "yinsh.legacy.no-ring")
    except IllegalMove as wrong:
        raise localized_error(RecordError, "yinsh.legacy.action", n=n, action=action[:40], why=wrong) from wrong


def _owes_row(position: Position) -> bool:
    return any(position.write_move(move).startswith("x") for move in position.moves()[:1])


def _tags(found: dict[str, Any]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for n, colour in enumerate(("white", "black"), 1):
        player = found.get(colour)
        given: dict[str, Any] = player if isinstance(player, dict) else {"name": player}
        if isinstance(given.get("name"), str):
            tags[f"Seat{n}"] = given["name"]
        if given.get("kind") == "computer":
            tags[f"Bot{n}"] = " ".join(str(given[key]) for key in ("level", "style") if key in given)
    if isinstance(found.get("started"), str):
        tags["Date"] = found["started"]
    return {name: re.sub(r"[\x00-\x1f\x7f\ud800-\udfff]", " ", value)[:200] for name, value in tags.items()}


def _outcome(result: object) -> Outcome | None:
    """Return the result in the file, for games that were not decided on the board."""
    if not isinstance(result, dict):
        return None
    reason = {"resign": "resign", "time": "time", "agreement": "agreement"}.get(
        str(result.get("reason")), "adjudication"
    )
    winner = result.get("winner")
    if winner in ("white", "black"):
        return Outcome((1.0, 0.0) if winner == "white" else (0.0, 1.0), reason)
    return Outcome((0.5, 0.5), reason) if winner == "draw" else None
