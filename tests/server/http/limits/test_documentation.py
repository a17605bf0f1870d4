"""The table of limits in the documentation names the setting or constant of each of them."""

import pkgutil
import re
from pathlib import Path

from parlour.server.settings import ServerSettings

TABLE = (Path(__file__).parents[4] / "docs" / "security.md").read_text(encoding="utf-8").partition("| resource |")[2]
ROWS = [row.split("|")[1:4] for row in TABLE.partition("\n\n")[0].splitlines()[2:]]


def full_names(cell: str) -> list[str]:
    """Return the names in a cell of the table; a constant without a module is in that of the one before it."""
    found: list[str] = []
    for name in re.findall(r"`([\w.]+)`", cell):
        module = found[-1].rpartition(".")[0] if found and "." not in name else ""
        found.append(f"{module}.{name}" if module else name)
    return found


def is_limit(name: str) -> bool:
    """Return whether a setting, or a number in a module of Parlour, has this name."""
    if name in ServerSettings.__struct_fields__:
        return True
    try:
        return isinstance(pkgutil.resolve_name(f"parlour.{name}"), int | float)
    except (ImportError, AttributeError):
        return False


def test_each_limit_has_an_existing_setting_or_constant() -> None:
    assert len(ROWS) > 40
    assert [resource for resource, _, cell in ROWS if re.sub(r"`[\w.]+`", "", cell).strip(" ,;")] == []
    assert [resource for resource, _, cell in ROWS if not full_names(cell)] == []
    assert [name for _, _, cell in ROWS for name in full_names(cell) if not is_limit(name)] == []


def test_names_that_do_not_exist_are_noticed() -> None:
    assert full_names(" `server.app.A`, `B` ") == ["server.app.A", "server.app.B"]
    assert is_limit("server.app.MAX_BODY_BYTES")
    for wrong in ("server.app.MAX_NOTHING", "server.nowhere.MAX_BODY_BYTES", "server.app", "limit_nothing"):
        assert not is_limit(wrong)
