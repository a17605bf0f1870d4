"""Detect Python subclasses that override C methods, which compiled code would never call."""

from __future__ import annotations

from typing import Any

C_METHODS = (
    *("generate", "make", "unmake", "over", "payoff", "assign"),
    *("candidates", "tactical", "evaluate", "order_hint", "null_move_sound", "moves_left", "solve_key", "turn_memory"),
    *("write_planes", "fill_plane", "find_moves", "number_below"),
)
"""The methods of `Position` that are C functions if the module is compiled; Python code cannot see them then."""


class OverrideGuard:
    """A base class of `Position` that checks each Python subclass; compiled subclasses are not checked."""

    __slots__ = ()

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if OverrideGuard in cls.__bases__:  # `Position` itself, when interpreted
            return
        overridden = [
            name for name in C_METHODS if name in vars(cls) and not any(hasattr(b, name) for b in cls.__bases__)
        ]
        if overridden:
            raise TypeError(
                f"{cls.__name__} overrides {', '.join(overridden)} in Python, but compiled code would never call that. "
                "Derive a game in plain Python from PlainGame, or compile the class (a .pxd beside its module)."
            )
