"""Teaching aids for Laser Chess: beams and targets, why a turn is good, and traits of playing styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from parlour.errors import ParlourError
from parlour.games.contract.display import Mark
from parlour.games.laserchess.tables import PHARAOH, label
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.laserchess.position import LaserChessPosition


def aids(position: LaserChessPosition) -> list[Mark]:
    """Return both beams, the piece each would destroy now, and where a mirror would aim it at a Pharaoh."""
    found: list[Mark] = []
    for seat in (0, 1):
        found.append(position.beam_mark(seat))
        target = position.target_of(seat)
        if target >= 0:
            found.append(Mark("target", (target,), seat))
        crossings = tuple(site for site in position.crossings(seat) if not position.code(site))
        if crossings:
            found.append(Mark("crossing", crossings, seat))
    return found


def turn_reasons(position: LaserChessPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """Return the reasons for a turn, the most important first; `line` is the expected play, beginning with the turn."""
    if not moves:
        return []
    move = moves[0]
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
        found.append(position.message("turn-reason.pharaoh-in", victim_seat=they, n=turns))
    aimed = after.target_of(me)
    if aimed >= 0 and after.code(aimed) >> 5 == they:
        found.append(_about(after, "threatens", after.code(aimed), aimed))
    endangered = position.target_of(they)
    if endangered >= 0 and position.code(endangered) >> 5 == me:
        aimed = after.target_of(they)
        if aimed < 0 or after.code(aimed) >> 5 == they:
            found.append(_about(position, "saves", position.code(endangered), endangered))
    endangered = position.target_of(me)
    if endangered >= 0 and position.code(endangered) >> 5 == me and hit != endangered:
        found.append(_about(position, "turns-away", position.code(endangered), endangered))
    if not any("turn-reason.saves" in message.key for message in found):
        threat = _shot_at_pharaoh(_passed(position), me)
        if threat and not _shot_at_pharaoh(after, me):
            found.append(position.message("turn-reason.guards", seat=me, turn=threat))
    if hit < 0 and turns == 0 and len(line) > 2:
        found += _prepared(position, line)
    return found


def _about(position: LaserChessPosition, key: str, code: int, site: int) -> Message:
    royal = "-pharaoh" if code >> 2 & 7 == PHARAOH else ""
    return position.message(
        f"turn-reason.{key}{royal}", victim_seat=code >> 5, piece_word=position._name_of(code), site=label(site)
    )


def _turns_to_pharaoh(position: LaserChessPosition, line: Sequence[int]) -> int:
    """Return after how many turns of the mover a line destroys the enemy Pharaoh; 0 if it does not."""
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
    """Return the position after some moves; None if they are not legal."""
    walker = cast("LaserChessPosition", position.copy())
    for move in moves:
        if not walker.is_legal(move):
            return None
        walker.play(move)
    return walker


def _passed(position: LaserChessPosition) -> LaserChessPosition | None:
    """Return the position with the other side to move, or None if it is not valid."""
    game, options = position.game, position.options
    try:
        passed = game.read(game.with_first(position.text(), 1 - position.seat, options), options)
    except ParlourError:
        return None
    return cast("LaserChessPosition", passed)


def _shot_at_pharaoh(position: LaserChessPosition | None, victim: int) -> str:
    """Return the notation of a turn of the side to move that destroys a seat's Pharaoh, if there is one."""
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
    """Return what the mover's next turn in a line destroys."""
    then = _after(position, line[:2])
    if then is None or not then.is_legal(line[2]):
        return []
    hit = then.victim(line[2])
    if hit < 0 or then.code_after(line[2], hit) >> 5 == position.seat:
        return []
    return [_about(then, "prepares", then.code_after(line[2], hit), hit)]


# ---- Traits --------------------------------------------------------------------------------------------------------


def _term(name: str) -> Callable[[LaserChessPosition, int], float]:
    def value(position: LaserChessPosition, seat: int) -> float:
        alone = cast("LaserChessPosition", position.copy())
        alone.weigh({term.name: int(term.name == name) for term in position.game.terms})
        return alone.one_sided_value(seat)

    return value


TRAITS: Mapping[str, Callable[[LaserChessPosition, int], float]] = {
    name: _term(name) for name in ("near", "cover", "reach")
}
"""The values of single evaluation terms for a seat."""
