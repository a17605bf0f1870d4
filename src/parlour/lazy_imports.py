"""Import the public names of a package on first use."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_imports(package: str, modules: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package; `modules` maps its public names to the modules they are in."""

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules[name])
        return module if module.__name__ == f"{package}.{name}" else getattr(module, name)

    return get, lambda: sorted(import_module(package).__all__)
