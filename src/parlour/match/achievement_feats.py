"""Feats: notable properties of a won game, stored when a match ends and counted by achievements."""

from __future__ import annotations

from collections import Counter

from parlour.match.match import Match

FLAWLESS = "flawless"


def feats(match: Match, seat: int) -> tuple[str, ...]:
    """Return the feats of a seat. Only wins without help from the game's own start position have any."""
    if match.result(seat) != "won" or match.assisted(seat) or match.setup.start != match.game.start_text(match.options):
        return ()
    return (FLAWLESS,) if _is_flawless(match, seat) else ()


def _is_flawless(match: Match, seat: int) -> bool:
    wanted = match.game.flawless
    if wanted is None or not match.position.is_over():
        return False
    walker = match.game.read(match.setup.start, match.options)
    walker.pieces()
    own, others = Counter[str](), Counter[str]()
    for move in match.position.played:
        (own if walker.seat == seat else others).update(walker.move_counts(move))
        walker.play(move)
    return not any(own[key] for key in wanted.own) and not any(others[key] for key in wanted.others)
