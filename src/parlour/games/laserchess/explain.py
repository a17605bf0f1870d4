"""Sentences about a Laser Chess position: what to do now, and why a turn is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Picks
from parlour.games.laserchess.tables import (
    FILES,
    FORBIDDEN_SITES,
    PHARAOH,
    SCARAB,
    SITES,
    SPHINX,
    SWAPPABLE,
    SWAPS,
    label,
)
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.laserchess.position import LaserChessPosition

WORD_OF_WAY = tuple(f"laserchess.way.{way}" for way in ("north", "east", "south", "west"))
TURNS = {"rotate right": "laserchess.turns.right", "rotate left": "laserchess.turns.left"}


def prompt(position: LaserChessPosition) -> Message:
    """Return what the seat to move must do now."""
    return Message("shared.over") if position.is_over() else position.message("prompt")


def explain(position: LaserChessPosition, picks: Picks) -> Message:
    """Return why these picks make no turn, what is missing to make one, or what the turn does."""
    if position.is_over() or not picks:
        return prompt(position)
    verbs = {verb.name for verb in position.game.verbs}
    for pick in picks:
        if not (0 <= pick < SITES if isinstance(pick, int) else pick in verbs):
            return Message("shared.no-such-site")
    if len(picks) > 2:
        return position.message("explain.too-many")
    start = picks[0]
    if isinstance(start, str):
        return position.message("explain.piece-first")
    code = position.code(start)
    if code == 0:
        return position.message("explain.empty", site=label(start))
    if code >> 5 != position.seat:
        return position.message(
            "explain.theirs", site=label(start), piece_word=position._name_of(code), owner_seat=1 - position.seat
        )
    if len(picks) == 1:
        return _choices(position, start)
    move = position.move_of(picks)
    if move is not None:
        return position.describe(move)
    second = picks[1]
    return _turn(position, start, second) if isinstance(second, str) else _target(position, start, second)


def _choices(position: LaserChessPosition, start: int) -> Message:
    """Return what the piece on a site can do."""
    code = position.code(start)
    ways = [position.picks(move)[0][1] for move in position.moves() if position.picks(move)[0][0] == start]
    squares = ", ".join(label(way) for way in ways if isinstance(way, int))
    verbs = [way for way in ways if isinstance(way, str)]
    turns = "laserchess.turns.both" if len(verbs) > 1 else TURNS[verbs[0]] if verbs else ""
    params: dict[str, str | int] = {"piece_word": position._name_of(code), "from": label(start)}
    if code >> 2 & 7 == SPHINX:
        params["way_word"] = WORD_OF_WAY[code & 3]
        if turns:
            return position.message("explain.sphinx-turns", turns_word=turns, **params)
        return position.message("explain.sphinx", **params)
    if squares and turns:
        return position.message("explain.move-or-turn", squares=squares, turns_word=turns, **params)
    if squares:
        return position.message("explain.only-move", squares=squares, **params)
    if turns:
        return position.message("explain.only-turn", turns_word=turns, **params)
    return position.message("explain.nothing", **params)


def _turn(position: LaserChessPosition, start: int, verb: str) -> Message:
    """Return why a piece may not rotate."""
    code = position.code(start)
    params: dict[str, str | int] = {"from": label(start)}
    kind = code >> 2 & 7
    if kind == SPHINX and position.options["sphinx"] == "turns":
        way = (code + (1 if verb == "rotate right" else 3)) % 4
        return position.message("explain.sphinx-off", way_word=WORD_OF_WAY[way], **params)
    if kind == SPHINX:
        return position.message("explain.sphinx", way_word=WORD_OF_WAY[code & 3], **params)
    if kind == PHARAOH:
        return position.message("explain.pharaoh-turn", **params)
    return position.message("explain.scarab-left", **params)


def _target(position: LaserChessPosition, start: int, target: int) -> Message:
    """Return why a piece may not move to a square."""
    code, other = position.code(start), position.code(target)
    kind = code >> 2 & 7
    params: dict[str, str | int] = {"piece_word": position._name_of(code), "from": label(start), "to": label(target)}
    if kind == SPHINX:
        return position.message("explain.sphinx-move", **params)
    if start == target:
        return position.message("explain.same", **params)
    if max(abs(start % FILES - target % FILES), abs(start // FILES - target // FILES)) > 1:
        return position.message("explain.far", **params)
    if other:
        params |= {"other_word": position._name_of(other), "other_seat": other >> 5}
        if kind != SCARAB:
            return position.message("explain.occupied", **params)
        mode = SWAPS[str(position.options["swap"])]
        if mode == 0:
            return position.message("explain.swap-off", **params)
        if not SWAPPABLE[mode][other]:
            return position.message(
                "explain.swap-sphinx" if other >> 2 & 7 == SPHINX else "explain.swap-kind", **params
            )
        if start in FORBIDDEN_SITES[other >> 5] and target not in FORBIDDEN_SITES[position.seat]:
            return position.message("explain.reserved-other", **params)
    return position.message("explain.reserved", owner_seat=1 - position.seat, **params)
