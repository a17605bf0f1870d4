"""Text of `parlour --version`."""

import platform
from importlib.metadata import distribution
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
        folder = Path(position.__file__).parent
        others = sorted(path.name for end in ("so", "pyd") for path in folder.glob(f"position.*.{end}"))
        if is_wheel_for_all_platforms():
            why = "this is the package for platforms without compiled modules; install from source with a C compiler"
        elif others:
            why = f"compiled for another Python ({', '.join(others)}); install Parlour again with this one"
        else:
            why = "it was installed without a C compiler or Python's header files; install them, then Parlour again"
    return f"interpreted (slow): {why}"


def is_wheel_for_all_platforms() -> bool:
    return "Tag: py3-none-any" in (distribution("parlour").read_text("WHEEL") or "")
