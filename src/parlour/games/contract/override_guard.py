"""The guard before a trap of compiled classes: a Python subclass cannot override what compiled code calls as C."""

from __future__ import annotations

from typing import Any

C_SIDE = (
    *("generate", "make", "unmake", "over", "payoff", "assign"),
    *("candidates", "tactical", "evaluate", "order_hint", "null_move_sound", "moves_left", "solve_key"),
)
"""The methods of `Position` that are C where `core` is compiled. From Python they are then not even there."""


class Guard:
    """A base of `Position` that looks at every Python class derived from it; compiled ones do not come by."""

    __slots__ = ()

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if Guard in cls.__bases__:  # Position itself: interpreted, it comes by too
            return
        unheard = [name for name in C_SIDE if name in vars(cls) and not any(hasattr(b, name) for b in cls.__bases__)]
        if unheard:
            raise TypeError(
                f"{cls.__name__} writes {', '.join(unheard)} in Python, but compiled code would never call that. "
                "Derive a game in plain Python from PlainGame, or compile the class (a .pxd beside its module)."
            )
