"""What a position shows: pieces, effects, marks, scores, messages and the outcome.

These are frozen records. The terminal, the server and the browser use them unchanged, for every game. Sentences are
`Message`s that `i18n` translates when they are shown.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Number = int
"""A whole number. Cython ignores this name in annotations, so that methods can reject other values themselves."""

Text = str
"""A text; see `Number`."""

Move = int
"""A move of a position, as `Position.moves` lists them. `Position.write_move` gives its text."""

Pick = int | str
"""A selection: the number of a site, or the name of a verb ("rotate left", "done")."""

Picks = tuple[Pick, ...]
"""A sequence of picks."""

Place = int | tuple[int, int] | str
"""Where a piece is: on a site, between two sites (a stroke), or in a tray, by the tray's name."""


def sites_of(place: Place) -> tuple[int, ...]:
    """Return the sites a place touches: one, two, or none for a tray."""
    return (place,) if isinstance(place, int) else place if isinstance(place, tuple) else ()


class Piece(msgspec.Struct, frozen=True):
    """A piece. `owner` is a seat, or None for a neutral piece; `facing` counts the kind's facings clockwise."""

    id: int
    kind: str
    owner: int | None
    place: Place
    facing: int = 0


class Beam(msgspec.Struct, frozen=True):
    """A laser beam over the board. `pieces` are those it meets: one for each bend and one at its end."""

    owner: int
    path: tuple[int, ...]
    pieces: tuple[int, ...]
    end: Literal["left", "stopped", "destroyed"]
    towards: Literal["N", "E", "S", "W", ""] = ""


class Effect(msgspec.Struct, frozen=True):
    """One visible change from `before` to `after`, which can be played backwards; None means no piece.

    Effects of one phase run together; those with a `step` wait until the slide of their phase has reached that step of
    its path. A path is a sequence of sites and names of the board's arcs.
    """

    kind: Literal["place", "slide", "swap", "flip", "turn", "remove", "draw", "beam"]
    before: Piece | None = None
    after: Piece | None = None
    phase: int = 0
    path: tuple[int | str, ...] = ()
    step: int | None = None
    beam: Beam | None = None


class Mark(msgspec.Struct, frozen=True):
    """Something to show on the board. `n` and `of` number several of one kind ("row 1 of 2")."""

    kind: str
    sites: tuple[int, ...]
    seat: int | None = None
    n: int | None = None
    of: int | None = None
    beam: Beam | None = None


class Score(msgspec.Struct, frozen=True):
    """A number beside a player's name, its maximum, and the tray whose pieces it counts."""

    key: str
    seat: int | None
    value: int
    of: int | None = None
    tray: str | None = None


class Outcome(msgspec.Struct, frozen=True):
    """A finished game: for every seat 1 (won), 0.5 (drawn) or 0 (lost), and why."""

    results: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; with more than two players those who share the win.

        >>> Outcome((1.0, 0.0), "captured").winners
        (0,)
        """
        return tuple(seat for seat, result in enumerate(self.results) if result == 1)

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None for a draw and for a shared win.

        >>> Outcome((0.0, 1.0), "captured").winner
        1
        """
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that lost."""
        return tuple(seat for seat, result in enumerate(self.results) if result == 0)

    @property
    def drawn(self) -> bool:
        """Whether no seat lost."""
        return not self.losers


SHARED_REASONS = ("resign", "time", "agreement", "abort", "adjudication", "repetition", "no-progress")
"""The reason codes that any game may end with. Each game declares its own in `Game.reasons`."""


def apply(pieces: list[Piece], effects: list[Effect]) -> list[Piece]:
    """Return the pieces after some effects; raise `ValueError` if an effect does not match the pieces."""
    by_id = {piece.id: piece for piece in pieces}
    for effect in effects:
        before, after = effect.before, effect.after
        if before is not None and by_id.pop(before.id, None) != before:
            raise ValueError(f"{effect.kind}: no such piece: {before}")
        if after is not None:
            if after.id in by_id:
                raise ValueError(f"{effect.kind}: a piece with this id already exists: {after}")
            by_id[after.id] = after
    return sorted(by_id.values(), key=lambda piece: piece.id)


def reverse(effects: list[Effect]) -> list[Effect]:
    """Return the same effects as they run backwards.

    >>> slide = Effect("slide", Piece(1, "disc", 0, 4), Piece(1, "disc", 0, 5), path=(4, 5))
    >>> reverse([slide])[0].path
    (5, 4)
    """
    last = max((effect.phase for effect in effects), default=0)
    lengths = {effect.phase: len(effect.path) for effect in effects if effect.path}
    return [
        msgspec.structs.replace(
            effect,
            before=effect.after,
            after=effect.before,
            phase=last - effect.phase,
            path=effect.path[::-1],
            step=None if effect.step is None else lengths[effect.phase] - 1 - effect.step,
        )
        for effect in reversed(effects)
    ]
