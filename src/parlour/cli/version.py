"""Text of `parlour --version`."""

import platform
from pathlib import Path

import parlour
from parlour import _pure

__all__ = ["speed", "version_text"]


def version_text() -> str:
    lines = [
        f"parlour {parlour.__version__}",
        f"Python {platform.python_version()} ({platform.system()} {platform.machine()})",
        f"rules and search: {speed()}",
    ]
    return "\n".join(lines)


def speed() -> str:
    """Return `compiled`, or `interpreted (slow): ` and the reason."""
    from parlour.games.contract import position

    if position.COMPILED:
        return "compiled"
    if _pure.PURE:
        why = "PARLOUR_PURE is set"
    else:
        others = sorted(path.name for path in Path(position.__file__).parent.glob("core.*.so"))
        if others:
            why = f"compiled for another Python ({', '.join(others)}); install Parlour again with this one"
        else:
            why = "it was installed without a C compiler or Python's header files; install them, then Parlour again"
    return f"interpreted (slow): {why}"
