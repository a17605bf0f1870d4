"""Why a turn of Laser Chess is good: what it destroys, threatens, saves and prepares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from parlour.errors import ParlourError
from parlour.games.laserchess.tables import PHARAOH, label
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.laserchess.position import LaserChessPosition


def motives(position: LaserChessPosition, move: int, line: Sequence[int]) -> list[Message]:
    """The reasons for a turn, the weightiest first; `line` is what is expected, beginning with the turn."""
    me, they = position.seat, 1 - position.seat
    after = _after(position, [move])
    assert after is not None
    found: list[Message] = []
    hit = position.victim(move)
    if hit >= 0 and position.code_after(move, hit) >> 5 == they:
        found.append(_about(position, "hits", position.code_after(move, hit), hit))
    if after.is_over():
        return found

    turns = _turns_to_pharaoh(position, line)
    if turns > 1:
        found.append(position.word("motive.pharaoh-in", victim_seat=they, n=turns))
    aimed = after.standing(me)
    if aimed >= 0 and after.code(aimed) >> 5 == they:
        found.append(_about(after, "threatens", after.code(aimed), aimed))
    endangered = position.standing(they)
    if endangered >= 0 and position.code(endangered) >> 5 == me:
        aimed = after.standing(they)
        if aimed < 0 or after.code(aimed) >> 5 == they:
            found.append(_about(position, "saves", position.code(endangered), endangered))
    endangered = position.standing(me)
    if endangered >= 0 and position.code(endangered) >> 5 == me and hit != endangered:
        found.append(_about(position, "turns-away", position.code(endangered), endangered))
    if not any("motive.saves" in message.key for message in found):
        threat = _shot_at_pharaoh(_passed(position), me)
        if threat and not _shot_at_pharaoh(after, me):
            found.append(position.word("motive.guards", seat=me, turn=threat))
    if hit < 0 and turns == 0 and len(line) > 2:
        found += _prepared(position, line)
    return found


def _about(position: LaserChessPosition, key: str, code: int, site: int) -> Message:
    royal = "-pharaoh" if code >> 2 & 7 == PHARAOH else ""
    return position.word(
        f"motive.{key}{royal}", victim_seat=code >> 5, piece_word=position.name_of(code), site=label(site)
    )


def _turns_to_pharaoh(position: LaserChessPosition, line: Sequence[int]) -> int:
    """In how many of the mover's turns a line destroys the other side's Pharaoh; 0 if it does not."""
    walker = position.copy()
    for ply, move in enumerate(line):
        if not walker.is_legal(move):
            return 0
        walker.play(move)
        if walker.is_over():
            outcome = walker.outcome()
            won = outcome is not None and outcome.results[position.seat] == 1 and ply % 2 == 0
            return ply // 2 + 1 if won else 0
    return 0


def _after(position: LaserChessPosition, moves: Sequence[int]) -> LaserChessPosition | None:
    """The position after some moves; None if they are not legal."""
    walker = cast("LaserChessPosition", position.copy())
    for move in moves:
        if not walker.is_legal(move):
            return None
        walker.play(move)
    return walker


def _passed(position: LaserChessPosition) -> LaserChessPosition | None:
    """The position with the other side to move; None if the game does not know such a position."""
    game, options = position.game, position.options
    try:
        passed = game.read(game.with_first(position.text(), 1 - position.seat, options), options)
    except ParlourError:
        return None
    return cast("LaserChessPosition", passed)


def _shot_at_pharaoh(position: LaserChessPosition | None, victim: int) -> str:
    """A turn of the side to move that destroys a seat's Pharaoh, as it is written; nothing if there is none."""
    if position is None:
        return ""
    for move in position.moves():
        hit = position.victim(move)
        if hit >= 0:
            code = position.code_after(move, hit)
            if code >> 2 & 7 == PHARAOH and code >> 5 == victim:
                return position.write_move(move)
    return ""


def _prepared(position: LaserChessPosition, line: Sequence[int]) -> list[Message]:
    """What the mover's next turn in a line destroys."""
    then = _after(position, line[:2])
    if then is None or not then.is_legal(line[2]):
        return []
    hit = then.victim(line[2])
    if hit < 0 or then.code_after(line[2], hit) >> 5 == position.seat:
        return []
    return [_about(then, "prepares", then.code_after(line[2], hit), hit)]
