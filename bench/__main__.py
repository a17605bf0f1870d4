"""`python -m bench [NAME ...]`: run all benchmarks, or the named ones.

A benchmark is a module in this folder with `def main() -> None`, which prints a table; the first line of its docstring
is its headline.
"""

import importlib
import pkgutil
import sys

from rich.console import Console

import bench


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_"))


def main(wanted: list[str]) -> int:
    console = Console()
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(
            f"No such benchmark: {', '.join(unknown)}. There are: {', '.join(names()) or 'none yet'}.", file=sys.stderr
        )
        return 2
    for name in wanted or names():
        module = importlib.import_module(f"bench.{name}")
        headline = (module.__doc__ or name).strip().splitlines()[0].rstrip(".")
        console.rule(f"[bold]{name}[/bold]: {headline}", align="left")
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
